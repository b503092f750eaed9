import Foundation
import KKConvert
import KKPCM
import KKTestSupport
import Testing

@testable import KKFiles

/// The table of what can be written, read back: every row by every encoding that it names.
@Suite struct OutputTableTests {
    static let all = OutputFormat.all.flatMap { row in
        row.encodings.map { OutputFormat(container: row.container, encoding: $0) }
    }

    private static let length = 7_001
    private static let rate = 48_000.0
    /// Starts of sweeps; the fourth is low enough for an LFE channel.
    private static let starts = [300.0, 500, 700, 40, 1_100, 1_300]

    /// A slow sweep per channel, so that no shift of it is like another.
    private static func sweeps(_ channels: Int) -> [[Float]] {
        (0..<channels).map { channel in
            (0..<length).map { frame in
                let time = Double(frame) / rate
                return Float(0.25 * sin(2 * Double.pi * starts[channel] * time * (1 + 2 * time)))
            }
        }
    }

    /// The frames before the sound that a stream of packets does not say: it has no place for them.
    private static func unsaid(_ format: OutputFormat) -> Int {
        switch format.container {
        case .adts: 1024
        case .ac3: 256
        default: 0
        }
    }

    /// All frames that are heard of so many.
    private static func heard(_ count: Int, _ format: OutputFormat) -> Int {
        let packet = format.container == .adts ? 1024 : 1536
        return unsaid(format) == 0 ? count : (count + unsaid(format) + packet - 1) / packet * packet
    }

    /// What a file of this format holds of the sweeps, of as many channels as it takes, six at most.
    private static func roundTrip(_ format: OutputFormat) throws -> (given: [[Float]], heard: [[Float]]) {
        let folder = try ScratchFolder()
        let given = sweeps(format.encoding == .mp3 ? 2 : 6)
        let path = folder.file("a.\(format.container.extensions[0])")
        let bytes = try written(path, format.container, format.encoding, given, rate: rate)
        guard format.container == .raw else { return (given, try AudioFileReader(path: path).readAll()) }
        let description = try #require(
            StreamDescription.stored(format.encoding, sampleRate: rate, channels: given.count, bigEndian: false))
        let count = bytes.count / Int(description.bytesPerFrame)
        var buffer = PCMBuffer(channelCount: given.count, frameCapacity: count)
        try PCMUnpacker(format: description).unpack(bytes, from: 0, frameCount: count, into: &buffer, at: 0)
        buffer.frameLength = count
        return (given, given.indices.map { buffer.samples(ofChannel: $0) })
    }

    private static let window = 2_000..<2_500

    private static func residual(_ heard: [Float], _ given: [Float], lag: Int, limit: Double = .infinity) -> Double {
        FormatAlignmentTests.residual(heard[(window.lowerBound + lag)...], Array(given[window]), limit: limit)
    }

    @Test(arguments: all)
    func `a file of this format has exactly the frames that were written`(format: OutputFormat) throws {
        let sound = try Self.roundTrip(format)
        #expect(sound.heard.map(\.count) == sound.given.map { Self.heard($0.count, format) })
    }

    @Test(arguments: all)
    func `a file of this format begins where what was written begins`(format: OutputFormat) throws {
        let sound = try Self.roundTrip(format)
        let start = Self.unsaid(format)
        for channel in [0, 1] {
            let residual = Self.residual(sound.heard[channel], sound.given[channel], lag: start)
            // It is that sound: the residual is a hundredth of it at most. And no other place is as near.
            #expect(residual < 0.01 * Double(Self.window.count) * 0.25 * 0.25 / 2, "\(residual)")
            for lag in -300...300 where lag != 0 {
                #expect(
                    Self.residual(sound.heard[channel], sound.given[channel], lag: start + lag, limit: residual)
                        > residual,
                    "\(lag)")
            }
        }
    }

    @Test(arguments: all)
    func `a channel of a file of this format is the one that was written`(format: OutputFormat) throws {
        let sound = try Self.roundTrip(format)
        for channel in sound.given.indices {
            let residuals = sound.given.map { Self.residual(sound.heard[channel], $0, lag: Self.unsaid(format)) }
            #expect(residuals.indices.min { residuals[$0] < residuals[$1] } == channel, "\(residuals)")
        }
    }
}
