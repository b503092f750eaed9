extension AVAudioPlayer {
    /// kkmix's own, after `AVAudioEngine.enableManualRenderingMode`: from here on the program asks for the sound, and
    /// ``play()`` gives `true`.
    ///
    /// - Parameters:
    ///   - format: of what is rendered, any linear PCM.
    ///   - maximumFrameCount: the most frames of a slice.
    /// - Throws: `'fmt?'` and -50, as the engine does; -10868 for a rate that is too far from the file's.
    public func enableManualRendering(format: AVAudioFormat, maximumFrameCount: AVAudioFrameCount) throws {
        let engine = AVAudioEngine()
        try engine.enableManualRenderingMode(.offline, format: format, maximumFrameCount: maximumFrameCount)
        try AVFAudioError.throwing { try sound.open(sampleRate: format.sampleRate) }
        sound.engine?.detach(sound)
        engine.attach(sound)
        sound.mixing.pan = pan
        engine.connect(sound, to: engine.mainMixerNode, format: sound.format)
        try engine.start()
        self.engine = engine
    }

    /// kkmix's own: renders the next frames, which are silence while the player does not play.
    ///
    /// - Throws: what `AVAudioEngine.renderOffline` throws, and what a file says that cannot be decoded.
    @discardableResult
    public func renderOffline(
        _ numberOfFrames: AVAudioFrameCount, to buffer: AVAudioPCMBuffer
    ) throws -> AVAudioEngineManualRenderingStatus {
        guard let engine else {
            throw AVFAudioError.make(
                AVAudioEngineManualRenderingError.invalidMode.rawValue,
                "call enableManualRendering(format:maximumFrameCount:) first")
        }
        return try engine.renderOffline(numberOfFrames, to: buffer)
    }
}
