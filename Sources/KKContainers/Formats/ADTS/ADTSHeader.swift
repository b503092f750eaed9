internal import KKCodecs
internal import KKPCM

/// The header of an ADTS frame: what the AAC in it is, and how long it is.
///
/// Source: ISO/IEC 13818-7 §6.2, ISO/IEC 14496-3 §1.A.2.
package struct ADTSHeader: SyncHeader, Hashable, Sendable {
    /// What stays the same through a stream.
    struct Format: Hashable, Sendable {
        /// MPEG-2 has no object type of its own: the profile's is 0 Main, 1 LC, 2 SSR, 3 (MPEG-4) LTP.
        var profile: Int
        /// The place of the rate in the table, 0 … 12.
        var rateIndex: Int
        /// 1 … 7; 0 if the first packet says what its channels are.
        var channelConfiguration: Int
    }

    var format: Format
    var isProtected: Bool
    /// The frame, header included.
    package var byteCount: Int
    /// Blocks of 1024 frames, 1 … 4.
    var blockCount: Int

    static let byteCountUpperBound = 8191
    static let framesPerBlock = 1024

    /// The bytes that ``init(_:at:)`` looks at.
    static let length = 7

    package init?(_ bytes: Span<UInt8>, at place: Int) {
        guard place + Self.length <= bytes.count, bytes[place] == ADTSFramer.syncByte, bytes[place + 1] & 0xF6 == 0xF0
        else {
            return nil
        }
        let fields = bytes.bigEndian32(at: place + 2)
        let rateIndex = Int(fields >> 26 & 15)
        guard rateIndex < Self.sampleRates.count else { return nil }
        format = Format(profile: Int(fields >> 30), rateIndex: rateIndex, channelConfiguration: Int(fields >> 22 & 7))
        isProtected = bytes[place + 1] & 1 == 0
        byteCount = Int(fields >> 5 & 0x1FFF)
        blockCount = Int(bytes[place + 6] & 3) + 1
        guard byteCount > headerByteCount else { return nil }
    }

    /// The bytes before the first block: header, positions of the others, checksum.
    package var headerByteCount: Int { isProtected ? 9 + 2 * (blockCount - 1) : 7 }

    var sampleRate: Double { Double(Self.sampleRates[format.rateIndex]) }

    private static let sampleRates = [
        96000, 88200, 64000, 48000, 44100, 32000, 24000, 22050, 16000, 12000, 11025, 8000, 7350,
    ]

    /// The channels in AAC's order, which has the center first; `nil` for configuration 0.
    var layout: ChannelLayout? { Self.layout(of: format.channelConfiguration) }

    /// Those of Apple Lossless, which has AAC's order; one and two channels need no word.
    static func layout(ofLosslessChannels count: Int) -> ChannelLayout? {
        let configurations = [3: 3, 4: 4, 5: 5, 6: 6, 7: 11, 8: 7]
        return configurations[count].flatMap { layout(of: $0) }
    }

    /// The same of any stream of AAC.
    ///
    /// Source: ISO/IEC 14496-3 table 1.19.
    static func layout(of channelConfiguration: Int) -> ChannelLayout? {
        switch channelConfiguration {
        case 1: .mono
        case 2: .stereo
        case 3: .mpegThreeZeroB
        case 4: .mpegFourZeroB
        case 5: .mpegFiveZeroD
        case 6: .mpegFiveOneD
        case 7: .mpegSevenOneB
        case 11: .aacSixOne
        case 12:
            ChannelLayout([
                .center, .left, .right, .leftSurround, .rightSurround, .rearSurroundLeft, .rearSurroundRight, .lfe,
            ])
        default: nil
        }
    }
}

/// The `AudioSpecificConfig` of a stream: what a decoder of AAC wants to know before the first packet.
///
/// Source: ISO/IEC 14496-3 §1.6.2.1, §4.4.1 (`GASpecificConfig`), §4.4.1.1 (`program_config_element`).
struct AudioSpecificConfig {
    private(set) var bytes: [UInt8]
    private(set) var channelCount: Int

    /// - Parameter block: the first raw data block, whose first element names the channels of configuration 0.
    /// - Returns: `nil` if nothing names the channels.
    init?(_ header: ADTSHeader, block: [UInt8]) {
        var writer = BitWriter()
        writer.write(UInt32(header.format.profile + 1), 5)
        writer.write(UInt32(header.format.rateIndex), 4)
        writer.write(UInt32(header.format.channelConfiguration), 4)
        // 1024 frames, no core coder, no extension.
        writer.write(0 as UInt32, 3)
        if let layout = header.layout {
            channelCount = layout.channelCount
        } else {
            guard let count = Self.copyProgramConfig(BitReader(block), to: &writer) else { return nil }
            channelCount = count
        }
        bytes = writer.bytes
    }

    /// Copies a `program_config_element` without its comment.
    ///
    /// - Returns: the channels that it names.
    private static func copyProgramConfig(_ source: BitReader, to writer: inout BitWriter) -> Int? {
        var reader = source
        guard reader.bits(3) == 5 else { return nil }
        func copy(_ count: Int) -> Int {
            let value = reader.bits(count)
            writer.write(value, count)
            return Int(value)
        }
        _ = copy(4 + 2 + 4)
        let places = copy(4) + copy(4) + copy(4)
        let effectCount = copy(2)
        let dataCount = copy(3)
        let couplingCount = copy(4)
        // Mixdowns: two of four bits each, and the matrix of three.
        for width in [4, 4, 3] where copy(1) == 1 { _ = copy(width) }
        var channels = effectCount
        for _ in 0..<places {
            channels += 1 + copy(1)
            _ = copy(4)
        }
        for _ in 0..<effectCount + dataCount { _ = copy(4) }
        for _ in 0..<couplingCount { _ = copy(5) }
        guard !reader.isExhausted, channels > 0 else { return nil }
        writer.fillByte()
        writer.write(0 as UInt32, 8)
        return channels
    }
}
