internal import KKPCM

/// The identification header of an Opus stream, OpusHead.
///
/// Source: RFC 7845 §5.1; mapping families 2 and 3 (ambisonics) are RFC 8486's.
struct OpusHeader: Hashable {
    let channelCount: Int
    /// In 256ths of a decibel.
    let outputGain: Int
    let mappingFamily: Int
    let streamCount: Int
    let pairCount: Int
    /// For each channel the decoded one; 255 is silence.
    let mapping: [UInt8]

    /// - Parameters:
    ///   - cookie: OpusHead; empty for one or two channels without a gain.
    ///   - channelCount: the channels where there is no header.
    init(_ cookie: [UInt8], channelCount: Int) throws(CodecError) {
        let isMissing = cookie.isEmpty && (1...2).contains(channelCount)
        let bytes = isMissing ? Array("OpusHead".utf8) + [1, UInt8(channelCount)] + [UInt8](repeating: 0, count: 9) : cookie
        guard bytes.count >= 19, bytes.starts(with: "OpusHead".utf8), bytes[8] < 16, bytes[9] > 0 else {
            throw CodecError(format: .opus, "the magic cookie of \(cookie.count) bytes is no OpusHead")
        }
        self.channelCount = Int(bytes[9])
        outputGain = Int(Int16(bitPattern: UInt16(bytes[16]) | UInt16(bytes[17]) << 8))
        mappingFamily = Int(bytes[18])
        switch mappingFamily {
        case 0:
            guard self.channelCount <= 2 else { throw CodecError(format: .opus, "OpusHead states \(self.channelCount) channels and has no table of them") }
            streamCount = 1
            pairCount = self.channelCount - 1
            mapping = [0, 1]
        case 1, 255:
            guard bytes.count >= 21 + self.channelCount, mappingFamily != 1 || self.channelCount <= 8 else {
                throw CodecError(format: .opus, "OpusHead has no table for its \(self.channelCount) channels")
            }
            streamCount = Int(bytes[19])
            pairCount = Int(bytes[20])
            mapping = Array(bytes[21..<21 + self.channelCount])
        default:
            throw CodecError(.unavailable, format: .opus, "channels of mapping family \(mappingFamily) cannot be decoded; families 0, 1 and 255 can")
        }
    }
}
