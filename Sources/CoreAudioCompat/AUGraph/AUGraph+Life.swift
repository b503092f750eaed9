internal import KKAudio

@implementation @c public func AUGraphOpen(_ inGraph: AUGraph) -> OSStatus {
    answer {
        let held = try HeldGraph.of(inGraph)
        try held.graph.open()
        held.holdUnits()
    }
}

@implementation @c public func AUGraphClose(_ inGraph: AUGraph) -> OSStatus {
    answer {
        let held = try HeldGraph.of(inGraph)
        try held.graph.close()
        held.forgetUnits()
    }
}

@implementation @c public func AUGraphInitialize(_ inGraph: AUGraph) -> OSStatus {
    answer {
        let held = try HeldGraph.of(inGraph)
        try held.graph.initialize()
    }
}

@implementation @c public func AUGraphUninitialize(_ inGraph: AUGraph) -> OSStatus {
    answer {
        let held = try HeldGraph.of(inGraph)
        try held.graph.uninitialize()
    }
}

@implementation @c public func AUGraphStart(_ inGraph: AUGraph) -> OSStatus {
    answer {
        let held = try HeldGraph.of(inGraph)
        try held.graph.start()
    }
}

@implementation @c public func AUGraphStop(_ inGraph: AUGraph) -> OSStatus {
    answer { try HeldGraph.of(inGraph).graph.stop() }
}

@implementation @c public func AUGraphIsOpen(_ inGraph: AUGraph, _ outIsOpen: UnsafeMutablePointer<Bool>) -> OSStatus {
    answer { try outIsOpen.checked().pointee = HeldGraph.of(inGraph).graph.isOpen }
}

@implementation @c public func AUGraphIsInitialized(
    _ inGraph: AUGraph, _ outIsInitialized: UnsafeMutablePointer<Bool>
) -> OSStatus {
    answer { try outIsInitialized.checked().pointee = HeldGraph.of(inGraph).graph.isInitialized }
}

@implementation @c public func AUGraphIsRunning(
    _ inGraph: AUGraph, _ outIsRunning: UnsafeMutablePointer<Bool>
) -> OSStatus {
    answer { try outIsRunning.checked().pointee = HeldGraph.of(inGraph).graph.isRunning }
}

/// With a place for the answer it does not wait for a slice that is being rendered.
@implementation @c public func AUGraphUpdate(
    _ inGraph: AUGraph, _ outIsUpdated: UnsafeMutablePointer<Bool>?
) -> OSStatus {
    answer {
        let graph = try HeldGraph.of(inGraph).graph
        guard let outIsUpdated else { return try graph.update() }
        outIsUpdated.pointee = false
        outIsUpdated.pointee = try graph.updateWhenPossible()
    }
}

@implementation @c public func AUGraphAddRenderNotify(
    _ inGraph: AUGraph, _ inCallback: @escaping AURenderCallback, _ inRefCon: UnsafeMutableRawPointer?
) -> OSStatus {
    answer {
        guard address(of: inCallback) != 0 else { throw Status.parameter }
        try HeldGraph.of(inGraph).addNotify(inCallback, inRefCon)
    }
}

@implementation @c public func AUGraphRemoveRenderNotify(
    _ inGraph: AUGraph, _ inCallback: @escaping AURenderCallback, _ inRefCon: UnsafeMutableRawPointer?
) -> OSStatus {
    answer { try HeldGraph.of(inGraph).removeNotify(inCallback, inRefCon) }
}
