import KKTestSupport
import Testing

/// Standard input, standard output, pipes and devices.
@Suite struct StreamTests {
    let folder: ScratchFolder
    let samples: [Int16] = (0..<30_000).map { Int16(truncatingIfNeeded: $0 * 31) }

    init() throws {
        folder = try ScratchFolder()
        try folder.write(WaveFile.pcm16(samples.map { [$0] }), to: "a.wav")
    }

    private func run(_ command: String) throws -> CommandRun {
        let run = try CommandRun.shell("set -o pipefail; \(command)", in: folder.root)
        #expect(run.status == 0, "\(run.errorText)")
        return run
    }

    @Test(arguments: [
        "cat a.wav | $KKMIX - -o out.wav", "$KKMIX - -o out.wav < a.wav", "$KKMIX <(cat a.wav) -o out.wav",
    ])
    func `standard input and pipes are read like files`(command: String) throws {
        _ = try run(command)
        #expect(WaveFile.samples16(of: folder.bytes("out.wav")!) == samples)
    }

    @Test func `standard output takes a stream with a streaming header`() throws {
        let output = try run("$KKMIX a.wav -o - --format wav -q | cat").output
        #expect(Array(output[4..<8]) == [0xFF, 0xFF, 0xFF, 0xFF])
        #expect(Array(output.suffix(60_000)) == WaveFile.data(of: folder.bytes("a.wav")!))
        #expect(try run("$KKMIX a.wav -o - --format wav -q | $KKMIX - -o back.wav").status == 0)
        #expect(WaveFile.samples16(of: folder.bytes("back.wav")!) == samples)
    }

    @Test func `a FIFO and a device are written in place and stay what they are`() throws {
        _ = try run("mkfifo pipe.wav; cat pipe.wav > got.wav & $KKMIX a.wav -o pipe.wav -q; wait; test -p pipe.wav")
        #expect(Array(folder.bytes("got.wav")!.suffix(60_000)) == WaveFile.data(of: folder.bytes("a.wav")!))
        _ = try run("$KKMIX a.wav -o /dev/null --format wav; test -c /dev/null")
    }

    @Test func `a container that needs to seek refuses a pipe by name`() throws {
        let run = try CommandRun.shell("$KKMIX a.wav -o - --format aiff | cat; exit ${PIPESTATUS[0]}", in: folder.root)
        #expect(run.status == 73 && run.errorText.contains("AIFF"), "\(run.errorText)")
    }

    @Test func `names may have spaces, dashes, colons and letters of any script`() throws {
        for name in ["a b.wav", "-dash.wav", "ü é 音.wav", "a::b.wav", "a:b=c,d.wav"] {
            try folder.write(WaveFile.pcm16([[7]]), to: name)
            let run = try CommandRun(["-f", "-q", "-o", "out \(name)", "--", name], in: folder.root)
            #expect(run.status == 0, "\(name): \(run.errorText)")
            #expect(WaveFile.samples16(of: folder.bytes("out \(name)") ?? []) == [7])
        }
    }
}
