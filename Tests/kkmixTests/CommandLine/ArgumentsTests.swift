import Foundation
import KKTestSupport
import Testing

@testable import kkmix

/// What the words of a command line give, by the tables of the commands.
@Suite struct ArgumentsTests {
    private static let names = Kkmix.commands.map { $0.name }

    private static func command(_ name: String) throws -> any Command.Type {
        try #require(Kkmix.commands.first { $0.name == name })
    }

    private static func mix(_ words: [String]) throws -> Arguments { try Arguments(parsing: words, of: Mix.self) }

    /// What is said of words that no command takes.
    private static func refusal(_ words: [String], of command: any Command.Type = Mix.self) -> String? {
        do {
            _ = try Arguments(parsing: words, of: command)
            return nil
        } catch {
            return "\(error)"
        }
    }

    @Test(arguments: names)
    func `every option is read however it is written`(name: String) throws {
        let command = try Self.command(name)
        let inputs = command.options.filter { $0.kind == .input(isRequired: true) }.map { _ in "a.wav" }
        for row in command.ownTable where !row.isInput {
            for spelling in [row.name, row.short].compactMap(\.self) {
                let forms: [[String]] =
                    row.kind == .flag
                    ? [[spelling]]
                    : [[spelling, "7"], ["\(spelling)=7"]]
                        + (row.joins && spelling != row.name ? [["\(spelling)7"]] : [])
                for words in forms {
                    let given = try Arguments(parsing: inputs + words, of: command)
                    #expect(given.has(row.name) && given.inputs == inputs, "\(words)")
                    #expect(given[row.name] == (row.kind == .flag ? "" : "7"), "\(words)")
                }
            }
        }
    }

    @Test(arguments: ["mix", "convert", "compare", "test", "batch", "plot"])
    func `all options of a command stand side by side`(name: String) throws {
        let command = try Self.command(name)
        let excluded = command.exclusions.flatMap(\.names)
        let rows = command.ownTable.filter { !$0.isInput && !excluded.contains($0.name) }
        let words = rows.enumerated().flatMap { index, row in
            row.kind == .flag ? [row.name] : [row.name, "value \(index)"]
        }
        let given = try Arguments(parsing: words, of: command)
        for (index, row) in rows.enumerated() {
            #expect(given[row.name] == (row.kind == .flag ? "" : "value \(index)"))
        }
        #expect(given.inputs.isEmpty)
    }

