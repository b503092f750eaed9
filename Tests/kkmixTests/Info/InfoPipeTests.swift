import Foundation
import KKTestSupport
import Testing

/// What `info` tells of a file it tells of the same bytes as standard input, as a file or as a pipe.
@Suite struct InfoPipeTests {
    /// By name first.
    private static let ways = ["$KKMIX info JSON NAME", "$KKMIX info JSON - <NAME", "cat NAME | $KKMIX info JSON -"]

    /// Everything that is printed of a file, and of its bytes in the other ways, with one name for all. One shell runs
    /// them all: it takes longer to start than they do.
    private static func reported(_ name: String, in folder: String) throws -> (file: [String], others: [[String]]) {
        let scratch = try ScratchFolder()
        var script = ""
        for (way, command) in ways.enumerated() {
            for (form, json) in ["-v", "--json"].enumerated() {
                let place = "\(scratch.root)/\(way)\(form)"
                script +=
                    "{ \(command.replacing("JSON", with: json).replacing("NAME", with: name)); } >\(place).out 2>\(place).err; echo $? >\(place).status\n"
            }
        }
        _ = try CommandRun.shell(script, in: folder)
        func text(_ place: String) -> String {
            scratch.bytes(place).map { String(decoding: $0, as: UTF8.self) } ?? "nothing"
        }
        let reported = ways.indices.map { (way: Int) -> [String] in
            (0..<2).map { (form: Int) -> String in
                let place = "\(way)\(form)"
                var output = text("\(place).out").replacing("\"path\":\"-\"", with: "\"path\":\"standard input\"")
                if output.hasPrefix("-\n") { output = "standard input" + output.dropFirst() }
                let whole = "\(text("\(place).status"))\(output)\n\(text("\(place).err"))"
                return way == 0 ? whole.replacing(name, with: "standard input") : whole
            }
        }
        return (reported[0], Array(reported[1...]))
    }

    @Test(arguments: FixtureRow.all.map(\.name))
    func `a fixture is told alike by name, as standard input and through a pipe`(name: String) throws {
        let reported = try Self.reported(name, in: Fixtures.path(""))
        // A size that was never filled in is damage of a file alone.
        let isOpen = ["size-max.wav", "size-zero-open.wav"].contains(name)
        #expect(!isOpen || reported.file.allSatisfy { $0.contains("or an interrupted recording") })
        for (way, other) in zip(Self.ways[1...], reported.others) {
            let wanted =
                !isOpen || !way.hasPrefix("cat")
                ? reported.file
                : reported.file.map { text in
                    text.replacing(/kkmix: warning: standard input, byte 44: the size[^\n]*\n/, with: "").replacing(
                        /"warnings":\["[^"]*"\]/, with: #""warnings":[]"#)
                }
            #expect(other == wanted, "\(way)")
        }
    }

    @Test(
        .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/ffmpeg")),
        arguments: [
            ("a.aac", "-c:a aac"), ("a.ac3", "-c:a ac3"), ("a.eac3", "-c:a eac3"), ("alac.caf", "-c:a alac"),
            ("flac.caf", "-c:a flac"),
        ])
    func `streams that are not decoded, and files of ffmpeg, are reported alike, too`(
        name: String, options: String
    ) throws {
        let folder = try ScratchFolder()
        _ = try CommandRun.shell("ffmpeg -v error -i $FIXTURES/music.wav \(options) \(name)", in: folder.root)
        let reported = try Self.reported(name, in: folder.root)
        #expect(reported.file.allSatisfy { $0.hasPrefix("0\n") && $0.contains("packets") }, "\(reported.file)")
        for (way, other) in zip(Self.ways[1...], reported.others) { #expect(other == reported.file, "\(way)") }
    }

    @Test func `a FIFO is reported as the file whose bytes it has`() throws {
        let folder = try ScratchFolder()
        let fifo = try CommandRun.shell(
            "mkfifo strings.caf; cat $FIXTURES/strings.caf >strings.caf & $KKMIX info -v strings.caf", in: folder.root)
        #expect(
            try fifo.outputText == CommandRun(["info", "-v", "strings.caf"], in: Fixtures.path("")).outputText
                && fifo.outputText.contains("  chunk "))
    }
}
