internal import KKDSP
public import KKPCM

/// Another source, longer or shorter at the same pitch, with a phase vocoder.
///
/// ```
/// source ─► onsets ─► from onset to onset: windows ─► phases (PhaseVocoder) ─► overlap, add ─► output
/// ```
///
/// Input frame n is heard at frame n · ratio. If the source delivers n frames, whatever it announced, the output has
/// exactly ⌈n · ratio⌉ frames; ratios are exact up to nine decimals. A ratio of 1 changes nothing unless
/// formants are kept.
///
/// The windows are about 70 ms long, a power of two, and begin a quarter of a window apart in the output. Attacks
/// (``KKDSP/OnsetDetector``) are not smeared: each part from onset to onset is stretched separately. It begins exactly
/// at the onset, with the phases and the speed of the input, and its windows do not include the next onset; the parts
/// are joined by a fade of 2 ms that ends there.
///
/// Samples that are infinite or NaN count as silence. An error of the source comes after the frames that could
/// be computed before it.
///
/// ## Allocation
/// None after `init`.
public final class StretchedSource: FrameSource {
    /// The allowed ratios of output to input frames: 32 times as long or as short, and two octaves higher or lower.
    public static let ratios = 1.0 / 128...128.0

    public let format: StreamDescription

    private let source: any FrameSource
    private var ratio: Double
    /// `nil` for a ratio of 1, unless formants are kept.
    private let vocoder: PhaseVocoder?
    /// Whether the ratio may change.
    private let isVarying: Bool
    private let hop: Int
    private var input: StretchInput
    private var output: StretchOutput

    /// The part that is worked on: where it begins in the input and in the output, its end where that is known, and the
    /// frames of the vocoder so far.
    private var part: (start: Int64, outputStart: Int64, frame: Int64) = (0, 0, 0)
    /// Where the ratio last changed in the part: an output frame, and the place in the input that is heard there.
    private var bend: (time: Int64, place: Double)?
    /// Of the vocoder's last frame, in the output.
    private var last: Int64 = 0
    private var isOver = false
    /// Frames to be dropped before the one that was sought.
    private var unwanted: Int64 = 0

    /// - Parameters:
    ///   - source: at its first frame.
    ///   - ratio: output frames per input frame, 1/128 … 128: at 2 it lasts twice as long.
    ///   - pitch: the factor by which the frequencies are multiplied after this source, if formants are kept.
    /// - Throws: `usage` for other ratios, `badData` for a source whose rate is too high.
    public convenience init(
        _ source: any FrameSource, by ratio: Double, keepingFormantsAt pitch: Double? = nil
    ) throws(ConvertError) {
        try self.init(source, by: ratio, keepsFormants: pitch != nil && pitch != 1, isVarying: false)
        vocoder?.pitch = pitch ?? 1
    }

    /// - Parameters:
    ///   - overlap: windows of a place.
    ///   - locksPeaks: whether the bins around a peak turn alike.
    ///   - keepsFormants: whether the spectrum's envelope stays where it is at another pitch.
    ///   - isVarying: whether the ratio may change, and the source has no length.
    package init(
        _ source: any FrameSource, by ratio: Double, overlap: Int = 4, locksPeaks: Bool = true,
        keepsFormants: Bool = false, isVarying: Bool
    ) throws(ConvertError) {
        guard Self.ratios.contains(ratio) else {
            throw ConvertError(
                kind: .usage, problem: "a sound cannot last \(ratio) times as long",
                nextStep: "use a factor from 1/128 to 128")
        }
        format = source.format
        let isEqual = ratio == 1 && !isVarying && !keepsFormants || format.channelCount == 0
        let rate = format.sampleRate, size = isEqual ? 0 : PhaseVocoder.size(sampleRate: rate)
        guard isEqual || rate > 0 && size <= PhaseVocoder.sizes.upperBound else {
            throw ConvertError(
                kind: .badData, problem: "a sound of \(StreamDescription.rateText(rate)) Hz cannot be stretched",
                nextStep: "convert its rate first")
        }
        (self.source, self.ratio, self.isVarying) = (source, ratio, isVarying)
        vocoder =
            isEqual
            ? nil
            : PhaseVocoder(
                channelCount: format.channelCount, size: size, locksPeaks: locksPeaks,
                formantRate: keepsFormants ? rate : nil)
        hop = max(1, size / max(1, overlap))
        input = StretchInput(format, size: size, hop: hop)
        output = StretchOutput(channelCount: format.channelCount, size: size, fade: max(1, hop / 8))
    }

    /// The most that it takes for a source of this format, if it changes it: three windows of spectra, as many of output
    /// and some more than one of input.
    package static func heldByteCount(_ format: StreamDescription) -> Int {
        let size = min(PhaseVocoder.size(sampleRate: format.sampleRate), PhaseVocoder.sizes.upperBound)
        return PCMBuffer.byteCount(channelCount: format.channelCount + 2, frameCapacity: 8 * size + 8_192)
    }

    /// Based on the source's announcement until it has been read to its end, and then on what it delivered.
    public var frameCount: Int64? {
        if isVarying { return nil }
        return vocoder == nil ? source.frameCount : (input.end ?? source.frameCount).map { Self.length($0, by: ratio) }
    }

    /// Has another ratio hold from the next window on, and another pitch behind this source.
    package func setRatio(_ new: Double, pitch: Double = 1) {
        if isVarying { vocoder?.pitch = pitch }
        guard new != ratio, isVarying, Self.ratios.contains(new) else { return }
        let next = part.outputStart + part.frame * Int64(hop)
        bend = (next, place(at: next))
        ratio = new
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

    /// Goes to the frame by reading up to it.
    public func seek(to frame: Int64) throws {
        if vocoder == nil { return try source.seek(to: frame) }
        try source.seek(to: 0)
        input.reset()
        output.reset()
        (part, bend) = ((0, 0, 0), nil)
        (last, isOver, unwanted) = (0, false, max(0, frame))
    }

    /// The next frame of the vocoder, and what is settled by it.
    private func advance(_ vocoder: PhaseVocoder) throws {
        var time = part.outputStart + part.frame * Int64(hop)
        var place = Int64(place(at: time).rounded())
        try input.fill(upTo: place, partAt: part.start, from: source)
        let end = input.end(ofPartAt: part.start)
        let outputEnd = end.map { max(outputTime(ofEnd: $0), part.frame == 0 ? time : last) }
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
            (part, bend) = ((end, outputEnd, 0), nil)
        }
    }

    /// The place in the input that is heard at an output frame of the part.
    ///
    /// What is struck keeps its speed for a quarter of a window, so that the first windows have it at the same place; then
    /// the part goes half as fast as it would, or twice, until it is where it would be.
    private func place(at time: Int64) -> Double {
        if let bend { return bend.place + Double(time - bend.time) / ratio }
        let time = Double(time - part.outputStart), start = Double(part.start), stroke = Double(vocoder?.size ?? 0) / 4
        if part.start == 0 { return time / ratio }
        if time <= stroke { return start + time }
        return start
            + (ratio > 1
                ? max(time / ratio, stroke + (time - stroke) / (2 * ratio))
                : min(time / ratio, stroke + (time - stroke) * 2 / ratio))
    }

    /// The output frame at which a part's end is heard.
    private func outputTime(ofEnd end: Int64) -> Int64 {
        if let bend { return bend.time + Int64(((Double(end) - bend.place) * ratio).rounded()) }
        if isVarying { return part.outputStart + Int64((Double(end - part.start) * ratio).rounded()) }
        return end == input.end ? Self.length(end, by: ratio) : Int64((Double(end) * ratio).rounded())
    }
}
