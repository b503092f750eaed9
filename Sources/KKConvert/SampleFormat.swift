internal import KKPCM

/// How one sample lies in memory: what a stream description means to the kernels, checked once.
struct SampleFormat: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
        case uint8, int8, int16, int24, int32, float32, float64
        case companded(CompandingLaw)
    }

    var kind: Kind
    var isBigEndian: Bool
    /// The bits that carry the sample, at the top of its container.
    var validBits: Int

    /// Reads `description`: interleaved linear PCM, µ-law or A-law.
    init(_ description: StreamDescription) throws(ConvertError) {
        guard let kind = Self.kind(of: description) else {
            throw ConvertError(
                kind: .unavailable, problem: "there is no sample conversion for \(description.encodingText)",
                nextStep: "choose 8, 16, 24 or 32 bit integers, 32 or 64 bit floating point, µ-law or A-law")
        }
        guard description.channelCount > 0, description.isInterleaved || description.channelCount == 1,
            Int(description.bytesPerFrame) == Self.byteCount(of: kind) * description.channelCount
        else {
            throw ConvertError(
                kind: .badData,
                problem: "a frame of \(description.channelsPerFrame) channels of \(description.encodingText) does not take \(description.bytesPerFrame) bytes",
                nextStep: "describe interleaved samples")
        }
        self.kind = kind
        isBigEndian = description.formatFlags.contains(.isBigEndian)
        validBits = description.isLinearPCM ? Int(description.bitsPerChannel) : 8
    }

    var byteCount: Int { Self.byteCount(of: kind) }

    private static func byteCount(of kind: Kind) -> Int {
        switch kind {
        case .uint8, .int8, .companded: 1
        case .int16: 2
        case .int24: 3
        case .int32, .float32: 4
        case .float64: 8
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
        guard bits > 0, bits == container || bits < container && flags.contains(.isAlignedHigh), flags.fractionBits == 0 else {
            return nil
        }
        if flags.contains(.isFloat) { return bits != container ? nil : bits == 32 ? .float32 : bits == 64 ? .float64 : nil }
        switch (container, flags.contains(.isSignedInteger)) {
        case (8, false): return .uint8
        case (8, true): return .int8
        case (16, true): return .int16
        case (24, true): return .int24
        case (32, true): return .int32
        default: return nil
        }
    }
}
