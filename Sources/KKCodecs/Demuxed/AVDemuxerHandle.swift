internal import CLibraries
package import KKPCM

/// A demuxer of libavformat over bytes that a function gives: every C call that taking a file apart needs.
///
/// ## Allocation
/// In `init`, and libavformat's own while it reads: a packet, and what it looks at before the first one, 5 MB at most.
@safe
package final class AVDemuxerHandle {
    /// A packet, without its bytes.
    package struct Packet {
        package var byteCount: Int
        /// In the file; `nil` if nobody knows.
        package var place: Int64?
        /// The frames that are not sound, at both of its ends.
        package var leading: Int
        package var trailing: Int
        /// Whether nothing of it is sound: it comes before an edit list's first frame.
        package var isDiscarded: Bool
    }

    /// Gives bytes of the file from a place on; `nil` if they cannot be read.
    package typealias Reading = (Int64, UnsafeMutableRawBufferPointer) -> Int?

    @safe
    private final class Input {
        let read: Reading
        init(_ read: @escaping Reading) { unsafe self.read = read }
    }

    private let demuxer: OpaquePointer
    private let input: Input

    /// - Parameters:
    ///   - name: the demuxer's; no other is tried.
    ///   - format: for errors.
    package init(
        _ name: String, byteCount: Int64, format: FourCharCode = "????", read: @escaping Reading
    ) throws(CodecError) {
        try SharedLibrary.libavformat.load(for: format)
        try SharedLibrary.libavcodec.load(for: format)
        input = unsafe Input(read)
        let bytes = unsafe av_input(
            object: Unmanaged.passUnretained(input).toOpaque(),
            read: { object, place, bytes, count in
                guard let object = unsafe object, let bytes = unsafe bytes, count > 0 else { return 0 }
                let input = unsafe Unmanaged<Input>.fromOpaque(object).takeUnretainedValue()
                let room = unsafe UnsafeMutableRawBufferPointer(start: bytes, count: Int(count))
                return unsafe input.read(place, room).map { Int32(clamping: $0) } ?? -1
            }, size: byteCount)
        var code: Int32 = 0
        guard let made = unsafe av_demuxer_new(name, DemuxedCodec.decoders, bytes, &code) else {
            guard code == 0 else {
                throw CodecError(
                    format: format, "libavformat cannot read the file", cause: AVDecoderHandle.words(code),
                    nextStep: "fetch another copy of it")
            }
            throw CodecError(
                .unavailable, format: format,
                "libavformat has no demuxer \(name), or its version differs from libavcodec's",
                cause: SharedLibrary.libavformat.found.path, nextStep: SharedLibrary.libavformat.remedy)
        }
        unsafe demuxer = made
    }

    deinit {
        unsafe av_demuxer_free(demuxer)
    }

    /// The audio streams' codecs, as libavcodec calls them.
    package var codecs: [String] {
        var names: [String] = []
        while let name = unsafe av_demuxer_codec(demuxer, Int32(names.count)) {
            names.append(unsafe String(cString: name))
        }
        return names
    }

    package func parameters(ofStream number: Int) -> AVStreamParameters? {
        guard let copy = unsafe av_demuxer_parameters(demuxer, Int32(number)) else { return nil }
        return unsafe AVStreamParameters(copy)
    }

    /// Adds the bytes of a stream's next packet to `bytes`.
    ///
    /// - Returns: `nil` at the end.
    package func next(ofStream number: Int, to bytes: inout [UInt8]) throws(CodecError) -> Packet? {
        var raw = unsafe av_demuxed()
        let code = unsafe av_demuxer_next(demuxer, Int32(number), &raw)
        guard code >= 0 else {
            throw CodecError(
                format: "????", "libavformat cannot continue reading", cause: AVDecoderHandle.words(code))
        }
        guard code > 0, let start = unsafe raw.bytes else { return nil }
        let count = unsafe Int(raw.count)
        unsafe bytes.append(contentsOf: UnsafeBufferPointer(start: start, count: count))
        return unsafe Packet(
            byteCount: count, place: raw.place >= 0 ? raw.place : nil, leading: Int(raw.leading),
            trailing: Int(raw.trailing), isDiscarded: raw.is_discarded != 0)
    }

    /// Where it reads the file.
    package var place: Int64 { unsafe av_demuxer_place(demuxer) }

    /// The file's word for a key of FFmpeg's.
    package func text(_ key: String) -> String? {
        unsafe av_demuxer_text(demuxer, key).map { unsafe String(cString: $0) }
    }
}

/// What a stream says of itself, as libavcodec wants it.
@safe
package final class AVStreamParameters {
    let pointer: UnsafeMutableRawPointer

    init(_ pointer: UnsafeMutableRawPointer) { unsafe self.pointer = pointer }

    deinit {
        unsafe av_parameters_free(pointer)
    }
}
