import Foundation
import KKTestSupport
import Testing

/// What `info` tells of a file it tells of the same bytes as standard input, as a file or as a pipe.
@Suite struct InfoPipeTests {
    private static let ways = ["$KKMIX info -v JSON - <NAME", "cat NAME | $KKMIX info -v JSON -"]

    /// Everything that is printed of a file, and of its bytes in the other ways, with one name for all.
    private static func told(_ name: String, in folder: String) throws -> (file: [String], others: [[String]]) {
        func run(_ command: String, _ name: String) throws -> [String] {
            try ["", "--json"].map { json in
                let run = try CommandRun.shell(command.replacing("JSON", with: json).replacing("NAME", with: name), in: folder)
                let text = run.outputText.replacing("\"path\":\"-\"", with: "\"path\":\"standard input\"")
                let named = text.hasPrefix("-\n") ? "standard input" + text.dropFirst() : text
                return "\(run.status)\n\(named)\n\(run.errorText)"
            }
        }
        let file = try run("$KKMIX info -v JSON NAME", name).map { $0.replacing(name, with: "standard input") }
        return (file, try ways.map { try run($0, name) })
    }

    @Test(arguments: FixtureRow.all.map(\.name))
    func `a fixture is told alike by name, as standard input and through a pipe`(name: String) throws {
        let told = try Self.told(name, in: Fixtures.path(""))
        for (way, other) in zip(Self.ways, told.others) { #expect(other == told.file, "\(way)") }
    }

    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/ffmpeg")), arguments: [
        ("a.aac", "-c:a aac"), ("a.ac3", "-c:a ac3"), ("a.eac3", "-c:a eac3"), ("alac.caf", "-c:a alac"), ("flac.caf", "-c:a flac"),
    ])
    func `streams that are not decoded, and files of ffmpeg, are told alike, too`(name: String, options: String) throws {
        let folder = try ScratchFolder()
        _ = try CommandRun.shell("ffmpeg -v error -i $FIXTURES/music.wav \(options) \(name)", in: folder.root)
        let told = try Self.told(name, in: folder.root)
        #expect(told.file.allSatisfy { $0.hasPrefix("0\n") && $0.contains("packets") }, "\(told.file)")
        for (way, other) in zip(Self.ways, told.others) { #expect(other == told.file, "\(way)") }
    }

    @Test func `a FIFO is told as the file whose bytes it has`() throws {
        let folder = try ScratchFolder()
        let fifo = try CommandRun.shell("mkfifo strings.caf; cat $FIXTURES/strings.caf >strings.caf & $KKMIX info -v strings.caf", in: folder.root)
        #expect(try fifo.outputText == CommandRun(["info", "-v", "strings.caf"], in: Fixtures.path("")).outputText && fifo.outputText.contains("  chunk "))
    }
}
