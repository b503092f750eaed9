extension AVAudioPlayer {
    /// An extension of kkmix, after `AVAudioEngine.enableManualRenderingMode`: from now on the program requests the
    /// sound, and ``play()`` returns `true`.
    ///
    /// - Parameters:
    ///   - format: the format of the rendered audio, any linear PCM.
    ///   - maximumFrameCount: the largest slice, in frames.
    /// - Throws: `'fmt?'` and -50, as the engine; -10868 for a rate too different from the file's.
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

    /// An extension of kkmix: renders the next frames; silence while the player does not play.
    ///
    /// - Throws: the errors of `AVAudioEngine.renderOffline`, and those of a file that cannot be decoded.
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
