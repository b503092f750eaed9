import CoreAudioCompat
import Foundation
import KKCallTables
import KKTestSupport
import Testing

/// The list of calls is what the headers declare, and docs/core-audio-calls.md is the list.
@Suite struct CallTableTests {
    /// The functions that a header declares, and those that it names as Swift's alone.
    private func declared(_ path: String) throws -> [String] {
        let header = try String(
            contentsOfFile: "\(Fixtures.root)/Sources/CCoreAudio/include/\(path)", encoding: .utf8)
        return header.matches(of: /\n(?:extern |\/\/ In Swift: )[^;]*?\b(\w+)\(/).map { String($0.1) }
    }

    @Test(arguments: CallHeader.all) func `the list has every function of a header, and no other as there`(
        header: CallHeader
    ) throws {
        let present = header.calls.filter { if case .absent = $0.state { false } else { true } }.map(\.name)
        #expect(try declared(header.path).sorted() == present.sorted(), "\(header.path)")
    }

    /// The tests of this target, but those that call with wrong pointers and random bytes alone.
    static func sources() throws -> [String] {
        let folder = "\(Fixtures.root)/Tests/CoreAudioCompatTests"
        let wrong: Set = ["WrongArgumentTests.swift", "RandomPropertyTests.swift"]
        return try FileManager.default.subpathsOfDirectory(atPath: folder)
            .filter { $0.hasSuffix(".swift") && !wrong.contains($0) }
            .map { try String(contentsOfFile: "\(folder)/\($0)", encoding: .utf8) }
    }

    /// Calls were counted that no test had called rightly.
    @Test func `every call that is there is called rightly by a test`() throws {
        let tests = try Self.sources().joined()
        for call in CallHeader.all.flatMap(\.calls) {
            if case .absent = call.state { continue }
            #expect(tests.contains("\(call.name)("), "\(call.name)")
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
