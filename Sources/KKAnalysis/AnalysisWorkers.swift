/// Hands for pieces of work that know nothing of each other. This room has none of its own: whoever has threads lends
/// them, and no result tells how many there were.
public protocol AnalysisWorkers: AnyObject {
    /// Runs `work` for 0 ..< `count`, each once, in any order and from any thread, and returns when all are done.
    func perform(_ count: Int, _ work: @escaping (Int) -> Void)
}

extension Optional where Wrapped == any AnalysisWorkers {
    /// As workers do it, or one after the other where there is none.
    func perform(_ count: Int, _ work: @escaping (Int) -> Void) {
        if let self { return self.perform(count, work) }
        for number in 0..<count { work(number) }
    }
}
