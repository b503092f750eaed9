import Foundation
import KKPCM
import KKTestSupport
import Testing

@testable import KKFiles

/// What an encoder is asked for, and what it makes of it: bit rates, qualities and levels of compression.
@Suite struct EncodingSettingsTests {
    private let folder: KKTestSupport.ScratchFolder

    init() throws { folder = try KKTestSupport.ScratchFolder() }

    /// Noise that swells, and a tone for each channel: no codec has an easy time with it, and each something to pack.
    private static func sound(_ frames: Int, channels: Int, rate: Double) -> [[Float]] {
        (0..<channels).map { channel in
            let noise = SeededNumbers.noise(frames, seed: UInt64(channel))
            var low: Float = 0
            return (0..<frames).map { frame in
                let time = Double(frame) / rate
                low = 0.9 * low + 0.1 * noise[frame]
                let tone = 0.15 * Float(sin(2 * Double.pi * (220 + 55 * Double(channel)) * time))
                return tone + low * Float(0.1 + 0.4 * abs(sin(2.1 * time)))
            }
        }
    }

    /// Writes a sound, of two seconds unless another is given, and gives the bytes of the file.
    private func size(
        _ container: OutputContainer, _ encoding: KKFiles.Encoding, rate: Double = 48_000, channels: Int = 2,
        sound: [[Float]]? = nil, _ change: (inout EncodingSettings) -> Void
    ) throws -> Int {
        try bytes(container, encoding, rate: rate, channels: channels, sound: sound, change).count
    }

    private func bytes(
        _ container: OutputContainer, _ encoding: KKFiles.Encoding, rate: Double = 48_000, channels: Int = 2,
        sound: [[Float]]? = nil, _ change: (inout EncodingSettings) -> Void
    ) throws -> [UInt8] {
        var settings = EncodingSettings()
        change(&settings)
        let sound = sound ?? Self.sound(Int(2 * rate), channels: channels, rate: rate)
        let format = OutputFormat(container: container, encoding: encoding, settings: settings)
        let path = folder.path("a.\(container.extensions[0])")
        var options = WriterOptions(force: true)
        options.frameCount = Int64(sound[0].count)
        let writer = try AudioFileWriter(
            path: path, format: format, layout: format.layouts?[channels - 1] ?? .standard(channels), sampleRate: rate,
            options: options)
        try feed(writer, sound)
        try writer.finalize()
        return contents(path)
    }

    /// Of all that is encoded, what comes before the sound and after it too. Constant rates are that to the frame; the
    /// others are an average of sounds longer than this one.
    private static let rates:
        [(OutputContainer, KKFiles.Encoding, rate: Double, channels: Int, asked: Int, bound: Double)] = [
            (.mp3, .mp3, 44_100, 2, 128_000, 0.02), (.mp3, .mp3, 48_000, 2, 320_000, 0.02),
            (.mp3, .mp3, 44_100, 1, 64_000, 0.02), (.mp3, .mp3, 22_050, 1, 64_000, 0.02),
            (.mp3, .mp3, 11_025, 1, 32_000, 0.02), (.opus, .opus, 48_000, 1, 64_000, 0.1),
            (.opus, .opus, 48_000, 2, 96_000, 0.1), (.opus, .opus, 48_000, 2, 320_000, 0.1),
            (.ogg, .opus, 48_000, 6, 384_000, 0.1), (.m4a, .aac, 44_100, 2, 128_000, 0.1),
            (.m4a, .aac, 48_000, 6, 448_000, 0.1), (.adts, .aac, 48_000, 1, 160_000, 0.1),
            (.ac3, .ac3, 48_000, 2, 192_000, 0.02), (.ac3, .ac3, 48_000, 6, 640_000, 0.02),
            (.ac3, .ac3, 44_100, 1, 56_000, 0.02),
        ]

