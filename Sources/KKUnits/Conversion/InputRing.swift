internal import KKPCM

/// The last frames of an input bus, for several takers that ask for them on one time line, each when and in the slices
/// it likes.
///
/// A frame is pulled once, when the first taker asks for it, and is kept for the others until some thousand newer ones
/// have come. A taker that comes later than that is refused: it never gets a frame that is not the one of its time.
///
/// ## Allocation
/// In `init` alone.
final class InputRing {
    private unowned let unit: AudioUnit
    private let bus: Int
    private var memory: PCMBuffer
    /// The sample times of the frames that are kept.
    private var kept: Range<Int64> = 0..<0
    /// From where on all that was pulled is silence.
    private var silentSince: Int64 = 0

    /// Four slices, and so many of a rate converter that reads ahead.
    init(ofBus bus: Int, of unit: AudioUnit) {
        self.unit = unit
        self.bus = bus
        memory = PCMBuffer(
            channelCount: unit.inputs[bus].format.channelCount, frameCapacity: 4 * max(unit.maximumFramesPerSlice, 2048)
        )
    }

    func reset() {
        kept = 0..<0
    }

    /// Gives `frameCount` frames from `time` on; those that nobody had asked for yet are pulled. Beyond the newest
    /// frame the ring begins again.
    ///
    /// - Parameter taker: what errors call the one that asks.
    /// - Returns: which of the frames were pulled now, and whether all of them are silence.
    /// - Throws: `cannotDoInCurrentContext` for frames that are not kept any more, and whatever pulling throws.
    func read(
        _ flags: RenderActionFlags, time: AudioTime, frameCount: Int, into buffer: inout PCMBuffer,
        taker: @autoclosure () -> String
    ) throws -> (fresh: Range<Int>, isSilent: Bool) {
        let start = time.sampleTime
        if kept.isEmpty || start > kept.upperBound {
            kept = start..<start
            silentSince = start
        }
        guard start >= kept.lowerBound else {
            throw AudioUnitError(
                .cannotDoInCurrentContext, kind: .usage, place: taker(),
                "frame \(start) was requested while the input is at frame \(kept.upperBound), and only the last \(kept.count) frames are kept",
                nextStep: "render the output buses in turns, or reset the unit before going back")
        }
        let known = min(frameCount, Int(kept.upperBound - start))
        if known < frameCount { try pull(flags, rate: time.sampleRate, frameCount: frameCount - known) }
        var done = 0
        while done < frameCount {
            let (place, count) = stretch(at: start + Int64(done), frameCount - done)
            buffer.copy(count, framesFrom: memory, at: place, to: done)
            done += count
        }
        return (known..<frameCount, start >= silentSince)
    }

    private func pull(_ flags: RenderActionFlags, rate: Double, frameCount: Int) throws {
        let time = AudioTime(sampleTime: kept.upperBound, sampleRate: rate)
        let isSilent = try unit.pullInput(bus, flags, time: time, frameCount: frameCount).contains(.outputIsSilence)
        var done = 0
        while done < frameCount {
            let (place, count) = stretch(at: kept.upperBound + Int64(done), frameCount - done)
            memory.copy(count, framesFrom: unit.inputs[bus].buffer, at: done, to: place)
            done += count
        }
        let end = kept.upperBound + Int64(frameCount)
        let (oldest, isBeyond) = end.subtractingReportingOverflow(Int64(memory.frameCapacity))
        kept = (isBeyond ? kept.lowerBound : max(kept.lowerBound, oldest))..<end
        if !isSilent { silentSince = end }
    }

    /// Where the frame of a sample time lies, and how many of `count` lie there in one piece.
    private func stretch(at time: Int64, _ count: Int) -> (place: Int, count: Int) {
        let capacity = Int64(memory.frameCapacity)
        let remainder = Int(time % capacity)
        let place = remainder < 0 ? remainder + memory.frameCapacity : remainder
        return (place, min(count, memory.frameCapacity - place))
    }
}
