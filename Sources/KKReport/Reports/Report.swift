/// The results of a test, a comparison or a batch. All report formats are made from it.
///
/// Except for ``ReportEntry/seconds``, which only ``JUnitReport`` writes, the same run gives the same report.
public struct Report: Hashable, Sendable {
    /// The command: `kkmix test`.
    public var title: String
    /// The name of an entry, singular and plural: `case`, `cases`.
    public var noun: Noun
    /// In declared order.
    public var entries: [ReportEntry]
    /// Notes about the whole run.
    public var notes: [String]
    /// Whether at least one entry must have passed. A shard may have nothing to do.
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

    /// Whether nothing failed and, if ``wantsSome``, something was done.
    public var isGood: Bool { failureCount == 0 && (entries.isEmpty || !wantsSome || doneCount > 0) }

    private var doneCount: Int { count(.passed) + count(.recorded) }

    /// The number of entries with warnings that did not fail.
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

    /// `5 passed, 1 different, 1 error`: the number of each status, worst first.
    public var tally: String {
        ReportEntry.Status.allCases.compactMap { status in
            let count = count(status)
            return count > 0 ? "\(count) \(status.word)" : nil
        }.joined(separator: ", ")
    }

    /// The indices of the entries, worst first, otherwise in declared order.
    public var bySeverity: [Int] {
        entries.indices.sorted { one, other in
            let (a, b) = (entries[one], entries[other])
            if a.status != b.status { return a.status.rank < b.status.rank }
            let (heavy, light) = (a.weight ?? -.infinity, b.weight ?? -.infinity)
            return heavy == light ? one < other : heavy > light
        }
    }

    /// A unique name for each entry that is valid on every system and in URLs: the name of its files and its anchor.
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
