internal import KKPCM

/// A window that moves over some bytes of a file, in which a framer takes its steps.
///
/// The framer decides by the bytes alone; the window sees to it that it comes to an end: it becomes no longer than
/// ``maximumByteCount``, and every step moves on. Every byte is read once.
struct FramingWindow {
    /// Where the next step begins.
    private(set) var position: Int64

    private let source: ByteSource
    private let end: Int64
    private var bytes = [UInt8](repeating: 0, count: 1 << 17)
    /// Where in `bytes` the next step begins, and where what was read ends.
    private var first = 0
    private var count = 0
    /// What the framer has asked for.
    private var wanted = Self.usualByteCount

    private static let usualByteCount = 1 << 12
    private static let maximumByteCount = 1 << 24

    init(_ source: ByteSource, range: Range<Int64>) {
        self.source = source
        position = range.lowerBound
        end = range.upperBound
    }

    var isAtEnd: Bool { position >= end }

    /// Takes the framer's next step, which ends at ``position``.
    ///
    /// - Returns: `nil` at the end.
    mutating func step(_ framer: inout some StreamFramer) throws(AudioFileError) -> FramingStep? {
        while position < end {
            if count - first < wanted { try fill() }
            let isEnd = Int64(count - first) == end - position
            let step = framer.step(bytes.span.extracting(first..<count), isEnd: isEnd)
            switch step {
            case .packet(let byteCount, _), .header(let byteCount), .junk(let byteCount):
                guard byteCount > 0, byteCount <= count - first else {
                    throw broken("a step of \(byteCount) bytes, but only \(count - first) are available")
                }
                first += byteCount
                position += Int64(byteCount)
                wanted = Self.usualByteCount
                return step
            case .needsBytes(let byteCount):
                guard !isEnd, byteCount > count - first, byteCount <= Self.maximumByteCount else {
                    throw broken("the framer asks for \(byteCount) bytes")
                }
                wanted = byteCount
            case .end: return nil
            }
        }
        return nil
    }

    /// Sees to it that what is wanted is there: what is there is kept, and a window that is too short becomes twice as
    /// long as it must be.
    private mutating func fill() throws(AudioFileError) {
        let needed = Int(min(Int64(wanted), end - position))
        let kept = count - first
        guard kept < needed else { return }
        let rest = Array(bytes[first..<count])
        if 2 * needed > bytes.count, bytes.count < Self.maximumByteCount {
            bytes = [UInt8](
                repeating: 0, count: min(max(needed, Self.maximumByteCount), max(2 * needed, 2 * bytes.count)))
        }
        bytes.replaceSubrange(..<kept, with: rest)
        let wanted = Int(min(Int64(bytes.count - kept), end - position - Int64(kept)))
        first = 0
        count = kept + (try source.read(at: position + Int64(kept), into: &bytes, from: kept, count: wanted))
        guard count >= needed else { throw .shortened(source.name, at: position + Int64(count)) }
    }

    private func broken(_ problem: String) -> AudioFileError {
        AudioFileError(
            .invalidFile, kind: .badData, path: source.name, at: .byte(position), problem,
            nextStep: "fetch another copy of the file")
    }
}
