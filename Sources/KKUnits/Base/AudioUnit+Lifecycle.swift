internal import KKPCM

extension AudioUnit {
    /// Checks the formats, including those of both ends of every connection, and allocates all memory for rendering. An
    /// initialized unit does not change.
    ///
    /// - Throws: errors of the unit about its formats, mostly `formatNotSupported`; the unit then stays uninitialized.
    public func initialize() throws(AudioUnitError) {
        if isInitialized { return }
        try checkConnections()
        try checkChannelPairs()
        try validate()
        for element in inputs where element.isSupplied { element.allocateBuffer(frameCapacity: maximumFramesPerSlice) }
        do {
            for (scope, elements) in [(Scope.input, inputs), (.output, outputs)] {
                for (number, element) in elements.enumerated() {
                    try element.openOutside(frameCapacity: maximumFramesPerSlice, place: place(scope, number))
                }
            }
            try prepare()
        } catch {
            freeMemory()
            throw error
        }
        isInitialized = true
    }

    /// The bytes that ``initialize()`` takes with the formats, the slice and the settings as they are.
    package var heldByteCount: Int {
        inputs.reduce(workByteCount) { sum, element in
            guard element.isSupplied else { return sum }
            return sum
                + PCMBuffer.byteCount(
                    channelCount: element.format.channelCount, frameCapacity: maximumFramesPerSlice)
        }
    }

    /// Frees the memory, and with it what the unit remembers of the sound. Settings stay. Inside a slice of this unit
    /// it is done after the slice.
    public func uninitialize() {
        if !isInitialized { return }
        isLeaving = isRendering
        if isLeaving { return }
        resetState()
        freeMemory()
        isInitialized = false
    }

    /// Forgets all sound so far, as at a break in the time line. Settings stay.
    public func reset() {
        resetState()
        forgetEnds()
        events.removeAll(keepingCapacity: true)
        firstRenderError = nil
    }

    /// Sets the largest number of frames in one render call, 1 … ``largestSlice``.
    ///
    /// - Throws: `initialized` while the unit is initialized, `invalidPropertyValue` outside the range.
    public func setMaximumFramesPerSlice(_ frames: Int) throws(AudioUnitError) {
        try requireUninitialized("the slice size cannot be changed", place: name)
        if frames == maximumFramesPerSlice { return }
        guard (1...Self.largestSlice).contains(frames) else {
            throw AudioUnitError(
                .invalidPropertyValue, place: name, "a slice of \(frames) frames is impossible",
                nextStep: "use 1 to \(Self.largestSlice) frames")
        }
        maximumFramesPerSlice = frames
        propertyDidChange(.maximumFramesPerSlice, .global, 0)
    }

    /// Whether a slice of this unit is under way.
    var isRendering: Bool { outputs.contains { $0.isRendering } }

    /// Checks that the two sides of a unit have one format.
    ///
    /// - Throws: `formatNotSupported` where somebody set both, and not the same.
    func requireSameFormats() throws(AudioUnitError) {
        let input = inputs[0].format
        for (number, output) in outputs.enumerated() where output.format != input {
            throw AudioUnitError(
                .formatNotSupported, place: place(.output, number),
                "the format [\(output.outerFormat)] was set, and the input has [\(inputs[0].outerFormat)]",
                nextStep: "give both the same rate and number of channels, or put a Converter before it")
        }
    }

    /// Checks that every input has the rate of the output.
    ///
    /// - Throws: `formatNotSupported`.
    func requireSameRate() throws(AudioUnitError) {
        let output = outputs[0].format
        for index in inputs.indices where inputs[index].format.sampleRate != output.sampleRate {
            throw AudioUnitError(
                .formatNotSupported, place: place(.input, index),
                "the format [\(inputs[index].format)] has another rate than the output [\(output)]",
                nextStep: "put a Converter before it")
        }
    }

    /// Checks the rate of what a unit gives.
    ///
    /// - Throws: `formatNotSupported` above `highest`.
    func requireRate(upTo highest: Double) throws(AudioUnitError) {
        let rate = outputs[0].format.sampleRate
        if rate <= highest { return }
        throw AudioUnitError(
            .formatNotSupported, place: name, "a rate of \(rate) Hz is impossible",
            nextStep: "use at most \(StreamDescription.rateText(highest / 1e6)) MHz")
    }

    func requireUninitialized(_ problem: String, place: String) throws(AudioUnitError) {
        if isInitialized {
            throw AudioUnitError(
                .initialized, place: place, "\(problem) while the unit is initialized",
                nextStep: "uninitialize it first")
        }
    }

    private func freeMemory() {
        unprepare()
        events = []
        lastRenderTime = nil
        for element in inputs + outputs { element.freeBuffer() }
    }
}
