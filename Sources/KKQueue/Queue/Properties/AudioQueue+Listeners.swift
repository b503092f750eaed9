extension AudioQueue {
    /// Called for a property's new value, inside the call that changes it.
    public typealias Listener = (_ queue: AudioQueue, _ property: Property) throws -> Void

    /// An added listener, for ``removePropertyListener(_:)``.
    public struct ListenerID: Hashable, Sendable {
        var number: Int
    }

    struct PropertyListener {
        var id: ListenerID
        var property: Property
        var body: Listener
    }

    /// Calls `body` at each change of a property. Listeners are called in the order in which they were added. If one
    /// throws an error, the call that changed the property throws it, the change stays, and the remaining listeners are
    /// not called.
    ///
    /// - Throws: `queueInvalidated`.
    @discardableResult
    public func addPropertyListener(
        _ property: Property, _ body: @escaping Listener
    ) throws(AudioQueueError) -> ListenerID {
        try checkUsable("addPropertyListener", allowsPending: true)
        listenerCount += 1
        let id = ListenerID(number: listenerCount)
        listeners.append(PropertyListener(id: id, property: property, body: body))
        return id
    }

    /// - Throws: `invalidParameter` for an unknown listener.
    public func removePropertyListener(_ id: ListenerID) throws(AudioQueueError) {
        try checkUsable("removePropertyListener", allowsPending: true)
        guard let index = listeners.firstIndex(where: { $0.id == id }) else {
            throw AudioQueueError(
                .invalidParameter, place: "removePropertyListener", "there is no listener \(id.number)")
        }
        listeners.remove(at: index)
    }

    func notify(_ property: Property) throws {
        for listener in listeners where listener.property == property { try listener.body(self, property) }
    }
}
