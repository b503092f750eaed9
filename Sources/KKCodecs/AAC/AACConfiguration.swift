package import KKPCM

/// What `AudioSpecificConfig` says of AAC: what is coded, and what a decoder that knows the extensions makes of it.
///
/// Source: ISO/IEC 14496-3 §1.6.2.1, §1.6.5 (explicit signalling of SBR and PS), §4.4.1 (`GASpecificConfig`).
package struct AACConfiguration: Hashable, Sendable {
    /// 2 is LC, 42 is USAC: of what is coded, without its extensions.
    package private(set) var objectType = 0
    package private(set) var sampleRate = 0
    /// 0: a program config element says them.
    package private(set) var channelConfiguration = 0
    /// 0 if nothing says it.
    package private(set) var channelCount = 0
    /// 1024, or 960 of short frames; 512 and 480 of low delay.
    package private(set) var framesPerPacket = 1024
    /// The rate with spectral band replication, where it is said to be there.
    package private(set) var extendedRate: Int?
    package private(set) var hasParametricStereo = false
    /// Whether it says that there is none.
    package private(set) var deniesExtension = false
    /// The same without the extensions, and with the word that there are none; `nil` if that cannot be said.
    private(set) var core: [UInt8]?

    package static let rates = [
        96000, 88200, 64000, 48000, 44100, 32000, 24000, 22050, 16000, 12000, 11025, 8000, 7350,
    ]
    static let channelCounts = [1: 1, 2: 2, 3: 3, 4: 4, 5: 5, 6: 6, 7: 8, 11: 7, 12: 8]
    /// What comes before the word on spectral band replication.
    static let mark: UInt32 = 0x2B7

    /// - Returns: `nil` of bytes that are none.
    package init?(_ bytes: [UInt8]) {
        var cursor = BitCursor()
        func bits(_ count: Int) -> Int { Int(cursor.read(count, bytes.span)) }
        func type() -> Int {
            let short = bits(5)
            return short == 31 ? 32 + bits(6) : short
        }
        func rate() -> Int {
            let index = bits(4)
            return index == 15 ? bits(24) : Self.rates.indices.contains(index) ? Self.rates[index] : 0
        }
        objectType = type()
        sampleRate = rate()
        channelConfiguration = bits(4)
        let outer = objectType
        if outer == 5 || outer == 29 {
            hasParametricStereo = outer == 29
            extendedRate = rate()
            objectType = type()
        }
        let start = cursor.position
        switch objectType {
        case 1, 2, 3, 4, 6, 7, 17, 19, 20, 23:
            let isShort = bits(1) == 1
            if bits(1) == 1 { _ = bits(14) }
            _ = bits(1)
            framesPerPacket = objectType == 23 ? (isShort ? 480 : 512) : isShort ? 960 : 1024
            if channelConfiguration == 0 { channelCount = Self.programChannels(&cursor, bytes) }
        case 39: framesPerPacket = bits(1) == 1 ? 480 : 512
        case 42: framesPerPacket = 1024
        default: break
        }
        channelCount = Self.channelCounts[channelConfiguration] ?? channelCount
        let end = cursor.position
        if outer != 5, outer != 29, 8 * bytes.count - end >= 16, bits(11) == Self.mark {
            let extended = type()
            if extended == 5 || extended == 22 {
                if bits(1) == 1 {
                    extendedRate = rate()
                    if 8 * bytes.count - cursor.position >= 12, bits(11) == 0x548 { hasParametricStereo = bits(1) == 1 }
                } else {
                    deniesExtension = true
                }
            }
        }
        guard sampleRate > 0, cursor.position <= 8 * bytes.count else { return nil }
        if (1...4).contains(objectType), channelConfiguration > 0 {
            core = Self.written(
                objectType, sampleRate, channelConfiguration, deniesExtensions: true
            ) { writer in
                var cursor = BitCursor(position: start)
                while cursor.position < end { writer.write(cursor.read(1, bytes.span), 1) }
            }
        }
    }

    /// The channels that a `program_config_element` names (§4.4.1.1).
    private static func programChannels(_ cursor: inout BitCursor, _ bytes: [UInt8]) -> Int {
        func bits(_ count: Int) -> Int { Int(cursor.read(count, bytes.span)) }
        _ = bits(4 + 2 + 4)
        let places = bits(4) + bits(4) + bits(4)
        let effects = bits(2)
        let (data, coupling) = (bits(3), bits(4))
        for width in [4, 4, 3] where bits(1) == 1 { _ = bits(width) }
        var channels = effects
        for _ in 0..<places {
            channels += bits(1) == 1 ? 2 : 1
            _ = bits(4)
        }
        for _ in 0..<effects + data { _ = bits(4) }
        for _ in 0..<coupling { _ = bits(5) }
        return channels
    }

    /// Core Audio's code of what is coded, without its extensions.
    package var formatID: FourCharCode {
        switch objectType {
        case 23: "aacl"
        case 39: "aace"
        case 42: "usac"
        default: .aac
        }
    }

    /// What a decoder that knows the extensions makes of `core`'s packets; `nil` if nothing is said of any, or they do
    /// something else than double the rate.
    package func extended(_ core: StreamDescription) -> StreamDescription? {
        guard let extendedRate else { return nil }
        return Self.extended(core, to: extendedRate, isParametric: hasParametricStereo && core.channelsPerFrame == 1)
    }

    package static func extended(_ core: StreamDescription, to rate: Int, isParametric: Bool) -> StreamDescription? {
        guard Double(rate) == 2 * core.sampleRate else { return nil }
        return StreamDescription(
            sampleRate: Double(rate), formatID: isParametric ? .aacHE2 : .aacHE,
            framesPerPacket: 2 * core.framesPerPacket, channelsPerFrame: isParametric ? 2 : core.channelsPerFrame)
    }
}
