public import KKPCM
public import KKUnits

/// A graph as a value: nodes, connections and formats, for text, JSON and DOT.
public struct GraphSnapshot: Hashable, Sendable, Codable {
    public struct Member: Hashable, Sendable, Codable {
        public var node: Node
        public var component: ComponentDescription
        public var isOpen: Bool
        public var isInitialized: Bool
    }

    public struct Connection: Hashable, Sendable, Codable {
        public var source: Node
        public var sourceBus: Int
        public var destination: Node
        public var destinationBus: Int
        /// The format of the source's output bus; `nil` while the graph is closed.
        public var format: StreamDescription?
        public var layout: ChannelLayout?
    }

    public struct Callback: Hashable, Sendable, Codable {
        public var node: Node
        public var bus: Int
        /// The format of the input bus; `nil` while the graph is closed.
        public var format: StreamDescription?
        public var layout: ChannelLayout?
    }

    public var members: [Member] = []
    public var connections: [Connection] = []
    public var callbacks: [Callback] = []
    /// The largest slice of the head, in frames, if there is a head.
    public var maximumFramesPerSlice: Int
    /// Core Audio's number for the result of the last update; 0 if it succeeded.
    public var lastUpdateError: Int32 = 0
    public var hasPendingEdits = false
    public var isInitialized: Bool
    public var isRunning: Bool
}

extension AudioGraph {
    /// The graph at this time, with nodes and connections in the order in which they were added.
    public var snapshot: GraphSnapshot {
        edit {
            var result = GraphSnapshot(
                maximumFramesPerSlice: maximumFramesPerSlice ?? headMember?.unit?.maximumFramesPerSlice ?? 1156,
                isInitialized: life.isInitialized,
                isRunning: life.isRunning)
            result.lastUpdateError = life.lastUpdateError?.status ?? 0
            result.hasPendingEdits = !edits.isEmpty
            result.members = members.map {
                .init(
                    node: $0.node, component: $0.component, isOpen: $0.unit != nil,
                    isInitialized: $0.unit?.isInitialized ?? false)
            }
            for link in links.all() { add(link.interaction, to: &result) }
            return result
        }
    }

    private func add(_ interaction: Interaction, to snapshot: inout GraphSnapshot) {
        switch interaction {
        case .connection(let source, let sourceBus, let destination, let destinationBus):
            let unit = unit(of: source)
            snapshot.connections.append(
                .init(
                    source: source, sourceBus: sourceBus, destination: destination, destinationBus: destinationBus,
                    format: try? unit?.streamFormat(.output, element: sourceBus),
                    layout: try? unit?.channelLayout(.output, element: sourceBus)))
        case .inputCallback(let node, let bus):
            let unit = unit(of: node)
            snapshot.callbacks.append(
                .init(
                    node: node, bus: bus, format: try? unit?.streamFormat(.input, element: bus),
                    layout: try? unit?.channelLayout(.input, element: bus)))
        }
    }
}
