import Foundation
import KKTestSupport
import Testing

/// `--raw` and `--stream`: what a file does not say of itself, for commands that take no settings behind `::`.
@Suite struct StoredChoiceTests {
    private let folder = try! ScratchFolder()
    /// The samples of `speech.wav` (16 bits, 22.05 kHz, mono) without their header.
    private let samples: [UInt8]

    init() throws {
        let bytes = try #require(FileManager.default.contents(atPath: Fixtures.path("speech.wav")).map(Array.init))
        samples = Array(bytes[44...])
        try folder.write(samples, to: "speech.bin")
    }

    private func kkmix(_ words: String..., input: [UInt8]? = nil) throws -> CommandRun {
        try CommandRun(words, in: folder.root, input: input)
    }

    private let format = "s16le@22050"

    @Test func `headerless samples are converted, by name, from standard input and in a folder`() throws {
        #expect(try kkmix("convert", Fixtures.path("speech.wav"), "-o", "one.wav", "--encoding", "s16").status == 0)
        #expect(try kkmix("convert", "speech.bin", "--raw", format, "-o", "two.wav", "--encoding", "s16").status == 0)
        #expect(
            try kkmix("convert", "-", "--raw", format, "-o", "three.wav", "--encoding", "s16", input: samples).status
                == 0)
        #expect(try kkmix("mix", "speech.bin", "--raw", format, "-o", "four.wav", "--encoding", "s16").status == 0)
        let one = folder.bytes("one.wav")
        for name in ["two.wav", "three.wav", "four.wav"] { #expect(folder.bytes(name) == one, "\(name)") }
        try FileManager.default.createDirectory(
            atPath: folder.path("many"), withIntermediateDirectories: true)
        try folder.write(samples, to: "many/a.bin")
        let many = try kkmix(
            "convert", "many", "--recursive", "--raw", format, "-o", "out/", "--format", "wav", "--encoding", "s16")
        #expect(many.status == 0 && folder.bytes("out/a.wav") == one, "\(many.errorText)")
    }

    @Test func `headerless samples are measured, compared, drawn and described`() throws {
        let named = try kkmix("measure", Fixtures.path("speech.wav")),
            raw = try kkmix("measure", "speech.bin", "--raw", format)
        let rows = { (run: CommandRun) in run.outputText.split(separator: "\n").dropFirst().joined(separator: "\n") }
        #expect(raw.status == 0 && rows(raw) == rows(named), "\(raw.outputText)\(raw.errorText)")
        #expect(try kkmix("compare", "speech.bin", "speech.bin", "--raw", format, "--tolerance", "exact").status == 0)
        #expect(try kkmix("plot", "speech.bin", "--raw", format, "-o", "a.png").status == 0)
        let info = try kkmix("info", "speech.bin", "--raw", format)
        #expect(info.status == 0 && info.outputText.contains("0:00.907 (20,000 frames)"), "\(info.outputText)")
        #expect(try kkmix("info", "speech.bin", "--raw", "s17").status == 64)
        #expect(try kkmix("info", "speech.bin", "--raw", format, "--packets").status == 64)
    }

    @Test func `a track's own format and a stimulus stay as they are`() throws {
        let run = try kkmix(
            "speech.bin", "speech.bin::raw=s16le@44100", "synth:sine:for=100ms", "--raw", format, "-n", "-v", "-o",
            "x.wav")
        #expect(run.status == 0 && run.errorText.contains("speech.bin: 44100 to 22050 Hz"), "\(run.errorText)")
        #expect(run.errorText.contains("for=100ms: 48000 to 22050 Hz"), "\(run.errorText)")
    }

    @Test func `the second stream is converted, measured and described, as a mix has it`() throws {
        let file = Fixtures.path("streams.ogx")
        #expect(try kkmix("\(file)::stream=2", "-o", "mix.wav", "--encoding", "f32").status == 0)
        #expect(try kkmix("convert", file, "--stream", "2", "-o", "convert.wav", "--encoding", "f32").status == 0)
        let same = try kkmix("compare", "mix.wav", "convert.wav", "--tolerance", "exact")
        #expect(same.status == 0, "\(same.outputText)\(same.errorText)")
        let info = try kkmix("info", file, "--stream", "2")
        #expect(info.status == 0 && info.errorText.isEmpty, "\(info.outputText)\(info.errorText)")
        #expect(try kkmix("measure", file, "--stream", "4").errorText.contains("stream 4 was requested"))
        #expect(try kkmix("measure", file, "--stream", "x").status == 64)
    }
}
