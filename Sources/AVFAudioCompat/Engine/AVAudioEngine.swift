internal import CCoreAudio
internal import KKAudio

/// Nodes and their connections.
///
/// There is no device, so an engine is rendered manually: call
/// ``enableManualRenderingMode(_:format:maximumFrameCount:)``, then ``renderOffline(_:to:)`` or the
/// ``manualRenderingBlock``. Time is the frame count.
///
/// Changes between two slices take effect with the next slice; another thread waits for the current slice. Tap blocks
/// and completion handlers are called on the rendering thread after the slice, in the order in which they became due.
open class AVAudioEngine: NSObject {
    var nodes: [AVAudioNode] = []
    var connections: [Connection] = []
    var mainMixer: AVAudioMixerNode?
    private(set) lazy var output = owned(AVAudioOutputNode())
    private(set) lazy var input = owned(AVAudioInputNode())

    private var runs = false
    public internal(set) var isRunning: Bool {
        get { lock.withLock { runs } }
        set { lock.withLock { runs = newValue } }
    }
    /// Not used: without a device, an engine runs until it is stopped.
    public var isAutoShutdownEnabled = false

    /// Held by a slice, and by whoever changes something: other threads wait for the slice.
    let lock = NSRecursiveLock()
    /// Whether something was changed since the last ``compile()``.
    var isChanged = true
    private var rendering: ManualRendering?
    var manual: ManualRendering? {
        get { lock.withLock { rendering } }
        set { lock.withLock { rendering = newValue } }
    }
    /// Whether a slice is under way.
    var isRendering = false
    var stopsAfterSlice = false
    /// What is called when the slice is done.
    private var waiting: [() -> Void] = []

    public override init() { super.init() }

    private func owned<Node: AVAudioNode>(_ node: Node) -> Node {
        node.engine = self
        nodes.append(node)
        return node
    }

    // MARK: Nodes

    /// The output: ``renderOffline(_:to:)`` returns its input.
    public var outputNode: AVAudioOutputNode { lock.withLock { output } }

    /// The input, from the block that was set for it.
    public var inputNode: AVAudioInputNode { lock.withLock { input } }

    /// A mixer connected to ``outputNode``. It is created at the first access.
    public var mainMixerNode: AVAudioMixerNode {
        lock.withLock {
            if let mainMixer { return mainMixer }
            let mixer = owned(AVAudioMixerNode())
            mainMixer = mixer
            add(Connection(mixer, 0, output, 0, nil))
            return mixer
        }
    }

    /// The attached nodes.
    public var attachedNodes: Set<AVAudioNode> { lock.withLock { Set(nodes) } }

    open func attach(_ node: AVAudioNode) {
        AVFAudioError.require(
            node.engine == nil || node.engine === self, "nullptr == node.engine || node.engine == this")
        if node.engine === self { return }
        lock.withLock {
            _ = owned(node)
            isChanged = true
        }
    }

    /// Removes a node and its connections.
    open func detach(_ node: AVAudioNode) {
        guard node.engine === self, node !== mainMixer, !(node is AVAudioIONode) else { return }
        lock.withLock {
            remove { $0.source === node || $0.destination === node }
            nodes.removeAll { $0 === node }
            node.unprepare()
            node.engine = nil
        }
    }

    // MARK: Life

    /// Allocates the memory for rendering. Errors in the connections are reported by ``start()``.
    open func prepare() { try? compile() }

    /// - Throws: `'!dev'` without manual rendering: there is no device. -10868 for connections with incompatible
    ///   formats.
    open func start() throws {
        guard manual != nil else {
            throw AVFAudioError.make(
                OSStatus(bitPattern: FourCharCode("!dev").rawValue),
                "there is no audio device here; call enableManualRenderingMode(_:format:maximumFrameCount:) before start()"
            )
        }
        try lock.withLock {
            if runs { return }
            try AVFAudioError.throwing { try compile() }
            runs = true
        }
    }

    /// Pauses rendering; ``start()`` continues.
    open func pause() { isRunning = false }

    /// Stops rendering and frees the memory. Players discard everything scheduled.
    open func stop() {
        let isDone = lock.withLock {
            runs = false
            if isRendering { stopsAfterSlice = true } else { finishStop() }
            return !isRendering
        }
        if isDone { callWaiting() }
    }

    func finishStop() {
        stopsAfterSlice = false
        for node in nodes { waiting += (node as? AVAudioPlayerNode)?.forget() ?? [] }
        for node in nodes {
            node.unprepare()
            node.feeds = [:]
        }
        isChanged = true
    }

    /// Resets all nodes, and the time to frame 0.
    open func reset() {
        lock.withLock {
            manual?.sampleTime = 0
            for node in nodes {
                node.reset()
                for port in node.ports { port.rewind() }
                for bus in node.feeds.keys.sorted() { node.feeds[bus]?.rewind() }
            }
        }
    }

    func whenSliceIsDone(_ block: @escaping () -> Void) { waiting.append(block) }

    func callWaiting() {
        let blocks = lock.withLock {
            defer { waiting = [] }
            return waiting
        }
        for block in blocks { block() }
    }
}
