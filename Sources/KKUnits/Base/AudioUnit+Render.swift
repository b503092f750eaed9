public import KKPCM

extension AudioUnit {
    /// Renders `frameCount` frames of output bus `bus` into `buffer` from its frame 0, and sets its length.
    ///
    /// The checks have the order of AUBase: the unit is initialized, the slice is not too long, the bus exists, the
    /// frame numbers are valid, and the buffer has the bus's channels and room for the frames. Then come the
    /// notifications before, the work, and the notifications after.
    ///
    /// - Parameters:
    ///   - flags: `offlineRender` is passed on to the inputs; `outputIsSilence` and `offlineComplete` are set or cleared.
    ///   - time: the position of the first frame on the time line of this unit's output.
    /// - Throws: `uninitialized`, `tooManyFramesToProcess`, `invalidElement`, `cannotDoInCurrentContext` for a bus that
    ///   is being rendered, and `parameter`, also for a slice beyond the last frame number, in this order; then any
    ///   error of a unit, callback or source, unchanged.
    public func render(
        _ flags: inout RenderActionFlags, time: AudioTime, bus: Int = 0, frameCount: Int, into buffer: inout PCMBuffer
    ) throws {
        try passGate { try renderChecked(&flags, time: time, bus: bus, frameCount: frameCount, into: &buffer) }
    }

    /// Where a unit is rendered from inside its own slice, as an I/O unit's input element is, the gate knows it.
    private func passGate(_ slice: () throws -> Void) throws {
        if let renderGate { try renderGate.pass(slice) } else { try slice() }
    }

    /// The same, as bytes in the format of the bus. `list` must have one buffer of interleaved channels, or one per
    /// channel, with room for the frames; their data sizes are set.
    ///
    /// ## Allocation
    /// Memory for a slice, in the first call of an initialized unit.
    ///
    /// - Throws: as the other form, and `parameter` for a list with other buffers.
    public func render(
        _ flags: inout RenderActionFlags, time: AudioTime, bus: Int = 0, frameCount: Int,
        into list: inout AudioBufferList
    ) throws {
        try passGate {
            let outside: BusFormat
            do {
                try check(bus: bus, time: time, frameCount: frameCount)
                outside = try openOutside(ofOutput: bus)
                try outside.check(list, frameCount, place: place(.output, bus))
            } catch {
                remember(error)
                throw error
            }
            // Nobody else has these frames meanwhile: the bus is rendered once at a time.
            try renderChecked(&flags, time: time, bus: bus, frameCount: frameCount, into: &outside.frames)
            outside.pack(frameCount, into: &list)
        }
    }

    /// An output bus's way to bytes, with a slice of memory.
    private func openOutside(ofOutput bus: Int) throws(AudioUnitError) -> BusFormat {
        let output = outputs[bus], outside: BusFormat
        if let known = output.outside {
            outside = known
        } else {
            outside = try BusFormat(
                output.outerFormat, frameCapacity: maximumFramesPerSlice, place: place(.output, bus))
        }
        output.outside = outside
        if outside.frames.frameCapacity == 0 {
            outside.frames = PCMBuffer(channelCount: output.format.channelCount, frameCapacity: maximumFramesPerSlice)
        }
        return outside
    }

    private func renderChecked(
        _ flags: inout RenderActionFlags, time: AudioTime, bus: Int, frameCount: Int, into buffer: inout PCMBuffer
    ) throws {
        do {
            try check(bus: bus, time: time, frameCount: frameCount)
            try check(buffer, bus: bus, frameCount: frameCount)
        } catch {
            remember(error)
            throw error
        }
        let output = outputs[bus]
        output.isRendering = true
        defer {
            output.isRendering = false
            if isLeaving && !isRendering { uninitialize() }
        }
        // One by one: a literal of two is an array.
        flags.remove(.outputIsSilence)
        flags.remove(.offlineComplete)
        lastRenderTime = time
        buffer.frameLength = frameCount
        notify(flags.union(.preRender), time, bus, frameCount, buffer)
        do {
            output.isProcessing = true
            defer { output.isProcessing = false }
            if events.isEmpty {
                try process(&flags, time: time, bus: bus, frameCount: frameCount, into: &buffer)
            } else {
                try processInParts(&flags, time: time, bus: bus, frameCount: frameCount, into: &buffer)
            }
        } catch {
            remember(error)
            notify(flags.union([.postRender, .postRenderError]), time, bus, frameCount, buffer)
            throw error
        }
        if output.stored != nil { output.outside?.round(&buffer, frameCount) }
        output.endTime = endTime(ofOutput: bus, from: time)
        if let end = output.endTime, end <= time.sampleTime + Int64(frameCount) { flags.insert(.offlineComplete) }
        notify(flags.union(.postRender), time, bus, frameCount, buffer)
    }

