public import KKPCM

extension AudioUnit {
    /// The number of elements of a scope: its buses.
    public func elementCount(_ scope: Scope) -> Int {
        switch scope {
        case .global: 1
        case .input: inputs.count
        case .output: outputs.count
        }
    }

    /// Sets the number of elements of a scope; new elements have the default settings.
    ///
    /// - Throws: `propertyNotWritable` for a unit whose buses are fixed, `initialized`, `invalidPropertyValue`.
    public func setElementCount(_ count: Int, scope: Scope) throws(AudioUnitError) {
        guard isElementCountWritable(scope) else {
            throw AudioUnitError(.propertyNotWritable, place: name, "the number of \(scope) buses is fixed")
        }
        try requireUninitialized("the number of buses cannot be changed", place: name)
        guard (0...Self.maximumElementCount).contains(count) else {
            throw AudioUnitError(
                .invalidPropertyValue, place: name, "\(count) buses are impossible",
                nextStep: "use at most \(Self.maximumElementCount)")
        }
        switch scope {
        case .global: break
        case .input: resize(&inputs, to: count, parameters: inputParameters)
        case .output: resize(&outputs, to: count, parameters: outputParameters)
        }
        elementCountDidChange(scope)
        propertyDidChange(.elementCount, scope, 0)
    }

    /// Whether a scope can have another number of elements.
    package func canSetElementCount(_ scope: Scope) -> Bool { isElementCountWritable(scope) }

    /// The user's name of a bus; empty by default (`kAudioUnitProperty_ElementName`).
    public func elementName(_ scope: Scope, element: Int = 0) throws(AudioUnitError) -> String {
        try anyElement(scope, element).name
    }

    public func setElementName(_ name: String, scope: Scope, element: Int = 0) throws(AudioUnitError) {
        try anyElement(scope, element).name = name
        propertyDidChange(.elementName, scope, element)
    }

    /// The format of a bus.
    ///
    /// - Throws: `invalidScope` for the global scope, `invalidElement`.
    public func streamFormat(_ scope: Scope, element: Int = 0) throws(AudioUnitError) -> StreamDescription {
        try bus(scope, element).outerFormat
    }

    /// Sets the format of a bus: linear PCM of any kind. Sizes that are zero and follow from the others are filled in.
    /// If the number of channels changes, the layout becomes the usual one for that number.
    ///
    /// Inside the unit everything is Float32. Other formats are converted at the input
    /// (``setRenderCallback(bufferList:bus:)``) and the output, and the samples of a connection are rounded to its
    /// format.
    ///
    /// The checks have the order of AUBase: the bus exists, the format is possible, it is not the current one, it may
    /// be set now.
    ///
    /// - Throws: `invalidScope`, `invalidElement`; `formatNotSupported` unless it is linear PCM with 1 …
    ///   ``maximumChannelCount`` channels and a rate above 0 and up to 2³² Hz; `propertyNotWritable` for a connected
    ///   input, whose format is that of the connection, and while the unit is initialized.
    public func setStreamFormat(_ format: StreamDescription, scope: Scope, element: Int = 0) throws(AudioUnitError) {
        try setStreamFormat(format, scope, element, isCarried: false)
    }

