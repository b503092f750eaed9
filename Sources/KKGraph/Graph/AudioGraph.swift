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
/// heard changes with ``update()``, between two slices.
///
/// ## Threads
/// A graph is not `Sendable`, and neither are callbacks and notifications: they are called by the thread that renders,
/// and by no other, whatever ``renderWorkers`` do, from the slice on that follows their setting. A player's sources and
/// completions may be called by a worker, which is inside the slice like the thread that it renders for. Parameters may
/// be set from any thread, by ``parameters``. Edits and updates may come from another thread than the rendering one, too:
/// locks guard the graph, though not what callbacks have in common with the rest of the program, so whoever shares a
/// graph says `nonisolated(unsafe)`, and knows. What is set on a unit itself is not guarded; that is done inside
/// ``betweenSlices(_:)``.
///
/// A render callback or notification runs inside a slice. It may edit the graph, ask for ``updateWhenPossible()``,
/// ``stop()``, and add and remove notifications, all of which come into force when the slice is done. What would wait for
/// the slice, and so for itself, throws `cannotDoInCurrentContext` there: ``initialize()``, ``uninitialize()``,
/// ``close()``, ``start()`` and ``update()``. A notification of the graph around the slice that was asked for may call
/// ``update()`` too, since nothing is being pulled then: what it edits before the slice is heard in that slice.
///
/// Source: AUGraph.h.
public final class AudioGraph {
    struct Member {
        let node: Node
        let origin: AudioComponent
        /// There while the graph is open.
        var unit: AudioUnit?

        var component: ComponentDescription { origin.description }
    }

    /// A bus whose supply is no longer what the description says, or a unit that left.
    enum Edit {
        case supply(Node, bus: Int)
        case remove(AudioUnit)
    }

    /// Where the thread that has ``slices`` is. Its workers do not ask.
    enum Stage {
        case betweenSlices
        /// In the slice that it was asked for.
        case slice
        /// In a notification around that slice: nothing is being pulled.
        case notification
        /// In a slice of the head inside that slice, such as its input element's.
        case innerSlice
    }

    /// Held for the time of a slice, and while units are changed. Taken before `editing` where both are.
    let slices = SliceLock()
    /// What the head's slices go through.
    private(set) lazy var gate = SliceGate(self)
    var stage = Stage.betweenSlices
    /// Held while the description is read or changed.
    let editing = OwnedLock()

    /// The kinds of units that nodes are found among by their descriptions.
    public let components: [AudioComponent]
    var members: [Member] = []
    var links = Links()
    var nextID: Int32 = 1
    /// What an update has to do, in the order in which it was asked for.
    var edits: [Edit] = []
    /// What other threads have set since the last slice.
    let postedParameters = PostedParameters()
    /// Whether edits are made as soon as no slice is rendered.
    let updateIsAwaited = Atomic(false)
    /// Whether a unit got another supply, notification or listener since the workers were told what is whose.
    let wiringIsNew = Atomic(false)
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
        // The units may live on.
        forgetNotifies()
        headMember?.unit?.renderGate = nil
        // Units may feed one another in a ring, through an input element.
        unsupplyInputs()
    }
}

extension AudioGraph {
    /// Runs `body` while no other thread renders a slice or makes an update: the place to change a unit from another
    /// thread than the rendering one. Inside a slice, in what it calls, it runs at once; then what it changes must not be
    /// rendered by a worker meanwhile.
    public func betweenSlices<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
        try slices.hold(body)
    }

    /// - Throws: `cannotDoInCurrentContext` inside a slice or an update.
    func requireNoSlice(_ problem: String) throws(GraphError) {
        if slices.isMine {
            throw GraphError(
                .cannotDoInCurrentContext, place: "graph", "\(problem) by what a slice or an update calls",
                nextStep: "do it when that is done")
        }
    }

    /// Runs `body` at once if no slice is rendered, else when the one that is rendered is done.
    func whenPossible(_ body: @escaping () -> Void) {
        slices.whenFree(body)
    }

    /// Runs `body` with the description to itself.
    func edit<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
        try editing.hold(body)
    }
}
