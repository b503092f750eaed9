internal import Synchronization
internal import KKUnits

extension AudioGraph {
    /// Makes the units, which hold no resources yet. An open graph is left as it is.
    public func open() throws(GraphError) {
        edit {
            if life.isOpen { return }
            for index in members.indices { members[index].unit = makeUnit(members[index].origin, members[index].node) }
            life.isOpen = true
        }
    }

    /// Lets the units go, and their settings with them. Nodes, connections and callbacks stay.
    public func close() {
        uninitialize()
        edit {
            for index in members.indices { members[index].unit = nil }
            life.isOpen = false
        }
    }

    /// Tells the units of their connections, carries formats and layouts along them from the sources to the head, and
    /// initializes every unit that takes part in an interaction, sources first. An initialized graph is left as it is.
    ///
    /// - Throws: `cannotDoInCurrentContext` while the graph is closed, `outputNode` without an output unit, and what a
    ///   unit says about its slice size, buses and formats; the graph stays uninitialized.
    public func initialize() throws(GraphError) {
        try betweenSlices { () throws(GraphError) in
            try edit { () throws(GraphError) in
                if !life.isInitialized { try initializeUnits() }
            }
        }
    }

    private func initializeUnits() throws(GraphError) {
        guard life.isOpen else {
            throw GraphError(
                .cannotDoInCurrentContext, place: "graph", "a closed graph cannot be initialized",
                nextStep: "call open() first")
        }
        guard let head = headMember?.unit else {
            throw GraphError(
                .outputNode, place: "graph", "there is no output unit",
                nextStep: "add one, and connect the last unit to it")
        }
        do {
            if let maximumFramesPerSlice {
                for member in members { try member.unit?.setMaximumFramesPerSlice(maximumFramesPerSlice) }
            }
            for index in downstreamOrder() {
                try supplyInputs(of: members[index].node)
                if links.contains(where: { $0.interaction.involves(members[index].node) }) {
                    try members[index].unit?.initialize()
                }
            }
        } catch {
            for member in members { member.unit?.uninitialize() }
            unsupplyInputs()
            throw GraphError(error)
        }
        for index in renderNotifies.indices {
            renderNotifies[index].known = head.addRenderNotify(renderNotifies[index].notify)
        }
        for member in members { member.unit?.setRenderWorkers(renderWorkers) }
        renderedHead = head
        head.renderGate = gate
        life.isInitialized = true
    }

    /// Gives the units' memory back and forgets what was heard. Settings and connections stay; a player's schedule does
    /// not.
    public func uninitialize() {
        stop()
        betweenSlices {
            edit {
                if !life.isInitialized { return }
                for index in renderNotifies.indices {
                    if let known = renderNotifies[index].known { renderedHead?.removeRenderNotify(known) }
                    renderNotifies[index].known = nil
                }
                renderedHead?.renderGate = nil
                renderedHead = nil
                for member in members { member.unit?.uninitialize() }
                for case .remove(let unit) in edits { unit.uninitialize() }
                unsupplyInputs()
                edits = []
                updateIsAwaited.store(false, ordering: .relaxed)
                life.lastUpdateError = nil
                life.isInitialized = false
            }
        }
    }

    /// Starts the head.
    ///
    /// - Throws: `cannotDoInCurrentContext` unless the graph is initialized; what the head says.
    public func start() throws(GraphError) {
        try betweenSlices { () throws(GraphError) in
            let head = try initializedHead()
            do throws(AudioUnitError) {
                try (head as? GenericOutput)?.start()
            } catch {
                throw GraphError(error)
            }
            edit { life.isRunning = true }
        }
    }

    /// Stops the head; inside a slice, when it is done.
    public func stop() {
        whenPossible { [self] in
            (renderedHead as? GenericOutput)?.stop()
            edit { life.isRunning = false }
        }
    }

    /// The members with every source before its taker; otherwise in the order of adding.
    private func downstreamOrder() -> [Int] {
        var order: [Int] = []
        var isPlaced = [Bool](repeating: false, count: members.count)
        // A stack of its own, because a chain of units may be longer than the call stack is deep.
        for start in members.indices {
            var stack = [start]
            while let index = stack.last {
                let node = members[index].node
                let missing = links.lazy.compactMap { link -> Int? in
                    guard case .connection(let source, let bus, node, _) = link.interaction,
                        !self.isInputElement(source, bus)
                    else { return nil }
                    return try? self.index(of: source)
                }.first { !isPlaced[$0] }
                if let missing {
                    stack.append(missing)
                } else {
                    if !isPlaced[index] { order.append(index) }
                    isPlaced[index] = true
                    stack.removeLast()
                }
            }
        }
        return order
    }
}
