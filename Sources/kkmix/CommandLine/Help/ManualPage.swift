internal import KKMixing

/// The page of `man`, of a command or of kkmix as a whole, from its table: roff with the macros of man(7), in plain
/// characters.
struct ManualPage {
    /// `kkmix --generate-manual convert`; without a command the page of kkmix.
    static let option = "--generate-manual"

    private var lines: [String]
    var text: String { lines.joined(separator: "\n") }

    /// - Parameter words: the option, and the command after it.
    /// - Throws: `SessionError` for a command that there is not.
    init(_ words: [String]) throws(SessionError) {
        let name = words.dropFirst().joined(separator: " ")
        if name.isEmpty {
            self.init(
                "", Kkmix.abstract, usage: Kkmix.usage, Kkmix.discussion,
                [
                    ("COMMANDS", Kkmix.commands.map { ($0.name, nil, $0.abstract) }),
                    ("OPTIONS", Option.builtIn.map(Self.row)),
                ])
        } else if let command = Kkmix.commands.first(where: { $0.name == name }) {
            let rows = command.table
            self.init(
                name, command.abstract, usage: command.usage, command.discussion,
                [
                    ("ARGUMENTS", rows.filter(\.isInput).map(Self.row)),
                    ("OPTIONS", rows.filter { !$0.isInput }.map(Self.row)),
                ])
        } else {
            throw SessionError(.usage, "there is no command '\(name)'", nextStep: "kkmix --help lists the commands")
        }
    }

    /// Of `kkmix-convert` and its kin.
    static func title(_ name: String) -> String {
        (["kkmix"] + name.split(separator: " ").map(String.init)).joined(separator: "-")
    }

    private typealias Row = (name: String, value: String?, meaning: String)

    private static func row(_ option: Option) -> Row {
        let names =
            option.isInput ? option.name : [option.short, option.name].compactMap(\.self).joined(separator: ", ")
        return (names, option.value, option.help)
    }

    private init(
        _ name: String, _ abstract: String, usage: String, _ discussion: String, _ tables: [(String, [Row])]
    ) {
        let title = Self.title(name)
        let day = Terminal.variable("SOURCE_DATE_EPOCH").flatMap { Int64($0) }.map(Self.day) ?? ""
        lines = [
            ".TH \(title.uppercased()) 1 \"\(day)\" \"kkmix \(Kkmix.version)\" \"kkmix\"", ".SH NAME",
            Self.text("\(title) - ", Self.sentence(abstract)), ".SH SYNOPSIS",
        ]
        literal(usage.split(separator: "\n").map(String.init))
        lines.append(".SH DESCRIPTION")
        describe(discussion)
        for (heading, rows) in tables where !rows.isEmpty {
            lines.append(".SH \(heading)")
            for row in rows {
                let value = row.value.map { " \\fI\(Self.escaped($0))\\fR" } ?? ""
                lines += [".TP", "\\fB\(Self.escaped(row.name))\\fR\(value)", Self.text(row.meaning)]
            }
        }
        lines.append(".SH EXIT STATUS")
        for row in ExitStatus.table { lines += [".TP", "\\fB\(row.status)\\fR", Self.text(row.meaning)] }
        let others = ([""] + Kkmix.commands.map { $0.name }).filter { $0 != name }
        lines.append(".SH SEE ALSO")
        lines += others.enumerated().map { index, other in
            ".BR \(Self.escaped(Self.title(other))) (1)\(index == others.count - 1 ? "" : ",")"
        }
        lines.append("")
    }

    /// Paragraphs, and what is indented as it stands.
    private mutating func describe(_ text: String) {
        var shown: [String] = [], needsBreak = false
        for line in text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
            if line.hasPrefix("  ") || line.isEmpty && !shown.isEmpty {
                shown.append(String(line.dropFirst(2)))
                continue
            }
            if !shown.isEmpty { needsBreak = shown.last?.isEmpty ?? false }
            literal(shown)
            shown = []
            if line.isEmpty {
                needsBreak = true
            } else {
                if needsBreak { lines.append(".PP") }
                needsBreak = false
                lines.append(Self.text(line))
            }
        }
        literal(shown)
    }

    private mutating func literal(_ shown: [String]) {
        let shown = shown.last?.isEmpty ?? false ? shown.dropLast() : shown[...]
        guard !shown.isEmpty else { return }
        lines += [".nf"] + shown.map { Self.text($0) } + [".fi"]
    }

    /// As the words after the dash of NAME are written.
    private static func sentence(_ abstract: String) -> String {
        abstract.hasSuffix(".") ? String(abstract.dropLast()) : abstract
    }

    /// A line that is not a request, whatever it begins with.
    private static func text(_ words: String...) -> String {
        let line = words.map(escaped).joined()
        return line.hasPrefix(".") ? "\\&\(line)" : line
    }

    /// Every character as itself: a dash is typed, and a quote is not a curly one.
    private static func escaped(_ text: String) -> String {
        text.replacingScalars { scalar in
            switch scalar {
            case "\\": "\\e"
            case "-": "\\-"
            case "'": "\\(aq"
            case "\"": "\\(dq"
            case "`": "\\(ga"
            case "^": "\\(ha"
            case "~": "\\(ti"
            case _ where !scalar.isASCII: "\\[u\(hexText(scalar.value))]"
            default: nil
            }
        }
    }

    private static func hexText(_ value: UInt32) -> String {
        let digits = String(value, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }

    /// `2026-11-23`, of seconds since 1970: no clock is asked.
    private static func day(_ seconds: Int64) -> String {
        // Days since 1 March of the year 0, as the Gregorian calendar goes on from there.
        let days = max(0, min(seconds, 253_402_300_799)) / 86400 + 719_468
        let era = days / 146_097, dayOfEra = days % 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let month = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * month + 2) / 5 + 1
        let year = yearOfEra + era * 400 + (month >= 10 ? 1 : 0)
        func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "\(year)-\(two(month < 10 ? month + 3 : month - 9))-\(two(day))"
    }
}
