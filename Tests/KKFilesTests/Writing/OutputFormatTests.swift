import KKPCM
import Testing

@testable import KKFiles

@Suite struct OutputFormatTests {
    @Test func `extensions and names lead to containers, in any case`() throws {
        let known: [(String, OutputContainer)] = [
            ("a.wav", .wav), ("a.WAVE", .wav), ("x/b.Caf", .caf), ("a.aif", .aiff), ("a.aifc", .aifc),
            ("a.flac", .flac), ("a.oga", .ogg),
            ("a.opus", .opus), ("a.b.mp3", .mp3), ("a.au", .au), ("a.w64", .w64), ("a.rf64", .rf64),
        ]
        let wrong = try known.filter { try OutputContainer.of(path: FilePath($0.0)) != $0.1 }
        #expect(wrong.isEmpty)
        #expect(try OutputContainer.of(path: "-", name: "wav") == .wav)
        #expect(try OutputContainer.of(path: "a.mp3", name: "CAF") == .caf)
    }

    @Test(arguments: ["a", "a.xyz", ".wav", "-", "a.wav/b", "a."])
    func `an unknown extension is a usage error that lists the formats`(path: String) {
        let error = audioFileError { _ = try OutputContainer.of(path: FilePath(path)) }
        #expect(error?.kind == .usage)
        #expect(error?.nextStep?.contains("wav, rf64") == true)
    }

    @Test func `the default encoding follows the inputs`() {
        let cases: [(OutputContainer, Bool, Int?, KKFiles.Encoding)] = [
            (.wav, true, 16, .f32), (.wav, false, 16, .s16), (.caf, false, 24, .s24), (.aiff, false, nil, .s16),
            (.wav, false, 20, .s24),
            (.wav, false, 32, .s24), (.flac, true, nil, .s24), (.flac, false, 16, .s16), (.flac, false, nil, .s16),
            (.flac, false, 24, .s24),
            (.ogg, true, nil, .vorbis), (.opus, false, 16, .opus), (.mp3, false, 24, .mp3),
            (.m4a, false, 16, .aac), (.adts, true, nil, .aac), (.ac3, false, 16, .ac3), (.wavpack, true, 16, .f32),
        ]
        let wrong = cases.filter { OutputFormat.defaultEncoding(for: $0.0, anyFloat: $0.1, maximumBits: $0.2) != $0.3 }
        #expect(wrong.isEmpty)
    }

    @Test func `a pair that does not exist is refused by name`() {
        let error = audioFileError { _ = try OutputFormat.choose(path: "a.flac", encoding: .f32) }
        #expect(error?.kind == .usage)
        #expect(error?.problem == "FLAC holds at most s24, and f32 was asked for")
        #expect(
            error?.nextStep == "use s16, s24, or a format that holds f32: wav, rf64, w64, caf, aiff, aifc, au, wavpack")
        #expect(
            audioFileError { _ = try OutputFormat.choose(path: "a.mp3", encoding: .s16) }?.problem
                == "MP3 does not hold s16")
        let elsewhere = audioFileError { _ = try OutputFormat.choose(path: "a.wav", encoding: .alac) }
        #expect(elsewhere?.nextStep?.hasSuffix("or a format that holds alac: caf, m4a") == true)
    }

    @Test func `a folder is refused as one before its extension is asked for`() {
        for path in [".", "..", "mix/", "mix.d/..", "a.wav/"] {
            let error = audioFileError { _ = try OutputFormat.choose(path: FilePath(path)) }
            #expect(error?.kind == .cannotCreate && error?.problem == "the output is a folder", "\(path)")
        }
        #expect(audioFileError { _ = try OutputFormat.choose(path: "mix") }?.kind == .usage)
        #expect(audioFileError { _ = try OutputFormat.choose(path: "...wav") } == nil)
    }

    @Test func `the word flac means the depth that the inputs need`() throws {
        #expect(try OutputFormat.choose(path: "a.flac", encoding: .flac, maximumBits: 24).encoding == .s24)
        #expect(try OutputFormat.choose(path: "a.flac", encoding: .flac, maximumBits: 16).encoding == .s16)
    }

    @Test func `the word alac means the depth that the inputs need`() throws {
        for path: FilePath in ["a.m4a", "a.caf"] {
            #expect(try OutputFormat.choose(path: path, encoding: .alac, maximumBits: 24).encoding == .alac24)
            #expect(try OutputFormat.choose(path: path, encoding: .alac, anyFloat: true).encoding == .alac24)
            #expect(try OutputFormat.choose(path: path, encoding: .alac, maximumBits: 16).encoding == .alac16)
        }
    }

    @Test func `rates and channels that a format cannot hold are refused`() throws {
        func kind(
            _ container: OutputContainer, _ encoding: KKFiles.Encoding, _ rate: Double, _ channels: Int
        ) -> FailureKind? {
            let format = OutputFormat(container: container, encoding: encoding)
            return audioFileError { try format.validate(sampleRate: rate, channelCount: channels, path: "a") }?.kind
        }
        #expect(kind(.opus, .opus, 44_100, 2) == .usage)
        #expect(kind(.opus, .opus, 48_000, 2) == nil)
        #expect(kind(.mp3, .mp3, 96_000, 2) == .usage)
        #expect(kind(.mp3, .mp3, 44_100, 3) == .usage)
        #expect(kind(.wav, .s16, 11_127.5, 1) == .usage)
        #expect(kind(.aiff, .s16, 11_127.5, 1) == nil)
        #expect(kind(.flac, .s16, 48_000, 9) == .usage)
        #expect(kind(.wav, .f64, 48_000, 8191) == nil)
        #expect(kind(.wav, .f64, 48_000, 8192) == .usage)
        #expect(kind(.wav, .s16, .infinity, 1) == .usage)
        #expect(kind(.wav, .s16, 0, 1) == .usage)
    }

    @Test func `the table has every container once, with a default that it takes`() {
        #expect(OutputFormat.all.map(\.container) == OutputContainer.allCases)
        #expect(
            OutputFormat.all.allSatisfy { row in
                !row.defaults.isEmpty && row.defaults.allSatisfy(row.encodings.contains)
            })
        #expect(OutputFormat.all.filter { !$0.isStreamable }.map(\.container) == [.aiff, .aifc, .m4a])
        #expect(
            OutputFormat.all.filter { !$0.isReproducible }.map(\.container) == [
                .flac, .ogg, .opus, .mp3, .m4a, .adts, .ac3, .wavpack,
            ])
        // What is ALAC's own encoder's is the same everywhere.
        #expect(OutputFormat(container: .m4a, encoding: .alac16).isReproducible)
        #expect(!OutputFormat(container: .caf, encoding: .alac16).isStreamable)
    }
}
