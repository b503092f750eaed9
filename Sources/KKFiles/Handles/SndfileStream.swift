internal import CSndfile
#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// A ``ByteSource`` as libsndfile reads it: a position, and what reading came to when it failed.
final class SndfileStream {
    /// What reading the file came to, when it failed: a C library cannot carry it.
    private(set) var failure: AudioFileError?

    var name: String { source.name }

    private let source: ByteSource
    /// Where in the source the file begins that libsndfile sees, and how long that is.
    private let start: Int64
    private let byteCount: Int64
    private var position: Int64 = 0
    /// Bytes that stand in for the file's first ones.
    private let patch: [UInt8]
    private let pages: OggPatches

    /// - Parameters:
    ///   - pages: what stands in for heads of pages; they are counted from the source's start.
    ///   - start: where the file is made to begin; `patch` is counted from there.
    ///   - end: where it is made to end; `nil` leaves it as it is.
    init(_ source: ByteSource, patch: [UInt8] = [], pages: OggPatches = OggPatches(), start: Int64 = 0, end: Int64? = nil) throws(AudioFileError) {
        self.source = source
        self.patch = patch
        self.pages = pages
        let size = try source.byteCount()
        self.start = min(max(0, start), size)
        byteCount = max(0, min(size, end ?? size) - self.start)
    }

    fileprivate func length() -> Int64 { byteCount }

    fileprivate func tell() -> Int64 { position }

    fileprivate func seek(_ offset: Int64, _ origin: Int32) -> Int64 {
        let base = origin == SEEK_SET ? 0 : origin == SEEK_CUR ? position : byteCount
        let (target, overflow) = base.addingReportingOverflow(offset)
        guard !overflow, target >= 0 else { return -1 }
        position = target
        return target
    }

    fileprivate func read(_ bytes: inout MutableRawSpan) -> Int64 {
        do throws(AudioFileError) {
            let count = Int(min(Int64(try source.read(at: start + position, into: &bytes)), max(0, byteCount - position)))
            var index = 0
            while index < count, position + Int64(index) < Int64(patch.count) {
                bytes.storeBytes(of: patch[Int(position) + index], toByteOffset: index, as: UInt8.self)
                index += 1
            }
            pages.apply(to: &bytes, count: count, at: start + position)
            position += Int64(count)
            return Int64(count)
        } catch {
            failure = error
            return 0
        }
    }

    @unsafe
    static var callbacks: SF_VIRTUAL_IO {
        unsafe SF_VIRTUAL_IO(
            get_filelen: { unsafe stream($0)?.length() ?? 0 },
            seek: { offset, origin, context in unsafe stream(context)?.seek(offset, origin) ?? -1 },
            read: { bytes, count, context in
                guard let bytes = unsafe bytes, count > 0, let stream = unsafe stream(context) else { return 0 }
                let target = unsafe UnsafeMutableRawBufferPointer(start: bytes, count: Int(count))
                var span = unsafe target.mutableBytes
                return stream.read(&span)
            },
            write: { _, _, _ in 0 },
            tell: { unsafe stream($0)?.tell() ?? 0 })
    }
}

@unsafe
private func stream(_ context: UnsafeMutableRawPointer?) -> SndfileStream? {
    unsafe context.map { unsafe Unmanaged<SndfileStream>.fromOpaque($0).takeUnretainedValue() }
}
