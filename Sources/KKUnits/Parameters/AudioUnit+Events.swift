internal import KKPCM

extension AudioUnit {
    /// Schedules changes of parameters at exact frames of the next render call: `AudioUnitScheduleParameters`.
    ///
    /// Events accumulate until that call, and are then forgotten, even those after its last frame. The slice is
    /// rendered in parts, and each part pulls the inputs: a callback is called once for each part.
    ///
    /// A value outside the parameter's range becomes the nearest end of the range; so do the ends of a ramp.
    ///
    /// A notification of this unit before its slice may also schedule events; they apply to that slice.
    ///
    /// - Throws: `uninitialized`; `cannotDoInCurrentContext` while the unit renders a slice; for every value the errors
    ///   of setting the parameter; `parameter` for an impossible frame, a ramp without frames, and a ramp of a
    ///   parameter that cannot follow one. Nothing is scheduled then.
    ///
    /// ## Allocation
    /// In this call; none in the render call.
    public func scheduleParameters(_ newEvents: [ParameterEvent]) throws(AudioUnitError) {
        guard isInitialized else {
            throw AudioUnitError(
                .uninitialized, place: name, "events are scheduled for the next slice",
                nextStep: "call initialize() first")
        }
        if outputs.contains(where: { $0.isProcessing }) {
            throw AudioUnitError(
                .cannotDoInCurrentContext, place: name, "a slice is being rendered",
                nextStep: "schedule after it, for the next one")
        }
        var newEvents = newEvents
        for index in newEvents.indices { try settle(&newEvents[index]) }
        events += newEvents
        // Stable: of two events at one frame the one that came last is heard.
        events = events.enumerated().sorted { ($0.element.start, $0.offset) < ($1.element.start, $1.offset) }.map(
            \.element)
        for element in outputs { element.allocateBuffer(frameCapacity: maximumFramesPerSlice) }
    }

    /// Gives an event values that the parameter can have.
    private func settle(_ event: inout ParameterEvent) throws(AudioUnitError) {
        let (target, index) = try slot(of: event.parameter, event.scope, event.element)
        let info = target.parameters[index]
        let isPossible: Bool
        switch event.change {
        case .immediate(let offset, let value):
            event.change = .immediate(
                offset: offset, value: try nearest(to: value, for: info, event.scope, event.element))
            isPossible = (0..<maximumFramesPerSlice).contains(offset)
        case .ramped(let offset, let frameCount, let from, let to):
            event.change = .ramped(
                offset: offset, frameCount: frameCount,
                from: try nearest(to: from, for: info, event.scope, event.element),
                to: try nearest(to: to, for: info, event.scope, event.element))
            guard info.canRamp else {
                throw AudioUnitError(
                    .parameter, kind: .usage, place: place(event.scope, event.element),
                    "\(info.name) cannot follow a ramp",
                    nextStep: "schedule immediate events")
            }
            // Both within reach of any time line, so that their sum can be made.
            let reach = -(1 << 48)...(1 << 48)
            isPossible =
                reach.contains(offset) && reach.contains(frameCount) && offset < maximumFramesPerSlice && frameCount > 0
                && offset + frameCount > 0
        }
        guard isPossible else {
            throw AudioUnitError(
                .parameter, kind: .usage, place: place(event.scope, event.element),
                "\(info.name) cannot change at frame \(event.start) of a slice",
                nextStep: "use a frame from 0 to \(maximumFramesPerSlice - 1), and ramps of at least a frame")
        }
    }

    /// Renders a slice that is cut at its events into the memory of the output bus, part by part, and forgets the
    /// events.
    func processInParts(
        _ flags: inout RenderActionFlags, time: AudioTime, bus: Int, frameCount: Int, into buffer: inout PCMBuffer
    ) throws {
        defer { endEvents(at: frameCount) }
        var isSilent = true
        var done = 0
        var next = 0
        while done < frameCount {
            let end = begin(partAt: done, upTo: frameCount, &next)
            var partFlags = flags
            outputs[bus].buffer.frameLength = end - done
            try process(
                &partFlags, time: time.advanced(by: done), bus: bus, frameCount: end - done, into: &outputs[bus].buffer)
            buffer.copy(end - done, framesFrom: outputs[bus].buffer, to: done)
            if !partFlags.contains(.outputIsSilence) { isSilent = false }
            done = end
        }
        if isSilent && frameCount > 0 { flags.insert(.outputIsSilence) }
    }

    /// Makes the changes that are due at `frame`, and gives the frame at which the next ones are.
    ///
    /// - Parameter next: the first event that has not begun.
    private func begin(partAt frame: Int, upTo frameCount: Int, _ next: inout Int) -> Int {
        var end = frameCount
        // A ramp's end comes before what begins there: of two events at one frame the later one is heard.
        for index in 0..<next where events[index].end == frame {
            if case .ramped(_, _, _, let to) = events[index].change { set(to, events[index]) }
        }
        while next < events.count && events[next].start <= frame {
            if case .immediate(_, let value) = events[next].change { set(value, events[next]) }
            next += 1
        }
        if next < events.count { end = min(end, events[next].start) }
        for index in 0..<next {
            let event = events[index]
            guard case .ramped(let offset, let count, let from, let to) = event.change, event.end > frame else {
                continue
            }
            set(ParameterRamp(from: Double(from), to: Double(to), position: frame - offset, frameCount: count), event)
            end = min(end, event.end)
        }
        return end
    }

    /// Leaves every parameter at what it had come to.
    private func endEvents(at frameCount: Int) {
        for event in events {
            guard case .ramped(let offset, let count, let from, let to) = event.change, offset < frameCount else {
                continue
            }
            let ramp = ParameterRamp(from: Double(from), to: Double(to), position: 0, frameCount: count)
            if event.end >= frameCount { set(Float(ramp.value(at: min(count, frameCount - offset))), event) }
        }
        events.removeAll(keepingCapacity: true)
    }

    private func set(_ value: Float, _ event: ParameterEvent) {
        // The event was checked when it was scheduled.
        guard let (target, index) = try? slot(of: event.parameter, event.scope, event.element) else { return }
        preset = nil
        target.values[index] = value
        target.ramps[index] = nil
        parameterWasSet(event.parameter, event.scope, event.element, to: value)
    }

    private func set(_ ramp: ParameterRamp, _ event: ParameterEvent) {
        guard let (target, index) = try? slot(of: event.parameter, event.scope, event.element) else { return }
        target.ramps[index] = ramp
    }
}
