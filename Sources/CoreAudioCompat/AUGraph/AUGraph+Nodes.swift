internal import KKAudio

@implementation @c public func AUGraphAddNode(
    _ inGraph: AUGraph, _ inDescription: UnsafePointer<AudioComponentDescription>,
    _ outNode: UnsafeMutablePointer<AUNode>
) -> OSStatus {
    answer {
        let held = try HeldGraph.of(inGraph), out = try outNode.checked()
        let node = try held.graph.addNode(ComponentDescription(try inDescription.checked().pointee))
        _ = try held.graph.nodeInfo(node).unit.map(held.pointer)
        out.pointee = node.id
    }
}

@implementation @c public func AUGraphRemoveNode(_ inGraph: AUGraph, _ inNode: AUNode) -> OSStatus {
    answer {
        let held = try HeldGraph.of(inGraph)
        let unit = try held.graph.nodeInfo(Node(id: inNode)).unit
        try held.graph.removeNode(Node(id: inNode))
        if let unit { held.forgetUnits { $0 !== unit } }
    }
}

@implementation @c public func AUGraphGetNodeCount(
    _ inGraph: AUGraph, _ outNumberOfNodes: UnsafeMutablePointer<UInt32>
) -> OSStatus {
    answer { try outNumberOfNodes.checked().pointee = UInt32(HeldGraph.of(inGraph).graph.nodes.count) }
}

@implementation @c public func AUGraphGetIndNode(
    _ inGraph: AUGraph, _ inIndex: UInt32, _ outNode: UnsafeMutablePointer<AUNode>
) -> OSStatus {
    answer {
        let nodes = try HeldGraph.of(inGraph).graph.nodes
        guard nodes.indices.contains(Int(inIndex)) else { throw Status(kAUGraphErr_NodeNotFound) }
        try outNode.checked().pointee = nodes[Int(inIndex)].id
    }
}

@implementation @c public func AUGraphNodeInfo(
    _ inGraph: AUGraph, _ inNode: AUNode, _ outDescription: UnsafeMutablePointer<AudioComponentDescription>?,
    _ outAudioUnit: UnsafeMutablePointer<CCoreAudio.AudioUnit?>?
) -> OSStatus {
    answer {
        let held = try HeldGraph.of(inGraph)
        let info = try held.graph.nodeInfo(Node(id: inNode))
        outDescription?.pointee = AudioComponentDescription(info.component)
        outAudioUnit?.pointee = info.unit.map(held.pointer)
    }
}

// MARK: Interactions

@implementation @c public func AUGraphConnectNodeInput(
    _ inGraph: AUGraph, _ inSourceNode: AUNode, _ inSourceOutputNumber: UInt32, _ inDestNode: AUNode,
    _ inDestInputNumber: UInt32
) -> OSStatus {
    answer {
        try HeldGraph.of(inGraph).graph.connect(
            Node(id: inSourceNode), Int(inSourceOutputNumber), to: Node(id: inDestNode), Int(inDestInputNumber))
    }
}

@implementation @c public func AUGraphSetNodeInputCallback(
    _ inGraph: AUGraph, _ inDestNode: AUNode, _ inDestInputNumber: UInt32,
    _ inInputCallback: UnsafePointer<AURenderCallbackStruct>
) -> OSStatus {
    answer {
        let graph = try HeldGraph.of(inGraph).graph
        let proc = try InputProc(try inInputCallback.checked().pointee).orThrow()
        let node = Node(id: inDestNode), bus = Int(inDestInputNumber)
        // A callback takes the place of the one that is there.
        if try graph.interactions(of: node).contains(.inputCallback(node, bus: bus)) { try graph.disconnect(node, bus) }
        try graph.setBufferListCallback(node, bus, proc.supply)
    }
}

@implementation @c public func AUGraphDisconnectNodeInput(
    _ inGraph: AUGraph, _ inDestNode: AUNode, _ inDestInputNumber: UInt32
) -> OSStatus {
    answer { try HeldGraph.of(inGraph).graph.disconnect(Node(id: inDestNode), Int(inDestInputNumber)) }
}

@implementation @c public func AUGraphClearConnections(_ inGraph: AUGraph) -> OSStatus {
    answer { try HeldGraph.of(inGraph).graph.clearConnections() }
}

@implementation @c public func AUGraphGetNumberOfInteractions(
    _ inGraph: AUGraph, _ outNumInteractions: UnsafeMutablePointer<UInt32>
) -> OSStatus {
    answer { try outNumInteractions.checked().pointee = UInt32(HeldGraph.of(inGraph).graph.interactions.count) }
}

@implementation @c public func AUGraphGetInteractionInfo(
    _ inGraph: AUGraph, _ inInteractionIndex: UInt32, _ outInteraction: UnsafeMutablePointer<AUNodeInteraction>
) -> OSStatus {
    answer {
        let interactions = try HeldGraph.of(inGraph).graph.interactions
        guard interactions.indices.contains(Int(inInteractionIndex)) else { throw Status.parameter }
        try outInteraction.checked().pointee = AUNodeInteraction(interactions[Int(inInteractionIndex)])
    }
}

@implementation @c public func AUGraphCountNodeInteractions(
    _ inGraph: AUGraph, _ inNode: AUNode, _ outNumInteractions: UnsafeMutablePointer<UInt32>
) -> OSStatus {
    answer {
        let count = try HeldGraph.of(inGraph).graph.interactions(of: Node(id: inNode)).count
        try outNumInteractions.checked().pointee = UInt32(count)
    }
}

@implementation @c public func AUGraphGetNodeInteractions(
    _ inGraph: AUGraph, _ inNode: AUNode, _ ioNumInteractions: UnsafeMutablePointer<UInt32>,
    _ outInteractions: UnsafeMutablePointer<AUNodeInteraction>
) -> OSStatus {
    answer {
        let interactions = try HeldGraph.of(inGraph).graph.interactions(of: Node(id: inNode))
        let count = min(interactions.count, Int(try ioNumInteractions.checked().pointee))
        if count > 0 { _ = try outInteractions.checked() }
        for index in 0..<count { outInteractions[index] = AUNodeInteraction(interactions[index]) }
        ioNumInteractions.pointee = UInt32(count)
    }
}

extension AUNodeInteraction {
    /// The callback itself is the client's own, and is not told again.
    init(_ interaction: Interaction) {
        self.init()
        switch interaction {
        case .connection(let source, let sourceBus, let destination, let destinationBus):
            nodeInteractionType = kAUNodeInteraction_Connection
            nodeInteraction.connection = AUNodeConnection(
                sourceNode: source.id, sourceOutputNumber: UInt32(sourceBus), destNode: destination.id,
                destInputNumber: UInt32(destinationBus))
        case .inputCallback(let node, let bus):
            nodeInteractionType = kAUNodeInteraction_InputCallback
            nodeInteraction.inputCallback = AUNodeRenderCallback(
                destNode: node.id, destInputNumber: UInt32(bus), cback: AURenderCallbackStruct())
        }
    }
}
