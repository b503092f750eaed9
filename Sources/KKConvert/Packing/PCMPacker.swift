public import KKPCM

/// Converts canonical audio to the bytes of a file: the only quantiser of kkmix.
///
/// It writes the formats that ``PCMUnpacker`` reads. Integers are scaled by 2^(n−1), rounded to nearest even and
/// clamped, so every code of up to 24 bits survives unpacking and packing; Float32 is copied bit by bit. Clamped
/// samples are counted (``overloads``).
///
/// ## Allocation
/// Only in `init`, unless the value is copied.
public struct PCMPacker: Sendable {
    /// The format of the bytes.
    public let format: StreamDescription
    /// The samples that were clamped so far.
    public internal(set) var overloads = OverloadTally()

    let sampleFormat: SampleFormat
    let channelCount: Int
    let dither: Dither
    /// The bits that samples are rounded to: the format's, or fewer of its upper ones.
    let bits: Int
    let seed: UInt64
    let shaper: NoiseShaper
    /// The shaper's errors, per channel.
    var errors: [NoiseShaper.History]
    /// The frame at which `errors` is valid.
    var nextFrame: Int64?
    /// Three rows of a tile: the codes of the two channels of a stereo frame, and which frames hold sound.
    var rows: [Int32]

    /// Frames that are quantised at a time: their codes stay in the first-level cache until they are interleaved.
    static let tile = 512

    /// - Parameters:
    ///   - dither: the dither of integers; floating point, µ-law and A-law are not dithered.
    ///   - seed: the seed of the dither noise. The same seed gives the same noise.
    /// - Throws: `unavailable` for an encoding that ``PCMUnpacker`` does not read, `badData` if the sizes in `format`
    ///   contradict each other.
    public init(format: StreamDescription, dither: Dither = .none, seed: UInt64 = 0) throws(ConvertError) {
        self.init(format, try SampleFormat(format), dither: dither, bits: nil, seed: seed)
    }

    /// - Parameters:
    ///   - sampleFormat: what `format` means; it may have a buffer per channel.
    ///   - bits: `nil` is all that the format has.
    init(_ format: StreamDescription, _ sampleFormat: SampleFormat, dither: Dither, bits: Int?, seed: UInt64) {
        self.format = format
        self.sampleFormat = sampleFormat
        channelCount = format.channelCount
        self.dither = dither
        self.bits = bits ?? sampleFormat.validBits
        self.seed = seed
        shaper = NoiseShaper(sampleRate: format.sampleRate)
        errors = Array(repeating: NoiseShaper.History(), count: dither == .shaped ? channelCount : 0)
        rows = Array(repeating: 0, count: 3 * Self.tile)
    }

    public var bytesPerFrame: Int { sampleFormat.byteCount * channelCount }

    /// Converts the `frameLength` valid frames of `buffer` to the start of `bytes`, which has room for them.
    ///
    /// - Parameter firstFrame: the number of the buffer's first frame in the output, for the dither and ``overloads``.
    ///   Shaped dither continues if each call begins where the call before it ended, and starts again otherwise.
    /// - Returns: the number of bytes written.
    public mutating func pack(_ buffer: borrowing PCMBuffer, firstFrame: Int64, into bytes: inout MutableRawSpan) -> Int
    {
        let count = buffer.frameLength
        precondition(buffer.channelCount == channelCount, "a buffer of other channels than the format")
        precondition(count <= bytes.byteCount / bytesPerFrame, "more frames than bytes")
        guard count > 0 else { return 0 }
        unsafe bytes.withUnsafeMutableBytes { raw in
            guard let start = raw.baseAddress else { return }
            unsafe pack(buffer, 0..<count, channels: 0..<channelCount, firstFrame: firstFrame, to: start)
        }
        return count * bytesPerFrame
    }
}
