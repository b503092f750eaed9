import Foundation
import KKTestSupport
import Testing

/// What the README says is what the program says.
@Suite struct ReadmeTests {
    let readme: String

    init() throws {
        readme = try String(contentsOfFile: "\(Fixtures.root)/README.md", encoding: .utf8)
    }

    @Test(arguments: [["formats"], ["statuses"], ["formats", "--settings"], ["formats", "--layouts"]])
    func `a table of the README is printed by the program`(arguments: [String]) throws {
        let run = try CommandRun(arguments)
        #expect(run.status == 0)
        for table in run.outputText.components(separatedBy: "\n\n") where table.hasPrefix("|") {
            #expect(readme.contains(table.trimmingCharacters(in: .newlines)), "kkmix \(arguments.joined(separator: " ")) prints:\n\(table)")
        }
    }

    @Test func `the first command's output is the one that is shown`() throws {
        let blocks = readme.components(separatedBy: "```\n").enumerated().filter { $0.offset % 2 == 1 }.map(\.element)
        let command = try #require(blocks.first { $0.contains("scripts/run fixtures/") })
        let shown = try #require(blocks.drop { !$0.contains("scripts/run fixtures/") }.dropFirst().first)
        let line = try #require(command.split(separator: "\n").first { $0.contains("scripts/run") })
        let folder = try ScratchFolder()
        let words = line.trimmingCharacters(in: .whitespaces).replacingOccurrences(of: "scripts/run", with: "$KKMIX").replacingOccurrences(of: "fixtures/", with: "$FIXTURES/")
        let run = try CommandRun.shell(words, in: folder.root)
        #expect(run.status == 0, "\(run.errorText)")
        #expect(run.outputText == shown)
    }

    @Test func `no word of the README's promises is left open`() {
        #expect(!readme.contains("@"))
        #expect(!readme.contains("TODO"))
    }
}
