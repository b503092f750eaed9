/// How an input bus of a node gets its sound: `AUNodeInteraction`.
public enum Interaction: Hashable, Sendable, Codable {
    /// `kAUNodeInteraction_Connection`
    case connection(source: Node, sourceBus: Int, destination: Node, destinationBus: Int)
    /// `kAUNodeInteraction_InputCallback`
    case inputCallback(Node, bus: Int)

    /// The receiving node and its bus.
    public var destination: (node: Node, bus: Int) {
        switch self {
        case .connection(_, _, let node, let bus): (node, bus)
        case .inputCallback(let node, let bus): (node, bus)
        }
    }

    public func involves(_ node: Node) -> Bool {
        switch self {
        case .connection(let source, _, let destination, _): source == node || destination == node
        case .inputCallback(let destination, _): destination == node
        }
    }
}
