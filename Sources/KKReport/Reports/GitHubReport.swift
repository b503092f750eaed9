internal import KKMath

/// Output for GitHub Actions: annotations as lines of the log, and a summary in Markdown.
public struct GitHubReport {
    private let report: Report
    /// Puts a path as GitHub wants it: from the repository's root.
    private let placed: @Sendable (String) -> String

    /// - Parameter placed: converts a path relative to the working folder to one relative to the repository's root.
    public init(_ report: Report, placed: @escaping @Sendable (String) -> String = { $0 }) {
        (self.report, self.placed) = (report, placed)
    }

    /// GitHub shows ten of a kind for a step; the last one counts the others.
    private static let mostAnnotations = 9

    /// `::error file=…,line=…,title=…::what`, one line each, worst first, and `::warning …` for entries that did not
    /// fail: at most nine of each, and the number of others.
    public var annotations: [String] {
        let entries = report.bySeverity.map { report.entries[$0] }
        let warned = ("\(report.noun.one) with warnings", "\(report.noun.many) with warnings")
        return annotations("error", of: entries.filter(\.isFailure), ("failure", "failures")) { $0.details }
            + annotations("warning", of: entries.filter(\.isWarned), warned) { $0.warnings.joined(separator: "\n") }
    }

    private func annotations(
        _ command: String, of entries: [ReportEntry], _ noun: (one: String, many: String),
        _ text: (ReportText) -> String
    ) -> [String] {
        var lines = entries.prefix(Self.mostAnnotations).map { annotation(command, $0, text(ReportText($0))) }
        let rest = entries.count - lines.count
        let words = rest == 1 ? noun.one : noun.many
        if rest > 0 { lines.append("::\(command) title=\(property(report.title))::and \(rest) more \(words)") }
        return lines
    }

    private func annotation(_ command: String, _ entry: ReportEntry, _ text: String) -> String {
        var properties: [String] = []
        if let place = entry.place {
            properties.append("file=\(property(placed(place.file)))")
            if let line = place.line { properties.append("line=\(line)") }
        }
        properties.append("title=\(property("\(report.title): \(entry.name)"))")
        return "::\(command) \(properties.joined(separator: ","))::\(data(text))"
    }

    /// What follows the colons (actions/toolkit, `command.ts`).
    private func data(_ text: String) -> String {
        Markup.shortened(text, to: 4_000).replacingScalars {
            $0 == "%" ? "%25" : $0 == "\r" ? "%0D" : $0 == "\n" ? "%0A" : nil
        }
    }

    private func property(_ text: String) -> String {
        data(Markup.line(text)).replacingScalars { $0 == ":" ? "%3A" : $0 == "," ? "%2C" : nil }
    }

    /// A heading, a table of failures, worst first, the output of their programs, a table of warnings of entries that
    /// did not fail, and notes.
    ///
    /// - Parameter limit: the maximum size in bytes. GitHub accepts 1 MiB per step.
    public func summary(limit: Int = 1_000_000) -> String {
        let entries = report.bySeverity.map { report.entries[$0] }
        var text =
            "### \(report.isGood ? "✅" : "❌") \(Self.markdown(report.title)): \(Self.markdown(report.headline))\n\n"
        if !report.entries.isEmpty { text += "\(Self.markdown(report.tally))\n\n" }
        for note in report.notes { text += "\(Self.markdown(Markup.shortened(note, to: 1_000)))\n\n" }
        text = Markup.shortened(text, to: limit / 4)
        text += table(
            [report.noun.one, "", "why", "next"], entries.filter(\.isFailure), room: limit - text.utf8.count - 300
        ) {
            [$0.name, $0.status.word, $0.headline, $0.nextStep ?? ""]
        }
        text += said(entries.filter { $0.isFailure && !$0.lastLines.isEmpty }, room: limit - text.utf8.count - 200)
        let warned = table(
            [report.noun.one, "", "warning"], entries.filter(\.isWarned), room: limit - text.utf8.count - 100
        ) {
            [
                $0.name, $0.status.word,
                $0.warnings.prefix(3).joined(separator: "; ")
                    + ($0.warnings.count > 3 ? "; and \($0.warnings.count - 3) more" : ""),
            ]
        }
        return text + (report.failureCount > 0 && !warned.isEmpty ? "\n" : "") + warned
    }

