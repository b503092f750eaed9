internal import KKPCM

/// The 24 bytes before the samples of a Sun/NeXT AU file, and the text between them, if there is one. A length that is
/// not known, or has more than 32 bits, is 0xFFFFFFFF.
struct AUHeader: PCMHeader {
    let dataFormat: StreamDescription
    /// A text in the bytes that it takes, zeros after it included.
    var annotation: [UInt8] = []

    var maximumByteCount: Int64 { .max - 1024 }

    func padding(byteCount: Int64) -> Int { 0 }

    func bytes(byteCount: Int64?) -> [UInt8] {
        var header = HeaderBytes()
        header.text(".snd")
        header.big(UInt32(truncatingIfNeeded: 24 + annotation.count))
        header.big(byteCount.flatMap(UInt32.init(exactly:)) ?? .max)
        header.big(encoding)
        header.big(UInt32(exactly: dataFormat.sampleRate) ?? .max)
        header.big(dataFormat.channelsPerFrame)
        header.append(annotation)
        return header.bytes
    }

    /// `SND_FORMAT_…` of NeXT's soundstruct.h.
    private var encoding: UInt32 {
        switch (dataFormat.formatID, dataFormat.bitsPerChannel) {
        case (.uLaw, _): 1
        case (.aLaw, _): 27
        case (_, 8): 2
        case (_, 16): 3
        case (_, 24): 4
        case (_, 64): 7
        default: dataFormat.isFloat ? 6 : 5
        }
    }
}

/// Samples and nothing else.
struct RawHeader: PCMHeader {
    let dataFormat: StreamDescription

    var maximumByteCount: Int64 { .max }

    func padding(byteCount: Int64) -> Int { 0 }

    func bytes(byteCount: Int64?) -> [UInt8] { [] }
}
