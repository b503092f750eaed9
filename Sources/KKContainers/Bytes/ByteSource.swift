/// The bytes of an input, read by position: those of a file, in memory, of a stream that passes by, and whatever a
/// caller's functions give.
///
/// Several threads may read at once, where the input lets them.
@safe
package final class ByteSource {
    /// The name for messages.
    package let name: String
    package let input: any ByteInput
    /// A stream that passes by notes what is wanted of it.
    private let passing: PassingBytes?

    private static let farthestOffset = Int64.max / 2
    private static let pieceByteCount = 1 << 18

    package init(_ input: any ByteInput, name: String) {
        (self.input, self.name) = (input, name)
        passing = input.passing
    }

    /// Bytes in memory.
    package convenience init(bytes: [UInt8], name: String = "memory") {
        self.init(MemoryBytes(bytes), name: name)
    }

    /// The size in bytes. Of a pipe: known only after everything has been read from it, which this does.
    package func byteCount() throws(AudioFileError) -> Int64 { try input.size() }

    /// Reads the bytes from `offset` on into `bytes`.
    ///
    /// - Returns: how many were read: all of `bytes` except at the end of the input.
    package func read(at offset: Int64, into bytes: inout MutableRawSpan) throws(AudioFileError) -> Int {
        let result = unsafe bytes.withUnsafeMutableBytes { all in
            Result { () throws(AudioFileError) in unsafe try fill(all, from: offset) }
        }
        return try result.get()
    }

    /// As ``read(at:into:)``, to `count` elements of an array that has them, the first `start` of which stay as they
    /// are.
    package func read(
        at offset: Int64, into bytes: inout [UInt8], from start: Int = 0, count: Int
    ) throws(AudioFileError) -> Int {
        let result = unsafe bytes.withUnsafeMutableBytes { all in
            Result { () throws(AudioFileError) in
                unsafe try fill(UnsafeMutableRawBufferPointer(rebasing: all[start..<start + count]), from: offset)
            }
        }
        return try result.get()
    }

    private func fill(_ bytes: UnsafeMutableRawBufferPointer, from offset: Int64) throws(AudioFileError) -> Int {
        // Beyond what any file can have, the system would complain instead of reading nothing.
        guard (0...Self.farthestOffset).contains(offset), bytes.count > 0 else { return 0 }
        return unsafe try input.read(bytes, from: offset)
    }

    /// At most `count` bytes from `offset` on; fewer only at the end of the input.
    ///
    /// ## Allocation
    /// As many bytes as there are, and a piece more at most, whatever number a file has for `count`.
    package func bytes(at offset: Int64, count: Int) throws(AudioFileError) -> [UInt8] {
        if let passing { return passing.bytes(at: offset, count: count) }
        let known = input.knownByteCount
        let left = known.map { Int(min(Int64(count), max(0, $0 - max(0, offset)))) } ?? count
        var bytes = [UInt8](repeating: 0, count: known == nil ? min(left, Self.pieceByteCount) : left)
        var done = try read(at: offset, into: &bytes, count: bytes.count)
        // How much there is of others shows when it is read.
        while done == bytes.count, done < left {
            bytes += [UInt8](repeating: 0, count: min(left - done, Self.pieceByteCount))
            done += try read(at: offset + Int64(done), into: &bytes, from: done, count: bytes.count - done)
        }
        if done < bytes.count { bytes.removeLast(bytes.count - done) }
        return bytes
    }

    /// Whether it is not a regular file: its bytes come once.
    package var isPipe: Bool { input.isPipe }

    /// Whether bytes of a stream are still to come, so that nobody knows where it ends.
    var isOpenEnded: Bool { passing.map { !$0.isOver } ?? false }

    /// Asks for all bytes of a stream that passes by: what follows can be said at its end alone.
    func wantEnd() { passing?.wantEnd() }
}

/// Where the bytes of a ``ByteSource`` come from.
package protocol ByteInput {
    /// The size, where nothing has to be read for it.
    var knownByteCount: Int64? { get }
    var isPipe: Bool { get }
    /// Itself, where it is a stream that passes by. Asked for instead of a cast: one that fails makes the runtime look
    /// through every type of the program, which is felt at the start.
    var passing: PassingBytes? { get }

    func size() throws(AudioFileError) -> Int64

    /// Reads from `offset` on; fewer bytes than there is room for only at the end.
    func read(_ bytes: UnsafeMutableRawBufferPointer, from offset: Int64) throws(AudioFileError) -> Int
}

extension ByteInput {
    package var passing: PassingBytes? { nil }
}
