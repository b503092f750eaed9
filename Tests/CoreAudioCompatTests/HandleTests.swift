import CoreAudioCompat
import Foundation
import KKTestSupport
import Testing

private func null<Pointer>() -> Pointer { unsafeBitCast(0 as UInt, to: Pointer.self) }

/// The pointers that clients have, and those that they give.
@Suite struct HandleTests {
    let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
        try folder.write(WaveFile.pcm16((0..<1000).map { [Int16($0), Int16(-$0)] }), to: "a.wav")
    }

    /// The ways to a pointer, and out of it again.
    private func kinds() -> [String: (make: () -> OpaquePointer?, dispose: (OpaquePointer) -> OSStatus)] {
        let url = NSURL(fileURLWithPath: "\(folder.root)/a.wav")
        var pcm = pcm16(channels: 1)
        return [
            "unit": (
                { try? makeUnit(kAudioUnitType_Effect, kAudioUnitSubType_LowPassFilter) },
                { AudioComponentInstanceDispose($0) }
            ),
            "graph": (
                {
                    var made: AUGraph?
                    _ = NewAUGraph(&made)
                    return made
                }, { DisposeAUGraph($0) }
            ),
            "converter": (
                {
                    var made: AudioConverterRef?
                    _ = AudioConverterNew(&pcm, &pcm, &made)
                    return made
                }, { AudioConverterDispose($0) }
            ),
            "extended file": (
                {
                    var made: ExtAudioFileRef?
                    _ = ExtAudioFileOpenURL(url, &made)
                    return made
                }, { ExtAudioFileDispose($0) }
            ),
            "file": (
                {
                    var made: AudioFileID?
                    _ = AudioFileOpenURL(url, .readPermission, 0, &made)
                    return made
                }, { AudioFileClose($0) }
            ),
            "stream": (
                {
                    var made: AudioFileStreamID?
                    _ = AudioFileStreamOpen(nil, { _, _, _, _ in }, { _, _, _, _, _ in }, 0, &made)
                    return made
                }, { AudioFileStreamClose($0) }
            ),
            "queue": (
                {
                    var made: AudioQueueRef?
                    _ = AudioQueueNewOutput(&pcm, { _, _, _ in }, nil, nil, nil, 0, &made)
                    return made
                }, { AudioQueueDispose($0, true) }
            ),
        ]
    }

    @Test func `a pointer that was disposed of never names another object`() throws {
        for (name, kind) in kinds() {
            var known: Set<OpaquePointer> = []
            for _ in 0..<50 {
                let pointer = try #require(kind.make(), "\(name)")
                #expect(known.insert(pointer).inserted, "\(name)")
                #expect(kind.dispose(pointer) == noErr, "\(name)")
            }
            for pointer in known { #expect(kind.dispose(pointer) != noErr, "\(name)") }
        }
    }

    @Test func `a time line that was disposed of never names another one`() throws {
        var pcm = pcm16(channels: 1), made: AudioQueueRef?
        #expect(AudioQueueNewOutput(&pcm, { _, _, _ in }, nil, nil, nil, 0, &made) == noErr)
        let queue = try #require(made)
        var known: Set<OpaquePointer> = []
        for _ in 0..<50 {
            var timeline: AudioQueueTimelineRef?
            #expect(AudioQueueCreateTimeline(queue, &timeline) == noErr)
            #expect(known.insert(try #require(timeline)).inserted)
            #expect(AudioQueueDisposeTimeline(queue, try #require(timeline)) == noErr)
        }
        #expect(AudioQueueDispose(queue, true) == noErr)
    }

    @Test func `functions that are null are answered, not called`() throws {
        var file: AudioFileID?, stream: AudioFileStreamID?, format = pcm16(channels: 1)
        let size: AudioFile_GetSizeProc = { _ in 0 }
        let read: AudioFile_ReadProc = { _, _, _, _, _ in noErr }
        let data = UnsafeMutableRawPointer(bitPattern: 1)!
        #expect(AudioFileOpenWithCallbacks(data, null(), nil, size, nil, 0, &file) == kAudio_ParamError)
        #expect(AudioFileOpenWithCallbacks(data, read, nil, null(), nil, 0, &file) == kAudio_ParamError)
        #expect(
            AudioFileInitializeWithCallbacks(
                data, read, null(), size, null(), kAudioFileCAFType, &format, [], &file) == kAudio_ParamError)
        #expect(AudioFileStreamOpen(nil, null(), { _, _, _, _, _ in }, 0, &stream) == kAudio_ParamError)
        #expect(AudioFileStreamOpen(nil, { _, _, _, _ in }, null(), 0, &stream) == kAudio_ParamError)
        #expect(file == nil && stream == nil)
        var queue: AudioQueueRef?
        #expect(AudioQueueNewOutput(&format, { _, _, _ in }, nil, nil, nil, 0, &queue) == noErr)
        #expect(
            AudioQueueAddPropertyListener(queue!, kAudioQueueProperty_IsRunning, null(), nil) == kAudio_ParamError)
        #expect(AudioQueueDispose(queue!, true) == noErr)
        var any = AudioComponentDescription()
        let nowhere: UnsafeMutablePointer<Unmanaged<NSString>?> = null()
        #expect(AudioComponentCopyName(AudioComponentFindNext(nil, &any)!, nowhere) == kAudio_ParamError)
    }

    @Test func `a layout of more channels than a bus can have is unknown`() {
        var wide = AudioChannelLayout(), size: UInt32 = 0
        wide.mChannelLayoutTag = kAudioChannelLayoutTag_DiscreteInOrder | 0xFFFF
        withUnsafePointer(to: &wide) { wide in
            var pair = [wide, wide]
            let mixMap = kAudioFormatProperty_MatrixMixMap
            #expect(AudioFormatGetPropertyInfo(mixMap, 16, &pair, &size) == kAudioFormatUnknownFormatError)
        }
    }

    /// A queue of 50 frames that plays, and a buffer to render into.
    private func playing() throws -> (queue: AudioQueueRef, output: AudioQueueBufferRef) {
        var pcm = pcm16(channels: 1), made: AudioQueueRef?, buffer: AudioQueueBufferRef?, output: AudioQueueBufferRef?
        #expect(AudioQueueNewOutput(&pcm, { _, _, _ in }, nil, nil, nil, 0, &made) == noErr)
        let queue = try #require(made)
        #expect(AudioQueueSetOfflineRenderFormat(queue, &pcm, nil) == noErr)
        #expect(AudioQueueAllocateBuffer(queue, 100, &buffer) == noErr)
        #expect(AudioQueueAllocateBuffer(queue, 1000, &output) == noErr)
        buffer!.pointee.mAudioDataByteSize = 100
        #expect(AudioQueueEnqueueBuffer(queue, buffer!, 0, nil) == noErr && AudioQueueStart(queue, nil) == noErr)
        return (queue, output!)
    }

    @Test func `a queue is let go as soon as it is disposed of, also when that is later`() throws {
        var flag: UInt32 = 0, size: UInt32 = 4
        func isKnown(_ queue: AudioQueueRef) -> Bool {
            AudioQueueGetProperty(queue, kAudioQueueProperty_IsRunning, &flag, &size) != kAudioQueueErr_QueueInvalidated
        }
        var pcm = pcm16(channels: 1), stopped: AudioQueueRef?
        #expect(AudioQueueNewOutput(&pcm, { _, _, _ in }, nil, nil, nil, 0, &stopped) == noErr)
        #expect(AudioQueueDispose(stopped!, false) == noErr && !isKnown(stopped!))

        let (queue, output) = try playing()
        #expect(AudioQueueDispose(queue, false) == noErr && isKnown(queue))
        var time = AudioTimeStamp(), turns = 0
        time.mFlags = .sampleTimeValid
        while isKnown(queue) && turns < 10 {
            #expect(AudioQueueOfflineRender(queue, &time, output, 40) == noErr)
            time.mSampleTime += 40
            turns += 1
        }
        #expect(!isKnown(queue) && turns < 10)

        let (second, _) = try playing()
        #expect(AudioQueueDispose(second, false) == noErr && isKnown(second))
        #expect(AudioQueueStop(second, true) == noErr && !isKnown(second))
    }
}
