extension AudioQueue {
    /// Adds a tap to the queue (`AudioQueueProcessingTapNew`).
    ///
    /// - Parameter flags: `preEffects` or `postEffects`, and `siphon` or not.
    /// - Throws: `invalidTapType` for other flags, `tooManyTaps` for a second tap, `invalidRunState` unless the queue
    ///   is stopped; a pause is not enough.
    ///
    /// ## Allocation
    /// The tap's buffers, and the internal buffers of the queue.
    public func makeProcessingTap(
        _ flags: ProcessingTap.Flags, callback: @escaping ProcessingTap.Callback
    ) throws(AudioQueueError) -> ProcessingTap {
        try checkUsable("makeProcessingTap")
        try checkPlays("makeProcessingTap")
        let places = flags.intersection([.preEffects, .postEffects])
        guard places == .preEffects || places == .postEffects,
            flags.subtracting([.preEffects, .postEffects, .siphon]).isEmpty
        else {
            throw AudioQueueError(
                .invalidTapType, place: "makeProcessingTap", "the flags \(flags.rawValue) place no tap",
                nextStep: "choose either preEffects or postEffects, and siphon or not")
        }
        guard tap == nil else {
            throw AudioQueueError(
                .tooManyTaps, place: "makeProcessingTap", "the queue has a tap", nextStep: "dispose of it first")
        }
        try checkStopped("makeProcessingTap")
        let new = ProcessingTap(flags, format: streamDescription, callback: callback)
        tap = new
        try rebuild(output?.description, renderLayout, place: "makeProcessingTap")
        return new
    }

    /// Removes the tap (`AudioQueueProcessingTapDispose`).
    ///
    /// - Throws: `invalidTapContext` for a tap that is not in this queue, `invalidRunState` unless the queue is
    ///   stopped.
    public func disposeProcessingTap(_ old: ProcessingTap) throws(AudioQueueError) {
        try checkUsable("disposeProcessingTap")
        guard old === tap else {
            throw AudioQueueError(.invalidTapContext, place: "disposeProcessingTap", "the queue does not have this tap")
        }
        try checkStopped("disposeProcessingTap")
        tap = nil
        try rebuild(output?.description, renderLayout, place: "disposeProcessingTap")
    }
}
