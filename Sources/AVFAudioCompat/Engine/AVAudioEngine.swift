internal import CCoreAudio
internal import KKAudio

/// Nodes, and how they are connected.
///
/// There is no device, so an engine is rendered by hand: ``enableManualRenderingMode(_:format:maximumFrameCount:)``, and
/// then ``renderOffline(_:to:)`` or the ``manualRenderingBlock``. Time is the frame count.
///
/// What is changed between two slices holds from the next one on; another thread waits for the slice that is under way.
/// Blocks of taps and completion handlers are called on
/// the thread that renders, when the slice is done, in the order in which they fell due.
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
    /// Here an engine runs until it is stopped: there is no device to be given back when nothing plays.
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

    /// Where the sound comes out: its input is what ``renderOffline(_:to:)`` gives.
    public var outputNode: AVAudioOutputNode { lock.withLock { output } }

    /// Where sound comes in, from the block that was set for it.
    public var inputNode: AVAudioInputNode { lock.withLock { input } }

    /// A mixer that is connected to ``outputNode``. It is made when it is first asked for.
    public var mainMixerNode: AVAudioMixerNode {
        lock.withLock {
            if let mainMixer { return mainMixer }
            let mixer = owned(AVAudioMixerNode())
            mainMixer = mixer
            add(Connection(mixer, 0, output, 0, nil))
            return mixer
        }
    }

    /// The nodes that were attached.
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

    /// Takes a node and its connections away.
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

    /// Takes the memory that rendering needs. What is wrong with the connections is said by ``start()``.
    open func prepare() { try? compile() }

    /// - Throws: `'!dev'` without manual rendering: there is no device. -10868 for connections whose formats do not go
    ///   together.
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

    /// Stops rendering; ``start()`` goes on where it was.
    open func pause() { isRunning = false }

    /// Stops rendering and gives the memory back. Players forget what was scheduled.
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

    /// Resets all nodes, and the time line to frame 0.
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