    /// The first error that a render call has thrown since the last call of this function, which clears it, as reading
    /// `LastRenderError` does.
    public func takeLastRenderError() -> (any Error)? {
        defer { firstRenderError = nil }
        return firstRenderError
    }

    /// Calls `notify` before and after every render call that passes the checks, in the order in which notifications were added.
    ///
    /// - Returns: a number for its removal.
    @discardableResult
    public func addRenderNotify(_ notify: @escaping RenderNotify) -> Int {
        defer { nextToken += 1 }
        renderNotifies.append((nextToken, notify))
        return nextToken
    }

    public func removeRenderNotify(_ token: Int) {
        renderNotifies.removeAll { $0.token == token }
    }

    private func check(bus: Int, time: AudioTime, frameCount: Int) throws(AudioUnitError) {
        guard isInitialized else {
            throw AudioUnitError(
                .uninitialized, place: name, "the unit is not initialized", nextStep: "call initialize() first")
        }
        guard frameCount <= maximumFramesPerSlice else {
            throw AudioUnitError(
                .tooManyFramesToProcess, place: name,
                "\(frameCount) frames are more than the maximum of \(maximumFramesPerSlice) per slice",
                nextStep: "request fewer, or raise maximumFramesPerSlice")
        }
        guard outputs.indices.contains(bus) else {
            throw AudioUnitError(
                .invalidElement, place: place(.output, bus), "the unit has \(outputs.count) output buses")
        }
        guard !outputs[bus].isRendering else {
            throw AudioUnitError(
                .cannotDoInCurrentContext, place: place(.output, bus), "the bus is being rendered",
                nextStep: "render it after the slice")
        }
        guard frameCount >= 0 else {
            throw AudioUnitError(
                .parameter, place: place(.output, bus), "a slice of \(frameCount) frames is impossible")
        }
        guard !time.sampleTime.addingReportingOverflow(Int64(frameCount)).overflow else {
            throw AudioUnitError(
                .parameter, place: place(.output, bus),
                "there is no frame \(frameCount) frames after frame \(time.sampleTime)", nextStep: "count from 0 on")
        }
    }

    private func check(_ buffer: borrowing PCMBuffer, bus: Int, frameCount: Int) throws(AudioUnitError) {
        let channelCount = outputs[bus].format.channelCount
        guard buffer.channelCount == channelCount else {
            throw AudioUnitError(
                .parameter, place: place(.output, bus),
                "the buffer has \(buffer.channelCount) channels, the bus \(channelCount)")
        }
        guard frameCount <= buffer.frameCapacity else {
            throw AudioUnitError(
                .parameter, place: place(.output, bus),
                "a buffer of \(buffer.frameCapacity) frames cannot take \(frameCount)")
        }
    }

    private func remember(_ error: any Error) {
        if firstRenderError != nil { return }
        firstRenderError = error
        propertyDidChange(.lastRenderError, .global, 0)
    }

    private func notify(
        _ flags: RenderActionFlags, _ time: AudioTime, _ bus: Int, _ frames: Int, _ buffer: borrowing PCMBuffer
    ) {
        if renderNotifies.isEmpty { return }
        let outer = isAboutToRender
        isAboutToRender = flags.contains(.preRender) && !outputs.contains { $0.isProcessing }
        defer { isAboutToRender = outer }
        // The array as it is now: a notification may remove itself.
        for entry in renderNotifies { entry.notify(flags, time, bus, frames, buffer) }
    }
}
