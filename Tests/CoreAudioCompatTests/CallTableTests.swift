import CoreAudioCompat
import Foundation
import KKCallTables
import KKTestSupport
import Testing

/// The list of calls is what the headers declare, and docs/core-audio-calls.md is the list.
@Suite struct CallTableTests {
    /// The functions that a header declares, and those that it names as Swift's alone, by what they return: "" if that is
    /// Swift's.
    private func declared(_ path: String) throws -> [String: String] {
        let header = try String(
            contentsOfFile: "\(Fixtures.root)/Sources/CCoreAudio/include/\(path)", encoding: .utf8)
        let found = header.matches(of: /\n(?:extern |\/\/ In Swift: )([^;]*?)\b(\w+)\(/)
        return Dictionary(uniqueKeysWithValues: found.map { (String($0.2), String($0.1)) })
    }

    private func declared() throws -> [String: String] {
        try CallHeader.all.reduce(into: [:]) { found, header in found.merge(try declared(header.path)) { one, _ in one }
        }
    }

    private static func isAbsent(_ call: Call) -> Bool { if case .absent = call.state { true } else { false } }

    @Test(arguments: CallHeader.all) func `the list has every function of a header, and no other as there`(
        header: CallHeader
    ) throws {
        let present = header.calls.filter { !Self.isAbsent($0) }.map(\.name)
        #expect(try declared(header.path).keys.sorted() == present.sorted(), "\(header.path)")
    }

    /// The addresses of all calls, for the compiler: it refuses those that it knows nothing of.
    @Test func `a program in C has the calls that are there, and none of those that are absent`() throws {
        let folder = try ScratchFolder(), calls = CallHeader.all.flatMap(\.calls)
        let lines = calls.map { "void *address_of_\($0.name)(void) { return (void *)&\($0.name); }\n" }
        try folder.write(
            Array(("#include <AudioToolbox/AudioToolbox.h>\n#include <CoreAudio/CoreAudio.h>\n" + lines.joined()).utf8),
            to: "calls.c")
        let built = try CommandRun.shell(
            "clang -fsyntax-only -ferror-limit=0 -I '\(Fixtures.root)/Sources/CCoreAudio/include' calls.c",
            in: folder.root)
        let refused = built.errorText.matches(of: /error: use of undeclared identifier '(\w+)'/).map { String($0.1) }
        let returned = try declared()
        let expected = calls.filter { Self.isAbsent($0) || returned[$0.name] == "" }.map(\.name)
        #expect(refused.sorted() == expected.sorted(), "\(built.errorText)")
    }

    /// The functions of Swift's are those of the sources.
    @Test func `a program in Swift has none of the calls that are absent`() throws {
        let folder = "\(Fixtures.root)/Sources/CoreAudioCompat"
        let sources = try FileManager.default.subpathsOfDirectory(atPath: folder).filter { $0.hasSuffix(".swift") }
            .map { try String(contentsOfFile: "\(folder)/\($0)", encoding: .utf8) }.joined()
        let functions = Set(sources.matches(of: /\bfunc (\w+)/).map { String($0.1) })
        #expect(functions.contains("AUListenerCreateWithDispatchQueue") && functions.contains("AudioFileOptimize"))
        #expect(CallHeader.all.flatMap(\.calls).filter { Self.isAbsent($0) && functions.contains($0.name) }.isEmpty)
    }

    /// The tests of this target, but those that call with wrong pointers and random bytes alone.
    static func sources() throws -> [String] {
        let folder = "\(Fixtures.root)/Tests/CoreAudioCompatTests"
        let wrong: Set = ["WrongArgumentTests.swift", "RandomPropertyTests.swift"]
        return try FileManager.default.subpathsOfDirectory(atPath: folder)
            .filter { $0.hasSuffix(".swift") && !wrong.contains($0) }
            .map { try String(contentsOfFile: "\(folder)/\($0)", encoding: .utf8) }
    }

    /// What follows the parentheses, and the braces after them, of each call of these functions.
    private func followers(_ names: Set<String>, in text: String) -> [String: [Substring]] {
        var found: [String: [Substring]] = [:]
        for match in text.matches(of: /(\w+)\(/) where names.contains(String(match.1)) {
            var depth = 1, rest = text[match.range.upperBound...]
            while depth > 0 || rest.prefix(2).contains("{"), let character = rest.popFirst() {
                if "({".contains(character) { depth += 1 }
                if ")}".contains(character) { depth -= 1 }
            }
            found[String(match.1), default: []].append(rest.drop { $0.isWhitespace })
        }
        return found
    }

    /// Calls were counted that no test had called rightly, and some were called only to be refused.
    @Test func `every call that is there is called rightly by a test, which sees that it succeeds`() throws {
        let calls = try declared(), followers = followers(Set(calls.keys), in: try Self.sources().joined())
        for (name, type) in calls {
            let hasStatus = type.isEmpty || type.contains("OSStatus")
            #expect((followers[name] ?? []).contains { !hasStatus || $0.hasPrefix("== noErr") }, "\(name)")
        }
    }

    @Test func `no call is in the list twice`() {
        let names = CallHeader.all.flatMap(\.calls).map(\.name)
        #expect(Set(names).count == names.count)
    }

    /// With KKMIX_RENEW in the environment the page is written: `KKMIX_RENEW=1 swift test --filter CallTable`.
    @Test func `the page has the list`() throws {
        let path = "\(Fixtures.root)/docs/core-audio-calls.md"
        let page = try String(contentsOfFile: path, encoding: .utf8)
        let first = "## \(CallHeader.all[0].title)"
        let words = page.components(separatedBy: first)[0]
        let renewed = words + CallHeader.table + "\n"
        if ProcessInfo.processInfo.environment["KKMIX_RENEW"] != nil {
            try renewed.write(toFile: path, atomically: true, encoding: .utf8)
        } else {
            #expect(page == renewed, "KKMIX_RENEW=1 swift test --filter CallTable writes it anew")
        }
    }
}
