public import KKPCM

/// Another source at another sample rate, or played at another rate than its own, with a ``RateConverter``.
///
/// Output frame k is the input's sound at time k / rate: nothing is delayed, and the input is silent before its first
/// and after its last frame. If the source delivers n frames, whatever it announced, the output has exactly ⌈n · out /
/// in⌉ frames. Equal rates change nothing. An error of the source comes after the frames that could be computed before
/// it, and reading may continue after it.
///
/// ## Allocation
/// None after `init`.
public final class ResampledSource: FrameSource {
    public let format: StreamDescription

    private let source: any FrameSource
    /// The source's frames per second.
    private let inputRate: Double
    /// `nil` if the rates are equal.
    private let converter: RateConverter?
    private var input: PCMBuffer
    /// The frames of `input` that the converter has not taken yet.
    private var pending = 0..<0
    /// The source's frame that is read next, and whether that is its end.
    private var received: Int64 = 0
    private var isExhausted = false

    /// After a seek: whether the source has not been read since, the frame that was sought, and frames to be dropped
    /// before it.
    private var isUntried = false
    private var target: Int64 = 0
    private var unwanted: Int64 = 0

    /// Frames of input that are read at a time.
    private static let chunk = 2048

    /// - Parameters:
    ///   - source: at its first frame.
    ///   - from: the rate at which the source is played, whatever its format says: at twice its own rate it is half as
    ///     long and an octave higher. `nil` is its own rate.
    ///   - sampleRate: frames per second, from 1/256 to 256 times `from`; any positive number, whole or not.
    /// - Throws: `usage` if `sampleRate` is not a rate or too far away, `badData` if `from` is not a rate,
    ///   `unavailable` for more channels than libsamplerate supports (128), if that is the converter.
    public init(
        _ source: any FrameSource, from: Double? = nil, sampleRate: Double, quality: ResamplerQuality = .high
    ) throws(ConvertError) {
        let channelCount = source.format.channelCount
        let from = from ?? source.format.sampleRate
        let isEqual = channelCount == 0 || sampleRate == from && sampleRate.isFinite && sampleRate > 0
        converter =
            isEqual ? nil : try RateConverter(from: from, to: sampleRate, channelCount: channelCount, quality: quality)
        (self.source, inputRate) = (source, from)
        format = .canonical(sampleRate: sampleRate, channels: channelCount)
        input = PCMBuffer(channelCount: channelCount, frameCapacity: isEqual ? 0 : Self.chunk)
    }

    /// What it takes for so many channels, if it changes the rate: a piece of input, and some of each stage.
    package static func heldByteCount(channelCount: Int) -> Int {
        PCMBuffer.byteCount(channelCount: channelCount, frameCapacity: 8 * chunk)
    }

    /// Based on the source's announcement until it has been read to its end, and then on what it delivered.
    public var frameCount: Int64? {
        if converter == nil { return source.frameCount }
        return isExhausted ? length(received) : source.frameCount.map(length)
    }

    public func read(into buffer: inout PCMBuffer, at offset: Int, frameCount: Int) throws -> Int {
        guard let converter else { return try source.read(into: &buffer, at: offset, frameCount: frameCount) }
        guard frameCount > 0 else { return 0 }
        while true {
            let count = try converter.pull(
                into: &buffer, at: offset, frameCount: unwanted > 0 ? Int(min(Int64(frameCount), unwanted)) : frameCount
            )
            if count == 0 && isExhausted { return 0 }
            if count > 0 {
                if unwanted == 0 { return count }
                unwanted -= Int64(count)
            } else {
                try feed(converter)
            }
        }
    }

    private func feed(_ converter: RateConverter) throws {
        if pending.isEmpty {
            let count = try source.read(into: &input, at: 0, frameCount: Self.chunk)
            // The source is shorter than it said, and only its start tells by how much.
            if count == 0 && isUntried && received > 0 { return try restart(converter, at: 0) }
            isUntried = false
            pending = 0..<count
            received += Int64(count)
            isExhausted = count == 0
            if isExhausted { converter.finish() }
        }
        let taken = try converter.push(input, at: pending.lowerBound, frameCount: pending.count)
        pending = pending.lowerBound + taken..<pending.upperBound
    }

    /// Goes directly to the frame, with the same bits as after reading up to it; libsamplerate must read up to it.
    public func seek(to frame: Int64) throws {
        guard let converter else { return try source.seek(to: frame) }
        target = max(0, frame)
        // Where the source ends, only reading tells; a place that it does not announce is reached by reading.
        try restart(converter, at: target <= source.frameCount.map(length) ?? 0 ? target : 0)
    }

    /// Goes on at output frame `frame`, from where on everything before the target is dropped.
    private func restart(_ converter: RateConverter, at frame: Int64) throws {
        let start = try converter.restart(at: frame)
        try source.seek(to: start)
        received = start
        unwanted = target - frame
        pending = 0..<0
        isExhausted = false
        isUntried = true
    }

    private func length(_ frames: Int64) -> Int64 {
        Self.outputLength(of: frames, from: inputRate, to: format.sampleRate)
    }

    /// ⌈frames · to / from⌉ in exact arithmetic, even for fractional rates; at most `Int64.max`.
    public static func outputLength(of frames: Int64, from: Double, to: Double) -> Int64 {
        guard frames > 0, from.isFinite, to.isFinite, from > 0, to > 0 else { return 0 }
        guard (1 / 512...512).contains(to / from) else {
            let length = (Double(frames) * (to / from)).rounded(.up)
            return length < 0x1p63 ? Int64(length) : .max
        }
        return RateRatio(from: from, to: to).outputLength(of: frames)
    }
}
