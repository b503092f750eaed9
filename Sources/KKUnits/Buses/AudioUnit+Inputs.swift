internal import KKPCM

extension AudioUnit {
    /// Feeds an input bus from `callback`, in place of a connection; `nil` leaves the bus idle.
    ///
    /// - Throws: `invalidElement`; while the unit is initialized, errors of the unit about the bus's format.
    public func setRenderCallback(_ callback: RenderCallback?, bus: Int) throws(AudioUnitError) {
        try supply(bus, with: callback.map(Element.Supply.callback) ?? .none)
    }

    /// Feeds an input bus from `callback` with bytes in the format of the bus, which may be any linear PCM; `nil`
    /// leaves the bus idle.
    ///
    /// - Throws: as ``setRenderCallback(_:bus:)``.
    public func setRenderCallback(bufferList callback: BufferListCallback?, bus: Int) throws(AudioUnitError) {
        try supply(bus, with: callback.map(Element.Supply.listCallback) ?? .none)
    }

    /// Connects an input bus with another unit's output bus. The input first gets the format and layout of that output.
    /// If the format of either end is set later, make the connection again: ``initialize()`` and rendering throw
    /// `formatNotSupported` until both ends agree.
    ///
    /// The connection retains the unit, except for the input element of an I/O unit, which the host must retain. A
    /// circle is refused.
    /// - Throws: `invalidElement` for either bus, `invalidPropertyValue` for a circle, `initialized` when this unit is
    ///   initialized and the formats differ.
    public func makeConnection(from unit: AudioUnit, sourceBus: Int = 0, to bus: Int) throws(AudioUnitError) {
        let source = try unit.bus(.output, sourceBus)
        _ = try self.bus(.input, bus)
        var seen: [ObjectIdentifier] = []
        if takerCount > 0 || unit === self, unit.outputBus(sourceBus, isMadeOf: self, &seen) {
            throw AudioUnitError(
                .invalidPropertyValue, kind: .defect, place: place(.input, bus),
                "a connection from \(unit.name) would make a loop")
        }
        try setStreamFormat(source.outerFormat, .input, bus, isCarried: true)
        try setChannelLayout(source.layout, .input, bus, isCarried: true)
        let isMadeOfInputs = unit.dependsOnInputs(outputBus: sourceBus)
        try supply(
            bus,
            with: isMadeOfInputs
                ? .connection(unit, bus: sourceBus) : .inputElement(WeakUnit(unit: unit), bus: sourceBus))
    }

    /// Leaves an input bus idle.
    ///
    /// - Throws: `invalidElement`.
    public func disconnect(bus: Int) throws(AudioUnitError) {
        try supply(bus, with: .none)
    }

    /// Checks that what feeds this unit has the formats of the buses that it feeds.
    ///
    /// A connection brings the format along when it is made. Whoever has a unit can set it up again afterwards, at
    /// either end, and a rate that is stated wrongly would sound without an error. So it is checked whenever frames
    /// could flow: before ``initialize()`` takes memory, and at each slice.
    ///
    /// - Throws: `formatNotSupported`, and `invalidElement` for an output bus that is no more.
    package func checkConnections() throws(AudioUnitError) {
        for bus in inputs.indices {
            switch inputs[bus].supply {
            case .none, .listCallback: break
            case .callback: try checkCallback(bus)
            case .connection(let unit, let sourceBus): try checkConnection(bus, from: unit, sourceBus)
            case .inputElement(let source, let sourceBus):
                if let unit = source.unit { try checkConnection(bus, from: unit, sourceBus) }
            }
        }
    }

    /// A callback that writes into a ``KKPCM/PCMBuffer`` gives Float32, deinterleaved.
    private func checkCallback(_ bus: Int) throws(AudioUnitError) {
        guard let stored = inputs[bus].stored else { return }
        throw AudioUnitError(
            .formatNotSupported, place: place(.input, bus),
            "the bus has the format [\(stored)], but its callback returns Float32",
            nextStep: "set a callback that returns an AudioBufferList, or a canonical format")
    }

    private func checkConnection(_ bus: Int, from unit: AudioUnit, _ sourceBus: Int) throws(AudioUnitError) {
        let source = try unit.bus(.output, sourceBus), own = inputs[bus].outerFormat, given = source.outerFormat
        if own == given {
            if inputs[bus].layout == source.layout { return }
            throw AudioUnitError(
                .formatNotSupported, place: place(.input, bus),
                "the bus has the layout \(inputs[bus].layout), but its source, \(unit.place(.output, sourceBus)), has \(source.layout)",
                nextStep: "make the connection again")
        }
        throw AudioUnitError(
            .formatNotSupported, place: place(.input, bus),
            "the bus has the format [\(own)], but its source, \(unit.place(.output, sourceBus)), has [\(given)]",
            nextStep: "make the connection again, or put a Converter into it")
    }

