internal import KKCodecs
internal import KKPCM

/// The packets of a stream that libavformat takes out of a file, one after the other, as bytes that are read by
/// position: who plays packets knows them so.
///
/// They are read forward; for bytes that were passed the file is taken apart once more from its start.
///
/// ## Allocation
/// The bytes of a window, and libavformat's.
final class DemuxedPackets: ByteInput {
    private let source: ByteSource
    private let demuxerName: String
    private let stream: Int
    private let byteCount: Int64
    private var demuxer: AVDemuxerHandle?
    /// The last bytes that were read.
    private var held: [UInt8] = []
    private var start: Int64 = 0

    /// How far back the bytes stay.
    private let windowByteCount: Int

    /// - Parameters:
    ///   - byteCount: of all packets.
    ///   - longest: the bytes of the longest of them.
    init(_ source: ByteSource, _ demuxerName: String, stream: Int, byteCount: Int64, longest: Int) {
        (self.source, self.demuxerName, self.stream, self.byteCount) = (source, demuxerName, stream, byteCount)
        windowByteCount = 2 * longest + 1 << 17
    }

    var knownByteCount: Int64? { byteCount }
    var isPipe: Bool { false }

    func size() -> Int64 { byteCount }

    func read(_ bytes: UnsafeMutableRawBufferPointer, from offset: Int64) throws(AudioFileError) -> Int {
        let end = min(byteCount, offset + Int64(bytes.count))
        guard offset < end else { return 0 }
        if offset < start || demuxer == nil {
            demuxer = try source.demuxer(demuxerName)
            (held, start) = ([], 0)
        }
        while start + Int64(held.count) < end {
            guard try fill() else { break }
            let kept = max(0, held.count - windowByteCount)
            let passed = Int(min(Int64(kept), max(0, offset - start)))
            if passed > windowByteCount {
                held.removeFirst(passed)
                start += Int64(passed)
            }
        }
        let count = Int(max(0, min(end, start + Int64(held.count)) - offset))
        let first = Int(offset - start)
        guard count > 0 else { return 0 }
        unsafe bytes.copyBytes(from: held[first..<first + count])
        return count
    }

    /// - Returns: whether there was one more packet.
    private func fill() throws(AudioFileError) -> Bool {
        // What ended the first run ends this one.
        ((try? demuxer?.next(ofStream: stream, to: &held)) ?? nil) != nil
    }
}

extension ByteSource {
    /// libavformat's view of the file.
    func demuxer(_ name: String) throws(AudioFileError) -> AVDemuxerHandle {
        let size = try byteCount()
        do {
            return try unsafe AVDemuxerHandle(name, byteCount: size) { [self] place, room in
                guard place < size else { return 0 }
                let count = Int(min(Int64(room.count), size - place))
                return try? unsafe input.read(UnsafeMutableRawBufferPointer(rebasing: room[..<count]), from: place)
            }
        } catch {
            throw AudioFileError(demuxed: error, path: self.name)
        }
    }
}

extension AudioFileError {
    /// What libavformat or a decoder says of a file that it takes apart.
    init(demuxed error: CodecError, path: String) {
        self.init(
            error.kind == .unavailable ? .codecUnavailable : .invalidFile, kind: error.kind, path: path,
            error.problem, nextStep: error.nextStep)
    }
}
