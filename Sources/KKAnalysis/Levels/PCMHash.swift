public import KKPCM

/// The SHA-256 of a sound: of its samples as interleaved little-endian Float32, whatever the file format. Negative zero
/// counts as zero.
///
/// `ffmpeg -i FILE -f f32le - | sha256sum` gives the same for a file that needs only the conversion to Float32. The
/// sample rate and the layout are not included.
///
/// ## Allocation
/// In `init`, and the text of the digest. libcrypto is loaded with the first hash.
public final class PCMHash {
    private static let blockCount = 2048

    private let handle: HashHandle
    private var words: [UInt32] = []

    /// - Throws: `AnalysisError` of the kind `unavailable` if libcrypto cannot be loaded.
    public init() throws(AnalysisError) {
        handle = try HashHandle()
    }

    /// Adds `frames` of a buffer.
    public func add(_ buffer: borrowing PCMBuffer, frames: Range<Int>) {
        let step = max(1, Self.blockCount / max(1, buffer.channelCount))
        if words.count < step * buffer.channelCount { words = Array(repeating: 0, count: step * buffer.channelCount) }
        var start = frames.lowerBound
        while start < frames.upperBound {
            let count = min(step, frames.upperBound - start)
            buffer.interleave(start..<start + count, to: &words)
            handle.add(words, count: count * buffer.channelCount)
            start += count
        }
    }

    /// 64 hexadecimal digits. Nothing may be added afterwards.
    public func digest() -> String { HashText.digits(handle.finish()) }
}
