public import KKUnits

/// Audio Units and the connections between them, ending in exactly one output unit: `AUGraph`.
///
/// A graph is described first (nodes, connections, callbacks), and lives through `AUGraph`'s states: ``open()`` makes the units, which
/// can then be set up; ``initialize()`` carries the stream formats along the connections from the sources to the head, has every unit
/// check them, and takes all memory. From then on the head is asked for slices, by an ``OfflineRenderer`` or by hand.
/// Nodes and connections are edited while the graph is not initialized.
///
/// An output bus feeds one input bus and an input bus has one supplier; a circle is refused.
/// Everything is kept and visited in the order of adding.
///
/// Source: AUGraph.h.
public final class AudioGraph {
    struct Member {
        let node: Node
        let component: ComponentDescription
        /// There while the graph is open.
        var unit: AudioUnit?
    }

    /// An interaction, and what a callback needs besides.
    struct Link {
        let interaction: Interaction
        let callback: RenderCallback?
    }

    var members: [Member] = []
    var links: [Link] = []
    private var nextID: Int32 = 1
    var renderNotifies: [RenderNotify] = []
    /// The numbers under which the head knows `renderNotifies` while the graph is initialized.
    var notifyTokens: [Int] = []

    public internal(set) var isOpen = false
    public internal(set) var isInitialized = false
    public internal(set) var isRunning = false
    /// The most frames of a slice, for all units; takes effect at the next ``initialize()``. 1156 unless set.
    public var maximumFramesPerSlice = 1156

    public init() {}
}

extension AudioGraph {
    /// Adds a unit.
    ///
    /// - Throws: `invalidAudioUnit` for an unknown kind, `outputNode` for a second output unit, `cannotDoInCurrentContext` while the
    ///   graph is initialized.
    @discardableResult
    public func addNode(_ component: ComponentDescription) throws(GraphError) -> Node {
        let node = Node(id: nextID)
        let place = "\(node) \(component)"
        try requireUninitialized("a node cannot be added", place: place)
        guard component.isKnown else { throw GraphError(.invalidAudioUnit, place: place, "there is no such unit") }
        if component.type == .outputUnit, let head = members.first(where: { $0.component.type == .outputUnit }) {
            throw GraphError(.outputNode, place: place, "the graph has an output unit already, \(head.node)")
        }
        members.append(Member(node: node, component: component, unit: isOpen ? try makeUnit(component, node) : nil))
        nextID += 1
        return node
    }

    /// Removes a unit and its connections.
    ///
    /// - Throws: `nodeNotFound`; `outputNode` for the output unit while the graph runs, else `cannotDoInCurrentContext` while the
    ///   graph is initialized.
    public func removeNode(_ node: Node) throws(GraphError) {
        let index = try index(of: node)
        if isRunning && members[index].component.type == .outputUnit {
            throw GraphError(
                .outputNode, place: place(of: node), "the output unit cannot be removed while the graph runs",
                nextStep: "stop the graph first")
        }
        try requireUninitialized("a node cannot be removed", place: place(of: node))
        links.removeAll { $0.interaction.involves(node) }
        members.remove(at: index)
    }

    /// The nodes, in the order of adding.
    public var nodes: [Node] { members.map(\.node) }

    /// A node's kind, and its unit while the graph is open.
    ///
    /// - Throws: `nodeNotFound`.
    public func nodeInfo(_ node: Node) throws(GraphError) -> (component: ComponentDescription, unit: AudioUnit?) {
        let member = members[try index(of: node)]
        return (member.component, member.unit)
    }

    /// A node's unit as the class it is.
    ///
    /// - Throws: `nodeNotFound`, `cannotDoInCurrentContext` while the graph is closed, `invalidAudioUnit` for a unit of another class.
    public func unit<Unit: AudioUnit>(of node: Node, as type: Unit.Type) throws(GraphError) -> Unit {
        let member = members[try index(of: node)]
        guard let unit = member.unit else {
            throw GraphError(
                .cannotDoInCurrentContext, place: place(of: node), "units exist while the graph is open only",
                nextStep: "call open() first")
        }
        guard let unit = unit as? Unit else {
            throw GraphError(.invalidAudioUnit, place: place(of: node), "the unit is no \(type)")
        }
        return unit
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

    func makeUnit(_ component: ComponentDescription, _ node: Node) throws(GraphError) -> AudioUnit {
        do {
            let unit = try component.makeUnit()
            unit.name = "\(node) \(unit.name)"
            return unit
        } catch {
            throw GraphError(error)
        }
    }

    /// `node 3 'aumx' 'mcmx'`, with the bus when there is one.
    func place(of node: Node, bus: Int? = nil) -> String {
        let kind = members.first { $0.node == node }.map { " \($0.component.type) \($0.component.subType)" } ?? ""
        return "\(node)\(kind)\(bus.map { " bus \($0)" } ?? "")"
    }

    func requireUninitialized(_ problem: String, place: String) throws(GraphError) {
        if isInitialized {
            throw GraphError(
                .cannotDoInCurrentContext, place: place, "\(problem) while the graph is initialized", nextStep: "uninitialize it first")
        }
    }
}
