import ArgumentParser
import Foundation
import Testing

@testable import kkmix

/// A plain command line is read without the parser; what comes out is what the parser would have made of it.
@Suite struct PlainWordsTests {
    @Test(arguments: ["mix", "convert"])
    func everyOptionIsReadAsTheParserReadsIt(name: String) throws {
        let arguments = try Self.arguments(of: name)
        #expect(arguments.count > 15)
        for argument in arguments {
            for spelling in argument.spellings {
                let words = ["a.wav", spelling] + (argument.takesValue ? ["7"] : []) + ["-", "b c.wav"]
                let (plain, parsed) = try Self.readings(of: words, as: name)
                #expect(plain == parsed, "\(words)")
            }
        }
    }

    @Test(arguments: ["mix", "convert"])
    func allOptionsAtOnce(name: String) throws {
        let words = try Self.arguments(of: name).enumerated().flatMap {
            [$1.spellings[0]] + ($1.takesValue ? ["value \($0)"] : ["in\($0).wav"])
        }
        let (plain, parsed) = try Self.readings(of: words, as: name)
        #expect(plain == parsed)
    }

    @Test(arguments: [
        [], ["a"], ["-"], ["a", "", "b"], ["é\u{301}.wav", "a b", "-o", "-"], ["-o", ""],
        ["a=b", "::gain=2", "-o", "x y"], ["o", "-o", "o"],
    ])
    func wordsWithoutSurprises(words: [String]) throws {
        for name in ["mix", "convert"] {
            let (plain, parsed) = try Self.readings(of: words, as: name)
            #expect(plain == parsed, "\(words)")
        }
    }

    @Test(arguments: [
        ["--gain=2"], ["-fn"], ["-r48000"], ["-j2"], ["--"], ["--", "a"], ["--gain", "-3dB"], ["--seed", "-1"], ["-h"],
        ["--help"], ["--version"],
        ["--rate", "48000", "--rate", "44100"], ["-f", "--force"], ["-r", "48000", "--rate", "44100"], ["--rate"],
        ["a", "-o"], ["-o", "-f"], ["--nonsense"],
        ["-output"], ["--forc"], ["--Force"], ["-é"], ["--rate", "--rate"], ["-o", "--"],
    ])
    func allElseIsLeftToTheParser(words: [String]) {
        #expect(Mix(PlainWords(["a.wav"] + words)) == nil)
        #expect(Convert(PlainWords(["a.wav"] + words)) == nil)
    }

    @Test(arguments: ["mix", "convert"])
    func `an option without its value takes none from behind another option`(name: String) throws {
        let arguments = try Self.arguments(of: name)
        for valued in arguments where valued.takesValue {
            for other in arguments where other.spellings != valued.spellings {
                let words =
                    ["a.wav", valued.spellings[0], other.spellings[0]] + (other.takesValue ? ["7"] : []) + ["b.wav"]
                #expect(name == "mix" ? Mix(PlainWords(words)) == nil : Convert(PlainWords(words)) == nil, "\(words)")
            }
        }
    }

    private static func readings(of words: [String], as name: String) throws -> (plain: String, parsed: String) {
        name == "mix" ? try readings(of: words, as: Mix.self) : try readings(of: words, as: Convert.self)
    }

    private static func readings<Command: PlainCommand>(
        of words: [String], as command: Command.Type
    ) throws -> (plain: String, parsed: String) {
        let plain = try #require(Command(PlainWords(words)), "\(words)")
        let parsed = try #require(try Command.parseAsRoot(words) as? Command)
        return (Self.text(plain), Self.text(parsed))
    }

    private static func text(_ command: some ParsableCommand) -> String {
        var text = ""
        dump(command, to: &text)
        return text
    }

    private struct Argument {
        let spellings: [String]
        let takesValue: Bool
    }

    /// The options and flags that the command declares, as the parser lists them.
    private static func arguments(of name: String) throws -> [Argument] {
        let page = name == "mix" ? Mix._dumpHelp() : Convert._dumpHelp()
        let document = try #require(try JSONSerialization.jsonObject(with: Data(page.utf8)) as? [String: Any])
        let command = try #require(document["command"] as? [String: Any])
        let list = try #require(command["arguments"] as? [[String: Any]])
        return list.compactMap { argument in
            guard let names = argument["names"] as? [[String: String]], let kind = argument["kind"] as? String else {
                return nil
            }
            let spellings = names.compactMap { name in
                name["name"].map { (name["kind"] == "long" ? "--" : "-") + $0 }
            }
            return spellings.contains("--help") || spellings.contains("--version")
                ? nil : Argument(spellings: spellings, takesValue: kind == "option")
        }
    }
}
