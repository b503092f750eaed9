import Foundation
import KKPCM
import KKTestSupport
import Testing

@testable import KKFiles

/// MP3 and AAC in M4A as they are written: a sound comes back with its frames and no other, and begins where it began, in
/// kkmix's reader and in ffmpeg.
@Suite struct GaplessTests {
    struct Case: CustomTestStringConvertible, Sendable {
        var container: OutputContainer
        var rate: Double
        var length: Int
        var bitRate: Int?

        var testDescription: String { "\(container), \(Int(rate)) Hz, \(length) frames, \(bitRate ?? 0) bit/s" }
        var encoding: KKFiles.Encoding { container == .mp3 ? .mp3 : .aac }
        /// The frames of a packet.
        var packet: Int { container == .m4a ? 1024 : rate < 32_000 ? 576 : 1152 }

        /// ffmpeg cuts off less than a frame of MPEG-2, and plays an AAC packet to its end of which half or less is sound.
        var isFFmpegExact: Bool { container == .mp3 ? rate >= 32_000 || length >= packet : length > packet / 2 }
    }

    private static let cases: [Case] = [OutputContainer.mp3, .m4a].flatMap { container in
        [22_050.0, 44_100, 48_000].flatMap { rate in
            [1, 575, 1151, 1152, 1153, 44_100, 100_000].map { Case(container: container, rate: rate, length: $0) }
        }
    }

    /// Constant bit rates whose frames have no room for LAME's info frame, by version and number of channels.
    private static let low: [Case] = [
        (48_000.0, 32_000), (44_100, 48_000), (32_000, 32_000), (24_000, 40_000), (22_050, 8_000), (11_025, 16_000),
    ].flatMap { rate, bitRate in
        [1152, 1153, 20_000].map { Case(container: .mp3, rate: rate, length: $0, bitRate: bitRate) }
    }

    /// A sweep, of which no part is like another.
    private static func sweep(_ item: Case) -> [Float] {
        (0..<item.length).map { frame in
            let time = Double(frame) / item.rate
            return Float(0.4 * sin(2 * Double.pi * time * (200 + 150 * time)))
        }
    }

    private func write(_ item: Case, channels: Int, to path: String) throws {
        var options = WriterOptions()
        options.frameCount = Int64(item.length)
        var settings = EncodingSettings()
        settings.bitRate = item.bitRate.map { .rate($0) }
        let writer = try AudioFileWriter(
            path: path, format: OutputFormat(container: item.container, encoding: item.encoding, settings: settings),
            layout: .standard(channels), sampleRate: item.rate, options: options)
        try feed(writer, [[Float]](repeating: Self.sweep(item), count: channels))
        try writer.finalize()
    }

    /// Where what is heard is nearest to what was written; `nil` of a sound that is too short to tell, which at few bits
    /// is a longer one.
    private static func lag(_ heard: [Float], _ given: [Float], hasFewBits: Bool) -> Int? {
        let start = given.count / 2 - 200
        guard start > (hasFewBits ? 2000 : 300), heard.count == given.count else { return nil }
        func residual(_ lag: Int) -> Float {
            (start..<start + 400).reduce(0) { sum, frame in
                let difference = heard[frame + lag] - given[frame]
                return sum + difference * difference
            }
        }
        return (-40...40).min { residual($0) < residual($1) }
    }

    private func check(_ item: Case, channels: Int) throws {
        let folder = try KKTestSupport.ScratchFolder()
        let name = "a.\(item.container.extensions[0])"
        try write(item, channels: channels, to: folder.path(name))
        let given = Self.sweep(item)
        let reader = try AudioFileReader(path: folder.path(name))
        #expect(reader.properties.frameCount == item.length && reader.properties.warnings.isEmpty)
        let heard = try reader.readAll()
        #expect(heard.map(\.count) == [Int](repeating: item.length, count: channels))
        if let lag = Self.lag(heard[0], given, hasFewBits: item.bitRate != nil) { #expect(lag == 0) }
        guard FFmpeg.isInstalled, item.isFFmpegExact else { return }
        let run = try CommandRun.shell("/usr/bin/ffmpeg -v error -i \(name) -f f32le out.raw", in: folder.root)
        #expect(run.status == 0 && run.errorText.isEmpty, "\(run.errorText)")
        let bytes = try #require(folder.bytes("out.raw"))
        let samples = unsafe bytes.withUnsafeBytes { unsafe Array($0.bindMemory(to: Float.self)) }
        let left = stride(from: 0, to: samples.count, by: channels).map { samples[$0] }
        #expect(left.count == item.length)
        if let lag = Self.lag(left, given, hasFewBits: item.bitRate != nil) { #expect(lag == 0) }
    }

    @Test(arguments: cases) func `a sound of any length has its frames and no other`(item: Case) throws {
        try check(item, channels: 2)
    }

    @Test(arguments: low) func `an MP3 of a bit rate too low for LAME's info frame has one all the same`(
        item: Case
    ) throws {
        for channels in [1, 2] { try check(item, channels: channels) }
    }
}
