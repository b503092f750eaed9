internal import Synchronization
public import KKPCM
public import KKUnits

extension AudioGraph {
    /// Renders one slice of the head: what `AudioUnitRender` on the graph's output unit does. ``OfflineRenderer`` counts the
    /// time and cuts longer requests for the caller; here both are the caller's.
    ///
    /// Edits that ``updateWhenPossible()`` left for this slice are made first. An update by another thread waits for the slice to end, and the next
    /// slice for the update.
    ///
    /// - Parameters:
    ///   - flags: as ``AudioUnit/render(_:time:bus:frameCount:into:)`` takes them.
    ///   - frameCount: at most the head's `maximumFramesPerSlice`, and what `buffer` can hold.
    /// - Throws: `cannotDoInCurrentContext` for a graph that is not initialized; then whatever the head throws.
    ///
    /// ## Allocation
    /// None, but for what edits ask for.
    public func render(_ flags: inout RenderActionFlags, time: AudioTime, frameCount: Int, into buffer: inout PCMBuffer) throws {
        try slices.withLock { _ in
            // What went wrong with it is `lastUpdateError`.
            if updateIsAwaited.load(ordering: .acquiring) { try? makeEdits() }
            guard let renderedHead else {
                throw GraphError(
                    .cannotDoInCurrentContext, place: "graph", "the graph is not initialized", nextStep: "call initialize() first")
            }
            try renderedHead.render(&flags, time: time, frameCount: frameCount, into: &buffer)
        }
    }

    /// Has `notify` called before and after every slice of the head, in the order of adding.
    ///
    /// - Returns: what ``removeRenderNotify(_:)`` takes.
    @discardableResult
    public func addRenderNotify(_ notify: @escaping RenderNotify) -> Int {
        betweenSlices {
            renderNotifies.append((nextNotify, notify, renderedHead?.addRenderNotify(notify)))
            nextNotify += 1
            return nextNotify - 1
        }
    }

    /// Ends what ``addRenderNotify(_:)`` began.
    public func removeRenderNotify(_ token: Int) {
        betweenSlices {
            guard let index = renderNotifies.firstIndex(where: { $0.token == token }) else { return }
            if let known = renderNotifies[index].known { renderedHead?.removeRenderNotify(known) }
            renderNotifies.remove(at: index)
        }
    }
}
