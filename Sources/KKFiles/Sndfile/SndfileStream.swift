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
    private let byteCount: Int64
    private var position: Int64 = 0

    init(_ source: ByteSource) throws(AudioFileError) {
        self.source = source
        byteCount = try source.byteCount()
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
            let count = Int(
                min(Int64(try source.read(at: position, into: &bytes)), max(0, byteCount - position)))
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
