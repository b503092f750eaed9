/// The four bytes that open every MPEG audio frame: what it is, and how long it is.
///
/// Source: ISO/IEC 11172-3 §2.4.1.3 (MPEG-1), ISO/IEC 13818-3 §2.4.2.3 (MPEG-2, half the rates); MPEG-2.5, a quarter of
/// them, is Fraunhofer's extension.
package struct MPEGFrameHeader: Hashable, Sendable {
    package enum Version: Sendable {
        case mpeg1, mpeg2, mpeg25
    }

    /// What must stay the same for one decoder to go on: everything but the bit rate, the padding and the stereo mode.
    package struct Format: Hashable, Sendable {
        package var version: Version
        /// 1, 2 or 3.
        package var layer: Int
        /// Frames of audio per second: 8000 … 48000.
        package var sampleRate: Int
        package var channelCount: Int

        /// Frames of audio in one MPEG frame (Core Audio's packet): 384, 1152 or 576.
        package var framesPerPacket: Int {
            switch layer {
            case 1: 384
            case 3 where version != .mpeg1: 576
            default: 1152
            }
        }

        /// Layer III's side information between the header (and its checksum) and the main data.
        package var sideInformationByteCount: Int {
            switch (version, channelCount) {
            case (.mpeg1, 1): 17
            case (.mpeg1, _): 32
            case (_, 1): 9
            default: 17
            }
        }

        /// How far back a layer III frame may reach for its data; in layers I and II none does.
        ///
        /// Source: ISO/IEC 11172-3 §2.4.1.7 (`main_data_begin`: 9 bits, 8 in ISO/IEC 13818-3).
        package var reservoirByteCount: Int {
            layer < 3 ? 0 : version == .mpeg1 ? 511 : 255
        }

        package init(version: Version, layer: Int, sampleRate: Int, channelCount: Int) {
            self.version = version
            self.layer = layer
            self.sampleRate = sampleRate
            self.channelCount = channelCount
        }
    }

    package var format: Format
    package var isPadded: Bool
    package var isProtected: Bool
    /// The bytes of the frame, header and padding included; `nil` in free format, where the distance between two
    /// headers tells.
    package var byteCount: Int?
    /// Bits per second; `nil` in free format.
    package var bitRate: Int?

    /// - Returns: `nil` if the 32 bits are not a header: no sync word, or one of the reserved codes.
    package init?(_ bits: UInt32) {
        guard bits >> 21 == 0x7FF else { return nil }
        let layerCode = Int(bits >> 17 & 3)
        let bitRateIndex = Int(bits >> 12 & 15)
        let rateIndex = Int(bits >> 10 & 3)
        let version: Version
        switch bits >> 19 & 3 {
        case 0: version = .mpeg25
        case 2: version = .mpeg2
        case 3: version = .mpeg1
        default: return nil
        }
        guard layerCode != 0, bitRateIndex != 15, rateIndex != 3 else { return nil }
        let layer = 4 - layerCode
        let halvings = version == .mpeg1 ? 0 : version == .mpeg2 ? 1 : 2
        let sampleRate = Self.sampleRates[rateIndex] >> halvings
        format = Format(
            version: version, layer: layer, sampleRate: sampleRate, channelCount: bits >> 6 & 3 == 3 ? 1 : 2)
        isPadded = bits >> 9 & 1 == 1
        isProtected = bits >> 16 & 1 == 0
        guard bitRateIndex > 0 else { return }
        let table = version == .mpeg1 ? Self.bitRates[layer - 1] : Self.lowBitRates[layer == 1 ? 0 : 1]
        let bitRate = table[bitRateIndex - 1] * 1000
        self.bitRate = bitRate
        // A layer I slot is four bytes, the others' is one.
        byteCount =
            layer == 1
            ? (12 * bitRate / sampleRate + (isPadded ? 1 : 0)) * 4
            : format.framesPerPacket / 8 * bitRate / sampleRate + (isPadded ? 1 : 0)
    }

    /// The bytes that a frame has at most: libmpg123 has room for 3456 after the header (`MAXFRAMESIZE`) and refuses
    /// more. Free format has no bound of its own; those whose headers state their size end below, with layer II of
    /// MPEG-2.5 at 8000 Hz, 160 kbit/s and padded: 144 · 160,000 / 8000 + 1 = 2881.
    package static let longestByteCount = 4 + 3456

    /// The bits per second that a frame of layer III can have.
    static func layer3BitRates(_ version: Version) -> [Int] {
        (version == .mpeg1 ? bitRates[2] : lowBitRates[1]).map { 1000 * $0 }
    }

    /// The bytes that the padding bit adds.
    package var paddingByteCount: Int { isPadded ? (format.layer == 1 ? 4 : 1) : 0 }

    private static let sampleRates = [44100, 48000, 32000]

    /// kbit/s by layer and index of MPEG-1, index 1 first.
    private static let bitRates = [
        [32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448],
        [32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384],
        [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
    ]

    /// The same of MPEG-2 and 2.5: layer I, then layers II and III.
    private static let lowBitRates = [
        [32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256],
        [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
    ]
}
