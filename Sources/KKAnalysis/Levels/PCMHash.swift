public import KKPCM

/// The SHA-256 of sound: of its samples as interleaved little-endian Float32, whatever file they came from. A negative
/// zero counts as a zero.
///
/// `ffmpeg -i FILE -f f32le - | sha256sum` gives the same for a file that needs no conversion but that to Float32. It
/// holds no rate and no layout.
///
/// ## Allocation
/// In `init`, and the text of the digest. libcrypto is loaded when the first of these is made.
public final class PCMHash {
    private static let blockCount = 2048

    private let handle: HashHandle
    private var words: [UInt32] = []

    /// - Throws: `AnalysisError` of the kind `unavailable` where libcrypto cannot be loaded.
    public init() throws(AnalysisError) {
        handle = try HashHandle()
    }

    /// Takes `frames` of a buffer.
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

    /// 64 hexadecimal digits. Nothing is added behind it.
    public func digest() -> String { HashText.digits(handle.finish()) }
}
