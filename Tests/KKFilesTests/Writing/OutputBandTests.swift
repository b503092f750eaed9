import Foundation
import KKConvert
import KKPCM
import KKTestSupport
import Testing

@testable import KKFiles

/// What is written holds the whole band: every encoding, by every number of channels up to eight that it takes.
///
/// libsndfile's own bit rate for Opus of more than two channels was no bit rate to the encoder, which wrote a
/// telephone's band.
@Suite struct OutputBandTests {
    private static let rate = 48_000.0
    private static let length = 5_760
    private static let frequencies = [1_000.0, 8_000, 12_000, 15_500]
    private static let amplitude = 0.1
    /// 50 ms: whole periods of every tone.
    private static let window = 2_400..<4_800

    /// Every tone in every channel, by other phases in each.
    private static func sound(_ channels: Int) -> [[Float]] {
        (0..<channels).map { channel in
            var samples = [Float](repeating: 0, count: length)
            for (index, frequency) in frequencies.enumerated() {
                let phase = Double(channel * (2 * index + 1) + index)
                let step = 2 * Double.pi * frequency / rate
                for frame in samples.indices { samples[frame] += Float(amplitude * sin(step * Double(frame) + phase)) }
            }
            return samples
        }
    }

    /// The level of a tone in the window, in dB of what was written.
    private static func level(_ samples: [Float], _ frequency: Double) -> Double {
        var real = 0.0
        var imaginary = 0.0
        for frame in window {
            let angle = 2 * Double.pi * frequency * Double(frame) / rate
            real += Double(samples[frame]) * cos(angle)
            imaginary += Double(samples[frame]) * sin(angle)
        }
        let found = 2 * (real * real + imaginary * imaginary).squareRoot() / Double(window.count)
        return 20 * log10(max(found, 1e-9) / amplitude)
    }

    /// The LFE channel of these codecs has a band of its own by design: libvorbis' and libopus' couplings for 5.1, 6.1
    /// and 7.1 cut it off at some hundred hertz, and AC-3 and AAC have the same in their bit streams. Nothing else that can be
    /// written is without the upper band.
    private static func hasUpperBand(_ encoding: KKFiles.Encoding, _ label: ChannelLabel) -> Bool {
        label != .lfe || ![.vorbis, .opus, .aac, .ac3].contains(encoding)
    }

    /// Opus codes the energy of a band, of which a tone may lose a part to its neighbours; what is cut off is 40 dB
    /// lower.
    private static func bound(_ encoding: KKFiles.Encoding) -> Double { encoding == .opus ? 5 : 1.5 }

    @Test(arguments: OutputTableTests.all.filter { $0.container != .raw })
    func `tones up to 15,5 kHz come back at their levels, in every channel`(format: OutputFormat) throws {
        let folder = try ScratchFolder()
        for channels in 1...min(8, format.maximumChannelCount) {
            let path = folder.file("\(channels).\(format.container.extensions[0])")
            let layout = format.layouts?[channels - 1] ?? .standard(channels)
            try written(path, format.container, format.encoding, Self.sound(channels), rate: Self.rate, layout: layout)
            let heard = try AudioFileReader(path: path).readAll()
            for (channel, label) in layout.labels.enumerated() where Self.hasUpperBand(format.encoding, label) {
                let levels = Self.frequencies.map { Self.level(heard[channel], $0) }
                #expect(
                    levels.allSatisfy { abs($0) < Self.bound(format.encoding) },
                    "\(channels) channels, channel \(channel): \(levels) dB")
            }
        }
    }
}
