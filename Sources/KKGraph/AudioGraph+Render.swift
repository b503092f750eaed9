public import KKPCM
public import KKUnits

extension AudioGraph {
    /// Renders one slice of the head: what `AudioUnitRender` on the graph's output unit does. ``OfflineRenderer`` counts the
    /// time and cuts longer requests for the caller; here both are the caller's.
    ///
    /// - Parameters:
    ///   - flags: as ``AudioUnit/render(_:time:bus:frameCount:into:)`` takes them.
    ///   - frameCount: at most `maximumFramesPerSlice`, and what `buffer` can hold.
    /// - Throws: `cannotDoInCurrentContext` for a graph that is not initialized; then whatever the head throws.
    ///
    /// ## Allocation
    /// None.
    public func render(_ flags: inout RenderActionFlags, time: AudioTime, frameCount: Int, into buffer: inout PCMBuffer) throws {
        guard isInitialized, let head else {
            throw GraphError(
                .cannotDoInCurrentContext, place: "graph", "the graph is not initialized", nextStep: "call initialize() first")
        }
        try head.render(&flags, time: time, frameCount: frameCount, into: &buffer)
    }
}
