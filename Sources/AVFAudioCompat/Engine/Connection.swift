/// A node's output bus led to another's input bus.
final class Connection {
    let source: AVAudioNode
    let sourceBus: Int
    let destination: AVAudioNode
    let destinationBus: Int
    /// As it was given; `nil` is the source's own.
    let format: AVAudioFormat?
    /// Of a mixer's input bus.
    var mixing = MixingSettings()

    init(
        _ source: AVAudioNode, _ sourceBus: Int, _ destination: AVAudioNode, _ destinationBus: Int,
        _ format: AVAudioFormat?
    ) {
        self.source = source
        self.sourceBus = sourceBus
        self.destination = destination
        self.destinationBus = destinationBus
        self.format = format
    }
}

/// A node and one of its buses.
open class AVAudioConnectionPoint: NSObject {
    public private(set) weak var node: AVAudioNode?
    public let bus: AVAudioNodeBus

    public init(node: AVAudioNode, bus: AVAudioNodeBus) {
        self.node = node
        self.bus = bus
    }
}
