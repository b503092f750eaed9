package import KKPCM

/// A stream whose packets are found by their own bytes.
package struct StreamKind: Sendable {
    typealias ID = ContainerTypeID

    /// Core Audio's code of a file of it.
    package let typeID: FourCharCode
    let name: String
    /// What a file of it is; `nil` if ``FormatProbe`` finds that out in another way.
    let fileType: FileType?
    private let make: @Sendable (_ byteCount: Int64?) -> any StreamFramer
    /// What every packet begins with, where they are found by that.
    private let syncByte: UInt8?
    private let opening: Opening

    /// A framer of the packets that a window begins with; `nil` for those of another kind. One that is trusted believes
    /// the first header without others.
    private typealias Opening =
        @Sendable (
            _ window: Span<UInt8>, _ isEnd: Bool, _ isAtStart: Bool, _ isTrusted: Bool
        ) throws(FramingShortage) -> (any StreamFramer)?

    /// A stream with a signature.
    init(
        typeID: FourCharCode, name: String, framer: @escaping @Sendable (_ byteCount: Int64?) -> any StreamFramer
    ) {
        (self.typeID, self.name, make) = (typeID, name, framer)
        (fileType, syncByte) = (nil, nil)
        opening = { _, _, _, _ in nil }
    }

    /// A stream of packets with headers.
    ///
    /// - Parameter isOfIt: whether it begins with this header, where a framer has streams of more than one kind.
    init<Framer: SyncFramer & SendableMetatype>(
        fileType: FileType? = nil, typeID: FourCharCode, name: String, packets: Framer.Type,
        isOfIt: @escaping @Sendable (Framer.Header) -> Bool = { _ in true }
    ) {
        (self.typeID, self.name, self.fileType, syncByte) = (typeID, name, fileType, Framer.syncByte)
        make = { Framer(byteCount: $0) }
        opening = { (window, isEnd, isAtStart, isTrusted) throws(FramingShortage) in
            var framer = Framer(byteCount: nil)
            (framer.state.isAtStart, framer.state.isTrusted) = (isAtStart, isTrusted)
            guard let header = try framer.header(at: 0, in: window, isEnd: isEnd), isOfIt(header) else { return nil }
            if isTrusted { return framer }
            return try framer.opensStream(window, isEnd: isEnd) ? framer : nil
        }
    }

    /// - Parameters:
    ///   - byteCount: the bytes of the stream, where they are known.
    ///   - isTrusted: whether the first packet is believed without others.
    package func framer(byteCount: Int64? = nil, isTrusted: Bool = false) -> any StreamFramer {
        var framer = make(byteCount)
        if isTrusted { framer.trust() }
        return framer
    }

    private static let all = ContainerFormat.all.flatMap(\.streams)

    /// What packets begin with that are found by their headers.
    package static let syncBytes = all.compactMap(\.syncByte)

    /// The streams of files of the kind that is hinted at.
    private static func hinted(_ typeHint: FourCharCode?) -> [StreamKind] {
        ContainerFormat.all.first { $0.kinds.contains { $0.typeID == typeHint } }?.streams ?? []
    }

    /// A stream without a signature, MPEG audio apart: packets that follow one another as ``SyncFramer`` wants it, or the
    /// header of one where it is hinted at.
    static func find(
        _ source: ByteSource, at start: Int64, typeHint: FourCharCode?
    ) throws(AudioFileError) -> StreamKind? {
        let head = try source.bytes(at: start, count: longestHeader)
        let likely = all.filter { $0.fileType != nil && $0.isOpened(by: head, isEnd: true, isTrusted: true) }
        guard !likely.isEmpty else { return nil }
        let bytes = try source.bytes(at: start, count: longestChain)
        let hinted = hinted(typeHint).map(\.typeID)
        return likely.first {
            $0.isOpened(by: bytes, isEnd: bytes.count < longestChain, isTrusted: hinted.contains($0.typeID))
        }
    }

    private func isOpened(by bytes: [UInt8], isEnd: Bool, isTrusted: Bool) -> Bool {
        (try? opening(bytes.span, isEnd, true, isTrusted)) ?? nil != nil
    }

    /// A framer of the packets that a window begins with, the last one of a stream where `isEnd` says so, and their
    /// kind.
    ///
    /// - Parameter isAtStart: whether nothing but tags came before. A stream too short to be sure of is then what the
    ///   hint says, when it looks like it.
    package static func framer(
        of window: Span<UInt8>, isEnd: Bool, isAtStart: Bool, typeHint: FourCharCode?
    ) throws(FramingShortage) -> (kind: StreamKind, framer: any StreamFramer)? {
        for kind in all {
            if let framer = try kind.opening(window, isEnd, isAtStart, false) { return (kind, framer) }
        }
        guard isEnd, isAtStart else { return nil }
        for kind in hinted(typeHint) {
            if let framer = try kind.opening(window, true, true, true) { return (kind, framer) }
        }
        return nil
    }

    /// The bytes that the longest header is told by.
    private static let longestHeader = 8

    /// More than the longest packets that must follow one another, of 8191 bytes each.
    private static let longestChain = 1 << 16
}
