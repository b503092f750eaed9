internal import KKAudio

@implementation @c public func KKAudioQueueNewOutput(
    _ inFormat: UnsafePointer<AudioStreamBasicDescription>, _ inCallbackProc: @escaping AudioQueueOutputCallback,
    _ inUserData: UnsafeMutableRawPointer?, _ outAQ: UnsafeMutablePointer<AudioQueueRef?>
) -> OSStatus {
    answer {
        try requireFunction(inCallbackProc)
        let out = try outAQ.checked()
        let format = StreamDescription(try inFormat.checked().pointee).completed
        let held = try HeldQueue(format, inCallbackProc, inUserData)
        out.pointee = Open.queues.add(held, as: held.pointer)
    }
}

/// For Swift, where a `CFString` is an `NSString`.
public func AudioQueueNewOutput(
    _ inFormat: UnsafePointer<AudioStreamBasicDescription>, _ inCallbackProc: @escaping AudioQueueOutputCallback,
    _ inUserData: UnsafeMutableRawPointer?, _ inCallbackRunLoop: CFRunLoop?, _ inCallbackRunLoopMode: NSString,
    _ inFlags: UInt32, _ outAQ: UnsafeMutablePointer<AudioQueueRef?>
) -> OSStatus {
    KKAudioQueueNewOutput(inFormat, inCallbackProc, inUserData, outAQ)
}

@implementation @c public func AudioQueueDispose(_ inAQ: AudioQueueRef, _ inImmediate: Bool) -> OSStatus {
    answer { try HeldQueue.end(inAQ) { try $0.dispose(immediately: inImmediate) } }
}

// MARK: Buffers

@implementation @c public func AudioQueueAllocateBuffer(
    _ inAQ: AudioQueueRef, _ inBufferByteSize: UInt32, _ outBuffer: UnsafeMutablePointer<AudioQueueBufferRef?>
) -> OSStatus {
    answer { try outBuffer.checked().pointee = HeldQueue.of(inAQ).allocate(inBufferByteSize, packets: 0) }
}

@implementation @c public func AudioQueueAllocateBufferWithPacketDescriptions(
    _ inAQ: AudioQueueRef, _ inBufferByteSize: UInt32, _ inNumberPacketDescriptions: UInt32,
    _ outBuffer: UnsafeMutablePointer<AudioQueueBufferRef?>
) -> OSStatus {
    answer {
        let held = try HeldQueue.of(inAQ)
        try outBuffer.checked().pointee = held.allocate(inBufferByteSize, packets: inNumberPacketDescriptions)
    }
}

@implementation @c public func AudioQueueFreeBuffer(_ inAQ: AudioQueueRef, _ inBuffer: AudioQueueBufferRef) -> OSStatus
{
    answer { try HeldQueue.of(inAQ).free(inBuffer) }
}

@implementation @c public func AudioQueueEnqueueBuffer(
    _ inAQ: AudioQueueRef, _ inBuffer: AudioQueueBufferRef, _ inNumPacketDescs: UInt32,
    _ inPacketDescs: UnsafePointer<AudioStreamPacketDescription>?
) -> OSStatus {
    AudioQueueEnqueueBufferWithParameters(inAQ, inBuffer, inNumPacketDescs, inPacketDescs, 0, 0, 0, nil, nil, nil)
}

