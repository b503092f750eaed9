import KKTestSupport
import Testing

/// What attackers, accidents and impatient people do. Nothing crashes, and nothing half made is left behind.
@Suite struct RobustnessTests {
    let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
        try folder.write(WaveFile.pcm16([[1], [2], [3]]), to: "a.wav")
    }

    private func run(_ command: String) throws -> CommandRun {
        try CommandRun.shell(command, in: folder.root)
    }

    @Test(arguments: ["mp3", "ogg", "flac", "wav"])
    func `an error while another thread still writes leaves no part file`(ending: String) throws {
        var frames = (0..<400_000).map { [Float($0 % 100) / 200, 0] }
        frames[399_900][1] = .nan
        try folder.write(WaveFile.float32(frames), to: "nan.wav")
        for _ in 0..<12 {
            #expect(try run("$KKMIX nan.wav -j 3 -o out.\(ending)").status == 65)
            #expect(folder.contents == ["a.wav", "nan.wav"])
        }
    }

    @Test func `what would stop a lossy encoder is refused with its place`() throws {
        for ending in ["mp3", "ogg", "opus"] {
            let run = try run("$KKMIX $FIXTURES/noise-f32.wav::gain=1000000 -o out.\(ending)")
            #expect(run.status == 65 && run.errorText.contains("60 dB"), "\(run.errorText)")
        }
        #expect(folder.contents == ["a.wav"])
    }

    @Test(arguments: [
        "$KKMIX a.wav::for=1f,loop=9223372036854775806,at=1f -o /dev/null --format wav --length 1s",
        "$KKMIX a.wav::for=1f,loop=9223372036854775806,at=1000 -r 48000 -o /dev/null --format wav --length 1s",
        "$KKMIX graph a.wav::for=1f,loop=9223372036854775806,at=1f --length 1s",
    ])
    func `a loop beyond all counting is a loop for ever`(command: String) throws {
        let run = try run(command)
        #expect(run.status == 0, "\(run.errorText)")
    }

    @Test func `an output that is standard input's file is refused`() throws {
        let run = try run("$KKMIX - -o a.wav -f < a.wav")
        #expect(run.status == 73 && run.errorText.contains("input"), "\(run.errorText)")
    }

    @Test func `a closed terminal leaves nothing, and an ignored signal is ignored`() throws {
        let hangUp = try run("$KKMIX a.wav::loop=2000000000 -o long.wav & heard $!; kill -HUP $!; wait $!")
        #expect(hangUp.status == 129)
        #expect(folder.contents == ["a.wav"])
        let ignored = try run("trap '' INT; $KKMIX a.wav::loop=3000000 -q -o out.wav & heard $!; kill -INT $!; wait $!")
        #expect(ignored.status == 0, "\(ignored.errorText)")
    }

    @Test func `a pipe that was made non-blocking is waited for`() throws {
        let reader = "import os, sys; os.set_blocking(0, False); os.execvp(sys.argv[1], sys.argv[1:])"
        let run = try run(
            "(head -c 20 a.wav; sleep 0.3; tail -c +21 a.wav) | python3 -c '\(reader)' $KKMIX - -o out.wav")
        #expect(run.status == 0, "\(run.errorText)")
        #expect(WaveFile.samples16(of: folder.bytes("out.wav") ?? []) == [1, 2, 3])
    }
}
