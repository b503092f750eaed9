internal import KKAudio
internal import Synchronization

/// A listener that a client has a pointer to.
final class HeldListener: @unchecked Sendable {
    enum Proc {
        case parameter(AUParameterListenerProc)
        case event(AUEventListenerProc)
        case parameterBlock(AUParameterListenerBlock)
        case eventBlock(AUEventListenerBlock)
    }

    /// What it listens to, and for which of the client's objects.
    struct Entry {
        let event: AudioUnitEvent
        let object: UnsafeMutableRawPointer?
        /// Of a property: the unit that tells of it.
        let source: (unit: HeldUnit, token: Int)?
    }

    let pointer = Handle.next()
    private let proc: Proc
    private let userData: UnsafeMutableRawPointer?
    private let lock = Mutex(())
    private var held: [Entry] = []

    init(_ proc: Proc, _ userData: UnsafeMutableRawPointer? = nil) {
        self.proc = proc
        self.userData = userData
    }

    /// As they are now: a listener may add and remove some while it is called.
    var entries: [Entry] { lock.withLock { _ in held } }

    /// - Throws: `paramErr` for an event of a unit that there is not.
    func add(_ event: AudioUnitEvent, _ object: UnsafeMutableRawPointer?) throws {
        let unit = try HeldUnit.of(event.unit)
        var source: (HeldUnit, Int)?
        if event.mEventType == .propertyChange {
            let asked = event.mArgument.mProperty
            let token = unit.unit.addPropertyListener(PropertyID(rawValue: asked.mPropertyID)) {
                [weak self] _, _, scope, element in
                guard scope.rawValue == asked.mScope, element == Int(asked.mElement) else { return }
                self?.call(event, object, 0)
            }
            source = (unit, token)
        }
        lock.withLock { _ in held.append(Entry(event: event, object: object, source: source)) }
    }

    /// - Throws: `paramErr` for what was not added.
    func remove(_ event: AudioUnitEvent, _ object: UnsafeMutableRawPointer?) throws {
        let entry = lock.withLock { _ in
            held.firstIndex { $0.object == object && $0.event.isSame(as: event) }.map { held.remove(at: $0) }
        }
        try entry.orThrow().stop()
    }

    func removeAll() {
        let entries = lock.withLock { _ in
            defer { held = [] }
            return held
        }
        for entry in entries { entry.stop() }
    }

    func call(_ event: AudioUnitEvent, _ object: UnsafeMutableRawPointer?, _ value: Float) {
        var event = event
        switch proc {
        case .parameter(let proc): inCallback { proc(userData, object, &event.mArgument.mParameter, value) }
        // There is no host time.
        case .event(let proc): inCallback { proc(userData, object, &event, 0, value) }
        case .parameterBlock(let block): inCallback { block(object, &event.mArgument.mParameter, value) }
        case .eventBlock(let block): inCallback { block(object, &event, 0, value) }
        }
    }
}

extension HeldListener.Entry {
    fileprivate func stop() { source.map { $0.unit.unit.removePropertyListener($0.token) } }
}

/// The listeners of a process, in the order in which they were made.
final class HeldListeners: @unchecked Sendable {
    static let all = HeldListeners()
    private let lock = Mutex(())
    private var listeners: [HeldListener] = []

    func add(_ listener: HeldListener) -> OpaquePointer {
        lock.withLock { _ in listeners.append(listener) }
        return listener.pointer
    }

    func listener(_ pointer: OpaquePointer?) throws -> HeldListener {
        try lock.withLock { _ in listeners.first { $0.pointer == pointer } }.orThrow()
    }

    func remove(_ pointer: OpaquePointer?) throws {
        let listener = try listener(pointer)
        lock.withLock { _ in listeners.removeAll { $0 === listener } }
        listener.removeAll()
    }

    /// Calls everybody who listens to an event, but not its sender.
    ///
    /// - Parameter value: `nil` is what the parameter has.
    func tell(
        _ event: AudioUnitEvent, from sender: OpaquePointer?, _ sendingObject: UnsafeMutableRawPointer?,
        value: Float? = nil
    ) {
        for listener in lock.withLock({ _ in listeners }) {
            for entry in listener.entries where entry.event.hears(event) {
                if listener.pointer == sender && entry.object == sendingObject { continue }
                let own = event.isOfAnyParameter ? entry.event : event
                listener.call(own, entry.object, value ?? own.currentValue)
            }
        }
    }
}

extension AudioUnitEvent {
    /// Both kinds of argument begin with it.
    var unit: OpaquePointer? { mArgument.mParameter.mAudioUnit }

    private var isOfProperty: Bool { mEventType == .propertyChange }

    var isOfAnyParameter: Bool {
        !isOfProperty && mArgument.mParameter.mParameterID == kAUParameterListener_AnyParameter
    }

    func isSame(as other: AudioUnitEvent) -> Bool {
        let (own, its) = (mArgument.mParameter, other.mArgument.mParameter)
        return mEventType == other.mEventType && own.mAudioUnit == its.mAudioUnit
            && own.mParameterID == its.mParameterID && own.mScope == its.mScope && own.mElement == its.mElement
    }

    /// Whether who listens to this one hears of `event`.
    func hears(_ event: AudioUnitEvent) -> Bool {
        if isOfAnyParameter || event.isOfAnyParameter { return mEventType == event.mEventType && unit == event.unit }
        return isSame(as: event)
    }

    /// Of a parameter; 0 of anything else.
    fileprivate var currentValue: Float {
        if isOfProperty { return 0 }
        let own = mArgument.mParameter
        var value: Float = 0
        _ = AudioUnitGetParameter(own.mAudioUnit, own.mParameterID, own.mScope, own.mElement, &value)
        return value
    }
}