    @Test(arguments: rates.indices) func `a file has the bit rate that was asked for`(row: Int) throws {
        let (container, encoding, rate, channels, asked, bound) = Self.rates[row]
        // AAC spends more on the first second.
        let count = Int((encoding == .aac ? 10 : 2) * rate)
        let size = try size(
            container, encoding, rate: rate, channels: channels,
            sound: Self.sound(count, channels: channels, rate: rate)
        ) { $0.bitRate = .rate(asked) }
        let reader = try AudioFileReader(path: folder.path("a.\(container.extensions[0])"))
        let properties = reader.properties
        let infoFrame = container == .mp3 ? rate < 32_000 ? 576 : 1152 : 0
        let frames = Int(properties.frameCount + (properties.priming ?? 0) + (properties.padding ?? 0)) + infoFrame
        let found = Double(size * 8) / Double(frames) * rate
        #expect(abs(found / Double(asked) - 1) < bound, "\(asked): \(found)")
        let heard = try reader.readAll()
        let whole = container == .adts || container == .ac3
        #expect(heard.count == channels && (whole ? heard[0].count >= count : heard[0].count == count))
        guard FFmpeg.isInstalled else { return }
        let run = try CommandRun.shell(
            "/usr/bin/ffmpeg -v error -y -i a.\(container.extensions[0]) -f f32le out.raw", in: folder.root)
        #expect(run.status == 0 && run.errorText.isEmpty, "\(run.errorText)")
        let played = try #require(folder.bytes("out.raw")).count / 4 / channels
        #expect(whole ? played >= count : played == count)
    }

    @Test func `a better level is larger, and the standard is the level that the table names`() throws {
        func rising(_ sizes: [Int]) -> Bool { zip(sizes, sizes.dropFirst()).allSatisfy { $0 < $1 } }
        let variable = try [9, 5, 2, 0].map { level in
            try size(.mp3, .mp3, rate: 44_100) { $0.bitRate = .variable(level) }
        }
        #expect(rising(variable), "\(variable)")
        let qualities = try [0, 2.5, 6, 10].map { quality in try size(.ogg, .vorbis) { $0.quality = quality } }
        #expect(rising(qualities), "\(qualities)")
        let packed = try ["8", "5", "2", "0"].map { level in try size(.flac, .s16) { $0.compression = level } }
        #expect(rising(packed), "\(packed)")
        let wave = try ["very-high", "normal", "fast"].map { level in
            try size(.wavpack, .s16) { $0.compression = level }
        }
        #expect(rising(wave), "\(wave)")
    }

    @Test func `what is asked for is the standard where it says the same`() throws {
        let cases: [(OutputContainer, KKFiles.Encoding, (inout EncodingSettings) -> Void)] = [
            (.mp3, .mp3, { $0.bitRate = .variable(2) }), (.flac, .s16, { $0.compression = "5" }),
            (.wavpack, .s24, { $0.compression = "normal" }), (.ac3, .ac3, { $0.bitRate = .rate(192_000) }),
            (.adts, .aac, { $0.bitRate = .rate(192_000) }),
        ]
        for (container, encoding, change) in cases {
            let same = try bytes(container, encoding, change) == bytes(container, encoding) { _ in }
            #expect(same, "\(container)")
        }
        // An Ogg stream's serial number follows from what was asked for.
        #expect(try size(.ogg, .vorbis) { $0.quality = 6 } == size(.ogg, .vorbis) { _ in })
    }

    @Test func `no level of compression changes a sample`() throws {
        let sound = Self.sound(9_001, channels: 2, rate: 48_000)
        for (container, encoding) in [(OutputContainer.flac, KKFiles.Encoding.s24), (.wavpack, .s24), (.wavpack, .f32)]
        {
            var heard: Set<[[Float]]> = []
            for level in container == .flac ? ["0", "3", "8"] : ["fast", "normal", "high", "very-high"] {
                _ = try bytes(container, encoding, sound: sound) { $0.compression = level }
                heard.insert(try AudioFileReader(path: folder.path("a.\(container.extensions[0])")).readAll())
            }
            #expect(heard.count == 1)
        }
    }

