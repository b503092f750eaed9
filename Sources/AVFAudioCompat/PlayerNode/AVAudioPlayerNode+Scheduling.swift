extension AVAudioPlayerNode {
    // MARK: Buffers

    /// Plays a buffer after everything scheduled before.
    ///
    /// - Parameter completionHandler: called when the buffer has been consumed or the player is stopped.
    public func scheduleBuffer(_ buffer: AVAudioPCMBuffer, completionHandler: AVAudioNodeCompletionHandler? = nil) {
        scheduleBuffer(buffer, at: nil, options: [], completionHandler: completionHandler)
    }

    public func scheduleBuffer(
        _ buffer: AVAudioPCMBuffer, completionCallbackType callbackType: AVAudioPlayerNodeCompletionCallbackType,
        completionHandler: AVAudioPlayerNodeCompletionHandler? = nil
    ) {
        scheduleBuffer(
            buffer, at: nil, options: [], completionCallbackType: callbackType, completionHandler: completionHandler)
    }

    /// - Parameter when: a sample time of the player; `nil`, or a time with only a host time, means after everything scheduled before.
    public func scheduleBuffer(
        _ buffer: AVAudioPCMBuffer, at when: AVAudioTime?, options: AVAudioPlayerNodeBufferOptions = [],
        completionHandler: AVAudioNodeCompletionHandler? = nil
    ) {
        AVFAudioError.require(
            engine?.format(from: self, 0).map { $0.channelCount == buffer.format.channelCount } ?? true,
            "_outputFormat.channelCount == buffer.format.channelCount")
        add(PlayerItem(buffer, options, at: when) { completionHandler?() })
    }

    public func scheduleBuffer(
        _ buffer: AVAudioPCMBuffer, at when: AVAudioTime?, options: AVAudioPlayerNodeBufferOptions = [],
        completionCallbackType callbackType: AVAudioPlayerNodeCompletionCallbackType,
        completionHandler: AVAudioPlayerNodeCompletionHandler? = nil
    ) {
        scheduleBuffer(buffer, at: when, options: options) { completionHandler?(callbackType) }
    }

    // MARK: Files

    /// Plays a whole file.
    public func scheduleFile(
        _ file: AVAudioFile, at when: AVAudioTime?, completionHandler: AVAudioNodeCompletionHandler? = nil
    ) {
        add(PlayerItem(file, from: 0, nil, at: when) { completionHandler?() })
    }

    public func scheduleFile(
        _ file: AVAudioFile, at when: AVAudioTime?,
        completionCallbackType callbackType: AVAudioPlayerNodeCompletionCallbackType,
        completionHandler: AVAudioPlayerNodeCompletionHandler? = nil
    ) {
        scheduleFile(file, at: when) { completionHandler?(callbackType) }
    }

    /// Plays a part of a file, given in the file's frames.
    public func scheduleSegment(
        _ file: AVAudioFile, startingFrame startFrame: AVAudioFramePosition,
        frameCount numberFrames: AVAudioFrameCount, at when: AVAudioTime?,
        completionHandler: AVAudioNodeCompletionHandler? = nil
    ) {
        add(PlayerItem(file, from: startFrame, Int64(numberFrames), at: when) { completionHandler?() })
    }

    public func scheduleSegment(
        _ file: AVAudioFile, startingFrame startFrame: AVAudioFramePosition,
        frameCount numberFrames: AVAudioFrameCount, at when: AVAudioTime?,
        completionCallbackType callbackType: AVAudioPlayerNodeCompletionCallbackType,
        completionHandler: AVAudioPlayerNodeCompletionHandler? = nil
    ) {
        scheduleSegment(file, startingFrame: startFrame, frameCount: numberFrames, at: when) {
            completionHandler?(callbackType)
        }
    }
}

// The same, for who waits for the completion. Another task, or another thread, renders meanwhile.

extension AVAudioPlayerNode {
    public func scheduleBuffer(_ buffer: AVAudioPCMBuffer) async {
        await waiting { scheduleBuffer(buffer, at: nil, options: [], completionHandler: $0) }
    }

    public func scheduleBuffer(
        _ buffer: AVAudioPCMBuffer, completionCallbackType callbackType: AVAudioPlayerNodeCompletionCallbackType
    ) async -> AVAudioPlayerNodeCompletionCallbackType {
        await waiting { scheduleBuffer(buffer, at: nil, options: [], completionHandler: $0) }
        return callbackType
    }

    public func scheduleBuffer(
        _ buffer: AVAudioPCMBuffer, at when: AVAudioTime?, options: AVAudioPlayerNodeBufferOptions = []
    ) async {
        await waiting { scheduleBuffer(buffer, at: when, options: options, completionHandler: $0) }
    }

    public func scheduleBuffer(
        _ buffer: AVAudioPCMBuffer, at when: AVAudioTime?, options: AVAudioPlayerNodeBufferOptions = [],
        completionCallbackType callbackType: AVAudioPlayerNodeCompletionCallbackType
    ) async -> AVAudioPlayerNodeCompletionCallbackType {
        await waiting { scheduleBuffer(buffer, at: when, options: options, completionHandler: $0) }
        return callbackType
    }

    public func scheduleFile(_ file: AVAudioFile, at when: AVAudioTime?) async {
        await waiting { scheduleFile(file, at: when, completionHandler: $0) }
    }

    public func scheduleFile(
        _ file: AVAudioFile, at when: AVAudioTime?,
        completionCallbackType callbackType: AVAudioPlayerNodeCompletionCallbackType
    ) async -> AVAudioPlayerNodeCompletionCallbackType {
        await waiting { scheduleFile(file, at: when, completionHandler: $0) }
        return callbackType
    }

    public func scheduleSegment(
        _ file: AVAudioFile, startingFrame startFrame: AVAudioFramePosition,
        frameCount numberFrames: AVAudioFrameCount, at when: AVAudioTime?
    ) async {
        await waiting {
            scheduleSegment(
                file, startingFrame: startFrame, frameCount: numberFrames, at: when, completionHandler: $0)
        }
    }

    public func scheduleSegment(
        _ file: AVAudioFile, startingFrame startFrame: AVAudioFramePosition,
        frameCount numberFrames: AVAudioFrameCount, at when: AVAudioTime?,
        completionCallbackType callbackType: AVAudioPlayerNodeCompletionCallbackType
    ) async -> AVAudioPlayerNodeCompletionCallbackType {
        await waiting {
            scheduleSegment(
                file, startingFrame: startFrame, frameCount: numberFrames, at: when, completionHandler: $0)
        }
        return callbackType
    }

    private func waiting(_ schedule: (@escaping AVAudioNodeCompletionHandler) -> Void) async {
        await withCheckedContinuation { continuation in schedule { continuation.resume() } }
    }
}
