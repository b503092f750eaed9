public import KKUnits

extension AudioGraph {
    /// Connects an output bus with an input bus. It takes effect in the units when the graph is initialized or updated.
    ///
    /// Bus 1 of the output unit, its input element, may be connected with anything, even with the unit's own bus 0.
    ///
    /// - Throws: `nodeNotFound`; `invalidConnection` for a bus that is in use, a circle, or a negative bus.
    public func connect(
        _ source: Node, _ sourceBus: Int = 0, to destination: Node, _ destinationBus: Int = 0
    ) throws(GraphError) {
        try edit { () throws(GraphError) in
            _ = try index(of: source)
            let place = place(of: destination, bus: destinationBus)
            try checkInput(destination, destinationBus)
            if sourceBus < 0 {
                throw GraphError(
                    .invalidConnection, place: self.place(of: source, bus: sourceBus), "there is no such bus")
            }
            if let (taker, bus) = links.outOf(source, sourceBus)?.interaction.destination {
                throw GraphError(
                    .invalidConnection, place: place, "\(source) bus \(sourceBus) already feeds \(taker) bus \(bus)",
                    nextStep: "disconnect that first; one output bus feeds one input bus")
            }
            if !isInputElement(source, sourceBus) && reaches(source, from: destination) {
                throw GraphError(.invalidConnection, place: place, "a connection from \(source) would make a loop")
            }
            let interaction = Interaction.connection(
                source: source, sourceBus: sourceBus, destination: destination, destinationBus: destinationBus)
            links.append(Link(interaction: interaction))
            note(.supply(destination, bus: destinationBus))
        }
    }

    /// Feeds an input bus from a callback, in deinterleaved Float32 with the rate and channels of the bus.
    ///
    /// - Throws: `nodeNotFound`; `invalidConnection` for a bus that is in use or negative.
    public func setInputCallback(_ node: Node, _ bus: Int = 0, _ callback: @escaping RenderCallback) throws(GraphError)
    {
        try supplyInput(node, bus) { unit, bus throws(AudioUnitError) in
            try unit.setRenderCallback(callback, bus: bus)
        }
    }

    /// The same, with bytes in the format of the unit's bus, which may be any linear PCM.
    ///
    /// - Throws: as ``setInputCallback(_:_:_:)``.
    public func setBufferListCallback(
        _ node: Node, _ bus: Int = 0, _ callback: @escaping BufferListCallback
    ) throws(GraphError) {
        try supplyInput(node, bus) { unit, bus throws(AudioUnitError) in
            try unit.setRenderCallback(bufferList: callback, bus: bus)
        }
    }

    private func supplyInput(
        _ node: Node, _ bus: Int, _ setCallback: @escaping (AudioUnit, Int) throws(AudioUnitError) -> Void
    ) throws(GraphError) {
        try edit { () throws(GraphError) in
            try checkInput(node, bus)
            links.append(Link(interaction: .inputCallback(node, bus: bus), setCallback: setCallback))
            note(.supply(node, bus: bus))
        }
    }

    /// Removes the connection or callback of an input bus.
    ///
    /// - Throws: `nodeNotFound`; `invalidConnection` if the bus has none.
    public func disconnect(_ node: Node, _ bus: Int = 0) throws(GraphError) {
        try edit { () throws(GraphError) in
            _ = try index(of: node)
            guard let link = links.into(node, bus) else {
                throw GraphError(.invalidConnection, place: place(of: node, bus: bus), "nothing is connected")
            }
            links.remove(link)
            note(.supply(node, bus: bus))
        }
    }

    /// Removes all connections and callbacks; the nodes stay.
    public func clearConnections() {
        edit {
            for link in links.all() {
                note(.supply(link.interaction.destination.node, bus: link.interaction.destination.bus))
                links.remove(link)
            }
        }
    }

    /// All connections and callbacks, in the order in which they were made.
    public var interactions: [Interaction] { edit { links.all().map(\.interaction) } }

    /// The connections and callbacks of a node.
    ///
    /// - Throws: `nodeNotFound`.
    public func interactions(of node: Node) throws(GraphError) -> [Interaction] {
        try edit { () throws(GraphError) in
            _ = try index(of: node)
            return links.involving(node).map(\.interaction)
        }
    }

    /// How many links were looked at so far, to find others.
    package var linkSteps: Int { edit { links.steps } }

    /// Whether an output bus is made of no input: the input element of the output unit.
    func isInputElement(_ node: Node, _ bus: Int) -> Bool {
        bus == 1 && (try? index(of: node)).map { members[$0].component.type == .outputUnit } ?? false
    }

    private func checkInput(_ node: Node, _ bus: Int) throws(GraphError) {
        _ = try index(of: node)
        let place = place(of: node, bus: bus)
        if bus < 0 { throw GraphError(.invalidConnection, place: place, "there is no such bus") }
        if links.into(node, bus) != nil {
            throw GraphError(
                .invalidConnection, place: place, "the bus already has a source", nextStep: "disconnect it first")
        }
    }

    /// Whether frames that come into `start` arrive at `goal`, however long the way.
    private func reaches(_ goal: Node, from start: Node) -> Bool {
        if goal == start { return true }
        // Most graphs are connected in one direction, where one end is new.
        if !links.feeds(goal) { return false }
        var found = [start], seen = Array(repeating: false, count: Int(nextID))
        seen[Int(start.id)] = true
        while let node = found.popLast() {
            if node == goal { return true }
            for link in links.outOf(node) {
                guard case .connection(_, let bus, let taker, _) = link.interaction, !isInputElement(node, bus) else {
                    continue
                }
                if !seen[Int(taker.id)] {
                    seen[Int(taker.id)] = true
                    found.append(taker)
                }
            }
        }
        return false
    }
}
