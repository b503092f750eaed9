/// A segment's stream of bytes for a decoder that reads and seeks as in a file: the extents one after another, zeros
/// for what is missing.
///
/// ## Allocation
/// None after `init` and ``silenceOrphans(format:freeFormatByteCount:)``.
final class MPEGByteStream {
    /// What reading the file came to, when it failed: a C library cannot carry it.
    private(set) var failure: AudioFileError?

    /// All bytes of the stream.
    var byteCount: Int64 { end - start }
    var name: String { source.name }

    private let source: ByteSource
    private let extents: [MPEGSegment.Extent]
    /// The byte of the extents that is the stream's first.
    private let start: Int64
    /// Bytes that stand in for the stream's first ones.
    var patch: [UInt8] = []
    private var position: Int64
    private let end: Int64
    private var current = 0
    private var window = [UInt8](repeating: 0, count: 1 << 16)
    private var windowStart: Int64 = 0
    private var windowCount = 0

    /// The bytes from `start` on of the `byteCount` that the extents and the missing zeros make.
    init(_ source: ByteSource, extents: [MPEGSegment.Extent], byteCount: Int64, start: Int64 = 0) {
        self.source = source
        self.extents = extents
        self.start = start
        end = byteCount
        position = start
    }

    /// What the decoder of a piece reads.
    convenience init(_ source: ByteSource, segment: MPEGSegment, piece: MPEGPiece) {
        self.init(source, extents: segment.extents, byteCount: piece.end ?? segment.byteCount, start: piece.entry)
    }

    /// The next `bytes.byteCount` bytes; fewer only at the end.
    func read(into bytes: inout MutableRawSpan) -> Int {
        var done = 0
        while done < bytes.byteCount, position < end {
            if tell < Int64(patch.count) {
                let from = Int(tell)
                let count = min(bytes.byteCount - done, patch.count - from)
                for index in 0..<count {
                    bytes.storeBytes(of: patch[from + index], toByteOffset: done + index, as: UInt8.self)
                }
                done += count
                position += Int64(count)
                continue
            }
            if position < windowStart || position >= windowStart + Int64(windowCount), !fillWindow() { return 0 }
            let from = Int(position - windowStart)
            let count = min(bytes.byteCount - done, windowCount - from)
            copy(count, from: from, to: done, of: &bytes)
            done += count
            position += Int64(count)
        }
        return done
    }

    /// Copies `count` bytes of the window, eight at a time.
    private func copy(_ count: Int, from start: Int, to offset: Int, of bytes: inout MutableRawSpan) {
        let loaded = self.window
        let window = unsafe loaded.span.bytes
        var done = 0
        while done + 8 <= count {
            // Any eight bytes are a number.
            let eight = unsafe window.unsafeLoadUnaligned(fromByteOffset: start + done, as: UInt64.self)
            bytes.storeBytes(of: eight, toByteOffset: offset + done, as: UInt64.self)
            done += 8
        }
        while done < count {
            bytes.storeBytes(of: loaded[start + done], toByteOffset: offset + done, as: UInt8.self)
            done += 1
        }
    }

    /// Makes `position` the next one to be read; the end at most.
    func seek(to position: Int64) -> Int64 {
        self.position = start + min(max(0, position), byteCount)
        return tell
    }

    var tell: Int64 { position - start }

    /// Where the next byte lies in the file, for positions in messages.
    var fileOffset: Int64 {
        let extent = extents.last { $0.streamOffset <= position } ?? extents.first
        return extent.map { $0.fileOffset + min(position - $0.streamOffset, $0.byteCount) } ?? 0
    }

    /// Loads the bytes from `position` on, out of one extent.
    private func fillWindow() -> Bool {
        if current >= extents.count || extents[current].streamOffset > position { current = 0 }
        while current < extents.count, extents[current].streamOffset + extents[current].byteCount <= position {
            current += 1
        }
        windowStart = position
        guard current < extents.count else {
            windowCount = Int(min(Int64(window.count), end - position))
            for index in 0..<windowCount { window[index] = 0 }
            return windowCount > 0
        }
        let extent = extents[current]
        let into = position - extent.streamOffset
        let wanted = Int(min(Int64(window.count), extent.byteCount - into))
        do throws(AudioFileError) {
            windowCount = try source.read(at: extent.fileOffset + into, into: &window, count: wanted)
        } catch {
            failure = error
            windowCount = 0
        }
        return windowCount > 0
    }
}
