package import KKPCM

/// A stream whose packets are found by their own bytes.
package struct StreamKind: Sendable {
    typealias ID = ContainerTypeID

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
                var adts = ADTSFramer()
                if try adts.opensStream(bytes.span, isEnd: isEnd) { return .adts }
                guard typeHint == StreamKind.adts.typeID else { return nil }
                return try adts.header(at: 0, in: bytes.span, isEnd: isEnd) == nil ? nil : .adts
            }
            var ac3 = AC3Framer()
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

    /// A framer of the packets that a window begins with, the last one of a stream where `isEnd` says so.
    ///
    /// - Parameter isAtStart: whether nothing but tags came before. A stream too short to be sure of is then what the
    ///   hint says, when it looks like it.
    package static func framer(
        of window: Span<UInt8>, isEnd: Bool, isAtStart: Bool, typeHint: FourCharCode?
    ) throws(FramingShortage) -> (any StreamFramer)? {
        var (mpeg, adts, ac3) = (MPEGFramer(), ADTSFramer(), AC3Framer())
        (mpeg.state.isAtStart, adts.state.isAtStart, ac3.state.isAtStart) = (isAtStart, isAtStart, isAtStart)
        if try mpeg.opensStream(window, isEnd: isEnd) { return mpeg }
        if try adts.opensStream(window, isEnd: isEnd) { return adts }
        if try ac3.opensStream(window, isEnd: isEnd) { return ac3 }
        guard isEnd, isAtStart else { return nil }
        (mpeg.state.isTrusted, adts.state.isTrusted, ac3.state.isTrusted) = (true, true, true)
        switch typeHint {
        case ID.adts: return try adts.header(at: 0, in: window, isEnd: true) == nil ? nil : adts
        case ID.ac3, ID.enhancedAC3: return try ac3.header(at: 0, in: window, isEnd: true) == nil ? nil : ac3
        case ID.mpegLayer1, ID.mpegLayer2, ID.mpegLayer3:
            return try mpeg.header(at: 0, in: window, isEnd: true) == nil ? nil : mpeg
        default: return nil
        }
    }

    /// Whether these two bytes begin AC-3, E-AC-3 or ADTS.
    static func isSyncWord(_ bytes: [UInt8]) -> Bool {
        bytes.count == 2 && (bytes[0] == 0x0B && bytes[1] == 0x77 || bytes[0] == 0xFF && bytes[1] & 0xF6 == 0xF0)
    }

    /// More than the longest packets that have to follow one another, of 8191 bytes each.
    private static let longestChain = 1 << 16
}
