internal import KKDSP
public import KKPCM

/// Several meters on one sound. The slice size does not change the results.
///
/// ## Allocation
/// In `init`, and 16 bytes for each 100 ms of sound if loudness is measured.
public final class SoundMeter {
    private let layout: ChannelLayout
    private let sampleRate: Double
    private let loudness: LoudnessMeter?
    private let levels: LevelMeter?
    private let hash: PCMHash?
    private let truePeaks: [TruePeakChannel]?
    /// All of them: what each does is its own, so several can be at work at once.
    let parts: [any MeterPart]
    private var frameCount = 0

    /// - Throws: `AnalysisError`: `badData` for a rate outside ``sampleRates``, `unavailable` if a hash is requested
    ///   and libcrypto cannot be loaded.
    public init(layout: ChannelLayout, sampleRate: Double, measures: Measures = .all) throws(AnalysisError) {
        try Self.check(sampleRate: sampleRate)
        self.layout = layout
        self.sampleRate = sampleRate
        truePeaks = measures.contains(.truePeak) ? (0..<layout.channelCount).map(TruePeakChannel.init) : nil
        loudness = measures.contains(.loudness) ? LoudnessMeter(layout: layout, sampleRate: sampleRate) : nil
        hash = measures.contains(.hash) ? try PCMHash() : nil
        levels =
            measures.contains(.levels) ? LevelMeter(channelCount: layout.channelCount, sampleRate: sampleRate) : nil
        // What takes longest stands first.
        var parts: [any MeterPart] = []
        if let truePeaks { parts += truePeaks }
        if let loudness { parts.append(loudness) }
        if let hash { parts.append(hash) }
        if let levels { parts.append(levels) }
        self.parts = parts
    }

    /// Adds the valid frames of a buffer with the layout's channels.
    public func add(_ buffer: borrowing PCMBuffer) {
        precondition(buffer.channelCount == layout.channelCount, "a meter keeps the number of channels")
        for part in parts { part.add(buffer, frames: 0..<buffer.frameLength) }
        frameCount += buffer.frameLength
    }

    /// The mean powers of the blocks of 400 ms, one each 100 ms, that the gates of the integrated loudness see.
    package var gatingBlocks: [Double] { loudness?.momentaryPowers ?? [] }

    /// Counts frames that the parts have been given one by one.
    func count(_ frames: Int) { frameCount += frames }

    /// Returns the results. Nothing may be added afterwards.
    public func finish() -> Measurement {
        var measurement = Measurement(frameCount: frameCount, sampleRate: sampleRate, layout: layout)
        if let loudness { measurement.loudness = loudness.finish() }
        if let levels { measurement.levels = levels.finish() }
        measurement.pcmSHA256 = hash?.digest()
        if let truePeaks {
            let peaks = truePeaks.map { $0.finish() }
            measurement.truePeak = Measurement.level(peaks.max())
            for channel in measurement.levels.channels.indices {
                measurement.levels.channels[channel].truePeak = peaks[channel]
            }
        }
        return measurement
    }
}

/// A meter among others.
protocol MeterPart: AnyObject {
    func add(_ buffer: borrowing PCMBuffer, frames: Range<Int>)
}

extension LoudnessMeter: MeterPart {}
extension LevelMeter: MeterPart {}
extension PCMHash: MeterPart {}

/// The true peak of one channel.
private final class TruePeakChannel: MeterPart {
    private static let blockCount = 4096

    private let channel: Int
    private var meter = TruePeakMeter(channelCount: 1, maximumFrameCount: TruePeakChannel.blockCount)

    init(_ channel: Int) {
        self.channel = channel
    }

    func add(_ buffer: borrowing PCMBuffer, frames: Range<Int>) {
        meter.add(buffer, frames: frames, firstChannel: channel)
    }

    func finish() -> Double {
        meter.finish()
        return meter.peaks[0]
    }
}
