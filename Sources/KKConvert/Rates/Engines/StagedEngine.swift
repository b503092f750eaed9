internal import KKDSP
internal import KKPCM

/// Several ``PolyphaseEngine``s in a row, each fed by the one before it.
///
/// A filter sounds before its input begins and after it has ended. So every stage but the last gives all that it has to
/// say, before frame 0 and beyond the end, and the last one alone has the length of the whole.
final class StagedEngine: RateEngine {
    private let stages: [PolyphaseEngine]
    private let links: [Link]
    private let ratio: RateRatio
    private let origin: Int64
    private var isFinished = false

    /// What a stage has given and the next one has not taken yet.
    private final class Link {
        var buffer: PCMBuffer
        var pending = 0..<0

        init(channelCount: Int) {
            buffer = PCMBuffer(channelCount: channelCount, frameCapacity: 2048)
        }
    }

    init(_ stages: [RateStage], ratio: RateRatio, channelCount: Int, origin: Int, _ set: InstructionSet) {
        self.ratio = ratio
        self.origin = Int64(origin)
        var engines: [PolyphaseEngine] = []
        var start: Int64 = 0
        for (index, stage) in stages.enumerated() {
            let bank = PolyphaseBank.shared(stage.ratio, stage.design)
            let origin = index == 0 ? origin : 0
            engines.append(PolyphaseEngine(bank, channelCount: channelCount, origin: origin, inputStart: start, set))
            start = stage.ratio.outputFrame(at: start - Int64(origin) - Int64(bank.halfCount))
        }
        self.stages = engines
        links = engines.dropLast().map { _ in Link(channelCount: channelCount) }
        _ = restart(at: 0)
    }

    /// The reach of all stages, in input frames.
    var leadingFrames: Int { reach(\.leadingFrames) }
    var trailingFrames: Int { reach(\.trailingFrames) }

    private func reach(_ frames: (PolyphaseEngine) -> Int) -> Int {
        stages.reversed().reduce(0) { sum, stage in
            frames(stage) + Int(stage.bank.ratio.place(of: Int64(sum)).frame) + (sum > 0 ? 1 : 0)
        }
    }

    func restart(at frame: Int64) -> Int64 {
        isFinished = false
        for link in links { link.pending = 0..<0 }
        return stages.reversed().reduce(frame) { $1.restart(at: $0) }
    }

    func push(_ buffer: borrowing PCMBuffer, at offset: Int, frameCount: Int) -> Int {
        stages[0].push(buffer, at: offset, frameCount: frameCount)
    }

    func finish() {
        guard !isFinished else { return }
        isFinished = true
        let length = stages[0].received - origin
        var end = length
        for stage in stages {
            // Where nothing but silence follows.
            end = stage.bank.ratio.outputFrame(at: end + Int64(stage.bank.halfCount)) + 1
            stage.end(at: end)
        }
        stages[stages.count - 1].end(at: ratio.outputLength(of: length))
        stages[0].endInput()
    }

    func pull(into buffer: inout PCMBuffer, at offset: Int, frameCount: Int) -> Int {
        pull(from: stages.count - 1, into: &buffer, at: offset, frameCount: frameCount)
    }

    private func pull(from index: Int, into buffer: inout PCMBuffer, at offset: Int, frameCount: Int) -> Int {
        while true {
            let count = stages[index].pull(into: &buffer, at: offset, frameCount: frameCount)
            if count > 0 || index == 0 || frameCount == 0 || stages[index].isAtEnd { return count }
            let link = links[index - 1]
            if link.pending.isEmpty {
                let given = pull(from: index - 1, into: &link.buffer, at: 0, frameCount: link.buffer.frameCapacity)
                if given == 0 {
                    // More input may come, unless the stage before has given all it had.
                    if !isFinished { return 0 }
                    stages[index].endInput()
                    return stages[index].pull(into: &buffer, at: offset, frameCount: frameCount)
                }
                link.pending = 0..<given
            }
            let taken = stages[index].push(link.buffer, at: link.pending.lowerBound, frameCount: link.pending.count)
            link.pending = link.pending.lowerBound + taken..<link.pending.upperBound
        }
    }
}
