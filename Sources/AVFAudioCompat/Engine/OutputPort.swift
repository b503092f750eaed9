internal import KKAudio

/// An output bus of a node: it makes every frame once, for however many takers there are, and lets a tap hear it.
///
/// ## Allocation
/// In ``open(_:takers:slice:)``.
final class OutputPort {
    private unowned let node: AVAudioNode
    let bus: Int
    private(set) var format = AVAudioFormat.fallback
    /// What a tap has asked for on a bus that is not connected.
    var askedFormat: AVAudioFormat?
    var tap: NodeTap?

    /// The frame that is made next; `nil` until the first is, which is that of the engine's time.
    private(set) var position: Int64?
    /// The first one of the last slice.
    private(set) var lastFrame: Int64?

    /// The last frames, where there are several takers.
    private var kept = PCMBuffer(channelCount: 0, frameCapacity: 0)
    private var keptCount: Int64 = 0
    private var made = PCMBuffer(channelCount: 0, frameCapacity: 0)
    private var takerCount = 0

    init(of node: AVAudioNode, bus: Int) {
        self.node = node
        self.bus = bus
    }

    /// - Returns: whether the format is another than before.
    @discardableResult
    func open(_ format: AVAudioFormat, takers: Int, slice: Int) -> Bool {
        let isNew = format.sampleRate != self.format.sampleRate || format.channelCount != self.format.channelCount
        if isNew { rewind() }
        self.format = format
        let channels = takers > 1 ? Int(format.channelCount) : 0
        // As KKUnits' splitters: four slices, and so many of a rate converter that reads ahead.
        let capacity = takers > 1 ? 4 * max(slice, 2048) : 0
        if kept.channelCount != channels || kept.frameCapacity != capacity {
            kept = PCMBuffer(channelCount: channels, frameCapacity: capacity)
            made = PCMBuffer(channelCount: channels, frameCapacity: takers > 1 ? slice : 0)
            keptCount = 0
        }
        takerCount = takers
        return isNew
    }

    /// Begins at the engine's time again.
    func rewind() {
        position = nil
        lastFrame = nil
        keptCount = 0
    }

    /// Gives the frames from `first` on to a taker, of which `nil` is the one of the engine's time.
    ///
    /// - Returns: whether they are silence, and the frame that follows them.
    func read(
        from first: Int64?, _ frameCount: Int, into buffer: inout PCMBuffer, _ engine: AVAudioEngine
    ) throws -> (isSilent: Bool, next: Int64) {
        if takerCount < 2 {
            let isSilent = try make(frameCount, into: &buffer, engine)
            return (isSilent, position ?? 0)
        }
        let now = engine.frame(atRate: format.sampleRate)
        var end = position ?? now
        let known = end - keptCount...end
        // A taker that was not asked for a while goes on at the engine's time, too.
        let first = first.flatMap { known.contains($0) ? $0 : nil } ?? max(known.lowerBound, min(known.upperBound, now))
        while end < first + Int64(frameCount) {
            let count = Int(min(Int64(made.frameCapacity), first + Int64(frameCount) - end))
            _ = try make(count, into: &made, engine)
            copy(count, at: end, isStoring: true, &made, at: 0)
            end += Int64(count)
            keptCount = min(keptCount + Int64(count), Int64(kept.frameCapacity))
        }
        copy(frameCount, at: first, isStoring: false, &buffer, at: 0)
        return (false, first + Int64(frameCount))
    }

    private func make(_ frameCount: Int, into buffer: inout PCMBuffer, _ engine: AVAudioEngine) throws -> Bool {
        let first = position ?? engine.frame(atRate: format.sampleRate)
        let time = AudioTime(sampleTime: first, sampleRate: format.sampleRate)
        buffer.frameLength = frameCount
        let isSilent = try node.produce(bus, time, frameCount, into: &buffer)
        buffer.frameLength = frameCount
        lastFrame = first
        position = first + Int64(frameCount)
        try tap?.add(buffer, frameCount, time, format, engine)
        return isSilent
    }

    private func copy(_ count: Int, at frame: Int64, isStoring: Bool, _ buffer: inout PCMBuffer, at offset: Int) {
        var done = 0
        while done < count {
            let remainder = Int((frame + Int64(done)) % Int64(kept.frameCapacity))
            let place = remainder < 0 ? remainder + kept.frameCapacity : remainder
            let length = min(count - done, kept.frameCapacity - place)
            if isStoring {
                kept.copy(length, framesFrom: buffer, at: offset + done, to: place)
            } else {
                buffer.copy(length, framesFrom: kept, at: place, to: offset + done)
            }
            done += length
        }
    }
}
