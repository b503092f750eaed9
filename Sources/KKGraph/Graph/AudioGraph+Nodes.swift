internal import Synchronization
public import KKUnits

extension AudioGraph {
    /// Adds a unit of the first of ``components`` with this description. In an initialized graph the unit is
    /// initialized when an update connects it.
    ///
    /// - Throws: `invalidAudioUnit` for an unknown kind, `outputNode` for a second output unit.
    @discardableResult
    public func addNode(_ description: ComponentDescription) throws(GraphError) -> Node {
        guard let component = AudioComponent.first(description, in: components) else {
            throw GraphError(
                .invalidAudioUnit, place: "\(Node(id: edit { nextID })) \(description)", "there is no such unit")
        }
        return try addNode(component)
    }

    /// The same for a component that may be missing in ``components``.
    @discardableResult
    public func addNode(_ component: AudioComponent) throws(GraphError) -> Node {
        try edit { () throws(GraphError) in
            let node = Node(id: nextID)
            if component.description.type == .outputUnit, let head = headMember {
                throw GraphError(
                    .outputNode, place: "\(node) \(component.description)",
                    "the graph already has an output unit, \(head.node)")
            }
            let unit = life.isOpen ? makeUnit(component, node) : nil
            if life.isInitialized, let maximumFramesPerSlice {
                do throws(AudioUnitError) {
                    try unit?.setMaximumFramesPerSlice(maximumFramesPerSlice)
                } catch {
                    throw GraphError(error)
                }
            }
            members.append(Member(node: node, origin: component, unit: unit))
            nextID += 1
            return node
        }
    }

    /// Removes a unit and its connections. In an initialized graph, the unit is heard until the next update.
    ///
    /// - Throws: `nodeNotFound`; for the output unit `outputNode` while the graph runs, and `cannotDoInCurrentContext`
    ///   while it is initialized.
    public func removeNode(_ node: Node) throws(GraphError) {
        try edit { () throws(GraphError) in
            let index = try index(of: node)
            if life.isInitialized && members[index].component.type == .outputUnit {
                throw GraphError(
                    life.isRunning ? .outputNode : .cannotDoInCurrentContext, place: place(of: node),
                    "the output unit cannot be removed while the graph \(life.isRunning ? "runs" : "is initialized")",
                    nextStep: life.isRunning ? "stop the graph first" : "uninitialize it first")
            }
            for link in links.involving(node) {
                note(.supply(link.interaction.destination.node, bus: link.interaction.destination.bus))
                links.remove(link)
            }
            if let unit = members[index].unit {
                note(.remove(unit))
                unit.renderGate = nil
            }
            members.remove(at: index)
        }
    }

    /// The nodes, in the order in which they were added.
    public var nodes: [Node] { edit { members.map(\.node) } }

    /// A node's component, and its unit while the graph is open.
    ///
    /// - Throws: `nodeNotFound`.
    public func nodeInfo(_ node: Node) throws(GraphError) -> (component: ComponentDescription, unit: AudioUnit?) {
        try edit { () throws(GraphError) in
            let member = members[try index(of: node)]
            return (member.component, member.unit)
        }
    }

    /// A node's unit, as its class.
    ///
    /// - Throws: `nodeNotFound`, `cannotDoInCurrentContext` while the graph is closed, `invalidAudioUnit` for a unit of
    ///   another class.
    public func unit<Unit: AudioUnit>(of node: Node, as type: Unit.Type) throws(GraphError) -> Unit {
        try edit { () throws(GraphError) in
            guard let unit = members[try index(of: node)].unit else {
                throw GraphError(
                    .cannotDoInCurrentContext, place: place(of: node), "units exist only while the graph is open",
                    nextStep: "call open() first")
            }
            guard let unit = unit as? Unit else {
                throw GraphError(.invalidAudioUnit, place: place(of: node), "the unit is no \(type)")
            }
            return unit
        }
    }

    /// The output unit's node.
    public var headNode: Node? { edit { headMember?.node } }

    // What follows is called with the description held.

    var headMember: Member? { members.first { $0.component.type == .outputUnit } }

    /// A node's unit; `nil` if there is no such node, or while the graph is closed.
    func unit(of node: Node) -> AudioUnit? {
        guard let index = try? index(of: node) else { return nil }
        return members[index].unit
    }

    func index(of node: Node) throws(GraphError) -> Int {
        // Nodes are numbered in the order in which they are kept.
        var low = 0, high = members.count
        while low < high {
            let middle = (low + high) / 2
            if members[middle].node < node { low = middle + 1 } else { high = middle }
        }
        guard low < members.count && members[low].node == node else {
            throw GraphError(.nodeNotFound, place: node.description, "the graph has no such node")
        }
        return low
    }

    func makeUnit(_ component: AudioComponent, _ node: Node) -> AudioUnit {
        let unit = component.makeInstance()
        unit.name = "\(node) \(unit.name)"
        unit.wiringDidChange = { [weak self] in self?.wiringIsNew.store(true, ordering: .releasing) }
        if component.description.type == .outputUnit { unit.renderGate = gate }
        return unit
    }

    /// `node 3 'aumx' 'mcmx'`, with the bus when there is one.
    func place(of node: Node, bus: Int? = nil) -> String {
        let kind =
            (try? index(of: node)).map { " \(members[$0].component.type) \(members[$0].component.subType)" } ?? ""
        return "\(node)\(kind)\(bus.map { " bus \($0)" } ?? "")"
    }

    /// Leaves something for the next update, when there are units that know better.
    func note(_ edit: Edit) {
        if life.isInitialized { edits.append(edit) }
    }
}
