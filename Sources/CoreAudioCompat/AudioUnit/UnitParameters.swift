internal import KKAudio
internal import Synchronization

/// Where a parameter is in a unit.
struct ParameterPlace: Hashable, Sendable {
    let id: ParameterID
    let scope: Scope
    let element: Int
}

/// The parameters of a unit for every thread of a client, while one of them may render the unit.
///
/// It is one thread's turn: from before a slice until after it that of the one that renders. What others set meanwhile
/// waits for the next slice; whoever reads or schedules waits for the end of this one. The renderer waits for nobody but
/// one that is reading, setting or scheduling at this very moment.
final class UnitParameters {
    private struct Post: Sendable {
        let place: ParameterPlace
        let value: Float
    }

    /// Held by whom it belongs to, or a connection from it.
    private unowned let unit: KKUnits.AudioUnit
    private let turn = NSRecursiveLock()
    /// The slices inside one another whose turn this is: a unit may be asked for another bus meanwhile.
    private var slices = 0
    private let posts = Mutex<[Post]>([])

    /// To be made before anybody renders the unit.
    init(_ unit: KKUnits.AudioUnit) {
        self.unit = unit
        unit.addRenderNotify { [self] flags, _, _, _, _ in
            if flags.contains(.preRender) { begin() } else { end() }
        }
    }

    func value(at place: ParameterPlace) throws -> Float {
        if let waiting = posts.withLock({ posts in posts.last { $0.place == place }?.value }) { return waiting }
        return try inTurn { try unit.parameter(place.id, scope: place.scope, element: place.element) }
    }

    func set(_ place: ParameterPlace, to value: Float) throws {
        guard turn.try() else {
            let value = try unit.nearestValue(to: value, of: place.id, scope: place.scope, element: place.element)
            return posts.withLock { $0.append(Post(place: place, value: value)) }
        }
        defer { turn.unlock() }
        posts.withLock { take(&$0) }
        try unit.setParameter(place.id, value, scope: place.scope, element: place.element)
    }

    func schedule(_ events: [ParameterEvent]) throws {
        try inTurn { try unit.scheduleParameters(events) }
    }

    private func inTurn<Result>(_ body: () throws -> Result) rethrows -> Result {
        turn.lock()
        defer { turn.unlock() }
        posts.withLock { take(&$0) }
        return try body()
    }

    private func begin() {
        turn.lock()
        slices += 1
        // Who is adding to it has come too late for this slice.
        posts.withLockIfAvailable { take(&$0) }
    }

    private func end() {
        // It may have been made inside a slice.
        if slices == 0 { return }
        slices -= 1
        turn.unlock()
    }

    private func take(_ posts: inout [Post]) {
        if posts.isEmpty { return }
        for post in posts {
            // Checked when it was set; a unit that has changed since has no use for it.
            try? unit.setParameter(post.place.id, post.value, scope: post.place.scope, element: post.place.element)
        }
        posts.removeAll(keepingCapacity: true)
    }
}
