internal import KKDSP
internal import KKPCM

/// What one of a block's tasks changes: the residual, and everything that is made of it.
final class ComparisonState {
    var meter: ResidualMeter
    /// Only where no limit on samples would show that channels have changed places.
    var match: ChannelMatch?
    /// The actual less the reference, as far as it is asked for.
    var residual: PCMBuffer
    let weighted: LoudnessMeter?
    /// The first sample that is not finite.
    var notFinite: (name: Comparison.Name, frame: Int64, channel: Int)?
    private let map: [Int]
    private let scales: [Float]

    /// - Parameter residualCapacity: 0 if nobody asks for the residual's samples.
    init(_ meter: ResidualMeter, match: ChannelMatch?, residualCapacity: Int, weighted: LoudnessMeter?) {
        self.meter = meter
        self.match = match
        self.weighted = weighted
        residual = PCMBuffer(channelCount: meter.channelCount, frameCapacity: residualCapacity)
        map = Array(0..<meter.channelCount)
        scales = Array(repeating: 1, count: meter.channelCount)
    }

    func compare(_ pair: PairReader, count: Int) {
        notFinite = meter.add(
            pair.actual.buffer, against: pair.reference.buffer, count: count, firstFrame: pair.firstFrame, map: map,
            scales: scales)
        residual.frameLength = 0
        guard notFinite == nil else { return }
        match?.add(pair.actual.buffer, pair.reference.buffer, count: count)
        guard residual.frameCapacity > 0 else { return }
        for channel in map.indices {
            residual.set(0..<count, ofChannel: channel, of: pair.actual.buffer, gain: 1, toChannel: channel)
            residual.add(0..<count, ofChannel: channel, of: pair.reference.buffer, gain: -1, toChannel: channel)
        }
        residual.frameLength = count
        if meter.worst?.value == .greatestFiniteMagnitude { residual.clampToFinite(0..<count) }
        weighted?.add(residual, frames: 0..<count)
    }
}
