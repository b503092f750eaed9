import KKTestSupport
import Testing

/// A reader of standard output that has read enough.
@Suite struct ClosedReaderTests {
    private static let commands = [
        "open.wav::loop=10000 -o - --format wav", "open.wav::loop=10000 -o - --format flac -j 1",
        "open.wav::loop=10000 -o - --format ogg", "open.wav::loop=10000 -o - --format mp3",
        "open.wav::loop=10000 -o /dev/stdout --format wav",
        "open.wav::loop=10000 known.wav --limit -1dBTP -o - --format au",
        "convert long.wav -o - --format wav", "convert long.wav -o - --format flac -r 22050",
        "concat long.wav open.wav -o - --format wav",
    ]

    @Test func `head was told that it had read enough`() throws {
        let folder = try ScratchFolder()
        try folder.writeRamp()
        _ = try CommandRun.shell("$KKMIX open.wav::loop=40 -o long.wav", in: folder.root)
        for command in Self.commands {
            let run = try CommandRun.shell(
                "$KKMIX \(command) | head -c 10 > /dev/null; echo ${PIPESTATUS[0]}; ls -A", in: folder.root)
            #expect(
                run.outputText == "74\nknown.wav\nlong.wav\nopen.wav\n" && run.errorText.isEmpty,
                "\(command): \(run.outputText)\(run.errorText)")
        }
    }
}
