import Foundation

/// Bytes that come through a pipe, in portions, from a thread of their own: what a program does that writes to ours.
public enum PipedBytes {
    /// Calls `body` with a path that is the pipe's other end. What `body` leaves unread is never written.
    ///
    /// - Parameter portion: the bytes of a write; the next one follows at once.
    public static func with<Result>(
        _ bytes: [UInt8], portion: Int = 1 << 16, _ body: (String) throws -> Result
    ) throws -> Result {
        // A writer whose reader is gone is told so by an error, and the tests go on.
        signal(SIGPIPE, SIG_IGN)
        let pipe = Pipe()
        let (reading, writing) = (pipe.fileHandleForReading.fileDescriptor, pipe.fileHandleForWriting.fileDescriptor)
        let isDone = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            var start = 0
            unsafe bytes.withUnsafeBytes { all in
                while start < all.count {
                    let count = unsafe write(writing, all.baseAddress! + start, min(portion, all.count - start))
                    if count <= 0 { break }
                    start += count
                }
            }
            try? pipe.fileHandleForWriting.close()
            isDone.signal()
        }
        defer {
            try? pipe.fileHandleForReading.close()
            isDone.wait()
        }
        return try body("/dev/fd/\(reading)")
    }
}
