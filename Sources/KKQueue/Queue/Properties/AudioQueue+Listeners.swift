extension AudioQueue {
    /// Hears of a property's new value, inside the call in which it changes.
    public typealias Listener = (_ queue: AudioQueue, _ property: Property) throws -> Void

    /// A listener that was added, for ``removePropertyListener(_:)``.
    public struct ListenerID: Hashable, Sendable {
        var number: Int
    }

    struct PropertyListener {
        var id: ListenerID
        var property: Property
        var body: Listener
    }

    /// Lets `body` hear of each change of a property. Listeners are told in the order of adding; an error that one
    /// throws comes out of the call that changed the property, which holds even so, and those behind it are not told.
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

    /// - Throws: `invalidParameter` for a listener that is not there.
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
