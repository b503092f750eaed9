import Foundation
import KKPCM
import KKTestSupport
import Testing

@testable import KKFiles

/// Every format that can be read against the sound that its fixture was made from: it begins where that begins.
@Suite struct FormatAlignmentTests {
    static let examples = InputFormats.table.flatMap(\.examples)

    /// What comes late because nothing in the file says by how much: the delays of the encoder and of the decoder, in frames.
    static let untrimmed = ["mpeg-in-wav.wav": 1105, "mpeg-layer2-in.wav": 481, "mpeg-layer2-in.caf": 481, "mpeg-layer2.mp3": 481]

    /// What was made softer on the way, by its recipe.
    static let gains: [String: Float] = ["codec-24.flac": 0.7]

    /// Built bit by bit, so there is no sound that it was made from; `MPEGDecoderTests` says what is in it.
    static let built = ["mpeg-layer1.mp3", "mpeg-layer1-in.wav", "mpeg-layer1-in.caf"]

    /// Some frames of the sound that a fixture holds, by its recipe in the fixtures' table.
    static func original(_ name: String, rate: Double, channels: Int, _ frames: Range<Int>) throws -> [[Float]] {
        if name.hasPrefix("music") {
            let samples = try AudioFileReader(path: Fixtures.path("music.wav")).readAll()
            return samples.map { Array($0[frames]) }
        }
        let isTone = name.hasPrefix("tone")
        return (0..<channels).map { channel in
            frames.map { frame in
                let time = Double(frame) / rate
                if isTone { return Float(0.5 * sin(2 * .pi * (channel == 0 ? 997 : 1499) * time)) }
                let place = Double(channel)
                let value = sin(2 * .pi * (440 + 220 * place) * time) + sin(2 * .pi * (37 + 11 * place) * time * (1 + time))
                return Float(9830 * value / 32768)
            }
        }
    }

    @Test(arguments: examples.filter { !built.contains($0) })
    func `a file of this format begins where its sound begins`(name: String) throws {
        // Opus is at 48 kHz whatever it was made from.
        let reader = try AudioFileReader(
            path: Fixtures.path(name), options: ReaderOptions(clientSampleRate: name == "music.opus" ? 44_100 : nil))
        let heard = try reader.readAll()
        let window = 1_300..<1_900
        let gain = Self.gains[name] ?? 1
        let made = try Self.original(name, rate: reader.format.sampleRate, channels: heard.count, window).map { $0.map { gain * $0 } }
        let late = Self.untrimmed[name] ?? 0
        var best = (lag: 0, residual: Double.infinity)
        // From the expected one outwards: another is left as soon as it is worse.
        for distance in 0...600 {
            let lag = late + (distance % 2 == 0 ? distance / 2 : -(distance + 1) / 2)
            guard window.lowerBound + lag >= 0, window.upperBound + lag <= heard[0].count else { continue }
            var residual = 0.0
            for channel in heard.indices where residual < best.residual {
                residual += Self.residual(heard[channel][(window.lowerBound + lag)...], made[channel], limit: best.residual)
            }
            if residual < best.residual { best = (lag, residual) }
        }
        #expect(best.lag == late)
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
