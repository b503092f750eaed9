internal import KKDSP
internal import KKPCM

/// The meters on one side of a comparison.
final class ComparedSide {
    private let loudness: LoudnessMeter?
    private let hash: PCMHash?
    private let hop: Int
    let thirds: ThirdOctaves?
    private var truePeak: TruePeakMeter
    private let channelCount: Int

    private static let blockLength = 4_096

    init(layout: ChannelLayout, sampleRate: Double, hop: Int, measures: ComparisonMeasures) {
        channelCount = layout.channelCount
        self.hop = hop
        loudness = measures.contains(.loudness) ? LoudnessMeter(layout: layout, sampleRate: sampleRate) : nil
        hash = measures.contains(.hashes) ? try? PCMHash() : nil
        thirds = measures.contains(.thirdOctaves) ? ThirdOctaves(sampleRate: sampleRate, hop: hop) : nil
        truePeak = TruePeakMeter(
            channelCount: measures.contains(.truePeak) ? layout.channelCount : 0, maximumFrameCount: Self.blockLength)
    }

    /// Pieces of work that know nothing of one another, the longest first.
    enum Part: Int, CaseIterable {
        case truePeak, loudness, hash, thirds
    }

    /// Has one of the meters take the valid frames of a buffer.
    func add(_ buffer: borrowing PCMBuffer, _ part: Part) {
        let frames = 0..<buffer.frameLength
        switch part {
        case .truePeak: if truePeak.channelCount > 0 { truePeak.add(buffer, frames: frames) }
        case .loudness: loudness?.add(buffer, frames: frames)
        case .hash: hash?.add(buffer, frames: frames)
        case .thirds: thirds?.add(buffer, hop: hop)
        }
    }

    /// What was measured, into `side`.
    ///
    /// - Returns: the mean powers in windows of 400 ms, of which one starts every 100 ms.
    func finish(into side: inout Comparison.Side) -> [Double] {
        side.pcmSHA256 = hash?.digest()
        if truePeak.channelCount > 0 {
            truePeak.finish()
            side.truePeak = Measurement.level(truePeak.peaks.max())
        }
        guard let loudness else { return [] }
        let found = loudness.finish()
        side.loudness = found.integrated
        side.loudnessRange = found.range
        return loudness.momentaryPowers
    }
}
