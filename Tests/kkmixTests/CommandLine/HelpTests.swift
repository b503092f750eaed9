import Foundation
import KKTestSupport
import Testing

@testable import kkmix

/// The help of every command.
@Suite struct HelpTests {
    static let commands = [
        [], ["mix"], ["convert"], ["compare"], ["test"], ["batch"], ["info"], ["measure"], ["plot"], ["graph"],
        ["formats"], ["units"], ["presets"], ["plugins"], ["statuses"], ["doctor"],
        ["batch", "plan"], ["plugins", "check"], ["batch", "script"], ["batch", "merge"],
    ]

    @Test(arguments: commands)
    func `help opens with examples and fits 80 columns`(command: [String]) throws {
        let run = try CommandRun(command + ["--help"])
        #expect(run.status == 0 && run.errorText.isEmpty)
        let lines = run.outputText.split(separator: "\n")
        #expect(lines.first?.hasPrefix("OVERVIEW: ") == true)
        #expect(lines.dropFirst().first == "Examples:")
        #expect(lines.dropFirst(2).first?.hasPrefix("  kkmix ") == true)
        #expect(lines.filter { $0.count > 80 } == [])
        for option in ["--json", "-q, --quiet", "-v, --verbose", "--color"] where !command.isEmpty {
            #expect(run.outputText.contains(option), "\(option)")
        }
    }

    /// What is wrapped by hand and once more by the page has lines of one or two words among long ones.
    @Test(arguments: ["batch", "batch plan", "batch script", "batch merge"])
    func `a page that is wrapped by hand is not wrapped again`(name: String) throws {
        let command = try #require(Kkmix.commands.first { $0.name == name })
        #expect(HelpPage(command, columns: 80).text.contains("\n\n\(command.discussion)\n\nUSAGE: "))
    }

    @Test func `a page is as wide as it is asked to be`() throws {
        let narrow = try CommandRun(["mix", "--help"], environment: ["COLUMNS": "60"]).outputText
        #expect(narrow.split(separator: "\n").filter { $0.count > 60 && $0.dropFirst(26).contains(" ") } == [])
        let wide = try CommandRun(["mix", "--help"], environment: ["COLUMNS": "300"]).outputText
        #expect(
            wide.contains("\n  --strict                Make damage inside an input an error (otherwise a warning).\n"))
        #expect(try CommandRun(["mix", "--help"], environment: ["COLUMNS": "1"]).status == 0)
    }

    @Test func `the first page leads to a mix's own`() throws {
        let text = try CommandRun(["--help"]).outputText
        #expect(text.contains("USAGE: kkmix INPUT… -o OUTPUT [options]") && text.contains("kkmix mix --help"))
        #expect(try CommandRun(["help", "mix"]).outputText == CommandRun(["mix", "--help"]).outputText)
    }

    @Test func `a mix's page has every track setting with its meaning`() throws {
        let text = try CommandRun(["mix", "--help"]).outputText.split(whereSeparator: \.isWhitespace).joined(
            separator: " ")
        let table = try CommandRun(["formats", "--settings"]).outputText.split(separator: "\n").dropFirst(2)
        #expect(table.count >= 11)
        for row in table {
            let cells = row.split(separator: "|").map { $0.split(separator: " ").joined(separator: " ") }
            #expect(text.contains(cells[0].dropFirst().dropLast()) && text.contains(cells[2]), "\(row)")
        }
    }

    /// Every example parses: no word of it is unknown to its command.
    @Test(arguments: commands)
    func `the examples have no word that is unknown`(command: [String]) throws {
        let text = try CommandRun(command + ["--help"]).outputText.replacing("\\\n", with: "")
        let examples = text.split(separator: "\n").drop { $0 != "Examples:" }.dropFirst().prefix { $0.hasPrefix("  ") }
        #expect(!examples.isEmpty)
        let folder = try ScratchFolder()
        for example in examples {
            let program = example.replacing("kkmix ", with: "$KKMIX ", maxReplacements: 1).prefix {
                $0 != "|" && $0 != ">" && $0 != ";"
            }
            guard program.contains("$KKMIX") else { continue }
            let run = try CommandRun.shell(String(program), in: folder.root)
            #expect(
                run.status == 0 || run.status == 66 || run.status == 75, "\(program): \(run.status) \(run.errorText)")
        }
    }
}
