public import KKUnits

extension AudioGraph {
    /// Connects an output bus with an input bus. The units learn of it when the graph is initialized.
    ///
    /// - Throws: `nodeNotFound`; `invalidConnection` for a bus that is taken, a circle, or a negative bus; `cannotDoInCurrentContext`
    ///   while the graph is initialized.
    public func connect(_ source: Node, _ sourceBus: Int = 0, to destination: Node, _ destinationBus: Int = 0) throws(GraphError) {
        _ = try index(of: source)
        let place = place(of: destination, bus: destinationBus)
        try checkInput(destination, destinationBus, "a connection cannot be made")
        if sourceBus < 0 {
            throw GraphError(.invalidConnection, place: self.place(of: source, bus: sourceBus), "there is no such bus")
        }
        for link in links {
            guard case .connection(source, sourceBus, let taker, let bus) = link.interaction else { continue }
            throw GraphError(
                .invalidConnection, place: place, "\(source) bus \(sourceBus) feeds \(taker) bus \(bus) already",
                nextStep: "disconnect that first; one output bus feeds one input bus")
        }
        if reaches(source, from: destination) {
            throw GraphError(.invalidConnection, place: place, "a connection from \(source) would make a circle")
        }
        links.append(
            Link(
                interaction: .connection(
                    source: source, sourceBus: sourceBus, destination: destination, destinationBus: destinationBus), callback: nil))
    }

    /// Supplies an input bus by a callback, in the format that the unit's bus has.
    ///
    /// - Throws: `nodeNotFound`; `invalidConnection` for a bus that is taken or negative; `cannotDoInCurrentContext` while the graph
    ///   is initialized.
    public func setInputCallback(_ node: Node, _ bus: Int = 0, _ callback: @escaping RenderCallback) throws(GraphError) {
        try checkInput(node, bus, "a callback cannot be set")
        links.append(Link(interaction: .inputCallback(node, bus: bus), callback: callback))
    }

    /// Takes the connection or callback off an input bus.
    ///
    /// - Throws: `nodeNotFound`; `invalidConnection` when the bus is idle; `cannotDoInCurrentContext` while the graph is initialized.
    public func disconnect(_ node: Node, _ bus: Int = 0) throws(GraphError) {
        _ = try index(of: node)
        try requireUninitialized("a bus cannot be disconnected", place: place(of: node, bus: bus))
        guard let index = links.firstIndex(where: { $0.interaction.destination == (node, bus) }) else {
            throw GraphError(.invalidConnection, place: place(of: node, bus: bus), "nothing is connected")
        }
        links.remove(at: index)
    }

    /// Takes all connections and callbacks away; the nodes stay.
    ///
    /// - Throws: `cannotDoInCurrentContext` while the graph is initialized.
    public func clearConnections() throws(GraphError) {
        try requireUninitialized("connections cannot be cleared", place: "graph")
        links = []
    }

    /// All connections and callbacks, in the order of making.
    public var interactions: [Interaction] { links.map(\.interaction) }

    /// The connections and callbacks that a node takes part in.
    ///
    /// - Throws: `nodeNotFound`.
    public func interactions(of node: Node) throws(GraphError) -> [Interaction] {
        _ = try index(of: node)
        return interactions.filter { $0.involves(node) }
    }

    private func checkInput(_ node: Node, _ bus: Int, _ problem: String) throws(GraphError) {
        _ = try index(of: node)
        let place = place(of: node, bus: bus)
        try requireUninitialized(problem, place: place)
        if bus < 0 { throw GraphError(.invalidConnection, place: place, "there is no such bus") }
        if links.contains(where: { $0.interaction.destination == (node, bus) }) {
            throw GraphError(.invalidConnection, place: place, "the bus has a supplier already", nextStep: "disconnect it first")
        }
    }

    /// Whether frames that leave `start` arrive at `goal`, however long the way.
    private func reaches(_ goal: Node, from start: Node) -> Bool {
        var found = [start]
        var index = 0
        while index < found.count {
            let node = found[index]
            if node == goal { return true }
            for link in links {
                guard case .connection(node, _, let next, _) = link.interaction else { continue }
                if !found.contains(next) { found.append(next) }
            }
            index += 1
        }
        return false
    }
}
