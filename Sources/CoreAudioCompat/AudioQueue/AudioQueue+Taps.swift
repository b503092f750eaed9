internal import KKAudio

@implementation @c public func AudioQueueProcessingTapNew(
    _ inAQ: AudioQueueRef, _ inCallback: @escaping AudioQueueProcessingTapCallback,
    _ inClientData: UnsafeMutableRawPointer?, _ inFlags: AudioQueueProcessingTapFlags,
    _ outMaxFrames: UnsafeMutablePointer<UInt32>,
    _ outProcessingFormat: UnsafeMutablePointer<AudioStreamBasicDescription>,
    _ outAQTap: UnsafeMutablePointer<AudioQueueProcessingTapRef?>
) -> OSStatus {
    answer {
        try requireFunction(inCallback)
        let held = try HeldQueue.of(inAQ), out = try outAQTap.checked()
        let client = TapProc(inCallback, inClientData)
        let flags = AudioQueue.ProcessingTap.Flags(rawValue: inFlags.rawValue)
        let tap = HeldTap(held, try held.queue().makeProcessingTap(flags, callback: client.call), client)
        if UInt(bitPattern: outMaxFrames) != 0 { outMaxFrames.pointee = UInt32(clamping: tap.tap.maximumFrameCount) }
        if UInt(bitPattern: outProcessingFormat) != 0 {
            outProcessingFormat.pointee = AudioStreamBasicDescription(tap.tap.format)
        }
        held.tap = tap
        out.pointee = Open.taps.add(tap, as: client.pointer)
    }
}

@implementation @c public func AudioQueueProcessingTapDispose(_ inAQTap: AudioQueueProcessingTapRef) -> OSStatus {
    answer {
        let held = try HeldTap.of(inAQTap)
        try held.queue.orThrow(kAudioQueueErr_QueueInvalidated).queue().disposeProcessingTap(held.tap)
        Open.taps.remove(inAQTap)
        held.queue?.tap = nil
    }
}

@implementation @c public func AudioQueueProcessingTapGetSourceAudio(
    _ inAQTap: AudioQueueProcessingTapRef, _ inNumberFrames: UInt32,
    _ ioTimeStamp: UnsafeMutablePointer<AudioTimeStamp>,
    _ outFlags: UnsafeMutablePointer<AudioQueueProcessingTapFlags>, _ outNumberFrames: UnsafeMutablePointer<UInt32>,
    _ ioData: UnsafeMutablePointer<CCoreAudio.AudioBufferList>
) -> OSStatus {
    answer {
        let held = try HeldTap.of(inAQTap), count = try outNumberFrames.checked(), list = try ioData.checked()
        count.pointee = 0
        var flags: AudioQueue.ProcessingTap.Flags = []
        let given = try held.client.giveSource(of: held.tap, Int(inNumberFrames), &flags, list)
        count.pointee = UInt32(clamping: given)
        if UInt(bitPattern: outFlags) != 0 { outFlags.pointee = AudioQueueProcessingTapFlags(rawValue: flags.rawValue) }
        if UInt(bitPattern: ioTimeStamp) != 0 { ioTimeStamp.pointee = try held.tap.timeStamp() }
    }
}

@implementation @c public func AudioQueueProcessingTapGetQueueTime(
    _ inAQTap: AudioQueueProcessingTapRef, _ outQueueSampleTime: UnsafeMutablePointer<Float64>,
    _ outQueueFrameCount: UnsafeMutablePointer<Float64>
) -> OSStatus {
    answer {
        let time = try HeldTap.of(inAQTap).tap.getQueueTime()
        if UInt(bitPattern: outQueueSampleTime) != 0 { outQueueSampleTime.pointee = time.sampleTime }
        if UInt(bitPattern: outQueueFrameCount) != 0 { outQueueFrameCount.pointee = time.frameCount }
    }
}