@implementation @c public func AudioQueueEnqueueBufferWithParameters(
    _ inAQ: AudioQueueRef, _ inBuffer: AudioQueueBufferRef, _ inNumPacketDescs: UInt32,
    _ inPacketDescs: UnsafePointer<AudioStreamPacketDescription>?, _ inTrimFramesAtStart: UInt32,
    _ inTrimFramesAtEnd: UInt32, _ inNumParamValues: UInt32, _ inParamValues: UnsafePointer<AudioQueueParameterEvent>?,
    _ inStartTime: UnsafePointer<AudioTimeStamp>?, _ outActualStartTime: UnsafeMutablePointer<AudioTimeStamp>?
) -> OSStatus {
    answer {
        let held = try HeldQueue.of(inAQ), buffer = try held.buffer(inBuffer), queue = try held.queue()
        let parameters =
            inNumParamValues == 0
            ? []
            : UnsafeBufferPointer(start: try inParamValues.orThrow(), count: Int(inNumParamValues)).map {
                AudioQueue.ParameterEvent(ParameterID(rawValue: $0.mID), $0.mValue)
            }
        do {
            try buffer.load()
        } catch let error as AudioQueueError where error.code == .bufferInQueue {
            throw Status(kAudioQueueErr_BufferEnqueuedTwice)
        }
        let start = try queue.enqueue(
            buffer.buffer, packets: try buffer.packets(inNumPacketDescs, inPacketDescs),
            trimFramesAtStart: Int(inTrimFramesAtStart), trimFramesAtEnd: Int(inTrimFramesAtEnd),
            parameters: parameters,
            startTime: try inStartTime.map { try $0.pointee.frame() })
        outActualStartTime?.pointee = AudioTimeStamp(
            AudioTime(sampleTime: start, sampleRate: queue.streamDescription.sampleRate))
    }
}

// MARK: Running

@implementation @c public func AudioQueueStart(
    _ inAQ: AudioQueueRef, _ inStartTime: UnsafePointer<AudioTimeStamp>?
) -> OSStatus {
    answer {
        let start = try inStartTime.map { try $0.pointee.frame() }
        try HeldQueue.end(inAQ) { try $0.start(at: start) }
    }
}

@implementation @c public func AudioQueuePrime(
    _ inAQ: AudioQueueRef, _ inNumberOfFramesToPrepare: UInt32,
    _ outNumberOfFramesPrepared: UnsafeMutablePointer<UInt32>?
) -> OSStatus {
    answer {
        let count = try HeldQueue.of(inAQ).queue().prime(Int(inNumberOfFramesToPrepare))
        outNumberOfFramesPrepared?.pointee = UInt32(clamping: count)
    }
}

@implementation @c public func AudioQueueStop(_ inAQ: AudioQueueRef, _ inImmediate: Bool) -> OSStatus {
    answer { try HeldQueue.end(inAQ) { try $0.stop(immediately: inImmediate) } }
}

@implementation @c public func AudioQueuePause(_ inAQ: AudioQueueRef) -> OSStatus {
    answer { try HeldQueue.of(inAQ).queue().pause() }
}

@implementation @c public func AudioQueueFlush(_ inAQ: AudioQueueRef) -> OSStatus {
    answer { try HeldQueue.of(inAQ).queue().flush() }
}

@implementation @c public func AudioQueueReset(_ inAQ: AudioQueueRef) -> OSStatus {
    answer { try HeldQueue.end(inAQ) { try $0.reset() } }
}

@implementation @c public func AudioQueueSetOfflineRenderFormat(
    _ inAQ: AudioQueueRef, _ inFormat: UnsafePointer<AudioStreamBasicDescription>?,
    _ inLayout: UnsafePointer<AudioChannelLayout>?
) -> OSStatus {
    answer {
        let layout = try inLayout.map {
            try ChannelLayout(
                $0, byteCount: .max, wrongSize: kAudio_ParamError, unknown: kAudioQueueErr_InvalidParameter)
        }
        try HeldQueue.of(inAQ).queue().setOfflineRenderFormat(
            inFormat.map { StreamDescription($0.pointee).completed }, layout: layout)
    }
}

@implementation @c public func AudioQueueOfflineRender(
    _ inAQ: AudioQueueRef, _ inTimestamp: UnsafePointer<AudioTimeStamp>, _ ioBuffer: AudioQueueBufferRef,
    _ inNumberFrames: UInt32
) -> OSStatus {
    answer {
        let held = try HeldQueue.of(inAQ), buffer = try held.buffer(ioBuffer)
        let time = try inTimestamp.checked().pointee.frame()
        // What was rendered before an error is given out with it.
        defer { buffer.store() }
        try HeldQueue.end(inAQ) {
            _ = try $0.offlineRender(at: time, into: buffer.buffer, frameCount: Int(inNumberFrames))
        }
    }
}
