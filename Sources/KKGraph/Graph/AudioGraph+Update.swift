internal import Synchronization
internal import KKUnits

extension AudioGraph {
    /// Whether edits wait for an update.
    public var hasPendingEdits: Bool { edit { !edits.isEmpty } }

    /// Applies the edits since the last update, between two slices, and returns when they are done: `AUGraphUpdate`
    /// without a flag.
    ///
    /// A unit that is connected for the first time is initialized, after the units that feed it. Bus formats must match
    /// by then, because a format is passed along a connection only to a unit that is not initialized yet. An edit that
    /// fails is dropped together with its connection, and the edits after it wait for the next update.
    ///
    /// A notification of the graph may call it; edits before a slice are heard in that slice. A unit's own notification
    /// before its work may call it, too. Other units may already have been pulled by then, so these edits are made
    /// after the slice, and an error is in ``lastUpdateError``.
    ///
    /// - Throws: `cannotDoInCurrentContext` in a render callback, which may call ``updateWhenPossible()`` instead;
    ///   errors of a unit about a new connection; and `formatNotSupported` for a connection whose ends no longer have
    ///   the same format, because one unit was set up again. In that case the edits are made, and the next slice throws
    ///   the same error.
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

    /// Applies the edits at once if no slice is being rendered, otherwise after that slice: `AUGraphUpdate` with a
    /// flag. A callback may call it.
    ///
    /// A later error is in ``lastUpdateError``, and the next slice is rendered without the edit.
    ///
    /// - Returns: whether they are done.
    /// - Throws: as ``update()``, if they are made at once.
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
                member.unit?.setKernelWorkers(kernelWorkers)
                member.unit?.settleSliceLimits()
            }
        }
    }
}
