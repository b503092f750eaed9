internal import KKPCM

/// What `AudioSpecificConfig` says of AAC: what is coded, and what a decoder that knows the extensions makes of it.
///
/// Source: ISO/IEC 14496-3 §1.6.2.1, §1.6.5 (explicit signalling of SBR and PS), §4.4.1 (`GASpecificConfig`).
struct AACConfiguration: Hashable {
    /// 2 is LC, 5 with SBR, 29 with PS, 42 is USAC.
    private(set) var objectType = 0
    private(set) var sampleRate = 0
    /// 0: a program config element says them.
    private(set) var channelConfiguration = 0
    private(set) var channelCount = 0
    /// 1024, or 960 of short frames; 512 and 480 of low delay.
    private(set) var framesPerPacket = 1024
    /// The rate with spectral band replication, where it is said to be there.
    private(set) var extendedRate: Int?
    private(set) var hasParametricStereo = false
    /// Whether it says that there is none.
    private(set) var deniesExtension = false

    private static let rates = [
        96000, 88200, 64000, 48000, 44100, 32000, 24000, 22050, 16000, 12000, 11025, 8000, 7350,
    ]

    /// - Returns: `nil` of bytes that are none.
    init?(_ bytes: [UInt8]) {
        var reader = BitReader(bytes)
        func type() -> Int {
            let short = Int(reader.bits(5))
            return short == 31 ? 32 + Int(reader.bits(6)) : short
        }
        func rate() -> Int {
            let index = Int(reader.bits(4))
            return index == 15 ? Int(reader.bits(24)) : Self.rates.indices.contains(index) ? Self.rates[index] : 0
        }
        objectType = type()
        sampleRate = rate()
        channelConfiguration = Int(reader.bits(4))
        let outer = objectType
        if outer == 5 || outer == 29 {
            hasParametricStereo = outer == 29
            extendedRate = rate()
            objectType = type()
        }
        switch objectType {
        case 1, 2, 3, 4, 6, 7, 17, 19, 20, 23:
            let isShort = reader.bit()
            if reader.bit() { _ = reader.bits(14) }
            _ = reader.bit()
            framesPerPacket = objectType == 23 ? (isShort ? 480 : 512) : isShort ? 960 : 1024
            if channelConfiguration == 0 { channelCount = Self.programChannels(&reader) }
        case 39: framesPerPacket = reader.bit() ? 480 : 512
        case 42: framesPerPacket = 1024
        default: break
        }
        channelCount = ADTSHeader.layout(of: channelConfiguration)?.channelCount ?? channelCount
        if outer != 5, outer != 29, 8 * bytes.count - reader.position >= 16, reader.bits(11) == 0x2B7 {
            let extended = type()
            if extended == 5 || extended == 22 {
                if reader.bit() {
                    extendedRate = rate()
                    if 8 * bytes.count - reader.position >= 12, reader.bits(11) == 0x548 {
                        hasParametricStereo = reader.bit()
                    }
                } else {
                    deniesExtension = true
                }
            }
        }
        guard sampleRate > 0, !reader.isExhausted else { return nil }
    }

    /// The channels that a `program_config_element` names (§4.4.1.1).
    private static func programChannels(_ reader: inout BitReader) -> Int {
        _ = reader.bits(4 + 2 + 4)
        let places = Int(reader.bits(4)) + Int(reader.bits(4)) + Int(reader.bits(4))
        let effects = Int(reader.bits(2))
        let (data, coupling) = (Int(reader.bits(3)), Int(reader.bits(4)))
        for width in [4, 4, 3] where reader.bit() { _ = reader.bits(width) }
        var channels = effects
        for _ in 0..<places {
            channels += reader.bit() ? 2 : 1
            _ = reader.bits(4)
        }
        for _ in 0..<effects + data { _ = reader.bits(4) }
        for _ in 0..<coupling { _ = reader.bits(5) }
        return channels
    }

    /// Core Audio's code of what is coded, without its extensions.
    var formatID: FourCharCode {
        switch objectType {
        case 23: "aacl"
        case 39: "aace"
        case 42: "usac"
        default: .aac
        }
    }
}
