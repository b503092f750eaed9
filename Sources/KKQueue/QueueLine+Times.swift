internal import KKConvert

// Which frame of the output is which of the queue's time line: a buffer's parameters hold from the first output frame
// on that is not before it.
extension QueueLine {
    /// Finds the output frames of the marks whose places have been reached, and lets the varispeed take its rate from
    /// them.
    func placeMarks() {
        for index in feed.marks.indices where feed.marks[index].outputFrame == nil {
            let frame = feed.marks[index].time - runStart
            guard let varispeed else {
                feed.marks[index].outputFrame = output(of: frame)
                continue
            }
            guard varispeed.frames(before: frame) == 0 else { return }
            feed.marks[index].outputFrame = output(of: varispeed.made)
            for event in feed.marks[index].events where event.id == AudioQueue.Parameter.playRate {
                setPlayRate(event.value, isBypassed: isBypassed)
            }
        }
    }

    private func output(of frame: Int64) -> Int64 {
        converter == nil ? frame : ResampledSource.outputLength(of: frame, from: sampleRate, to: outputRate)
    }

    /// Takes the events that hold from the next output frame on.
    func takeEvents() -> [AudioQueue.ParameterEvent]? {
        placeMarks()
        guard let frame = feed.marks.first?.outputFrame, frame <= outputFrame else { return nil }
        return feed.marks.removeFirst().events
    }

    /// Output frames up to the next change of a parameter, at least 1.
    var framesToNextMark: Int {
        guard let frame = feed.marks.first?.outputFrame, frame > outputFrame else { return .max }
        return Int(clamping: frame - outputFrame)
    }

    /// Frames of the varispeed up to the next place of that kind.
    var framesToNextBend: Int {
        guard let varispeed, let mark = feed.marks.first(where: { $0.outputFrame == nil }) else { return .max }
        return varispeed.frames(before: mark.time - runStart)
    }

    func bend(_ varispeed: VarispeedConverter) {
        let played = pitchedFrame
        while bends.count > 1, Double(bends[1].frame) <= played { bends.removeFirst() }
        if bends.last?.frame == varispeed.made { bends.removeLast() }
        bends.append(Bend(frame: varispeed.made, position: varispeed.position, rate: varispeed.rate))
    }

    /// The next output frame's place after the varispeed, in frames of the run.
    private var pitchedFrame: Double {
        converter == nil ? Double(outputFrame) : Double(outputFrame) * (sampleRate / outputRate)
    }

    /// The next output frame's place on the queue's time line.
    var queueTime: Double {
        let frame = pitchedFrame
        var time = frame
        if varispeed != nil, let bend = bends.last(where: { Double($0.frame) <= frame }) {
            time =
                Double(bend.position) / Double(1 << VarispeedConverter.fractionBits) + (frame - Double(bend.frame))
                * bend.rate
        }
        return min(Double(feed.readTime), Double(runStart) + time)
    }

    /// The place of the next frame that a tap would be given.
    func tapTime(isPostEffects: Bool) -> Double {
        guard isPostEffects, let varispeed else { return Double(feed.readTime) }
        return min(
            Double(feed.readTime),
            Double(runStart) + Double(varispeed.position) / Double(1 << VarispeedConverter.fractionBits))
    }
}
