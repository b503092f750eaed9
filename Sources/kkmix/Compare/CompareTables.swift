internal import KKMixing

/// The tables of `compare --list-tolerances` and `--list-damages`, which docs/comparing.md and docs/damages.md quote.
enum CompareTables {
    static var tolerances: String {
        MarkdownTable.text(
            ["limit"] + Tolerance.all.map { "`\($0.name)`" } + ["in windows"],
            Limit.allCases.map { limit in
                ["`\(limit.rawValue)`"] + Tolerance.all.map { text(limit, $0) } + [limit.isWindowed ? "yes" : "–"]
            })
    }

    static var damages: String {
        MarkdownTable.text(
            ["damage"] + Tolerance.all.map { "`\($0.name)`" } + ["what it does"],
            Damage.allCases.map { damage in
                ["`\(damage.rawValue)`"] + Tolerance.all.map { damage.isCaught(by: $0.name) ? "caught" : "passes" } + [
                    damage.explanation
                ]
            })
    }

    private static func text(_ limit: Limit, _ tolerance: Tolerance) -> String {
        switch limit {
        case .lag: extentText(tolerance.lag)
        case .length: extentText(tolerance.length)
        default: tolerance[limit].map { "\(shortDecimalText($0, digits: 2)) \(limit.unit)" } ?? "–"
        }
    }

    /// `50 ms`, `1,152 frames`, `0`.
    static func extentText(_ extent: Extent) -> String {
        switch extent {
        case .frames(0): "0"
        case .frames(let frames): "\(groupedText(frames)) frames"
        case .seconds(let seconds) where seconds >= 1: "\(shortDecimalText(seconds, digits: 3)) s"
        case .seconds(let seconds): "\(shortDecimalText(seconds * 1000, digits: 3)) ms"
        }
    }
}

struct ToleranceRow: KeyedReport {
    let tolerance: Tolerance

    static func tell(_ key: inout ReportKeys<Self>) {
        key("name", \.tolerance.name)
        key("limits", \.tolerance)
    }
}

struct DamageRow: KeyedReport {
    let damage: Damage

    static func tell(_ key: inout ReportKeys<Self>) {
        key("name", \.damage.rawValue)
        key("meaning", \.damage.explanation)
        key("caught_by") { Tolerance.all.map(\.name).filter($0.damage.isCaught) }
    }
}
