internal import KKDSP
public import KKPCM

/// Several meters on one sound. Slices of any size give the same bits.
///
/// ## Allocation
/// In `init`, and 16 bytes for each 100 ms of sound where loudness is measured.
public final class SoundMeter {
    private static let blockCount = 4096

    private let layout: ChannelLayout
    private let sampleRate: Double
    private let loudness: LoudnessMeter?
    private let levels: LevelMeter?
    private let hash: PCMHash?
    private var truePeak: TruePeakMeter
    private let measures: Measures
    private var frameCount = 0

    /// - Parameter sampleRate: in hertz, above 0 and up to 3,000,000, or it is a defect of the caller's.
    /// - Throws: `AnalysisError` of the kind `unavailable` where a hash is asked for and libcrypto cannot be loaded.
    public init(layout: ChannelLayout, sampleRate: Double, measures: Measures = .all) throws(AnalysisError) {
        self.layout = layout
        self.sampleRate = sampleRate
        self.measures = measures
        loudness = measures.contains(.loudness) ? LoudnessMeter(layout: layout, sampleRate: sampleRate) : nil
        levels = measures.contains(.levels) ? LevelMeter(channelCount: layout.channelCount, sampleRate: sampleRate) : nil
        hash = measures.contains(.hash) ? try PCMHash() : nil
        truePeak = TruePeakMeter(channelCount: measures.contains(.truePeak) ? layout.channelCount : 0, maximumFrameCount: Self.blockCount)
    }

    /// Takes the valid frames of a buffer of the layout's channels.
    public func add(_ buffer: borrowing PCMBuffer) {
        let frames = 0..<buffer.frameLength
        frameCount += frames.count
        levels?.add(buffer, frames: frames)
        loudness?.add(buffer, frames: frames)
        hash?.add(buffer, frames: frames)
        if measures.contains(.truePeak) { truePeak.add(buffer, frames: frames) }
    }

    /// What has been measured. Nothing is added behind it.
    public func finish() -> Measurement {
        var measurement = Measurement(frameCount: frameCount, sampleRate: sampleRate, layout: layout)
        if let loudness { measurement.loudness = loudness.finish() }
        if let levels { measurement.levels = levels.finish() }
        measurement.pcmSHA256 = hash?.digest()
        if measures.contains(.truePeak) {
            truePeak.finish()
            measurement.truePeak = Measurement.level(truePeak.peaks.max())
            for channel in measurement.levels.channels.indices { measurement.levels.channels[channel].truePeak = truePeak.peaks[channel] }
        }
        return measurement
    }
}
