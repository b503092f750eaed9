import Foundation
import KKTestSupport
import Testing

@testable import kkmix

/// The pages of man, which are made from the tables of options.
@Suite struct ManualTests {
    private static let names = [""] + Kkmix.commands.map { $0.name }

    /// Every page in one folder, each under its title.
    private static func pages() throws -> ScratchFolder {
        let folder = try ScratchFolder()
        let lines = names.map { "$KKMIX --generate-manual \($0) > \(ManualPage.title($0)).1" }
        let run = try CommandRun.shell(
            "set -e; " + lines.joined(separator: "; "), in: folder.root, environment: ["SOURCE_DATE_EPOCH": "951782400"]
        )
        #expect(run.status == 0, "\(run.errorText)")
        return folder
    }

    @Test func `every page is roff that mandoc has nothing to say of`() throws {
        let folder = try Self.pages()
        let run = try CommandRun.shell(
            "mandoc -T lint -W warning *.1 && cat *.1 | LC_ALL=C grep -c '[^ -~]'", in: folder.root)
        #expect(run.outputText == "0\n", "\(run.outputText)\(run.errorText)")
    }

    /// Bold letters, each of which is two with a backspace between them, are plain here, and lines are one.
    @Test(arguments: names) func `a page has every option with all its words, as they are typed`(name: String) throws {
        let folder = try ScratchFolder()
        let run = try CommandRun.shell(
            "$KKMIX --generate-manual \(name) | mandoc -T utf8 | sed 's/.\\x08//g'", in: folder.root)
        let shown = run.outputText.filter { !$0.isWhitespace }
        let command = Kkmix.commands.first { $0.name == name }
        let texts = (command?.table ?? Option.builtIn).flatMap { row in
            [row.isInput ? row.name : [row.short, row.name].compactMap(\.self).joined(separator: ", "), row.help]
        }
        let examples = (command?.discussion ?? Kkmix.discussion).split(separator: "\n").map(String.init)
        for text in texts + examples {
            #expect(shown.contains(text.filter { !$0.isWhitespace }), "\(text)")
        }
    }

    @Test func `a page has the day of the release, the version, and the other pages`() throws {
        let folder = try Self.pages()
        let text = String(decoding: try #require(folder.bytes("kkmix-batch-plan.1")), as: UTF8.self)
        #expect(text.hasPrefix(".TH KKMIX-BATCH-PLAN 1 \"2000-02-29\" \"kkmix \(Kkmix.version)\" \"kkmix\"\n"))
        #expect(text.contains(".BR kkmix (1),\n.BR kkmix\\-mix (1),") && !text.contains(".BR kkmix\\-batch\\-plan (1)"))
        for (seconds, day) in [
            ("0", "1970-01-01"), ("4107542399", "2100-02-28"), ("4107542400", "2100-03-01"), ("-1", "1970-01-01"),
            ("x", ""),
        ] {
            let page = try CommandRun(["--generate-manual"], environment: ["SOURCE_DATE_EPOCH": seconds]).outputText
            #expect(page.hasPrefix(".TH KKMIX 1 \"\(day)\" "), "\(seconds)")
        }
    }

    @Test func `a page of a command that there is not is refused`() throws {
        let run = try CommandRun(["--generate-manual", "nothing"])
        #expect(run.status == 64 && run.output.isEmpty && run.errorText.contains("there is no command 'nothing'"))
    }
}