    /// Whether the frames of an output bus of this unit come from `unit`, or are its own.
    ///
    /// - Parameter seen: the units with inputs that were looked at already. A list, as making a set's type costs a
    ///   short job more than it saves.
    private func outputBus(_ bus: Int, isMadeOf unit: AudioUnit, _ seen: inout [ObjectIdentifier]) -> Bool {
        guard dependsOnInputs(outputBus: bus) else { return false }
        if unit === self { return true }
        guard !seen.contains(ObjectIdentifier(self)) else { return false }
        seen.append(ObjectIdentifier(self))
        for element in inputs {
            if case .connection(let upstream, let bus) = element.supply, upstream.outputBus(bus, isMadeOf: unit, &seen)
            {
                return true
            }
        }
        return false
    }

    private func supply(_ bus: Int, with supply: Element.Supply) throws(AudioUnitError) {
        let element = try self.bus(.input, bus)
        let previous = element.supply
        element.supply = supply
        element.endTime = nil
        wiringDidChange?()
        guard isInitialized && element.isSupplied else { return }
        do {
            if case .callback = supply { try checkCallback(bus) }
            try validate()
            try element.openOutside(frameCapacity: maximumFramesPerSlice, place: place(.input, bus))
            try supplyDidChange(bus)
        } catch {
            element.supply = previous
            throw error
        }
        element.allocateBuffer(frameCapacity: maximumFramesPerSlice)
        if element.sliceLimit != nil { settleSliceLimit(of: element) }
    }
}

extension AudioUnit {
    /// Pulls a slice of an input bus into that bus's own memory, and says whether it is silence.
    ///
    /// - Throws: `noConnection` for an idle bus, and whatever the supplier throws, unchanged.
    func pullInput(_ bus: Int, _ flags: RenderActionFlags, time: AudioTime, frameCount: Int) throws -> RenderActionFlags
    {
        try pullInput(bus, flags, time: time, frameCount: frameCount, into: &inputs[bus].buffer)
    }

    /// Pulls a slice of an input bus into `buffer`, which has the format of that bus.
    func pullInput(
        _ bus: Int, _ flags: RenderActionFlags, time: AudioTime, frameCount: Int, into buffer: inout PCMBuffer
    ) throws -> RenderActionFlags {
        var inputFlags = flags.intersection(.offlineRender)
        if inputs[bus].isOver {
            buffer.frameLength = frameCount
            buffer.silence(0..<frameCount)
            return inputFlags.union(.outputIsSilence).union(.offlineComplete)
        }
        switch inputs[bus].supply {
        case .none:
            throw AudioUnitError(
                .noConnection, place: place(.input, bus), "the input is not connected",
                nextStep: "connect a unit or set a callback")
        case .inputElement(let source, let sourceBus):
            guard let unit = source.unit else {
                throw AudioUnitError(
                    .noConnection, place: place(.input, bus), "the unit that supplied the input is gone",
                    nextStep: "keep it")
            }
            try checkConnection(bus, from: unit, sourceBus)
            try unit.render(&inputFlags, time: time, bus: sourceBus, frameCount: frameCount, into: &buffer)
            inputs[bus].endTime = unit.endTime(ofOutput: sourceBus)
        case .connection(let unit, let sourceBus):
            try checkConnection(bus, from: unit, sourceBus)
            try unit.render(&inputFlags, time: time, bus: sourceBus, frameCount: frameCount, into: &buffer)
            inputs[bus].endTime = unit.endTime(ofOutput: sourceBus)
        case .listCallback(let callback):
            buffer.frameLength = frameCount
            let count = try inputs[bus].outside?.pull(frameCount, into: &buffer, place: place(.input, bus)) {
                try callback(&inputFlags, time, bus, frameCount, &$0)
            }
            if let count, inputFlags.contains(.offlineComplete) {
                end(bus, at: time, after: count, of: frameCount, in: &buffer)
            }
        case .callback(let callback):
            try checkCallback(bus)
            buffer.frameLength = frameCount
            buffer.silence(0..<frameCount)
            var count = frameCount
            try lend(&buffer, frameCount: frameCount, to: "callback", place: place(.input, bus)) {
                try callback(&inputFlags, time, bus, frameCount, &$0)
                count = $0.frameLength
            }
            if inputFlags.contains(.offlineComplete) {
                end(bus, at: time, after: count, of: frameCount, in: &buffer)
            }
        }
        return inputFlags
    }

    /// Gives a buffer to code that is not this room's. Whatever it does, the unit has its memory for the next slice.
    ///
    /// - Throws: what `body` throws, and `parameter` when it put another buffer in the place of its own.
    func lend(
        _ buffer: inout PCMBuffer, frameCount: Int, to borrower: String, place: @autoclosure () -> String,
        _ body: (inout PCMBuffer) throws -> Void
    ) throws {
        let (channelCount, frameCapacity) = (buffer.channelCount, buffer.frameCapacity)
        defer {
            if buffer.channelCount != channelCount || buffer.frameCapacity != frameCapacity {
                buffer = PCMBuffer(channelCount: channelCount, frameCapacity: frameCapacity)
            }
        }
        try body(&buffer)
        guard buffer.channelCount == channelCount, buffer.frameCapacity == frameCapacity else {
            throw AudioUnitError(
                .parameter, place: place(),
                "the \(borrower) put a buffer of \(buffer.channelCount) channels and \(buffer.frameCapacity) frames in place of one of "
                    + "\(channelCount) and \(frameCapacity)",
                nextStep: "write into the given buffer")
        }
        buffer.frameLength = frameCount
    }
}
