public import KKPCM

/// How far a rate conversion goes to keep what is below half the rate and to remove what is above.
public enum ResamplerQuality: String, Sendable, Codable, CaseIterable {
    case best, high, medium, fast
    /// libsamplerate's windowed sinc: flat to 20 kHz at 44.1 kHz, images and aliases near −150 dB.
    case libsamplerateBest = "libsamplerate:best"
    /// −3 dB at 20 kHz, images and aliases near −120 dB.
    case libsamplerateMedium = "libsamplerate:medium"
    /// −4 dB at 18 kHz, images and aliases near −100 dB.
    case libsamplerateFastest = "libsamplerate:fastest"
}

/// Another source at another sample rate, by libsamplerate's windowed sinc.
///
/// Output frame k is the input's sound at time k / rate: nothing is delayed, and before its first and after its last frame the input is silent.
/// The output has exactly ⌈n · out / in⌉ frames, n being what the source delivers, whatever it announced. Equal rates pass through untouched.
///
/// The library is always fed the same pieces of ``chunk`` frames and always given the same room, so the bits depend neither on how the
/// source reads nor on how this one is read.
///
/// ## Allocation
/// None after `init`.
public final class ResampledSource: FrameSource {
    public let format: StreamDescription

    let source: any FrameSource
    let ratio: Double
    /// `nil` when the rates are equal.
    let handle: SamplerateHandle?

    /// One piece of input: as it is read, and interleaved.
    var input: PCMBuffer
    var inputSamples: [Float]
    /// The frames of `inputSamples` that the library has not taken yet.
    var pending = 0..<0
    /// What the library made of them, interleaved, and the frames of it that nobody has read yet.
    var outputSamples: [Float]
    var ready = 0..<0

    /// Frames that the source delivered, and whether that was all.
    var received: Int64 = 0
    var isExhausted = false
    /// Frames that the library made.
    var made: Int64 = 0
    /// The frame that comes next from the library's output, and the one that is to be read next.
    var position: Int64 = 0
    var target: Int64 = 0

    /// Frames of input that are converted at a time.
    static let chunk = 1024
    static let room = 4096

    /// - Parameters:
    ///   - source: at its first frame.
    ///   - sampleRate: frames per second, from 1/256 to 256 times the source's; any positive number, whole or not.
    /// - Throws: `usage` when `sampleRate` is no rate or too far away, `badData` when the source's is none, `unavailable` for more channels than
    ///   the library takes (128).
    public init(_ source: any FrameSource, sampleRate: Double, quality: ResamplerQuality = .high) throws(ConvertError) {
        let from = source.format.sampleRate
        guard from.isFinite, from > 0 else {
            throw ConvertError(kind: .badData, problem: "the input's sample rate is \(StreamDescription.rateText(from))", nextStep: "state its true rate")
        }
        guard sampleRate.isFinite, sampleRate > 0 else {
            throw ConvertError(kind: .usage, problem: "\(StreamDescription.rateText(sampleRate)) is no sample rate", nextStep: "choose one above 0 Hz, such as 48000")
        }
        let ratio = sampleRate / from
        guard (1 / 256...256).contains(ratio) else {
            throw ConvertError(
                kind: .usage,
                problem: "a rate of \(StreamDescription.rateText(from)) Hz cannot become \(StreamDescription.rateText(sampleRate)) Hz: "
                    + "that is beyond 1 : 256",
                nextStep: "choose a rate from \(StreamDescription.rateText(from / 256)) to \(StreamDescription.rateText(from * 256)) Hz")
        }
        let channelCount = source.format.channelCount
        let isEqual = sampleRate == from || channelCount == 0
        handle = isEqual ? nil : try SamplerateHandle(quality: quality, channelCount: channelCount)
        self.source = source
        self.ratio = ratio
        format = .canonical(sampleRate: sampleRate, channels: channelCount)
        input = PCMBuffer(channelCount: channelCount, frameCapacity: isEqual ? 0 : Self.chunk)
        inputSamples = Array(repeating: 0, count: isEqual ? 0 : channelCount * Self.chunk)
        outputSamples = Array(repeating: 0, count: isEqual ? 0 : channelCount * Self.room)
    }

    /// ⌈frames · to / from⌉ in exact arithmetic, also for rates that are no whole numbers; `Int64.max` when it is more than that.
    public static func outputLength(of frames: Int64, from: Double, to: Double) -> Int64 {
        guard frames > 0, from.isFinite, to.isFinite, from > 0, to > 0 else { return 0 }
        // A rate is an odd integer times a power of two.
        let (above, below) = (OddFactor(to), OddFactor(from))
        let shift = above.exponent - below.exponent
        let product = UInt128(frames) * UInt128(above.factor)
        let divisor = UInt128(below.factor)
        guard abs(shift) < 63, shift < product.leadingZeroBitCount else {
            let length = (Double(frames) * (to / from)).rounded(.up)
            return length < 0x1p63 ? Int64(length) : .max
        }
        let numerator = shift > 0 ? product << UInt128(shift) : product
        let denominator = shift < 0 ? divisor << UInt128(-shift) : divisor
        let (quotient, rest) = numerator.quotientAndRemainder(dividingBy: denominator)
        return Int64(clamping: quotient + (rest == 0 ? 0 : 1))
    }

    /// From the source's announcement until it has been read to its end, and from what it delivered from then on.
    public var frameCount: Int64? {
        if handle == nil { return source.frameCount }
        return total ?? source.frameCount.map(length)
    }

    /// The exact length, once it is known.
    var total: Int64? { isExhausted ? length(received) : nil }

    private func length(_ frames: Int64) -> Int64 {
        Self.outputLength(of: frames, from: source.format.sampleRate, to: format.sampleRate)
    }
}

private struct OddFactor {
    let factor: UInt64
    let exponent: Int

    /// - Parameter value: finite and above zero.
    init(_ value: Double) {
        let integer = UInt64(value.significand * 0x1p52)
        factor = integer >> UInt64(integer.trailingZeroBitCount)
        exponent = Int(value.exponent) - 52 + integer.trailingZeroBitCount
    }
}
