/// Does a piece of work for each number from 0 up to `count`, and returns when all are done: one after the other, or side by side on threads that another
/// room has. No result depends on which.
public typealias AnalysisCrew = (_ count: Int, _ work: @escaping (Int) -> Void) -> Void
