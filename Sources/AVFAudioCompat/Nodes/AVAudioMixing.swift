/// The settings of a source at the mixers to which it is connected.
public protocol AVAudioMixing: AVAudioStereoMixing {
    /// The source's settings at a mixer's input bus; `nil` if it is not connected there.
    func destination(forMixer mixer: AVAudioNode, bus: AVAudioNodeBus) -> AVAudioMixingDestination?

    /// A linear factor; default: 1.
    var volume: Float { get set }
}

public protocol AVAudioStereoMixing: NSObjectProtocol {
    /// -1 … 1; default: 0.
    var pan: Float { get set }
}

struct MixingSettings {
    var volume: Float = 1 {
        didSet { if !volume.isFinite { volume = oldValue } }
    }
    var pan: Float = 0 {
        didSet { pan = pan.isNaN ? oldValue : max(-1, min(1, pan)) }
    }
}

extension AVAudioNode {
    /// Sets what a source asks for, of every mixer that it gets to and of those to come.
    fileprivate func ask<Value>(_ key: WritableKeyPath<MixingSettings, Value>, _ value: Value) {
        guarded {
            mixing[keyPath: key] = value
            for connection in engine?.mixerInputs(of: self) ?? [] {
                connection.mixing[keyPath: key] = mixing[keyPath: key]
                (connection.destination as? AVAudioMixerNode)?.mixingDidChange(connection)
            }
        }
    }

    fileprivate func place(at mixer: AVAudioNode, _ bus: AVAudioNodeBus) -> AVAudioMixingDestination? {
        guard let connection = engine?.connection(to: mixer, bus), connection.source === self else { return nil }
        return AVAudioMixingDestination(connection)
    }
}

extension AVAudioEngine {
    /// The mixers' inputs that a node gets to, at once or through effects: an effect asks nothing of a mixer, so what
    /// its source asks for holds there.
    fileprivate func mixerInputs(of node: AVAudioNode) -> [Connection] {
        var found: [Connection] = [], nodes = [node], seen: Set<ObjectIdentifier> = []
        while let node = nodes.popLast() {
            guard seen.insert(ObjectIdentifier(node)).inserted else { continue }
            for connection in connections where connection.source === node {
                if connection.destination is AVAudioMixerNode {
                    found.append(connection)
                } else {
                    nodes.append(connection.destination)
                }
            }
        }
        return found
    }

    /// Has the mixers that a new connection leads to do what its source asks for.
    func settleMixing(of new: Connection) {
        var source = new.source
        while !(source is any AVAudioMixing) {
            guard let effect = connection(to: source, 0) else { return }
            source = effect.source
        }
        let inputs = new.destination is AVAudioMixerNode ? [new] : mixerInputs(of: new.destination)
        for connection in inputs {
            connection.mixing = source.mixing
            (connection.destination as? AVAudioMixerNode)?.mixingDidChange(connection)
        }
    }
}

/// A source's settings at one mixer's input bus. They are valid until the source's own settings are changed or the
/// connection is removed.
open class AVAudioMixingDestination: NSObject, AVAudioMixing {
    private let connection: Connection

    init(_ connection: Connection) {
        self.connection = connection
    }

    public var connectionPoint: AVAudioConnectionPoint {
        AVAudioConnectionPoint(node: connection.destination, bus: connection.destinationBus)
    }

    public var volume: Float {
        get { connection.destination.guarded { connection.mixing.volume } }
        set { set(\.volume, newValue) }
    }

    public var pan: Float {
        get { connection.destination.guarded { connection.mixing.pan } }
        set { set(\.pan, newValue) }
    }

    private func set<Value>(_ key: WritableKeyPath<MixingSettings, Value>, _ value: Value) {
        connection.destination.guarded {
            connection.mixing[keyPath: key] = value
            (connection.destination as? AVAudioMixerNode)?.mixingDidChange(connection)
        }
    }

    open func destination(forMixer mixer: AVAudioNode, bus: AVAudioNodeBus) -> AVAudioMixingDestination? {
        connection.destination === mixer && connection.destinationBus == bus ? self : nil
    }
}

extension AVAudioMixing where Self: AVAudioNode {
    public var volume: Float {
        get { guarded { mixing.volume } }
        set { ask(\.volume, newValue) }
    }

    public var pan: Float {
        get { guarded { mixing.pan } }
        set { ask(\.pan, newValue) }
    }

    public func destination(forMixer mixer: AVAudioNode, bus: AVAudioNodeBus) -> AVAudioMixingDestination? {
        place(at: mixer, bus)
    }
}

extension AVAudioPlayerNode: AVAudioMixing {}
extension AVAudioMixerNode: AVAudioMixing {}
extension AVAudioSourceNode: AVAudioMixing {}
extension AVAudioInputNode: AVAudioMixing {}
