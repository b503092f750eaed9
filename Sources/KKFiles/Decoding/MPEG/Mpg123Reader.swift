internal import CMpg123
#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// The two callbacks through which libmpg123 reads an ``MPEGByteStream``.
enum Mpg123Reader {
    /// Opens `handle` on the stream at `context`, an unretained reference that must outlive the handle.
    ///
    /// - Returns: libmpg123's result code.
    @unsafe
    static func open(_ handle: OpaquePointer, context: UnsafeMutableRawPointer) -> Int32 {
        let code = unsafe mpg123_replace_reader_handle(handle, readCallback, seekCallback, nil)
        guard code == MPG123_OK.rawValue else { return code }
        return unsafe mpg123_open_handle(handle, context)
    }
}

@unsafe
private func stream(_ context: UnsafeMutableRawPointer) -> MPEGByteStream {
    unsafe Unmanaged<MPEGByteStream>.fromOpaque(context).takeUnretainedValue()
}

@unsafe
private func readCallback(_ context: UnsafeMutableRawPointer?, _ bytes: UnsafeMutableRawPointer?, _ count: Int) -> Int {
    guard let context = unsafe context, let bytes = unsafe bytes else { return -1 }
    let stream = unsafe stream(context)
    let target = unsafe UnsafeMutableRawBufferPointer(start: bytes, count: count)
    var span = unsafe target.mutableBytes
    let done = stream.read(into: &span)
    return stream.failure == nil ? done : -1
}

@unsafe
private func seekCallback(_ context: UnsafeMutableRawPointer?, _ offset: off_t, _ origin: Int32) -> off_t {
    guard let context = unsafe context else { return -1 }
    let stream = unsafe stream(context)
    switch origin {
    case SEEK_SET: return off_t(stream.seek(to: Int64(offset)))
    case SEEK_CUR: return off_t(stream.seek(to: stream.tell &+ Int64(offset)))
    case SEEK_END: return off_t(stream.seek(to: stream.byteCount &+ Int64(offset)))
    default: return -1
    }
}
