/// Threads for independent pieces of work. KKAnalysis has no threads of its own: the caller provides them, and results
/// do not depend on their number.
public protocol AnalysisWorkers: AnyObject {
    /// Runs `work` once for each of 0 ..< `count`, in any order and on any thread, and returns when all are done.
    func perform(_ count: Int, _ work: @escaping (Int) -> Void)
}

extension Optional where Wrapped == any AnalysisWorkers {
    /// Runs the work with workers, or in order if there are none.
    func perform(_ count: Int, _ work: @escaping (Int) -> Void) {
        if let self { return self.perform(count, work) }
        for number in 0..<count { work(number) }
    }
}
