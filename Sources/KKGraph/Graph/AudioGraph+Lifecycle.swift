internal import Synchronization
internal import KKPCM
internal import KKUnits

extension AudioGraph {
    /// Creates the units, without resources. An open graph does not change.
    public func open() throws(GraphError) {
        edit {
            if life.isOpen { return }
            for index in members.indices { members[index].unit = makeUnit(members[index].origin, members[index].node) }
            life.isOpen = true
        }
    }

    /// Releases the units and their settings. Nodes, connections and callbacks stay.
    ///
    /// - Throws: `cannotDoInCurrentContext` inside a slice.
    public func close() throws(GraphError) {
        try uninitialize()
        edit {
            headMember?.unit?.renderGate = nil
            for index in members.indices { members[index].unit = nil }
            life.isOpen = false
        }
    }

    /// Gives the units their connections, passes formats and layouts along them from the sources to the head, and
    /// initializes every unit with a connection or callback, sources first. An initialized graph does not change.
    ///
    /// - Throws: `cannotDoInCurrentContext` while the graph is closed and inside a slice, `outputNode` without an
    ///   output unit, and errors of a unit about its slice size, buses and formats; the graph then stays uninitialized.
    public func initialize() throws(GraphError) {
        try requireNoSlice("the graph cannot be initialized")
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
            let wiring = Wiring(self)
            var room = byteLimit
            for index in wiring.downstreamOrder {
                guard let unit = members[index].unit else { continue }
                for link in wiring.inputs[index] { try supply(unit, by: link) }
                guard wiring.isInvolved[index] else { continue }
                try take(unit, from: &room)
                try unit.initialize()
            }
        } catch {
            for member in members { member.unit?.uninitialize() }
            unsupplyInputs()
            throw GraphError(error)
        }
        for index in renderNotifies.indices {
            renderNotifies[index].known = head.addRenderNotify(renderNotifies[index].notify)
        }
        settleWiring()
        renderedHead = head
        life.isInitialized = true
    }

    /// Counts the memory of a unit whose formats are known.
    private func take(_ unit: AudioUnit, from room: inout Int?) throws(AudioUnitError) {
        guard let rest = room else { return }
        let left = rest - unit.heldByteCount
        isTooLarge = left < 0
        room = left
        guard isTooLarge, let byteLimit else { return }
        throw AudioUnitError(
            .failedInitialization, kind: .badData, place: unit.name,
            "the graph would take more than \(byteLimit) bytes", nextStep: "use fewer channels or units")
    }

    /// Frees the memory of the units, and with it what they remember of the sound. Settings and connections stay; the
    /// schedule of a player does not.
    ///
    /// - Throws: `cannotDoInCurrentContext` inside a slice.
    public func uninitialize() throws(GraphError) {
        try requireNoSlice("the graph cannot be uninitialized")
        betweenSlices {
            stopHead()
            edit {
                if !life.isInitialized { return }
                postedParameters.apply()
                forgetNotifies()
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
    /// - Throws: `cannotDoInCurrentContext` if the graph is not initialized, and inside a slice; errors of the head.
    public func start() throws(GraphError) {
        try requireNoSlice("the graph cannot be started")
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

    /// Stops the head; inside a slice, after it.
    public func stop() {
        whenPossible { [self] in stopHead() }
    }

    private func stopHead() {
        (renderedHead as? GenericOutput)?.stop()
        edit { life.isRunning = false }
    }
}

/// The links of each member, found at once.
private struct Wiring {
    /// What feeds it, and the members among that.
    private(set) var inputs: [[Link]]
    private var sources: [[Int]]
    private(set) var isInvolved: [Bool]

    init(_ graph: AudioGraph) {
        inputs = Array(repeating: [], count: graph.members.count)
        sources = Array(repeating: [], count: graph.members.count)
        isInvolved = Array(repeating: false, count: graph.members.count)
        for link in graph.links.all() {
            guard let taker = try? graph.index(of: link.interaction.destination.node) else { continue }
            inputs[taker].append(link)
            isInvolved[taker] = true
            guard case .connection(let node, let bus, _, _) = link.interaction, let source = try? graph.index(of: node)
            else { continue }
            isInvolved[source] = true
            if !graph.isInputElement(node, bus) { sources[taker].append(source) }
        }
    }

    /// The members with every source before its taker; otherwise in the order of adding.
    var downstreamOrder: [Int] {
        var order: [Int] = []
        var isPlaced = Array(repeating: false, count: inputs.count)
        // A stack of its own, because a chain of units may be longer than the call stack is deep.
        for start in inputs.indices {
            var stack = [start]
            while let index = stack.last {
                if let missing = sources[index].first(where: { !isPlaced[$0] }) {
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
