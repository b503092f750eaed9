internal import Synchronization
public import KKDSP
public import KKUnits

/// Audio Units and the connections between them, ending in exactly one output unit: `AUGraph`.
///
/// First describe a graph (nodes, connections, callbacks). Then it goes through the states of `AUGraph`: ``open()``
/// creates the units, so that you can set them up; ``initialize()`` passes the stream formats along the connections
/// from the sources to the head, lets every unit check them, and allocates all memory. After that, slices of the head
/// are rendered, by an ``OfflineRenderer`` or by you.
///
/// An output bus feeds one input bus, an input bus has one source, and circles are refused. The order in which nodes
/// and connections were added is kept everywhere.
///
/// Nodes are units of kkmix or your own: see ``KKUnits/AudioComponent`` for how to add one.
///
/// ## Editing during a render
/// Nodes and connections of an initialized graph can be edited, too. The description changes at once; the sound changes
/// with ``update()``, between two slices.
///
/// ## Threads
/// A graph, its callbacks and its notifications are not `Sendable`. Only the rendering thread calls callbacks and
/// notifications, even with ``renderWorkers``, starting with the slice after they were set. A worker may call a
/// player's sources and completions; it is then inside the slice, like the thread that it works for. Parameters may be
/// set from any thread, with ``parameters``. Edits and updates may also come from another thread: locks protect the
/// graph, but not the data that callbacks share with the rest of the program. So a program that shares a graph must
/// declare it `nonisolated(unsafe)` and protect that data itself. Settings of a unit itself are not protected; change
/// them inside ``betweenSlices(_:)``.
///
/// A render callback or notification runs inside a slice. It may edit the graph, call ``updateWhenPossible()`` and
/// ``stop()``, and add and remove notifications; all this takes effect after the slice. Calls that would wait for the
/// slice, and so for themselves, throw `cannotDoInCurrentContext` there: ``initialize()``, ``uninitialize()``,
/// ``close()``, ``start()`` and ``update()``. A notification of the graph around the requested slice may also call
/// ``update()``, because nothing is being pulled then: edits before the slice are heard in that slice.
///
/// Source: AUGraph.h.
public final class AudioGraph {
    struct Member {
        let node: Node
        let origin: AudioComponent
        /// Exists while the graph is open.
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

    /// The components among which ``addNode(_:)`` finds a description.
    public let components: [AudioComponent]
    var members: [Member] = []
    var links = Links()
    var nextID: Int32 = 1
    /// What an update must do, in the order in which it was asked for.
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
    /// The error of the last ``update()``; `nil` if every edit was made.
    public var lastUpdateError: GraphError? { edit { life.lastUpdateError } }
    /// The largest slice, in frames, of all units from the next ``initialize()``. `nil`, the default, leaves the
    /// setting of each unit.
    public var maximumFramesPerSlice: Int?

    /// Renders independent buses of a mixer in parallel, without changing any bit; takes effect at the next
    /// ``initialize()`` or ``update()``. Buses that are fed by callbacks are rendered one after another.
    public var renderWorkers: (any RenderWorkers)?

    /// Threads for what a unit has to have done only later, as ``KKUnits/Convolution`` its long blocks, without changing
    /// any bit; takes effect as ``renderWorkers``.
    public var kernelWorkers: (any KernelWorkers)?

    /// The most bytes that its units may take at the next ``initialize()``; `nil`, the default, for any number. More are
    /// refused before they are taken, with `failedInitialization`, and ``isTooLarge`` says that it was that.
    package var byteLimit: Int?
    package internal(set) var isTooLarge = false

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
    /// Runs `body` while no other thread renders a slice or makes an update. Use it to change a unit from another
    /// thread. Inside a slice `body` runs at once; it must not change what a worker is rendering at that time.
    public func betweenSlices<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
        try slices.hold(body)
    }

    /// - Throws: `cannotDoInCurrentContext` inside a slice or an update.
    func requireNoSlice(_ problem: String) throws(GraphError) {
        if slices.isMine {
            throw GraphError(
                .cannotDoInCurrentContext, place: "graph", "\(problem) from a callback of a slice or an update",
                nextStep: "do it after the callback has returned")
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
