import Foundation
import KKFiles
import KKPCM
import KKTestSupport
import Testing

/// `--bitrate`, `--quality` and `--compression`, from outside: a mix, conversions, and the rows of a batch.
@Suite struct EncoderOptionTests {
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    private func run(_ words: String) throws -> CommandRun {
        try CommandRun.shell("\"$KKMIX\" \(words)", in: folder.root)
    }

    private let music = Fixtures.path("music.wav")

    /// The bit rate that `info` sees, in kbit/s.
    private func rate(_ name: String) throws -> Double {
        let bytes = try #require(folder.bytes(name)).count
        let properties = try AudioFileReader(path: folder.path(name)).properties
        return Double(bytes * 8) / (Double(properties.frameCount) / properties.dataFormat.sampleRate) / 1000
    }

    @Test func `a mix, a conversion and a row of a batch have the bit rate that their words say`() throws {
        let mix = try run("'\(music)' synth:noise:for=4s -o mix.mp3 --bitrate 96k -v")
        #expect(mix.status == 0, "\(mix.errorText)")
        #expect(mix.errorText.contains("encoding: mp3 mp3, 96k\n"))
        #expect(try abs(rate("mix.mp3") - 96) < 6)
        #expect(try run("convert mix.mp3 -o a.m4a --bitrate 128k").status == 0)
        #expect(try abs(rate("a.m4a") - 128) < 12)
        try folder.write(
            Array(
                """
                id,inputs,output,options
                one,synth:noise:for=2s,one.mp3,--bitrate vbr:9
                two,synth:noise:for=2s,two.mp3,--bitrate vbr:0
                bad,synth:noise:for=1s,bad.wav,--bitrate 64k

                """.utf8), to: "jobs.csv")
        let batch = try run("batch jobs.csv")
        #expect(batch.status == 1 && batch.outputText.contains("bad.wav: WAV takes no --bitrate; leave it out"))
        #expect(try rate("two.mp3") > rate("one.mp3") * 1.5)
    }

    @Test func `a folder of conversions is refused before any file is looked at`() throws {
        let refused = try run("convert nothing.wav -o out/ --format flac --quality 3")
        #expect(refused.status == 64)
        #expect(
            refused.errorText
                == "kkmix: --format flac: FLAC takes no --quality; it takes --compression: 0 to 8 (smallest)\n")
        #expect(try run("convert '\(music)' -o out/ --format flac --compression 8").status == 0)
        let (small, large) = (
            folder.bytes("out/music.flac")?.count,
            try { () -> Int? in
                _ = try run("convert '\(music)' -o large/ --format flac --compression 0")
                return folder.bytes("large/music.flac")?.count
            }()
        )
        #expect(try #require(small) < #require(large))
    }

    @Test(arguments: [
        ("-o a.wav --bitrate 128k", "a.wav: WAV takes no --bitrate; leave it out, or write one of opus, mp3, aac, ac3"),
        ("-o a.mp3 --bitrate 128", "'128' is not a bit rate; did you mean 128k? A bare number is bits per second"),
        (
            "-o a.mp3 --bitrate fast",
            "'fast' is not a bit rate; write kilobits per second, 128k, or for MP3 vbr:0 (best) to vbr:9"
        ),
        ("-o a.mp3 --bitrate vbr:x", "'vbr:x' is not a bit rate; write a level of LAME's, from vbr:0 (best) to vbr:9"),
        ("-o a.ogg --quality good", "'good' is not a quality; write a number: --quality 6"),
        ("-o a.ogg --quality 11", "a.ogg: Vorbis has no quality 11; --quality takes 0 to 10 (best)"),
        (
            "-o a.wv --compression best",
            "a.wv: WavPack has no compression 'best'; --compression takes fast normal high very-high"
        ),
        ("-o a.mp3 --vbr 2", "unknown option '--vbr'; write --bitrate 128k, or for an MP3 vbr:2"),
    ])
    func `a slip is a usage error that says what can be asked for`(words: String, message: String) throws {
        let run = try run("synth:sine:for=1s \(words)")
        #expect(run.status == 64 && run.errorText == "kkmix: \(message)\n", "\(run.errorText)")
        #expect(folder.bytes("a.wav") == nil && folder.bytes("a.mp3") == nil)
    }

    @Test func `a stream of MP3 begins with sound at every bit rate, for there is no way back`() throws {
        #expect(try run("convert '\(music)' -o - --format mp3 --bitrate 32k | cat > a.mp3").status == 0)
        let bytes = try #require(folder.bytes("a.mp3"))
        // The bit rate of the first frame is the one that was asked for: MPEG-1's index 1.
        #expect(bytes.count > 3000 && bytes[0] == 0xFF && bytes[2] >> 4 == 1)
    }

    @Test func `bits per second may be said in full`() throws {
        #expect(try run("synth:noise:for=1s -o a.opus --bitrate 64000").status == 0)
        #expect(try run("synth:noise:for=1s -o b.opus --bitrate 64k").status == 0)
        #expect(folder.bytes("a.opus") == folder.bytes("b.opus"))
    }
}
