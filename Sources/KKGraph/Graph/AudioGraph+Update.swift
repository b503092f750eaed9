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
    /// A notification of the graph may call it; what it edits before a slice is heard in that slice. So may a unit's own
    /// notification before the unit's work: other units may have been pulled by then, so the edits are made when the
    /// slice is done, and an error of then is ``lastUpdateError``.
    ///
    /// - Throws: `cannotDoInCurrentContext` in a render callback, which may call ``updateWhenPossible()``; what a unit
    ///   says about a new connection; and `formatNotSupported` for any connection whose ends no longer have one format,
    ///   since a unit was set up anew by whoever has it. The edits are made then, and the next slice throws the same.
    public func update() throws(GraphError) {
        if !isNotified {
            if slices.isMineAlone && edit({ members.contains { $0.unit?.isAboutToRender ?? false } }) {
                updateIsAwaited.store(true, ordering: .releasing)
                return
            }
            try requireNoSlice("the graph cannot be updated")
        }
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

    /// Whether a notification of this graph around the slice that was asked for asks.
    var isNotified: Bool { slices.isMineAlone && stage == .notification }

    /// Whether the thread that asks has the graph to itself while nothing is being pulled.
    var isBetweenPulls: Bool { slices.isMineAlone && (stage == .betweenSlices || stage == .notification) }

    /// Called between slices, or before anything of a slice was pulled.
    func makeEdits() throws(GraphError) {
        updateIsAwaited.store(false, ordering: .relaxed)
        try edit { () throws(GraphError) in
            life.lastUpdateError = nil
            var done = 0
            var supplied: Set<Node> = []
            defer {
                edits.removeFirst(done)
                settleWiring()
            }
            while done < edits.count {
                let edit = edits[done]
                done += 1
                do throws(AudioUnitError) {
                    try make(edit, &supplied)
                } catch {
                    if case .supply(let node, let bus) = edit, let link = links.into(node, bus) { links.remove(link) }
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

    /// - Parameter supplied: the nodes whose inputs are all as the description says, by an edit before.
    private func make(_ edit: Edit, _ supplied: inout Set<Node>) throws(AudioUnitError) {
        switch edit {
        case .remove(let unit):
            unit.uninitialize()
        case .supply(let node, let bus):
            guard let unit = unit(of: node) else { return }
            guard let link = links.into(node, bus) else {
                // A bus that is not there was never supplied.
                try? unit.disconnect(bus: bus)
                return
            }
            if supplied.contains(node) { return }
            if case .connection(let source, _, _, _) = link.interaction { try involve(source, &supplied) }
            try supply(unit, by: link)
            try unit.initialize()
        }
    }

    /// Supplies and initializes a unit that is not initialized yet, after what feeds it.
    private func involve(_ node: Node, _ supplied: inout Set<Node>) throws(AudioUnitError) {
        // A stack of its own, because a chain of units may be longer than the call stack is deep.
        var waiting = [(node: node, isFed: false)]
        while let (node, isFed) = waiting.popLast() {
            guard let unit = unit(of: node), !unit.isInitialized else { continue }
            if isFed {
                try supplyInputs(of: node)
                try unit.initialize()
                supplied.insert(node)
                continue
            }
            waiting.append((node, true))
            for link in links.into(node).reversed() {
                if case .connection(let source, let bus, _, _) = link.interaction, !isInputElement(source, bus) {
                    waiting.append((source, false))
                }
            }
        }
    }

    /// Tells the units what has come of their wiring.
    func settleWiring() {
        wiringIsNew.store(false, ordering: .relaxed)
        edit {
            for member in members {
                member.unit?.setRenderWorkers(renderWorkers)
                member.unit?.settleSliceLimits()
            }
        }
    }
}
