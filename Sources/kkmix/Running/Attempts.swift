/// Things of which each is tried, whatever became of those before it: the first problem is kept for the end.
struct Attempts {
    private var problem: (any Error)?

    mutating func perform(_ work: () throws -> Void) {
        do { try work() } catch { if problem == nil { problem = error } }
    }

    /// - Throws: the first problem.
    func check() throws {
        if let problem { throw problem }
    }
}
