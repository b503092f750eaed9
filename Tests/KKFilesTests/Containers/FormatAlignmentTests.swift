import Foundation
import KKCodecs
import KKPCM
import KKTestSupport
import Testing

@testable import KKContainers
@testable import KKFiles

/// Every format that can be read against the sound that its fixture was made from: it begins where that begins.
@Suite struct FormatAlignmentTests {
    static let examples = InputFormats.table.flatMap(\.examples)

    /// What comes late because nothing in the file says by how much: the delays of the encoder and of the decoder, in
    /// frames.
    static let untrimmed = [
        "mpeg-in-wav.wav": 1105, "mpeg-layer2-in.wav": 481, "mpeg-layer2-in.aifc": 481, "mpeg-layer2-in.caf": 481,
        "mpeg-layer2.mp3": 481, "music.aac": 1024, "music.ac3": 256, "music.eac3": 256, "codec-aac.mka": 1024,
        "codec-ac3.mka": 256,
        "codec-eac3.mka": 256, "music-stripped.mka": 256, "codec-mp2.mka": 481, "codec-mp3.mka": 1105,
        "codec-aac.ts": 1024, "codec-mp2.ts": 481, "codec-ac3.mpg": 256, "codec-mp3.avi": 1105, "codec-mp3.flv": 1105,
        "codec-dts.dts": 512, "codec-dts.mka": 512, "codec-dts.mp4": 512, "codec-aac.latm": 1024,
        // Its encoder's filters are half a frame of the core early.
        "music-he-aac.m4a": -1, "music-he-aac-v2.m4a": -1,
    ]

    /// What was made softer on the way, by its recipe.
    static let gains: [String: Float] = ["codec-24.flac": 0.7, "codec-24.oga": 0.7, "codec-alac-24.m4a": 0.7]

    /// Built bit by bit, so there is no sound that it was made from: `MPEGLayer1AlignmentTests` says where what is in
    /// it begins.
    static let built = ["mpeg-layer1.mp3", "mpeg-layer1-in.wav", "mpeg-layer1-in.aifc", "mpeg-layer1-in.caf"]

    /// At twice the rate of the sound that it was made from: see `AVCodecTests`.
    static let doubled = [
        "doubled-he-aac.caf", "parametric-he-aac.caf", "doubled-he-aac.m4a", "parametric-he-aac.m4a",
    ]

    /// Some frames of the sound that a fixture holds, by its recipe in the fixtures' table.
    static func original(_ name: String, rate: Double, channels: Int, _ frames: Range<Int>) throws -> [[Float]] {
        if name.hasPrefix("music") {
            let samples = try AudioFileReader(path: Fixtures.path("music.wav")).readAll()
            return samples.map { Array($0[frames]) }
        }
        if name.hasPrefix("tone") {
            return (0..<channels).map { channel in
                frames.map { Float(0.5 * sin(2 * .pi * (channel == 0 ? 997 : 1499) * Double($0) / rate)) }
            }
        }
        return (0..<channels).map { channel in
            let signal = recipeSignal(rate: rate, frames: frames.upperBound, channel: channel)[frames]
            guard let noise = noises[name] else { return Array(signal) }
            return zip(signal, noise.samples(channel, frames)).map { noise.cut(Int64($0 * 0x1p31) + $1) }
        }
    }

    /// White noise on the signal, at 2^31, softer by so many halvings, and the bits that both were cut to.
    struct Noise {
        let halvings: Int64
        let bits: Int64

        func samples(_ channel: Int, _ frames: Range<Int>) -> [Int64] {
            var numbers = SeededNumbers(seed: UInt64(21 + channel))
            return (0..<frames.upperBound).map { _ in
                (((Int64(numbers.next() >> 32) - (1 << 31)) << 30) >> 31) >> halvings
            }.suffix(frames.count)
        }

        func cut(_ value: Int64) -> Float { Float((value >> (32 - bits)) << (32 - bits)) / 0x1p31 }
    }

    static let noises = [
        "codec-alac-20.caf": Noise(halvings: 8, bits: 20), "codec-alac-24.caf": Noise(halvings: 8, bits: 24),
        "codec-alac-32.caf": Noise(halvings: 3, bits: 32),
    ]