    /// - Parameter isCarried: whether it comes with a connection.
    func setStreamFormat(
        _ format: StreamDescription, _ scope: Scope, _ element: Int, isCarried: Bool
    ) throws(AudioUnitError) {
        let target = try bus(scope, element)
        let format = format.completed
        // Setting what is there already is setting it, too.
        if !isCarried && format == target.outerFormat { target.isFormatSet = true }
        if format == target.outerFormat { return }
        let place = place(scope, element)
        let isRate = format.sampleRate > 0 && format.sampleRate <= Self.highestSampleRate
        guard isRate && (1...Self.maximumChannelCount).contains(format.channelCount) else {
            throw AudioUnitError(
                .formatNotSupported, place: place, "the format [\(format)] is impossible",
                nextStep: "use 1 to \(Self.maximumChannelCount) channels and a rate above zero, up to 2^32 Hz")
        }
        if !format.isCanonical { _ = try BusFormat(format, frameCapacity: 0, place: place) }
        if isInitialized || scope == .input && target.isConnected && !isCarried {
            throw AudioUnitError(
                .propertyNotWritable, place: place,
                "the format cannot be changed while \(isInitialized ? "the unit is initialized" : "the bus is connected")",
                nextStep: isInitialized
                    ? "uninitialize it first" : "set the format of its source, or disconnect the bus")
        }
        let keepsLayout = format.channelCount == target.format.channelCount
        target.format = .canonical(sampleRate: format.sampleRate, channels: format.channelCount)
        target.stored = format.isCanonical ? nil : format
        target.isFormatSet = !isCarried
        if !keepsLayout { target.layout = .standard(format.channelCount) }
        formatDidChange(scope, element)
        propertyDidChange(.streamFormat, scope, element)
    }

    /// The channel layout of a bus.
    public func channelLayout(_ scope: Scope, element: Int = 0) throws(AudioUnitError) -> ChannelLayout {
        try bus(scope, element).layout
    }

    /// Sets the layout of a bus, after its format.
    ///
    /// - Throws: `invalidPropertyValue` if its number of channels is not that of the format; `initialized`,
    ///   `invalidScope`, `invalidElement`.
    public func setChannelLayout(_ layout: ChannelLayout, scope: Scope, element: Int = 0) throws(AudioUnitError) {
        try setChannelLayout(layout, scope, element, isCarried: false)
    }

    /// - Parameter isCarried: whether it comes with a connection.
    func setChannelLayout(
        _ layout: ChannelLayout, _ scope: Scope, _ element: Int, isCarried: Bool
    ) throws(AudioUnitError) {
        let target = try bus(scope, element)
        if !isCarried && layout == target.layout { target.isLayoutSet = true }
        if layout == target.layout { return }
        guard layout.channelCount == target.format.channelCount else {
            throw AudioUnitError(
                .invalidPropertyValue, kind: .defect, place: place(scope, element),
                "the layout \(layout) has \(layout.channelCount) channels, the format \(target.format.channelCount)",
                nextStep: "set the stream format first")
        }
        try requireUninitialized("the layout cannot be changed", place: place(scope, element))
        target.layout = layout
        target.isLayoutSet = !isCarried
        formatDidChange(scope, element)
        propertyDidChange(.audioChannelLayout, scope, element)
    }

    /// So that the frames of any time that is asked about can be counted.
    private static var highestSampleRate: Double { 0x1p32 }

    /// The element of a scope that has buses.
    func bus(_ scope: Scope, _ element: Int) throws(AudioUnitError) -> Element {
        guard scope != .global else {
            throw AudioUnitError(.invalidScope, place: name, "the global scope has no buses")
        }
        return try anyElement(scope, element)
    }

    func anyElement(_ scope: Scope, _ element: Int) throws(AudioUnitError) -> Element {
        // Found without making a list: parameters change while a slice is rendered.
        if scope == .global && element == 0 { return global }
        let elements = scope == .global ? [global] : scope == .input ? inputs : outputs
        guard elements.indices.contains(element) else {
            let count = elements.count
            throw AudioUnitError(
                .invalidElement, place: place(scope, element),
                count == 0
                    ? "the unit has no \(scope) bus" : "the unit has \(count) \(scope) \(count == 1 ? "bus" : "buses")")
        }
        return elements[element]
    }

    /// Where an element is, for errors: `'aumx' 'mcmx' bus 1`, `'aumx' 'mcmx' output bus 0`.
    func place(_ scope: Scope, _ element: Int) -> String {
        switch scope {
        case .global: name
        case .input: "\(name) bus \(element)"
        case .output: "\(name) output bus \(element)"
        }
    }

    private func resize(_ elements: inout [Element], to count: Int, parameters: [ParameterInfo]) {
        if count < elements.count { elements.removeLast(elements.count - count) }
        while elements.count < count { elements.append(Element(parameters: parameters)) }
    }
}
