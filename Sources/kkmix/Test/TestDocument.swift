internal import KKMixing

/// `{"schema":1,"cases":[…]}`: what `test --json` prints.
struct TestDocument: KeyedReport {
    let cases: [CaseOutcome]
    let tally: CaseTally
    let unreferenced: [FilePath]

    static func tell(_ key: inout ReportKeys<Self>) {
        key("schema") { _ in 1 }
        key("cases", \.cases)
        key("passed", \.tally[.passed])
        key("failed", \.tally[.failed])
        key("errors", \.tally[.error])
        key("recorded", \.tally[.recorded])
        key("skipped", \.tally[.skipped])
        key("unreferenced_goldens", \.unreferenced)
    }
}

/// What `test --prune --json` prints of a golden that it removed.
struct PrunedGolden: Codable {
    var path: FilePath
}
