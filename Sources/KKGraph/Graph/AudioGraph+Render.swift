internal import Synchronization
public import KKPCM
public import KKUnits

extension AudioGraph {
    /// Renders one slice of the head: what `AudioUnitRender` on the graph's output unit does. ``OfflineRenderer``
    /// counts the time and cuts longer requests for the caller; here both are the caller's.
    ///
    /// You may also render the head itself. Pending edits of ``updateWhenPossible()`` are made before or after the
    /// slice. An update by another thread waits for the end of the slice, and the next slice waits for the update.
    ///
    /// - Parameters:
    ///   - flags: as ``AudioUnit/render(_:time:bus:frameCount:into:)`` takes them.
    ///   - frameCount: at most the head's `maximumFramesPerSlice`, and what `buffer` can hold.
    /// - Throws: `cannotDoInCurrentContext` for a graph that is not initialized; errors of the head.
    ///
    /// ## Allocation
    /// None, except for edits.
    public func render(
        _ flags: inout RenderActionFlags, time: AudioTime, frameCount: Int, into buffer: inout PCMBuffer
    ) throws {
        try initializedHead().render(&flags, time: time, frameCount: frameCount, into: &buffer)
    }

    /// The same, as bytes in the format of the head's output; see ``AudioUnit/render(_:time:bus:frameCount:into:)``.
    public func render(
        _ flags: inout RenderActionFlags, time: AudioTime, frameCount: Int, into list: inout AudioBufferList
    ) throws {
        try initializedHead().render(&flags, time: time, frameCount: frameCount, into: &list)
    }

    /// The output unit of an initialized graph.
    ///
    /// - Throws: `cannotDoInCurrentContext` for one that is not.
    func initializedHead() throws(GraphError) -> AudioUnit {
        // Not with the description, which whoever sets a parameter may have.
        guard let head = slices.hold({ renderedHead }) else {
            throw GraphError(
                .cannotDoInCurrentContext, place: "graph", "the graph is not initialized",
                nextStep: "call initialize() first")
        }
        return head
    }

    /// Calls `notify` before and after every slice of the head, in the order in which notifications were added. If it
    /// is added inside a slice, it is called from the next one.
    ///
    /// - Returns: a token for ``removeRenderNotify(_:)``.
    @discardableResult
    public func addRenderNotify(_ notify: @escaping RenderNotify) -> Int {
        let token = edit {
            nextNotify += 1
            return nextNotify - 1
        }
        let marked: RenderNotify = { [unowned self] flags, time, bus, frames, buffer in
            let outer = stage
            if outer == .slice { stage = .notification }
            defer { stage = outer }
            notify(flags, time, bus, frames, buffer)
        }
        whenPossible { [self] in renderNotifies.append((token, marked, renderedHead?.addRenderNotify(marked))) }
        return token
    }

    /// Removes a notification of ``addRenderNotify(_:)``; inside a slice, after it.
    public func removeRenderNotify(_ token: Int) {
        whenPossible { [self] in
            guard let index = renderNotifies.firstIndex(where: { $0.token == token }) else { return }
            if let known = renderNotifies[index].known { renderedHead?.removeRenderNotify(known) }
            renderNotifies.remove(at: index)
        }
    }

    /// Takes the notifications off the head; they stay the graph's.
    func forgetNotifies() {
        for index in renderNotifies.indices {
            if let known = renderNotifies[index].known { renderedHead?.removeRenderNotify(known) }
            renderNotifies[index].known = nil
        }
    }
}

/// Lets one slice of the head through at a time, whoever asks the head for it, and makes the edits that are awaited
/// around it.
final class SliceGate: RenderGate {
    private unowned let graph: AudioGraph

    init(_ graph: AudioGraph) {
        self.graph = graph
    }

    func pass(_ slice: () throws -> Void) throws {
        // A worker is inside a slice, and the stage is not its own.
        if graph.slices.isMine && !graph.slices.isMineAlone { return try slice() }
        try graph.slices.hold {
            let outer = graph.stage
            defer { graph.stage = outer }
            if outer != .betweenSlices {
                graph.stage = .innerSlice
                return try slice()
            }
            makeAwaitedEdits()
            defer { makeAwaitedEdits() }
            if graph.wiringIsNew.load(ordering: .acquiring) { graph.settleWiring() }
            graph.postedParameters.apply()
            graph.stage = .slice
            try slice()
        }
    }

    private func makeAwaitedEdits() {
        graph.stage = .betweenSlices
        // What went wrong with an edit is `lastUpdateError`.
        if graph.updateIsAwaited.load(ordering: .acquiring) { try? graph.makeEdits() }
    }
}
