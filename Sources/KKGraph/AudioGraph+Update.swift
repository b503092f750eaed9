internal import Synchronization
internal import KKUnits

extension AudioGraph {
    /// Whether edits wait for an update.
    public var hasPendingEdits: Bool { edit { !edits.isEmpty } }

    /// Makes the edits since the last update, between two slices, and comes back when they are made: `AUGraphUpdate`
    /// without a flag.
    ///
    /// A unit that an edit involves for the first time is initialized, whatever feeds it first. Bus formats must fit by
    /// then: a format is carried along a connection only to a unit that is not initialized yet. An edit that fails is
    /// dropped together with its connection, and those after it wait for the next update.
    ///
    /// A notification of the graph may call it; what it edits before a slice is heard in that slice.
    ///
    /// - Throws: `cannotDoInCurrentContext` in a render callback, which may call ``updateWhenPossible()``; what a unit
    ///   says about a new connection; and `formatNotSupported` for any connection whose ends no longer have one format,
    ///   since a unit was set up anew by whoever has it. The edits are made then, and the next slice throws the same.
    public func update() throws(GraphError) {
        if !isNotified { try requireNoSlice("the graph cannot be updated") }
        try betweenSlices { () throws(GraphError) in try makeEdits() }
    }

    /// Makes the edits at once if no slice is being rendered, else when that one is done: `AUGraphUpdate` with a flag.
    /// May be called by a callback.
    ///
    /// An error of then is ``lastUpdateError``, and the next slice is rendered without the edit.
    ///
    /// - Returns: whether they are made.
    /// - Throws: what ``update()`` throws, if they are made at once.
    public func updateWhenPossible() throws(GraphError) -> Bool {
        if isNotified {
            try makeEdits()
            return true
        }
        let isMade = try slices.holdIfFree { () throws(GraphError) in try makeEdits() }
        if !isMade { updateIsAwaited.store(true, ordering: .releasing) }
        return isMade
    }

    /// Whether a notification of this graph asks.
    private var isNotified: Bool { slices.isMine && isNotifying }

    /// Called between slices, or before anything of a slice was pulled.
    func makeEdits() throws(GraphError) {
        updateIsAwaited.store(false, ordering: .relaxed)
        var chores: [() -> Void] = []
        // Without the description: they may read it.
        defer { for chore in chores { chore() } }
        try edit { () throws(GraphError) in
            life.lastUpdateError = nil
            var done = 0
            defer {
                edits.removeFirst(done)
                for member in members { member.unit?.setRenderWorkers(renderWorkers) }
            }
            while done < edits.count {
                let edit = edits[done]
                done += 1
                do throws(AudioUnitError) {
                    try make(edit, &chores)
                } catch {
                    if case .supply(let node, let bus) = edit {
                        links.removeAll { $0.interaction.destination == (node, bus) }
                    }
                    life.lastUpdateError = GraphError(error)
                    throw GraphError(error)
                }
            }
            do throws(AudioUnitError) {
                for member in members { if let unit = member.unit, unit.isInitialized { try unit.checkConnections() } }
            } catch {
                life.lastUpdateError = GraphError(error)
                throw GraphError(error)
            }
        }
    }

    private func make(_ edit: Edit, _ chores: inout [() -> Void]) throws(AudioUnitError) {
        switch edit {
        case .chore(let body):
            chores.append(body)
        case .remove(let unit):
            unit.uninitialize()
        case .supply(let node, let bus):
            guard let unit = unit(of: node) else { return }
            guard let link = links.first(where: { $0.interaction.destination == (node, bus) }) else {
                // A bus that is not there was never supplied.
                try? unit.disconnect(bus: bus)
                return
            }
            if case .connection(let source, _, _, _) = link.interaction { try involve(source) }
            try supply(unit, by: link)
            try unit.initialize()
        }
    }

    /// Supplies and initializes a unit that is not initialized yet, after what feeds it.
    private func involve(_ node: Node) throws(AudioUnitError) {
        guard let unit = unit(of: node), !unit.isInitialized else { return }
        for link in links where link.interaction.destination.node == node {
            if case .connection(let source, let bus, _, _) = link.interaction, !isInputElement(source, bus) {
                try involve(source)
            }
        }
        try supplyInputs(of: node)
        try unit.initialize()
    }
}
