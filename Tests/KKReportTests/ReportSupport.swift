import Foundation
import KKReport
import KKTestSupport

/// Small reports, and programs that read them.
enum Reports {
    /// Every sign of the languages that reports are written in, each with an accent upon it: to Swift they are other
    /// characters.
    static let accented = "\\\"'#%:,|`*_[]<>&$~@{};=\r".unicodeScalars.map { "\($0)\u{301}" }.joined() + "\r\n"

    static let hostileNames = [
        "a,file=/etc/passwd:1", "a]]>b", "--><!-- x", "<script>alert('x')</script>", "\"quoted\" 'single' & more",
        "bell\u{7}escape\u{1B}[31m\u{0}", "line\nend\r\ttab",
        "\u{202E}gpj.wav", "日本語 ünï 😀", "::error::x%0Ay", "a|b|`c`*d*_e_[f](g)", "# TODO \\# SKIP",
        "\u{FFFE}\u{10FFE9}", accented, "", ".", "con.wav/../x",
    ]

    static func different(_ name: String, in group: String = "sounds/kkmix-test.yaml") -> ReportEntry {
        var entry = ReportEntry(name, in: group, .different, "largest residual -12 dBFS; at most -80 dBFS")
        entry.place = ReportEntry.Place(parsing: "sounds/kkmix-test.yaml:7:5")
        entry.facts = [ReportEntry.Fact("golden", "sounds/goldens/\(name).wav")]
        entry.nextStep = "if the change is intended: kkmix test --accept \(name)"
        entry.attachments = [ReportAttachment(.picture, path: "kkmix-results/\(name).png")]
        entry.seconds = 0.25
        return entry
    }

    /// One of each kind.
    static var each: Report {
        var passed = ReportEntry("jingle", in: "sounds/kkmix-test.yaml", .passed, "the same samples")
        passed.place = ReportEntry.Place(parsing: "sounds/kkmix-test.yaml:4:5")
        passed.seconds = 0.5
        return Report(
            "kkmix test",
            entries: [
                passed, different("voice"), ReportEntry("later", in: "sounds/kkmix-test.yaml", .skipped, "not yet"),
                ReportEntry("broken", in: "other/kkmix-test.yaml", .error, "x.wav: the file cannot be found"),
            ])
    }

    /// A report whose names, headlines, facts, places and paths are all hostile.
    static var hostile: Report {
        Report(
            hostileNames[3],
            entries: hostileNames.map { name in
                var entry = ReportEntry(name, in: name, .different, name)
                entry.place = ReportEntry.Place(file: name, line: 3)
                entry.facts = [ReportEntry.Fact(name, name)]
                entry.checks = [ReportEntry.Check(name, passed: false, measured: name)]
                entry.measures = [
                    ReportEntry.Measure(
                        name, reference: name, actual: name, difference: name, allowed: name, isBeyond: true)
                ]
                entry.marks = [ReportEntry.Mark(name, seconds: 1.5, name)]
                entry.warnings = [name]
                entry.nextStep = "\(name): kkmix test --accept \(name)"
                entry.attachments = ReportAttachment.Role.allCases.map { role in
                    var attachment = ReportAttachment(role, path: name)
                    (attachment.page, attachment.note, attachment.original) = ("files/\(name)", name, "files/\(name)")
                    return attachment
                }
                return entry
            }, notes: hostileNames)
    }

    /// What a Python program prints of a text that is in the file `text`.
    static func python(_ program: String, reading text: String) throws -> String {
        let folder = try ScratchFolder()
        try Data(text.utf8).write(to: URL(fileURLWithPath: folder.path("text")))
        try Data(program.utf8).write(to: URL(fileURLWithPath: folder.path("program.py")))
        let run = try CommandRun.shell("PYTHONIOENCODING=utf-8 python3 program.py", in: folder.root)
        return run.status == 0 ? run.outputText : "status \(run.status): \(run.errorText)"
    }
}
