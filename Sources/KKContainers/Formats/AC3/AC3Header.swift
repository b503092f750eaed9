internal import KKPCM

/// The first bytes of a syncframe of AC-3 or E-AC-3.
///
/// Source: ATSC A/52:2018, §5.3 and §5.4 (`syncinfo`, `bsi`), table 5.18 (sizes), annex E §2.2 and §2.3 (E-AC-3);
/// ETSI TS 102 366. Identifications 9 and 10 of AC-3, half and quarter rates, are decoders' common practice.
package struct AC3Header: SyncHeader, Hashable, Sendable {
    var isEnhanced: Bool
    /// Whether it adds channels to the independent syncframe before it.
    var isDependent: Bool
    /// 0 of AC-3 and of the first programme.
    var substream: Int
    var sampleRate: Int
    var byteCount: Int
    /// 256 for each of its blocks.
    var frameCount: Int
    /// The coding mode: 0 two programmes, 1 C, 2 L R, 3 L C R, …
    var mode: Int
    var hasLFE: Bool
    /// Bits per second that the header states; `nil` of E-AC-3.
    var bitRate: Int?

    /// The bytes that ``init(_:at:)`` looks at.
    static let length = 8

    init?(_ bytes: Span<UInt8>, at place: Int) {
        guard place + Self.length <= bytes.count, bytes[place] == AC3Framer.syncByte, bytes[place + 1] == 0x77 else {
            return nil
        }
        let identification = Int(bytes[place + 5] >> 3)
        let code = Int(bytes[place + 4])
        switch identification {
        case 0...10:
            guard code >> 6 < 3, code & 63 < 38 else { return nil }
            isEnhanced = false
            isDependent = false
            substream = 0
            let halvings = max(0, identification - 8)
            sampleRate = Self.sampleRates[code >> 6] >> halvings
            let kilobits = Self.bitRates[(code & 63) >> 1]
            bitRate = kilobits * 1000 >> halvings
            let words = kilobits * 96_000 / Self.sampleRates[code >> 6]
            byteCount = 2 * (code >> 6 == 1 ? words + (code & 1) : words)
            frameCount = 1536
            let fields = Int(bytes[place + 6]) << 8 | Int(bytes[place + 7])
            mode = fields >> 13
            var skipped = 3
            if mode & 1 == 1, mode != 1 { skipped += 2 }
            if mode & 4 == 4 { skipped += 2 }
            if mode == 2 { skipped += 2 }
            hasLFE = fields >> (15 - skipped) & 1 == 1
        case 11...16:
            let kind = bytes[place + 2] >> 6
            guard kind < 3 else { return nil }
            isEnhanced = true
            isDependent = kind == 1
            substream = Int(bytes[place + 2] >> 3 & 7)
            byteCount = 2 * ((Int(bytes[place + 2] & 7) << 8 | Int(bytes[place + 3])) + 1)
            if code >> 6 == 3 {
                guard code >> 4 & 3 < 3 else { return nil }
                sampleRate = Self.sampleRates[code >> 4 & 3] / 2
                frameCount = 1536
            } else {
                sampleRate = Self.sampleRates[code >> 6]
                frameCount = 256 * [1, 2, 3, 6][code >> 4 & 3]
            }
            mode = code >> 1 & 7
            hasLFE = code & 1 == 1
            guard byteCount > Self.length else { return nil }
        default: return nil
        }
    }

    private static let sampleRates = [48000, 44100, 32000]
    private static let bitRates = [
        32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384, 448, 512, 576, 640,
    ]
}

/// Where the channels of a syncframe belong, as E-AC-3 numbers the places: bit 15 is L, bit 0 the LFE.
struct AC3ChannelMap {
    private(set) var bits: UInt32

    init(_ header: AC3Header) {
        bits = Self.modes[header.mode] | (header.hasLFE ? 1 : 0)
    }

    /// Of a dependent syncframe: its own map, where it has one.
    init(_ header: AC3Header, syncframe: [UInt8]) {
        self.init(header)
        guard header.isDependent else { return }
        var reader = BitReader(syncframe)
        _ = reader.bits(32)
        _ = reader.bits(8)
        // Identification and level of dialogue, compression: once, or for both programmes.
        _ = reader.bits(10)
        if reader.bit() { _ = reader.bits(8) }
        if header.mode == 0 {
            _ = reader.bits(5)
            if reader.bit() { _ = reader.bits(8) }
        }
        if reader.bit() {
            let map = reader.bits(16)
            if !reader.isExhausted { bits = map }
        }
    }

    mutating func formUnion(_ other: Self) { bits |= other.bits }

    private static let modes: [UInt32] = [0xA000, 0x4000, 0xA000, 0xE000, 0xA100, 0xE100, 0xB800, 0xF800]

    /// The channels in the codec's order: L C R Ls Rs and what follows, the LFE last.
    func layout(mode: Int) -> ChannelLayout {
        if bits == 0x4000 { return .mono }
        if mode == 0, bits & 0xFFFE == 0xA000 {
            return ChannelLayout([.discrete(0), .discrete(1)] + (bits & 1 == 1 ? [.lfe] : []))
        }
        return ChannelLayout(Self.places.indices.flatMap { bits >> UInt32(15 - $0) & 1 == 1 ? Self.places[$0] : [] })
    }

    private static func labels(_ numbers: UInt32...) -> [ChannelLabel] { numbers.map(ChannelLabel.init(rawValue:)) }

    /// Table E2.5 of A/52: some bits are pairs.
    private static let places: [[ChannelLabel]] = [
        [.left], [.center], [.right], [.leftSurround], [.rightSurround], [.leftCenter, .rightCenter],
        [.rearSurroundLeft, .rearSurroundRight], [.centerSurround], [.topCenterSurround],
        [.leftSurroundDirect, .rightSurroundDirect],
        labels(35, 36), labels(13, 15), labels(14), labels(16, 18), labels(37), [.lfe],
    ]
}
