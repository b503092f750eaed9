import Foundation
import KKTestSupport
import Testing

/// Progress: a line that rewrites itself on a terminal, JSON lines on request, and nothing left behind.
@Suite struct ProgressTests {
    let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
        try folder.write(WaveFile.pcm16([[1], [2], [3]]), to: "a.wav")
    }

    /// A job of a second or so, on a terminal of `columns`; what the terminal was sent.
    private func terminal(_ columns: Int, output: String) throws -> String {
        // The shell has its background jobs ignore SIGINT; env gives it back.
        let job =
            "stty cols \(columns); env --default-signal=INT $KKMIX a.wav::loop=inf --length 400000000f -r 4000000 -o \(output) --format raw & "
            // From when it writes, however busy the machine is.
            + "until ls .kkmix-*part > /dev/null 2>&1 || ! kill -0 $!; do sleep 0.05; done; sleep 1.5; kill -INT $!; wait $!"
        let run = try CommandRun.shell("script -qec '\(job)' /dev/null", in: folder.root)
        #expect(run.status == 130, "\(run.outputText)")
        return run.outputText
    }

    @Test func `no result line of several files stands behind progress`() throws {
        let make = (1...6).map { "$KKMIX a.wav::loop=inf --length \($0 % 3 + 1)000000f -q -o \($0).wav" }.joined(
            separator: "; ")
        let run = try CommandRun.shell(
            "\(make); script -qec '$KKMIX convert ?.wav -f -o out/ -r 176400 -j 3' /dev/null", in: folder.root)
        try #require(run.status == 0 && run.outputText.contains("%"), "\(run.outputText)")
        let results = run.output.split(separator: UInt8(ascii: "\n")).map {
            String(decoding: $0, as: UTF8.self).components(separatedBy: "\u{1B}[K").last ?? ""
        }
        #expect(results.filter { $0.hasPrefix("out/") }.count >= 6, "\(results)")
        #expect(
            results.allSatisfy { $0.hasPrefix("out/") || $0.hasPrefix("kkmix: ") || $0 == "\r" || $0.isEmpty },
            "\(results)")
    }

    @Test(arguments: [200, 80, 50, 30, 20, 8])
    func `a narrow terminal loses the name and keeps the numbers`(columns: Int) throws {
        let name = "a-name-that-is-rather-long-for-a-line-of-progress-on-a-terminal.raw"
        let shown = try terminal(columns, output: name)
        let lines = shown.components(separatedBy: "\r\u{1B}[K").filter { $0.contains("%") }
        try #require(!lines.isEmpty, "\(shown)")
        for line in lines {
            #expect(line.count < columns && !line.contains("\n"), "\(line)")
            #expect(columns < 20 || line.contains(" left"), "\(line)")
            #expect(columns < 50 || line.contains("x real time"), "\(line)")
            #expect(columns < 200 || line.hasPrefix(name), "\(line)")
            #expect(columns != 80 || line.hasPrefix("…") && line.contains("terminal.raw  "), "\(line)")
        }
        // The last line takes the place of the progress, and nothing comes after it.
        let last = try #require(shown.components(separatedBy: "\r\u{1B}[K").last)
        #expect(
            last.hasPrefix("kkmix: stopped by SIGINT") && last.filter { $0 == "\n" || $0 == "\r\n" }.count == 1,
            "\(last)")
        #expect(folder.contents == ["a.wav"])
    }

    @Test func `events are JSON lines, and the last one says done`() throws {
        for command in [
            "$KKMIX a.wav -o short.wav --progress json", "$KKMIX a.wav -q -o quiet.wav --progress json",
            "$KKMIX a.wav::loop=inf --length 20000000f -r 4000000 -o long.wav --progress json",
        ] {
            let run = try CommandRun.shell(command, in: folder.root)
            #expect(run.status == 0, "\(run.errorText)")
            let events = try run.errorText.split(separator: "\n").map {
                try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
            }
            #expect(
                events.allSatisfy {
                    Set($0.keys) == [
                        "schema", "event", "path", "pass", "frames_done", "frames", "speed", "seconds_left",
                    ]
                })
            #expect(events.last?["event"] as? String == "done" && events.last?["seconds_left"] as? Double == 0)
            #expect(events.last?["frames_done"] as? Int == events.last?["frames"] as? Int)
            #expect(events.dropLast().allSatisfy { $0["event"] as? String == "progress" })
            if command.contains("long") { #expect(events.count > 1) }
        }
    }

    @Test func `there is no progress without a terminal, and none under -q`() throws {
        let run = try CommandRun.shell(
            "$KKMIX a.wav::loop=inf --length 20000000f -r 4000000 -o long.wav", in: folder.root)
        #expect(run.status == 0 && run.errorText.isEmpty)
        let quiet = try CommandRun.shell(
            "script -qec '$KKMIX a.wav::loop=inf --length 20000000f -r 4000000 -q -o quiet.wav' /dev/null",
            in: folder.root)
        #expect(quiet.status == 0 && quiet.outputText.isEmpty, "\(quiet.outputText)")
    }
}
