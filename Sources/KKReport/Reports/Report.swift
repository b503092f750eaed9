/// What came of a run, as people and their tools are told: of a test, a comparison or a batch. Every emitter takes the
/// same facts.
///
/// A value without a clock: but for ``ReportEntry/seconds``, which ``JUnitReport`` alone writes, the same run gives the
/// same report.
public struct Report: Hashable, Sendable {
    /// The command: `kkmix test`.
    public var title: String
    /// One of the things that are counted, and several: `case`, `cases`.
    public var noun: Noun
    /// In declared order.
    public var entries: [ReportEntry]
    /// What must be said of the whole.
    public var notes: [String]
    /// Whether nothing failing is not enough: something must have passed. The share of a run may have nothing to do.
    public var wantsSome = true

    public struct Noun: Hashable, Sendable {
        public var one: String
        public var many: String

        public init(_ one: String, _ many: String) {
            (self.one, self.many) = (one, many)
        }

        /// `1 case`, `7 cases`.
        func counted(_ count: Int) -> String { "\(count) \(count == 1 ? one : many)" }
    }

    public init(
        _ title: String, _ noun: Noun = Noun("case", "cases"), entries: [ReportEntry] = [], notes: [String] = []
    ) {
        (self.title, self.noun, self.entries, self.notes) = (title, noun, entries, notes)
    }

    public func count(_ status: ReportEntry.Status) -> Int { entries.count { $0.status == status } }

    public var failureCount: Int { entries.count(where: \.isFailure) }

    /// Whether nothing failed, and something was done where there was something to do and that is wanted.
    public var isGood: Bool { failureCount == 0 && (entries.isEmpty || !wantsSome || doneCount > 0) }

    private var doneCount: Int { count(.passed) + count(.recorded) }

    /// Entries that did not fail, and have something to be looked at.
    public var warnedCount: Int { entries.count(where: \.isWarned) }

    /// `2 of 7 cases failed`, `7 cases passed`, `7 cases passed, 2 with warnings`, `nothing was done: 2 skipped`.
    public var headline: String {
        let failed = failureCount
        if entries.isEmpty { return "nothing was done" }
        if failed > 0 {
            return entries.count == 1 ? "the \(noun.one) failed" : "\(failed) of \(noun.counted(entries.count)) failed"
        }
        if doneCount == 0 { return "nothing was done: \(tally)" }
        return "\(noun.counted(doneCount)) passed" + (warnedCount > 0 ? ", \(warnedCount) with warnings" : "")
    }

    /// `5 passed, 1 different, 1 error`: what there is of each, worst first.
    public var tally: String {
        ReportEntry.Status.allCases.compactMap { status in
            let count = count(status)
            return count > 0 ? "\(count) \(status.word)" : nil
        }.joined(separator: ", ")
    }

    /// Indices of the entries, worst first, and of equals in declared order.
    public var bySeverity: [Int] {
        entries.indices.sorted { one, other in
            let (a, b) = (entries[one], entries[other])
            if a.status != b.status { return a.status.rank < b.status.rank }
            let (heavy, light) = (a.weight ?? -.infinity, b.weight ?? -.infinity)
            return heavy == light ? one < other : heavy > light
        }
    }

    /// For each entry a name that is one on every system and in every address, and no other entry's: what its files and
    /// its anchor are called.
    public var slugs: [String] {
        var taken: Set<String> = []
        return entries.map { entry in
            let slug = Markup.slug(entry.name)
            var name = slug, number = 1
            while !taken.insert(name.lowercased()).inserted {
                number += 1
                name = "\(slug)-\(number)"
            }
            return name
        }
    }
}
