internal import KKPCM

/// A stream whose packets are found by their own bytes.
struct StreamKind: Sendable {
    typealias ID = AudioFileTypeID

    /// Core Audio's code of a file of it.
    let typeID: FourCharCode
    let name: String
    /// What is missing to decode it; `nil` where something does.
    let codec: String?
    private let make: @Sendable (_ byteCount: Int64?) -> any StreamFramer

    init(
        typeID: FourCharCode, name: String, codec: String? = nil,
        framer: @escaping @Sendable (_ byteCount: Int64?) -> any StreamFramer
    ) {
        (self.typeID, self.name, self.codec, make) = (typeID, name, codec, framer)
    }

    /// - Parameters:
    ///   - byteCount: the bytes of the stream, where they are known.
    ///   - isTrusted: whether the first packet is believed without others.
    func framer(byteCount: Int64? = nil, isTrusted: Bool = false) -> any StreamFramer {
        var framer = make(byteCount)
        if isTrusted { framer.trust() }
        return framer
    }

    /// A stream that ``FormatProbe`` does not know, because nothing decodes it: packets that follow one another as
    /// ``SyncFramer`` wants it, or the header of one where it is hinted at.
    static func find(
        _ source: ByteSource, at start: Int64, typeHint: FourCharCode?
    ) throws(AudioFileError) -> StreamKind? {
        let head = try source.bytes(at: start, count: 2)
        guard isSyncWord(head) else { return nil }
        let bytes = try source.bytes(at: start, count: longestChain)
        let isEnd = bytes.count < longestChain
        do throws(FramingShortage) {
            if head[0] == 0xFF {
                let adts = ADTSFramer()
                if try adts.opensStream(bytes.span, isEnd: isEnd) { return .adts }
                guard typeHint == StreamKind.adts.typeID else { return nil }
                return try adts.header(at: 0, in: bytes.span, isEnd: isEnd) == nil ? nil : .adts
            }
            let ac3 = AC3Framer()
            guard let header = try ac3.header(at: 0, in: bytes.span, isEnd: isEnd) else { return nil }
            let isChain = try ac3.opensStream(bytes.span, isEnd: isEnd)
            guard isChain || typeHint == StreamKind.ac3.typeID || typeHint == StreamKind.enhancedAC3.typeID else {
                return nil
            }
            return header.isEnhanced ? .enhancedAC3 : .ac3
        } catch {
            return nil
        }
    }

    /// Whether these two bytes begin AC-3, E-AC-3 or ADTS.
    static func isSyncWord(_ bytes: [UInt8]) -> Bool {
        bytes.count == 2 && (bytes[0] == 0x0B && bytes[1] == 0x77 || bytes[0] == 0xFF && bytes[1] & 0xF6 == 0xF0)
    }

    /// More than the longest packets that have to follow one another, of 8191 bytes each.
    private static let longestChain = 1 << 16
}