    /// A row that nobody reads, and a name that no row has, are slips of the same kind.
    @Test func `every option of a table is read, and no other`() throws {
        let folder = "\(Fixtures.root)/Sources/kkmix"
        let files = try #require(FileManager.default.enumerator(atPath: folder)).compactMap { $0 as? String }
        let source = try files.filter { $0.hasSuffix(".swift") }.map {
            try String(contentsOfFile: "\(folder)/\($0)", encoding: .utf8)
        }.joined()
        let read = Set(
            source.matches(of: /(?:\w\[|has\(|choice\(|number\(|path\(|values\(|seconds\()"(--[a-z-]+)"/).map {
                String($0.1)
            })
        let tables = Set(Kkmix.commands.flatMap { $0.table }.filter { !$0.isInput }.map(\.name))
        #expect(read.count > 50)
        #expect(read.subtracting(tables) == [])
        // The names of limits are made from them, those of tables are in one.
        let made = (CompareOptions.table.filter(\.takesDashes) + Formats.options).map(\.name)
        #expect(tables.subtracting(read).subtracting(made) == [])
    }

    @Test(arguments: names)
    func `no two rows of a command have one name`(name: String) throws {
        let rows = try Self.command(name).table.filter { !$0.isInput }
        let spellings = rows.flatMap { [$0.name, $0.short].compactMap(\.self) }
        #expect(Set(spellings).count == spellings.count)
        #expect(rows.allSatisfy { $0.name.hasPrefix("--") && $0.short?.count ?? 2 == 2 })
        #expect(rows.allSatisfy { !$0.isChoice || $0.value?.contains("|") ?? false })
    }

    static let readings: [(words: [String], inputs: [String], options: [String: String])] = [
        ([], [], [:]),
        (["a", "", "-"], ["a", "", "-"], [:]),
        (["é\u{301}.wav", "a b", "-o", "-"], ["é\u{301}.wav", "a b"], ["--output": "-"]),
        (["a=b", "::gain=2", "-o", "x y"], ["a=b", "::gain=2"], ["--output": "x y"]),
        (["o", "-o", "o"], ["o"], ["--output": "o"]),
        (["-o", ""], [], ["--output": ""]),
        (["-fno", "x", "a"], ["a"], ["--force": "", "--dry-run": "", "--output": "x"]),
        (["-fo", "x", "-r48000"], [], ["--force": "", "--output": "x", "--rate": "48000"]),
        (["-c2", "-j1", "--gain", "-3dB"], [], ["--channels": "2", "--jobs": "1", "--gain": "-3dB"]),
        (["--gain=-inf", "--limit", "-1dBTP"], [], ["--gain": "-inf", "--limit": "-1dBTP"]),
        (["--eq=a=b"], [], ["--eq": "a=b"]),
        (["--eq=\u{301}a", "-o=\u{301}"], [], ["--eq": "\u{301}a", "--output": "\u{301}"]),
        // A variable that was never set is no reason to take the next word.
        (["--output=", "a", "--rate="], ["a"], ["--output": "", "--rate": ""]),
        (["-q", "-q", "--", "-o", "--"], ["-o", "--"], ["--quiet": ""]),
    ]

    @Test(arguments: readings.indices)
    func `words are options, values and inputs`(index: Int) throws {
        let (words, inputs, options) = Self.readings[index]
        let given = try Self.mix(words)
        #expect(given.inputs == inputs)
        for row in Mix.ownTable where !row.isInput { #expect(given[row.name] == options[row.name], "\(row.name)") }
    }

    static let refusals: [(words: [String], message: String)] = [
        (["-x"], "unknown option '-x'; see kkmix mix --help"),
        (["-xyz"], "unknown option '-xyz'; see kkmix mix --help"),
        (["-fxn"], "unknown option '-x' in '-fxn'; see kkmix mix --help"),
        (["-é"], "unknown option '-é'; see kkmix mix --help"),
        (["-\u{301}f"], "unknown option '-\u{301}' in '-\u{301}f'; see kkmix mix --help"),
        (["-f\u{301}"], "unknown option '-\u{301}' in '-f\u{301}'; see kkmix mix --help"),
        (["-\u{301}"], "unknown option '-\u{301}'; see kkmix mix --help"),
        (["-output=x"], "unknown option '-output'; did you mean '--output'?"),
        (["---x"], "invalid option: ---x; see kkmix mix --help"),
        (["-=x"], "invalid option: -=x; see kkmix mix --help"),
        (["--forc"], "unknown option '--forc'; did you mean '--force'?"),
        (["-f=3"], "the option '-f' takes no value, but was given '3'; see kkmix mix --help"),
        (["--rate"], "the option '--rate' needs a value: --rate <hertz>; see kkmix mix --help"),
        (["-o", "--"], "the option '-o' needs a value: -o <path>; see kkmix mix --help"),
        (["--gain", "--", "a"], "the option '--gain' needs a value: --gain <gain>; see kkmix mix --help"),
        (["-r", "-.5"], "the option '-r' takes no negative value, but was given '-.5'; see kkmix mix --help"),
        (["-fo"], "the option '-o' needs a value: -o <path>; see kkmix mix --help"),
        (["-r1", "--rate", "2"], "the option '--rate' is given twice; keep one"),
        (["--seed", "-x"], "the option '--seed' needs a value; '-x', the word after it, is an option"),
        // What is wrong with words that are known is reported when all are known.
        (["--rate", "1", "--rate", "2", "--quux"], "unknown option '--quux'; see kkmix mix --help"),
        (["--quux", "--rate"], "the option '--rate' needs a value: --rate <hertz>; see kkmix mix --help"),
    ]

    @Test(arguments: refusals.indices)
    func `words that are none are refused`(index: Int) {
        let (words, message) = Self.refusals[index]
        #expect(Self.refusal(words) == message)
    }

    @Test func `an option takes no other one for its value`() throws {
        let rows = Mix.ownTable.filter { !$0.isInput }
        for valued in rows where valued.kind == .value {
            for other in rows where other.name != valued.name {
                let words = [valued.name, other.name] + (other.kind == .flag ? [] : ["7"])
                #expect(
                    Self.refusal(words)?.hasPrefix("the option '\(valued.name)' needs a value") ?? false, "\(words)")
            }
        }
    }

    @Test func `a list ends at the next option`() throws {
        let given = try Arguments(parsing: ["x", "--accept", "a", "-", "--tap", "y"], of: TestCommand.self)
        #expect(given.values("--accept") == ["a", "-"] && given.inputs == ["x", "y"] && given.has("--tap"))
        #expect(
            try Arguments(parsing: ["--accept=a", "--accept", "b"], of: TestCommand.self).values("--accept") == [
                "a", "b",
            ])
        #expect(
            Self.refusal(["--accept", "--tap"], of: TestCommand.self)
                == "the option '--accept' needs a value: --accept <name>; see kkmix test --help")
    }

    @Test func `inputs that are wanted are missed, and others refused`() {
        #expect(
            Self.refusal([], of: BatchScriptCommand.self)
                == "missing expected argument '<slurm|parallel>'; see kkmix batch script --help")
        #expect(
            Self.refusal(["slurm"], of: BatchScriptCommand.self)
                == "missing expected argument '<plan>'; see kkmix batch script --help")
        #expect(
            Self.refusal(["io", "x"], of: Statuses.self) == "unexpected argument 'x'; see kkmix statuses --help")
        #expect(
            Self.refusal(["io", "x", "y"], of: Statuses.self)
                == "2 unexpected arguments: 'x', 'y'; see kkmix statuses --help")
    }

    @Test(arguments: names)
    func `what excludes one another is refused side by side, and taken alone`(name: String) throws {
        let command = try Self.command(name)
        let inputs = command.options.filter { $0.kind == .input(isRequired: true) }.map { _ in "a.wav" }
        func words(_ option: String) throws -> [String] {
            let row = try #require(command.ownTable.first { $0.name == option }, "\(option) has no row")
            return row.kind == .flag ? [option] : ["\(option)=7"]
        }
        for exclusion in command.exclusions {
            for first in exclusion.names {
                #expect(Self.refusal(inputs + (try words(first)), of: command) == nil)
                for second in exclusion.names where second != first {
                    let refusal = Self.refusal(inputs + (try words(first) + words(second)), of: command)
                    #expect(refusal == "\(exclusion.problem); \(exclusion.nextStep)")
                }
            }
        }
    }

    @Test func `help comes before all that is wrong but a value that is missing`() {
        #expect(Self.refusal(["--quux", "-h"])?.contains("OVERVIEW: Mix audio files") ?? false)
        #expect(Self.refusal(["--rate", "1", "--rate", "2", "-fh"])?.contains("OVERVIEW: ") ?? false)
        #expect(Self.refusal(["-h", "--rate"])?.hasPrefix("the option '--rate' needs a value") ?? false)
        #expect(Self.refusal(["--", "-h"]) == nil)
    }
}
