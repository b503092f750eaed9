internal import KKMath

/// JUnit XML, as read by GitLab, Jenkins, GitHub Actions and Bazel: `testsuites > testsuite > testcase(classname,
/// name, file, time)`.
///
/// A difference is a `failure`, a case that could not be rendered an `error`. Class and name together are unique,
/// because GitLab drops repeats. `system-out` contains the picture (or the sound, or the log of a program that made
/// none) as `[[ATTACHMENT|path]]`, and the warnings of passed cases as text.
public struct JUnitReport {
    private let report: Report
    /// The most bytes that the file may have. GitLab takes 30 MB.
    private let limit: Int

    public init(_ report: Report, limit: Int = 29_000_000) {
        (self.report, self.limit) = (report, limit)
    }

    /// The content of the file. If it would be too long, first details, then passed cases, then the last other cases
    /// are left out, with a note.
    public var text: String {
        for thrift in Thrift.allCases {
            let text = document(thrift, atMost: nil)
            if text.utf8.count <= limit { return text }
        }
        return document(.failuresAlone, atMost: limit)
    }

    private enum Thrift: CaseIterable {
        case none, shortDetails, noDetails, failuresAlone

        var detailCount: Int { self == .none ? 100_000 : self == .shortDetails ? 2_000 : 0 }
        var headlineCount: Int { self == .none ? 10_000 : 300 }

        var note: String? {
            switch self {
            case .none: nil
            case .shortDetails: "details are cut short: the report would be too long"
            case .noDetails: "details are left out: the report would be too long"
            case .failuresAlone:
                "details, what passed, and what no longer had room are left out: the report would be too long"
            }
        }
    }

    private func document(_ thrift: Thrift, atMost limit: Int?) -> String {
        let cases = named(report.entries).filter { thrift != .failuresAlone || $0.entry.isFailure }
        // What stands around the cases, the groups' names included, is far below this.
        var room = limit.map { $0 - 4_096 - 2 * groups.reduce(0) { $0 + Markup.xml($1).utf8.count + 200 } } ?? .max
        var body = ""
        for group in groups {
            var part = ""
            for item in cases where item.entry.group == group {
                let text = testcase(item, thrift)
                guard text.utf8.count <= room else { break }
                room -= text.utf8.count
                part += text
            }
            let own = report.entries.filter { $0.group == group }
            body += "  <testsuite name=\"\(attribute(group))\" \(counts(own))>\n\(part)"
            if let note = thrift.note { body += "    <system-out>\(Markup.xml(note))</system-out>\n" }
            body += "  </testsuite>\n"
        }
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <testsuites name="\(attribute(report.title))" \(counts(report.entries))>
            \(body)</testsuites>

            """
    }

    private var groups: [String] {
        var seen: Set<String> = []
        return report.entries.map(\.group).filter { seen.insert($0).inserted }
    }

    private func counts(_ entries: [ReportEntry]) -> String {
        let errors = entries.count { $0.status == .error }
        let failures = entries.count(where: \.isFailure) - errors
        let skipped = entries.count { $0.status == .skipped || $0.status == .notRun }
        return
            "tests=\"\(entries.count)\" failures=\"\(failures)\" errors=\"\(errors)\" skipped=\"\(skipped)\" "
            + "time=\"\(seconds(entries.reduce(0) { $0 + ($1.seconds ?? 0) }))\""
    }

    /// Entries with a class and a name that no other one has.
    private func named(_ entries: [ReportEntry]) -> [(entry: ReportEntry, className: String, name: String)] {
        var taken: Set<[String]> = []
        return entries.map { entry in
            let (className, plain) = (attribute(Self.className(entry.group)), attribute(entry.name))
            var name = plain, number = 1
            while !taken.insert([className, name]).inserted {
                number += 1
                name = "\(plain) (\(number))"
            }
            return (entry, className, name)
        }
    }

    /// `sounds.kkmix-test` of `sounds/kkmix-test.yaml`: dots are what readers take for levels.
    static func className(_ group: String) -> String {
        var parts = group.parts(at: "/").filter { !["", ".", ".."].contains($0) }
        if let last = parts.popLast() {
            let stem = last.utf8.lastIndex(of: UInt8(ascii: ".")).map { String(last[..<$0]) } ?? last
            parts.append(stem.isEmpty ? last : stem)
        }
        return parts.isEmpty ? "kkmix" : parts.joined(separator: ".")
    }

    private func testcase(_ item: (entry: ReportEntry, className: String, name: String), _ thrift: Thrift) -> String {
        let entry = item.entry
        let file = entry.place.map { " file=\"\(attribute($0.file))\"" } ?? ""
        let time = entry.seconds.map { " time=\"\(seconds($0))\"" } ?? ""
        let head = "    <testcase classname=\"\(item.className)\" name=\"\(item.name)\"\(file)\(time)"
        let message = "message=\"\(attribute(Markup.shortened(entry.headline, to: thrift.headlineCount)))\""
        var inside = ""
        switch entry.status {
        case .different, .transformed, .assertion, .notCompared, .missing, .error:
            let (tag, type) =
                entry.status == .error
                ? ("error", "error") : ("failure", entry.status == .different ? "difference" : entry.status.word)
            let details = content(ReportText(entry).details, thrift)
            inside = "      <\(tag) \(message) type=\"\(type)\">\(thrift.detailCount > 0 ? details : "")</\(tag)>\n"
        case .skipped, .notRun: inside = "      <skipped \(message)/>\n"
        case .passed, .recorded: break
        }
        if entry.isWarned, thrift.detailCount > 0 {
            let warnings = content(ReportText(entry).warnings.joined(separator: "\n"), thrift)
            inside += "      <system-out>\(warnings)</system-out>\n"
        }
        let shown = (entry.attachment(.picture) ?? entry.attachment(.actual))?.path ?? entry.log
        if let shown, entry.isFailure {
            inside += "      <system-out>[[ATTACHMENT|\(Markup.xml(plain(Markup.line(shown))))]]</system-out>\n"
        }
        return inside.isEmpty ? head + "/>\n" : "\(head)>\n\(inside)    </testcase>\n"
    }

    private func content(_ text: String, _ thrift: Thrift) -> String {
        Markup.xml(plain(Markup.shortened(text, to: thrift.detailCount)))
    }

    /// Brackets in names and in what programs say would attach any file to those who read `[[ATTACHMENT|…]]`.
    private func plain(_ text: String) -> String {
        var last: Unicode.Scalar?
        return text.replacingScalars { scalar in
            defer { last = scalar }
            return scalar == "[" && last == "[" ? " [" : nil
        }
    }

    private func attribute(_ text: String) -> String { Markup.xml(text, isAttribute: true) }

    private func seconds(_ value: Double) -> String {
        decimalText(value.isFinite ? max(0, min(value, 1e9)) : 0, digits: 3)
    }
}