    /// What may be between a file's samples and the recipe's where nothing is lost; `nil` of a codec that loses
    /// something.
    static func tolerance(_ name: String, _ properties: FileProperties) -> Float? {
        let format = properties.dataFormat
        guard format.isLinearPCM || format.formatID == .flac || format.formatID == .appleLossless else { return nil }
        // The signal of these is whole numbers already; the tones are not, so each depth has the step of its own.
        // FFmpeg's volume is of 16 bits.
        if gains[name] != nil { return 0x1p-15 }
        guard name.hasPrefix("tone") else { return 0 }
        // What is read has 24 bits itself.
        return format.isFloat ? 0x1p-24 : max(0x1p-24, 1 / Float(1 << ((properties.sourceBitDepth ?? 16) - 1)))
    }

    /// What begins in the middle of its sound: see `DemuxedTests`.
    static let headless = ["codec-wma1.wma", "codec-wma2.wma"]

    /// A model of a voice, which keeps no wave: `AMRTests` and `ForeignStreamTests` say where it begins.
    static let modelled = [
        "speech.amr", "speech.awb", "speech-amr.3gp", "speech-awb.3gp", "speech-speex.ogg", "codec-ilbc.caf",
    ]

    @Test(arguments: examples.filter { !(built + doubled + modelled + headless).contains($0) })
    func `a file of this format begins where its sound begins`(name: String) throws {
        // Opus is at 48 kHz whatever it was made from.
        let reader = try AudioFileReader(
            path: Fixtures.path(name), options: ReaderOptions(clientSampleRate: name == "music.opus" ? 44_100 : nil))
        let heard = try reader.readAll()
        let window = 1_300..<1_900
        let gain = Self.gains[name] ?? 1
        let made = try Self.original(name, rate: reader.format.sampleRate, channels: heard.count, window).map {
            $0.map { gain * $0 }
        }
        let late = Self.untrimmed[name] ?? 0
        var best = (lag: 0, residual: Double.infinity)
        // From the expected one outwards: another is left as soon as it is worse.
        for distance in 0...600 {
            let lag = late + (distance % 2 == 0 ? distance / 2 : -(distance + 1) / 2)
            guard window.lowerBound + lag >= 0, window.upperBound + lag <= heard[0].count else { continue }
            var residual = 0.0
            for channel in heard.indices where residual < best.residual {
                residual += Self.residual(
                    heard[channel][(window.lowerBound + lag)...], made[channel], limit: best.residual)
            }
            if residual < best.residual { best = (lag, residual) }
        }
        #expect(best.lag == late)
        if let tolerance = Self.tolerance(name, reader.properties) {
            let farthest =
                heard.indices.flatMap { channel in zip(heard[channel][window], made[channel]).map { abs($0 - $1) } }
                .max() ?? .infinity
            return #expect(farthest <= tolerance, "\(farthest) of \(tolerance)")
        }
        // And it is that sound: the residual is a twentieth of it at most.
        let energy = made.joined().reduce(0) { $0 + Double($1) * Double($1) }
        #expect(best.residual < energy / 20, "\(best.residual) of \(energy)")
    }

    /// The energy of the difference, as far as it is below `limit`.
    static func residual(_ heard: ArraySlice<Float>, _ made: [Float], limit: Double = .infinity) -> Double {
        var sum = 0.0
        for (one, other) in zip(heard, made) {
            let difference = Double(one - other)
            sum += difference * difference
            if sum > limit { break }
        }
        return sum
    }
}

/// Layer I, which no encoder at hand makes: frames of one channel, 44.1 kHz and 128 kbit/s, put together bit by bit.
///
/// A number of a subband is 32 frames of sound, and comes out through a window of 512 that is even about its 256th. An
/// encoder's own window is the same, and its first block ends 31 frames after its start: what it begins with comes 256
/// + 256 − 31 = 481 frames late, as of layer II.
///
/// Source: ISO/IEC 11172-3, 2.4.1.2 and 2.4.3.2 (the synthesis filter bank, table 3-B.3); annex C.1.3 (the analysis
/// filter bank).
@Suite struct MPEGLayer1AlignmentTests {
    /// Twelve numbers of eight bits of one subband in each frame: 127 is none, 254 the largest.
    private static func stream(frames: Int, band: Int, _ code: (Int) -> UInt32) -> [UInt8] {
        var bytes: [UInt8] = []
        for frame in 0..<frames {
            var writer = BitWriter()
            writer.write(0x7FF as UInt32, 11)
            writer.write(0b11_11_1 as UInt32, 5)
            writer.write(0b0100_00_0_0 as UInt32, 8)
            writer.write(0b11_00_0000 as UInt32, 8)
            for place in 0..<32 { writer.write((place == band ? 7 : 0) as UInt32, 4) }
            writer.write(6 as UInt32, 6)
            for index in 0..<12 { writer.write(code(12 * frame + index), 8) }
            writer.fillByte()
            bytes += writer.bytes + [UInt8](repeating: 0, count: 136 - writer.bytes.count)
        }
        return bytes
    }

