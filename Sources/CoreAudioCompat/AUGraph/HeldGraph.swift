internal import KKAudio

/// A graph that a client has a pointer to, and the pointers of its units.
final class HeldGraph {
    let graph = AudioGraph()
    private let lock = NSLock()
    private var units: [ObjectIdentifier: HeldUnit] = [:]
    private var notifies: [(proc: AURenderCallback, refCon: UnsafeMutableRawPointer?, token: Int)] = []

    static func of(_ pointer: OpaquePointer?) throws -> HeldGraph {
        try Open.graphs.object(pointer).orThrow(kAudio_ParamError)
    }

    /// The pointer of a unit of the graph: the same each time that it is asked for.
    func pointer(of unit: KKUnits.AudioUnit) -> OpaquePointer {
        lock.withLock {
            if let known = units[ObjectIdentifier(unit)] { return known.pointer }
            let held = HeldUnit(unit, isOfGraph: true)
            units[ObjectIdentifier(unit)] = held
            return held.open()
        }
    }

    /// Has a pointer for every unit as soon as it is there: nobody renders it yet.
    func holdUnits() {
        for node in graph.nodes { _ = (try? graph.nodeInfo(node).unit).map(pointer) }
    }

    /// Takes back the pointers of units that the graph has no more.
    func forgetUnits(but kept: (KKUnits.AudioUnit) -> Bool = { _ in false }) {
        lock.withLock {
            for (key, held) in units where !kept(held.unit) {
                Open.units.remove(held.pointer)
                units[key] = nil
            }
        }
    }

    func addNotify(_ proc: @escaping AURenderCallback, _ refCon: UnsafeMutableRawPointer?) {
        let notify = NotifyProc(proc, refCon)
        let token = graph.addRenderNotify { [unowned graph] flags, time, bus, frames, buffer in
            let head = graph.headNode.flatMap { try? graph.nodeInfo($0).unit }
            notify.tell(flags, time, bus, frames, buffer, format: try? head?.streamFormat(.output, element: bus))
        }
        lock.withLock { notifies.append((proc, refCon, token)) }
    }

    func removeNotify(_ proc: AURenderCallback, _ refCon: UnsafeMutableRawPointer?) throws {
        let token = lock.withLock { () -> Int? in
            let index = notifies.firstIndex { address(of: $0.proc) == address(of: proc) && $0.refCon == refCon }
            return index.map { notifies.remove(at: $0).token }
        }
        graph.removeRenderNotify(try token.orThrow())
    }
}

@implementation @c public func NewAUGraph(_ outGraph: UnsafeMutablePointer<AUGraph?>) -> OSStatus {
    answer { try outGraph.checked().pointee = Open.graphs.add(HeldGraph()) }
}

@implementation @c public func DisposeAUGraph(_ inGraph: AUGraph) -> OSStatus {
    answer {
        try requireNoCallback()
        let held = try Open.graphs.remove(inGraph).orThrow()
        try held.graph.close()
        held.forgetUnits()
    }
}

@implementation @c public func CAShow(_ inObject: UnsafeMutableRawPointer) {
    guard UInt(bitPattern: inObject) != 0 else { return }
    guard let held = Open.graphs.object(OpaquePointer(inObject)) else {
        return print("CAShow: \(inObject) is not a graph")
    }
    print(held.graph.snapshot)
}
