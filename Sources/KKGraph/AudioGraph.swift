internal import Synchronization
public import KKUnits

/// Audio Units and the connections between them, ending in exactly one output unit: `AUGraph`.
///
/// A graph is described first (nodes, connections, callbacks), and lives through `AUGraph`'s states: ``open()`` makes
/// the units, which can then be set up; ``initialize()`` carries the stream formats along the connections from the
/// sources to the head, has every unit check them, and takes all memory. From then on the head is asked for slices, by
/// an ``OfflineRenderer`` or by hand.
///
/// An output bus feeds one input bus and an input bus has one supplier; a circle is refused.
/// Everything is kept and visited in the order of adding.
///
/// Nodes are units of kkmix and of your own: ``KKUnits/AudioComponent`` tells how to add one.
///
/// ## Editing while it is rendered
/// Nodes and connections of an initialized graph can be edited too. The graph's description changes at once; what is
/// heard changes with ``update()``, between two slices. Edits, updates and rendering may come from different threads.
/// What is set on a unit itself is not guarded: whoever shares a unit with the rendering thread does so inside
/// ``betweenSlices(_:)``.
///
/// A render callback or notification runs inside a slice. It may edit the graph, ask for ``updateWhenPossible()``,
/// ``stop()``, and add and remove notifications, all of which come into force when the slice is done. It may not call
/// what waits for the slice: ``initialize()``, ``uninitialize()``, ``close()``, ``start()``, ``update()`` and
/// ``betweenSlices(_:)`` end the program there, since they would wait for themselves.
///
/// Source: AUGraph.h.
public final class AudioGraph: @unchecked Sendable {
    struct Member {
        let node: Node
        let origin: AudioComponent
        /// There while the graph is open.
        var unit: AudioUnit?

        var component: ComponentDescription { origin.description }
    }

    /// An interaction, and what a callback needs besides.
    struct Link {
        let interaction: Interaction
        var callback: RenderCallback?
        /// One that gives bytes in the format of the bus.
        var listCallback: BufferListCallback?
    }

    /// A bus whose supply is no longer what the description says, a unit that left, or what was asked for inside a
    /// slice.
    enum Edit {
        case supply(Node, bus: Int)
        case remove(AudioUnit)
        case chore(() -> Void)
    }

    /// Held for the time of a slice, and while units are changed. Taken before `editing` where both are.
    let slices = Mutex(())
    /// What the head's slices go through.
    private(set) lazy var gate = SliceGate(self)
    /// Held while the description is read or changed.
    let editing = Mutex(())

    /// The kinds of units that nodes are found among by their descriptions.
    public let components: [AudioComponent]
    var members: [Member] = []
    var links: [Link] = []
    var nextID: Int32 = 1
    /// What an update has to do, in the order in which it was asked for.
    var edits: [Edit] = []
    /// Whether edits are made as soon as no slice is rendered.
    let updateIsAwaited = Atomic(false)
    /// The head, while the graph is initialized.
    var renderedHead: AudioUnit?
    /// Each with the number under which the head knows it while the graph is initialized.
    var renderNotifies: [(token: Int, notify: RenderNotify, known: Int?)] = []
    var nextNotify = 1

    /// How far the graph's life has come.
    var life = Life()

    struct Life {
        var isOpen = false
        var isInitialized = false
        var isRunning = false
        var lastUpdateError: GraphError?
    }

    public var isOpen: Bool { edit { life.isOpen } }
    public var isInitialized: Bool { edit { life.isInitialized } }
    public var isRunning: Bool { edit { life.isRunning } }
    /// What the last ``update()`` came to; `nil` when every edit was made.
    public var lastUpdateError: GraphError? { edit { life.lastUpdateError } }
    /// The most frames of a slice, for all units, set at the next ``initialize()``; `nil`, as at first, leaves every
    /// unit as it was set up.
    public var maximumFramesPerSlice: Int?

    /// Renders the buses of a mixer that share nothing side by side, and changes no bit; takes effect at the next
    /// ``initialize()`` or ``update()``. Buses that are fed by callbacks are rendered one after the other.
    public var renderWorkers: (any RenderWorkers)?

    public init(components: [AudioComponent] = AudioComponent.all) {
        self.components = components
    }

    deinit {
        renderedHead?.renderGate = nil
        // Units may feed one another in a ring, through an input element.
        unsupplyInputs()
    }
}

extension AudioGraph {
    /// Runs `body` while no slice is rendered and no update made: the place to change a unit's parameters from another
    /// thread than the rendering one. Not to be called by a render callback, which runs inside a slice: it would wait
    /// for itself.
    public func betweenSlices<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
        try Self.hold(slices, body)
    }

    /// Runs `body` at once if no slice is rendered, else when the one that is rendered is done.
    func whenPossible(_ body: @escaping () -> Void) {
        let isDone: Void? = slices.withLockIfAvailable { _ in body() }
        if isDone != nil { return }
        edit { edits.append(.chore(body)) }
        updateIsAwaited.store(true, ordering: .releasing)
    }

    /// Runs `body` with the description to itself.
    func edit<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
        try Self.hold(editing, body)
    }

    private static func hold<Result, Failure: Error>(
        _ lock: borrowing Mutex<Void>, _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        var result: Result?
        try lock.withLock { _ throws(Failure) in result = try body() }
        guard let result else { preconditionFailure("the body has run") }
        return result
    }
}