    @Test func `a number of a subband comes out where the window has its middle, 256 frames behind its place`() throws {
        for (band, place) in [(0, 0), (0, 13), (1, 5), (3, 40)] {
            let bytes = Self.stream(frames: 6, band: band) { $0 == place ? 254 : 127 }
            let heard = try withFile(bytes) { try AudioFileReader(path: $0).readAll()[0] }
            try #require(heard.count == 6 * 384)
            // The window alone, without the cosine that lifts it to its band: h[n] = d[n] · cos((2b + 1)(n + 16)π/64).
            func cosine(_ frame: Int) -> Double { cos(Double(2 * band + 1) * Double(frame + 16) * .pi / 64) }
            func unevenness(_ middle: Int) -> Double {
                var sum = 0.0
                for distance in 1..<200 {
                    let (before, behind) = (32 * place + middle - distance, 32 * place + middle + distance)
                    guard heard.indices.contains(before), heard.indices.contains(behind) else { continue }
                    let difference =
                        Double(heard[before]) * cosine(256 + distance) - Double(heard[behind]) * cosine(256 - distance)
                    sum += difference * difference
                }
                return sum
            }
            let energy = heard.reduce(0) { $0 + Double($1) * Double($1) }
            let best = (210...300).min { unevenness($0) < unevenness($1) }
            #expect(
                best == 256 && unevenness(256) < energy / 1e6,
                "\(best ?? 0) of band \(band): \(unevenness(256)) of \(energy)")
            // Nothing of it is heard before its own block, nor after its window.
            #expect(
                heard[..<(32 * place)].allSatisfy { abs($0) < 1e-6 }
                    && heard[(32 * place + 512)...].allSatisfy { abs($0) < 1e-6 })
        }
    }

    /// The fixtures' sine in subband 1, nine numbers long, which is f = (2π − 2π/9)/32 after the filter bank: −sin(f ·
    /// (n − 256) + 272 · 3π/64).
    @Test(arguments: FormatAlignmentTests.built) func `a file of layer I begins where its frames do`(
        name: String
    ) throws {
        let heard = try AudioFileReader(path: Fixtures.path(name)).readAll()[0]
        let frequency = 2 * Double.pi * (1 - 1.0 / 9) / 32
        func made(_ frame: Int) -> Double { -sin(frequency * Double(frame - 256) + 272 * 3 * .pi / 64) }
        // A period is 36 frames: any other lag within it is worse.
        let lags = (-17...17).map { lag in (lag, (1_300..<1_900).reduce(0) { $0 + Double(heard[$1 + lag]) * made($1) })
        }
        let best = lags.max { $0.1 < $1.1 }
        #expect(best?.0 == 0)
        let level = 2 * (best?.1 ?? 0) / 600
        let residual = (1_300..<1_900).reduce(0) {
            $0 + (Double(heard[$1]) - level * made($1)) * (Double(heard[$1]) - level * made($1))
        }
        #expect(level > 0.1 && residual < 600 * level * level / 50, "\(level), \(residual)")
        // And the sound begins with the file: it comes with the middle of the window of its first numbers, and is whole
        // with its end.
        func loudness(_ frames: Range<Int>) -> Double {
            (2 * frames.reduce(0) { $0 + Double(heard[$1] * heard[$1]) } / Double(frames.count)).squareRoot()
        }
        #expect(loudness(0..<36) < level / 50 && loudness(480..<516) > 0.9 * level)
        #expect((0.2...0.6).contains(loudness(222..<258) / level), "\(loudness(222..<258) / level)")
    }
}
