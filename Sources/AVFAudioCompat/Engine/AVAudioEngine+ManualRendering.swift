internal import CCoreAudio
internal import KKAudio

public enum AVAudioEngineManualRenderingMode: Int, Sendable {
    case offline = 0
    case realtime = 1
}

public enum AVAudioEngineManualRenderingStatus: Int, Sendable {
    case error = -1
    case success = 0
    /// The block of the input node returned less than requested; the frames are rendered nevertheless.
    case insufficientDataFromInputNode = 1
    /// A slice is already being rendered.
    case cannotDoInCurrentContext = 2
}

public enum AVAudioEngineManualRenderingError: OSStatus, Sendable {
    case invalidMode = -80800
    case initialized = -80801
    case notRunning = -80802
}

extension Notification.Name {
    /// Posted when a device changes; never here, as there is no device.
    public static let AVAudioEngineConfigurationChange = Notification.Name(
        "AVAudioEngineConfigurationChangeNotification")
}

extension AVAudioEngine {
    /// Enables manual rendering.
    ///
    /// - Parameters:
    ///   - pcmFormat: the format of the rendered audio, any linear PCM.
    ///   - maximumFrameCount: the largest slice, in frames.
    /// - Throws: -80801 while the engine runs; `'fmt?'` for a format that is not linear PCM; -50 for 0 frames or more than 2²⁰.
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

    /// Back to the device mode; there is no device here.
    public func disableManualRenderingMode() {
        if isRunning { stop() }
        manual = nil
    }

    public var isInManualRenderingMode: Bool { manual != nil }

    public var manualRenderingMode: AVAudioEngineManualRenderingMode { manual?.mode ?? .offline }

    /// The format of the rendered audio.
    public var manualRenderingFormat: AVAudioFormat { manual?.format ?? .fallback }

    /// The largest slice in frames; 0 without manual rendering.
    public var manualRenderingMaximumFrameCount: AVAudioFrameCount { AVAudioFrameCount(manual?.maximumFrameCount ?? 0) }

    /// The next frame to be rendered.
    public var manualRenderingSampleTime: AVAudioFramePosition { lock.withLock { manual?.sampleTime ?? 0 } }

    /// Renders the next frames into a buffer of the ``manualRenderingFormat``.
    ///
    /// - Throws: -80800 in a mode other than `offline`, -80802 if the engine is not running, -10874 for more frames
    ///   than a slice, -50 for a buffer that has another format or is too small; errors of sources, units and files.
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

    /// The same as a function that returns an error number.
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
                "\(frameCount) frames are more than the maximum of \(manual.maximumFrameCount) per slice")
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
