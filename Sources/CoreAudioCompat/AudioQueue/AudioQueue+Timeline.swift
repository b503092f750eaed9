internal import KKAudio

@implementation @c public func AudioQueueCreateTimeline(
    _ inAQ: AudioQueueRef, _ outTimeline: UnsafeMutablePointer<AudioQueueTimelineRef?>
) -> OSStatus {
    answer {
        let held = try HeldQueue.of(inAQ), out = try outTimeline.checked()
        let timeline = try held.queue().createTimeline()
        let pointer = Handle.next()
        held.timelines.append((pointer, timeline))
        out.pointee = pointer
    }
}

@implementation @c public func AudioQueueDisposeTimeline(
    _ inAQ: AudioQueueRef, _ inTimeline: AudioQueueTimelineRef
) -> OSStatus {
    answer {
        let held = try HeldQueue.of(inAQ)
        _ = try held.timeline(inTimeline)
        held.timelines.removeAll { $0.pointer == inTimeline }
    }
}

@implementation @c public func AudioQueueGetCurrentTime(
    _ inAQ: AudioQueueRef, _ inTimeline: AudioQueueTimelineRef?, _ outTimeStamp: UnsafeMutablePointer<AudioTimeStamp>?,
    _ outTimelineDiscontinuity: UnsafeMutablePointer<Bool>?
) -> OSStatus {
    answer {
        let held = try HeldQueue.of(inAQ)
        let time = try held.queue().currentTime(try inTimeline.map { try held.timeline($0) })
        var stamp = AudioTimeStamp()
        stamp.mSampleTime = time.sampleTime
        stamp.mFlags = .sampleTimeValid
        outTimeStamp?.pointee = stamp
        outTimelineDiscontinuity?.pointee = time.isDiscontinuous
    }
}

extension HeldQueue {
    fileprivate func timeline(_ pointer: AudioQueueTimelineRef) throws -> AudioQueue.Timeline {
        try timelines.first { $0.pointer == pointer }.orThrow(kAudioQueueErr_InvalidParameter).timeline
    }
}
