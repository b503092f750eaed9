internal import KKDSP
public import KKPCM

/// Another source, longer or shorter at the same pitch: a phase vocoder that is fed as it is read.
///
/// ```
/// source ─► onsets ─► from onset to onset: windows ─► phases (PhaseVocoder) ─► overlap, add ─► output
/// ```
///
/// Input frame n is heard at frame n · ratio. The output has exactly ⌈n · ratio⌉ frames, n being what the source
/// delivers, whatever it announced; a ratio of up to nine decimals is what they say. A ratio of 1 passes untouched.
///
/// Windows of some 70 ms, a power of two, follow each other by a quarter of them in the output. What is struck
/// (``KKDSP/OnsetDetector``) is not smeared: each part from onset to onset is stretched by itself. It begins as the input
/// does, with the input's own phases and speed, at the onset's time to the frame, and its windows see nothing of the
/// next onset; the parts are joined by a fade of 2 ms that ends there.
///
/// Samples that are infinite or no number count as silence. An error of the source comes after the frames that could
/// be computed before it.
///
/// ## Allocation
/// None after `init`.
public final class StretchedSource: FrameSource {
    /// Output frames for one of the input.
    public static let ratios = 0.03125...32.0

    public let format: StreamDescription

    private let source: any FrameSource
    private let ratio: Double
    /// `nil` for a ratio of 1.
    private let vocoder: PhaseVocoder?
    private let hop: Int
    private var input: StretchInput
    private var output: StretchOutput

    /// The part that is worked on: where it begins in the input and in the output, its end where that is known, and the
    /// frames of the vocoder so far.
    private var part: (start: Int64, outputStart: Int64, frame: Int64) = (0, 0, 0)
    /// Of the vocoder's last frame, in the output.
    private var last: Int64 = 0
    private var isOver = false
    /// Frames to be dropped before the one that was sought.
    private var unwanted: Int64 = 0

    /// - Parameters:
    ///   - source: at its first frame.
    ///   - ratio: output frames for one of the input, 1/32 … 32: at 2 it lasts twice as long.
    /// - Throws: `usage` for a ratio beyond that, `badData` for a source whose rate is too high.
    public init(_ source: any FrameSource, by ratio: Double) throws(ConvertError) {
        guard Self.ratios.contains(ratio) else {
            throw ConvertError(
                kind: .usage, problem: "a sound cannot last \(ratio) times as long",
                nextStep: "use a factor from 1/32 to 32")
        }
        format = source.format
        let isEqual = ratio == 1 || format.channelCount == 0
        let rate = format.sampleRate, size = isEqual ? 0 : PhaseVocoder.size(sampleRate: rate)
        guard isEqual || rate > 0 && size <= PhaseVocoder.sizes.upperBound else {
            throw ConvertError(
                kind: .badData, problem: "a sound of \(StreamDescription.rateText(rate)) Hz cannot be stretched",
                nextStep: "convert its rate first")
        }
        (self.source, self.ratio) = (source, ratio)
        vocoder = isEqual ? nil : PhaseVocoder(channelCount: format.channelCount, size: size)
        hop = size / 4
        input = StretchInput(format, size: size, hop: hop)
        output = StretchOutput(channelCount: format.channelCount, size: size, fade: max(1, hop / 8))
    }

    /// From the source's announcement until it has been read to its end, and from what it delivered from then on.
    public var frameCount: Int64? {
        vocoder == nil ? source.frameCount : (input.end ?? source.frameCount).map { Self.length($0, by: ratio) }
    }

    /// ⌈`frames` · `ratio`⌉.
    static func length(_ frames: Int64, by ratio: Double) -> Int64 {
        let billionths = (ratio * 1e9).rounded()
        let isDecimal = billionths / 1e9 == ratio
        return RateRatio(from: isDecimal ? 1e9 : 1, to: isDecimal ? billionths : ratio).outputLength(of: frames)
    }

    public func read(into buffer: inout PCMBuffer, at offset: Int, frameCount: Int) throws -> Int {
        guard let vocoder else { return try source.read(into: &buffer, at: offset, frameCount: frameCount) }
        guard frameCount > 0 else { return 0 }
        while true {
            if unwanted > 0 { unwanted -= Int64(output.drop(unwanted)) }
            let count = output.take(frameCount, into: &buffer, at: offset)
            if count > 0 { return count }
            if isOver { return 0 }
            try advance(vocoder)
        }
    }

    /// To the place by reading up to it.
    public func seek(to frame: Int64) throws {
        if vocoder == nil { return try source.seek(to: frame) }
        try source.seek(to: 0)
        input.reset()
        output.reset()
        part = (0, 0, 0)
        (last, isOver, unwanted) = (0, false, max(0, frame))
    }

    /// The next frame of the vocoder, and what is settled by it.
    private func advance(_ vocoder: PhaseVocoder) throws {
        var time = part.outputStart + part.frame * Int64(hop)
        var place = part.start + progress(time - part.outputStart)
        try input.fill(upTo: place, from: source)
        let end = input.end(ofPartAt: part.start)
        let outputEnd = end.map { $0 == input.end ? Self.length($0, by: ratio) : outputTime(of: $0) }
        if let end, let outputEnd, time >= outputEnd { (time, place) = (outputEnd, end) }
        if part.frame == 0 {
            output.begin(at: time)
        } else {
            output.settle(upTo: time - Int64(vocoder.size / 2))
        }
        input.show(vocoder, place: place, end: end, distance: part.frame == 0 ? nil : Int(time - last))
        output.add(vocoder, at: time, end: end.map { $0 - place })
        last = time
        part.frame += 1
        if let end, let outputEnd, time == outputEnd {
            isOver = end == input.end
            output.finish(at: outputEnd, isLast: isOver)
            part = (end, outputEnd, 0)
        }
    }

    /// The frames of a part's input behind its beginning that are heard `time` frames behind that in the output.
    ///
    /// What is struck keeps its speed for a quarter of a window, so that the first windows have it at the same place; then
    /// the part goes half as fast as it would, or twice, until it is where it would be.
    private func progress(_ time: Int64) -> Int64 {
        let (time, stroke) = (Double(time), Double(hop))
        guard part.start > 0, time > stroke else { return Int64((part.start > 0 ? time : time / ratio).rounded()) }
        let place =
            ratio > 1
            ? max(time / ratio, stroke + (time - stroke) / (2 * ratio))
            : min(time / ratio, stroke + (time - stroke) * 2 / ratio)
        return Int64(place.rounded())
    }

    private func outputTime(of frame: Int64) -> Int64 { Int64((Double(frame) * ratio).rounded()) }
}