    /// What programs said of failures, folded away, as long as there is room.
    private func said(_ entries: [ReportEntry], room: Int) -> String {
        var text = ""
        for entry in entries {
            let name = Self.markdown(Markup.shortened(entry.name, to: 200))
            let lines = entry.lastLines.map { Self.markdown(Markup.shortened($0, to: 300)) }.joined(separator: "\n")
            let log = entry.log.map { "\n\nAll of it: \(Self.markdown(Markup.shortened($0, to: 1_000)))" } ?? ""
            let part =
                "\n<details><summary>What the program of \(name) said last</summary>\n\n<pre>\(lines)</pre>\(log)\n\n</details>\n"
            guard text.utf8.count + part.utf8.count <= room else { break }
            text += part
        }
        return text
    }

    /// The summary with pictures of the failures, for a comment on a change.
    ///
    /// - Parameters:
    ///   - limit: the maximum size in bytes. GitHub and GitLab accept 65,536 characters per comment.
    ///   - address: converts a path relative to the working folder to the picture's URL for readers of the comment.
    public func comment(limit: Int = 60_000, address: (String) -> String) -> String {
        let pictures = report.bySeverity.map { report.entries[$0] }.filter(\.isFailure).flatMap { entry in
            entry.attachments.filter { $0.role == .picture && !$0.path.isEmpty }.map { (entry.name, address($0.path)) }
        }
        var text = summary(limit: pictures.isEmpty ? limit : limit * 3 / 4)
        for (name, place) in pictures {
            let title = Self.markdown(Markup.shortened(name, to: 200))
            // An address in angle brackets may have blanks and brackets in it.
            let escaped = place.replacingScalars {
                $0 == "<" ? "%3C" : $0 == ">" ? "%3E" : $0.value < 32 ? "" : nil
            }
            let picture = "\n<details><summary>\(title)</summary>\n\n![\(title)](<\(escaped)>)\n\n</details>\n"
            guard text.utf8.count + picture.utf8.count <= limit else { break }
            text += picture
        }
        return text
    }

    /// A path as a URL for Markdown: `%` and each byte that is not a letter, digit or plain sign are written as `%XX`.
    public static func address(_ path: String) -> String { Markup.address(path) }

    /// A row for each entry as long as there is room, and how many more there are; nothing for none.
    private func table(
        _ titles: [String], _ entries: [ReportEntry], room: Int, cells: (ReportEntry) -> [String]
    ) -> String {
        guard !entries.isEmpty, room > 100 else { return "" }
        var text =
            "| \(titles.map { $0.isEmpty ? "" : "\($0) " }.joined(separator: "| "))|\n|\(titles.map { _ in "---|" }.joined())\n"
        for (index, entry) in entries.enumerated() {
            let cells = cells(entry).map { Self.markdown(Markup.shortened($0, to: 2_000)) }
            let row = "| \(cells.joined(separator: " | ")) |\n"
            guard text.utf8.count + row.utf8.count <= room else {
                return text
                    + "\nand \(groupedText(Int64(entries.count - index))) more: the summary has no room for them\n"
            }
            text += row
        }
        return text
    }

    /// Text without anything that Markdown, a table or HTML would take for its own, and without what GitHub and GitLab
    /// make links of when that is done: names of people and teams, numbers of issues, and addresses.
    private static func markdown(_ text: String) -> String {
        var result = "", before: Unicode.Scalar = " "
        for scalar in Markup.line(text).unicodeScalars {
            // A space without width is not seen, and no part of a name or an address.
            if isLinked(before, scalar) || isLink(result, scalar) { result += "\u{200B}" }
            switch scalar {
            case "&", "<", ">", "|", "`", "*", "_", "[", "]", "\\", "~", "$", "#", "@": result += "&#\(scalar.value);"
            default: result.unicodeScalars.append(scalar)
            }
            before = scalar
        }
        return result
    }

    /// Whether a text and the sign behind it may make a link: `GH-12` is an issue as `#12` is.
    private static func isLink(_ text: String, _ scalar: Unicode.Scalar) -> Bool {
        let end = text.utf8.suffix(3).map { $0 | 0x20 }
        return switch scalar {
        case "0"..."9": end == Array("gh-".utf8)
        case ".": end == Array("www".utf8)
        default: false
        }
    }

    /// Whether two signs that follow one another may make a link of what is around them.
    private static func isLinked(_ first: Unicode.Scalar, _ second: Unicode.Scalar) -> Bool {
        switch first {
        case "@", "#", "!", "~", "%", "$", "&": second.properties.isAlphabetic || "0"..."9" ~= second || second == "\""
        case ":": second == "/"
        default: false
        }
    }
}