    @Test func `nothing else is written than the bit rates that can be had`() throws {
        // The highest and the lowest of each, by 44.1 or 48 kHz and all numbers of channels.
        for (container, encoding) in [
            (OutputContainer.mp3, KKFiles.Encoding.mp3), (.opus, .opus), (.adts, .aac), (.ac3, .ac3),
        ] {
            let format = OutputFormat(container: container, encoding: encoding)
            for channels in 1...min(6, format.maximumChannelCount) {
                let rates = format.bitRates(sampleRate: 48_000, channelCount: channels)
                let sound = Self.sound(4_800, channels: channels, rate: 48_000)
                for rate in [try #require(rates.first).lowerBound, try #require(rates.last).upperBound] {
                    _ = try size(container, encoding, channels: channels, sound: sound) { $0.bitRate = .rate(rate) }
                    for beyond in [rate - 1, rate + 1] where !rates.contains(where: { $0.contains(beyond) }) {
                        #expect(
                            audioFileError {
                                _ = try size(container, encoding, channels: channels, sound: sound) {
                                    $0.bitRate = .rate(beyond)
                                }
                            }?.kind == .usage)
                    }
                }
            }
        }
    }

    private static let refusals:
        [(OutputContainer, KKFiles.Encoding, EncodingSettings, problem: String, nextStep: String)] = [
            (
                .wav, .s16, bitRate(.rate(128_000)), "WAV takes no --bitrate",
                "leave it out, or write one of opus, mp3, aac, ac3"
            ),
            (
                .flac, .s16, bitRate(.rate(128_000)), "FLAC takes no --bitrate",
                "it takes --compression: 0 to 8 (smallest)"
            ),
            (.ogg, .vorbis, bitRate(.rate(128_000)), "Vorbis takes no --bitrate", "it takes --quality: 0 to 10 (best)"),
            (
                .m4a, .alac16, compression("5"), "ALAC takes no --compression",
                "leave it out, or write one of flac, wavpack"
            ),
            (.caf, .f32, quality(5), "CAF takes no --quality", "leave it out, or write one of vorbis"),
            (
                .mp3, .mp3, quality(5), "MP3 takes no --quality",
                "it takes --bitrate: 32k to 320k, or vbr:0 (best) to vbr:9"
            ),
            (
                .opus, .opus, bitRate(.variable(2)), "Opus has no 'vbr:2'",
                "give a bit rate: --bitrate takes 6k to 256k for each channel"
            ),
            (
                .mp3, .mp3, bitRate(.variable(10)), "MP3 has no vbr:10",
                "--bitrate takes 32k to 320k, or vbr:0 (best) to vbr:9"
            ),
            (.ogg, .vorbis, quality(10.5), "Vorbis has no quality 10.5", "--quality takes 0 to 10 (best)"),
            (.flac, .s24, compression("9"), "FLAC has no compression '9'", "--compression takes 0 to 8 (smallest)"),
            (
                .wavpack, .f32, compression("8"), "WavPack has no compression '8'",
                "--compression takes fast normal high very-high"
            ),
            (
                .mp3, .mp3, bitRate(.rate(130_000)), "MP3 of 2 channels at 48000 Hz has no bit rate of 130k",
                "choose one of 32k, 40k, 48k, 56k, 64k, 80k, 96k, 112k, 128k, 160k, 192k, 224k, 256k, 320k"
            ),
            (
                .m4a, .aac, bitRate(.rate(2_000_000)), "AAC of 2 channels at 48000 Hz has no bit rate of 2000k",
                "choose from 32k to 384k"
            ),
        ]

    private static func bitRate(_ rate: EncodingSettings.BitRate) -> EncodingSettings {
        var settings = EncodingSettings()
        settings.bitRate = rate
        return settings
    }

    private static func quality(_ quality: Double) -> EncodingSettings {
        var settings = EncodingSettings()
        settings.quality = quality
        return settings
    }

    private static func compression(_ level: String) -> EncodingSettings {
        var settings = EncodingSettings()
        settings.compression = level
        return settings
    }

    @Test(arguments: refusals.indices) func `what a codec does not have is refused with what it has`(row: Int) {
        let (container, encoding, settings, problem, nextStep) = Self.refusals[row]
        let format = OutputFormat(container: container, encoding: encoding, settings: settings)
        let error = audioFileError { try format.validate(sampleRate: 48_000, channelCount: 2, path: "out") }
        #expect(error?.kind == .usage && error?.problem == problem, "\(error?.problem ?? "")")
        #expect(error?.nextStep == nextStep)
    }

    @Test func `below 16 kHz an MP3 has 64 kbit/s at most, which is all that LAME gives`() {
        let format = OutputFormat(container: .mp3, encoding: .mp3)
        #expect(format.bitRates(sampleRate: 11_025, channelCount: 1).last == 64_000...64_000)
        #expect(format.bitRates(sampleRate: 16_000, channelCount: 1).last == 160_000...160_000)
        #expect(format.bitRates(sampleRate: 32_000, channelCount: 1).last == 320_000...320_000)
    }
}
