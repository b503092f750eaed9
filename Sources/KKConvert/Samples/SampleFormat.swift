internal import KKPCM

/// How one sample lies in memory: what a stream description means to the kernels, checked once.
struct SampleFormat: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
        case uint8, int8, int16, int24, int32, float32, float64
        case companded(CompandingLaw)
        case field(IntegerField)
    }

    var kind: Kind
    var isBigEndian: Bool
    /// The bits that carry the sample.
    var validBits: Int
    /// The bits after the binary point, `nil` for integers and floating point: there 1.0 is half the range.
    var fractionBits: Int?
    /// The bits of the container below the valid ones.
    var paddingBits: Int

    /// Reads `description`: linear PCM, µ-law or A-law, interleaved unless it `allowsPlanes`.
    init(_ description: StreamDescription, allowsPlanes: Bool = false) throws(ConvertError) {
        guard let kind = Self.kind(of: description) else {
            throw ConvertError(
                kind: .unavailable, problem: "there is no sample conversion for \(description.encodingText)",
                nextStep: "choose integers or fixed point of up to 32 bits, 32 or 64 bit floating point, µ-law or A-law"
            )
        }
        let isPlanar = !description.isInterleaved && description.channelCount > 1
        let samples = description.isInterleaved ? description.channelCount : 1
        guard description.channelCount > 0, !isPlanar || allowsPlanes,
            Int(description.bytesPerFrame) == Self.byteCount(of: kind) * samples
        else {
            throw ConvertError(
                kind: .badData,
                problem:
                    "a frame of \(description.channelsPerFrame) channels of \(description.encodingText) does not take \(description.bytesPerFrame) bytes",
                nextStep: "describe \(allowsPlanes ? "the bytes of a frame" : "interleaved samples")")
        }
        self.kind = kind
        isBigEndian = description.formatFlags.contains(.isBigEndian)
        validBits = description.isLinearPCM ? Int(description.bitsPerChannel) : 8
        fractionBits = description.formatFlags.fractionBits > 0 ? description.formatFlags.fractionBits : nil
        let isAlignedLow = if case .field(let field) = kind { !field.isAlignedHigh } else { false }
        paddingBits = isAlignedLow ? 0 : 8 * Self.byteCount(of: kind) - validBits
    }

    var byteCount: Int { Self.byteCount(of: kind) }

    /// Whether samples need more bits than the 24 of Float32, up or down from full scale.
    var isWide: Bool {
        switch kind {
        case .int32, .field: validBits > 24
        case .float64: true
        case .uint8, .int8, .int16, .int24, .float32, .companded: false
        }
    }

    private static func byteCount(of kind: Kind) -> Int {
        switch kind {
        case .uint8, .int8, .companded: 1
        case .int16: 2
        case .int24: 3
        case .int32, .float32: 4
        case .float64: 8
        case .field(let field): field.byteCount
        }
    }

    private static func kind(of description: StreamDescription) -> Kind? {
        switch description.formatID {
        case .uLaw: return .companded(.uLaw)
        case .aLaw: return .companded(.aLaw)
        case .linearPCM: break
        default: return nil
        }
        let flags = description.formatFlags
        let container = description.bytesPerSample * 8
        let bits = Int(description.bitsPerChannel)
        guard bits > 0, bits <= container, bits == container || !flags.contains(.isPacked) else { return nil }
        if flags.contains(.isFloat) {
            guard bits == container, flags.fractionBits == 0 else { return nil }
            return bits == 32 ? .float32 : bits == 64 ? .float64 : nil
        }
        guard [8, 16, 24, 32].contains(container) else { return nil }
        let isSigned = flags.contains(.isSignedInteger)
        let isAlignedHigh = bits == container || flags.contains(.isAlignedHigh)
        let fraction = flags.fractionBits
        guard fraction <= bits, fraction == 0 || isSigned else { return nil }
        switch (container, isSigned) {
        case (8, false) where isAlignedHigh: return .uint8
        case (8, true) where isAlignedHigh && fraction == 0: return .int8
        case (16, true) where isAlignedHigh && fraction == 0: return .int16
        case (24, true) where isAlignedHigh && fraction == 0: return .int24
        case (32, true) where isAlignedHigh && fraction == 0: return .int32
        default:
            return .field(
                IntegerField(
                    byteCount: container / 8, validBits: bits, isSigned: isSigned, isAlignedHigh: isAlignedHigh,
                    fractionBits: fraction > 0 ? fraction : bits - 1))
        }
    }
}
