internal import CCoreAudio
internal import KKAudio

public enum AVAudioEngineManualRenderingMode: Int, Sendable {
    case offline = 0
    case realtime = 1
}

public enum AVAudioEngineManualRenderingStatus: Int, Sendable {
    case error = -1
    case success = 0
    /// The block of the input node had less than was asked for; the frames are there even so.
    case insufficientDataFromInputNode = 1
    /// A slice is under way already.
    case cannotDoInCurrentContext = 2
}

public enum AVAudioEngineManualRenderingError: OSStatus, Sendable {
    case invalidMode = -80800
    case initialized = -80801
    case notRunning = -80802
}

extension Notification.Name {
    /// Posted when a device changes, of which there is none here.
    public static let AVAudioEngineConfigurationChange = Notification.Name(
        "AVAudioEngineConfigurationChangeNotification")
}

extension AVAudioEngine {
    /// Has the engine rendered by hand.
    ///
    /// - Parameters:
    ///   - pcmFormat: of what is rendered, any linear PCM.
    ///   - maximumFrameCount: the most frames of a slice.
    /// - Throws: -80801 while the engine runs; `'fmt?'` for what is no linear PCM; -50 for no frames, or more than 2²⁰.
    public func enableManualRenderingMode(
        _ mode: AVAudioEngineManualRenderingMode, format pcmFormat: AVAudioFormat,
        maximumFrameCount: AVAudioFrameCount
    ) throws {
        lock.lock()
        defer { lock.unlock() }
        guard !isRunning && !isRendering else {
            throw AVFAudioError.make(.initialized, "the engine is running; stop it first")
        }
        guard (1...KKUnits.AudioUnit.largestSlice).contains(Int(maximumFrameCount)) else {
            throw AVFAudioError.make(kAudio_ParamError, "a slice has 1 to \(KKUnits.AudioUnit.largestSlice) frames")
        }
        manual = try AVFAudioError.throwing { try ManualRendering(mode, pcmFormat, Int(maximumFrameCount)) }
        for node in nodes {
            for port in node.ports { port.rewind() }
            node.feeds = [:]
        }
        isChanged = true
    }

    /// Back to the device, of which there is none here.
    public func disableManualRenderingMode() {
        if isRunning { stop() }
        manual = nil
    }

    public var isInManualRenderingMode: Bool { manual != nil }

    public var manualRenderingMode: AVAudioEngineManualRenderingMode { manual?.mode ?? .offline }

    /// What is rendered.
    public var manualRenderingFormat: AVAudioFormat { manual?.format ?? .fallback }

    /// The most frames of a slice; 0 without manual rendering.
    public var manualRenderingMaximumFrameCount: AVAudioFrameCount { AVAudioFrameCount(manual?.maximumFrameCount ?? 0) }

    /// The frame that is rendered next.
    public var manualRenderingSampleTime: AVAudioFramePosition { lock.withLock { manual?.sampleTime ?? 0 } }

    /// Renders the next frames into a buffer of the ``manualRenderingFormat``.
    ///
    /// - Throws: -80800 in another mode than `offline`, -80802 where the engine does not run, -10874 for more frames
    ///   than a slice has, -50 for a buffer of another format or without room; what a source, a unit or a file says.
    @discardableResult
    public func renderOffline(
        _ numberOfFrames: AVAudioFrameCount, to buffer: AVAudioPCMBuffer
    ) throws -> AVAudioEngineManualRenderingStatus {
        guard let manual, manual.mode == .offline else {
            throw AVFAudioError.make(.invalidMode, "call enableManualRenderingMode(.offline, …) first")
        }
        guard buffer.format.stream == manual.format.stream, numberOfFrames <= buffer.frameCapacity else {
            throw AVFAudioError.make(
                kAudio_ParamError,
                "a buffer of \(buffer.frameCapacity) frames of \(buffer.format.stream) cannot take \(numberOfFrames) of \(manual.format.stream)"
            )
        }
        buffer.frameLength = 0
        let status = try AVFAudioError.throwing { try render(Int(numberOfFrames), to: buffer.mutableAudioBufferList) }
        if status != .cannotDoInCurrentContext { buffer.frameLength = numberOfFrames }
        return status
    }

    /// The same as a function. Its error is a number.
    public var manualRenderingBlock: AVAudioEngineManualRenderingBlock {
        { [weak self] frames, list, error in
            error?.pointee = noErr
            do {
                guard let self else { throw AVFAudioError.make(.notRunning, "the engine is gone") }
                return try self.render(Int(frames), to: list)
            } catch let failure {
                error?.pointee = OSStatus(truncatingIfNeeded: AVFAudioError.of(failure).code)
                return .error
            }
        }
    }

    private func render(
        _ frameCount: Int, to list: UnsafeMutablePointer<CBufferList>
    ) throws -> AVAudioEngineManualRenderingStatus {
        lock.lock()
        var isOver = false
        // A slice's handlers are called when nobody has to wait for it any more.
        defer {
            lock.unlock()
            if isOver { callWaiting() }
        }
        if isRendering { return .cannotDoInCurrentContext }
        guard let manual, isRunning else {
            throw AVFAudioError.make(.notRunning, "the engine does not run; call start() first")
        }
        guard frameCount <= manual.maximumFrameCount else {
            throw AVFAudioError.make(
                kAudioUnitErr_TooManyFramesToProcess,
                "\(frameCount) frames are more than the \(manual.maximumFrameCount) of a slice")
        }
        guard manual.bridge.fits(list, frameCount) else {
            throw AVFAudioError.make(
                kAudio_ParamError, "the buffers have no room for \(frameCount) frames of \(manual.format.stream)")
        }
        try compile()
        isRendering = true
        defer {
            isRendering = false
            if stopsAfterSlice { finishStop() }
            isOver = true
        }
        inputNode.hasRunDry = false
        KKSetHostTime(AudioTime(sampleTime: manual.sampleTime, sampleRate: manual.format.sampleRate).hostTime ?? 0)
        try manual.render(frameCount, output.feeds[0], to: list)
        return inputNode.hasRunDry ? .insufficientDataFromInputNode : .success
    }

    /// The frame of a time line of another rate that the slice begins with.
    func frame(atRate rate: Double) -> Int64 {
        guard let manual else { return 0 }
        if manual.format.sampleRate == rate { return manual.sampleTime }
        return Int64(exactly: (Double(manual.sampleTime) * (rate / manual.format.sampleRate)).rounded()) ?? 0
    }
}

extension AVFAudioError {
    fileprivate static func make(_ code: AVAudioEngineManualRenderingError, _ words: String) -> NSError {
        make(code.rawValue, words)
    }
}
