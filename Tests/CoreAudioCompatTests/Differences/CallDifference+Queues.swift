import CoreAudioCompat
import Foundation
import KKTestSupport
import Testing

extension CallDifference {
    /// Mono Float32 at 44.1 kHz.
    private static let float = AudioStreamBasicDescription(
        mSampleRate: 44100, mFormatID: kAudioFormatLinearPCM, mFormatFlags: kAudioFormatFlagsNativeFloatPacked,
        mBytesPerPacket: 4, mFramesPerPacket: 1, mBytesPerFrame: 4, mChannelsPerFrame: 1, mBitsPerChannel: 32,
        mReserved: 0)

    /// A queue whose callback counts in `asked`.
    private static func newQueue(
        _ format: AudioStreamBasicDescription = float, asked: UnsafeMutablePointer<Int>? = nil, isOffline: Bool = true
    ) throws -> AudioQueueRef {
        var made: AudioQueueRef?, format = format, rendered = float
        let count: AudioQueueOutputCallback = { data, _, _ in data?.assumingMemoryBound(to: Int.self).pointee += 1 }
        #expect(AudioQueueNewOutput(&format, count, asked, nil, nil, 0, &made) == noErr)
        let queue = try #require(made)
        rendered.mSampleRate = format.mSampleRate
        if isOffline { #expect(AudioQueueSetOfflineRenderFormat(queue, &rendered, nil) == noErr) }
        return queue
    }

    private static func buffer(_ queue: AudioQueueRef, _ bytes: [UInt8]) throws -> AudioQueueBufferRef {
        var made: AudioQueueBufferRef?
        #expect(AudioQueueAllocateBuffer(queue, UInt32(bytes.count), &made) == noErr)
        let buffer = try #require(made)
        buffer.pointee.mAudioData.copyMemory(from: bytes, byteCount: bytes.count)
        buffer.pointee.mAudioDataByteSize = UInt32(bytes.count)
        return buffer
    }

    private static func rendered(_ queue: AudioQueueRef, _ frames: Int) throws -> [Float] {
        let output = try buffer(queue, [UInt8](repeating: 0, count: 4 * frames))
        var time = AudioTimeStamp()
        time.mFlags = .sampleTimeValid
        #expect(AudioQueueOfflineRender(queue, &time, output, UInt32(frames)) == noErr)
        let samples = output.pointee.mAudioData.assumingMemoryBound(to: Float.self)
        return (0..<Int(output.pointee.mAudioDataByteSize) / 4).map { samples[$0] }
    }

    /// The first sound of a packet of Apple Lossless, whose buffer is overwritten before it is rendered, or not.
    private static func packetSound(isOverwritten: Bool) throws -> [Float] {
        var file: AudioFileID?, format = AudioStreamBasicDescription(), size: UInt32 = 40
        let url = NSURL(fileURLWithPath: Fixtures.path("codec-alac.caf"))
        #expect(AudioFileOpenURL(url, .readPermission, 0, &file) == noErr)
        #expect(AudioFileGetProperty(file!, kAudioFilePropertyDataFormat, &size, &format) == noErr)
        var cookie = [UInt8](repeating: 0, count: 100), bytes = [UInt8](repeating: 0, count: 65536)
        var place = AudioStreamPacketDescription(), packets: UInt32 = 1, count: UInt32 = 65536
        size = 100
        #expect(AudioFileGetProperty(file!, kAudioFilePropertyMagicCookieData, &size, &cookie) == noErr)
        #expect(AudioFileReadPacketData(file!, false, &count, &place, 0, &packets, &bytes) == noErr && packets == 1)
        #expect(AudioFileClose(file!) == noErr)
        let queue = try newQueue(format)
        #expect(AudioQueueSetProperty(queue, kAudioQueueProperty_MagicCookie, cookie, size) == noErr)
        let input = try buffer(queue, Array(bytes.prefix(Int(count))))
        #expect(AudioQueueEnqueueBuffer(queue, input, 1, &place) == noErr)
        if isOverwritten { memset(input.pointee.mAudioData, 0, Int(count)) }
        #expect(AudioQueueStart(queue, nil) == noErr)
        let heard = try rendered(queue, 1000)
        #expect(AudioQueueDispose(queue, true) == noErr)
        return heard
    }

    static let queues = [
        CallDifference("AudioQueueNewOutput") {
            var asked = 0
            try withUnsafeMutablePointer(to: &asked) { asked in
                let queue = try newQueue(asked: asked)
                #expect(AudioQueueEnqueueBuffer(queue, try buffer(queue, [0, 0, 0, 0]), 0, nil) == noErr)
                #expect(AudioQueueStart(queue, nil) == noErr && asked.pointee == 0)
                _ = try rendered(queue, 8)
                #expect(asked.pointee == 1)
                #expect(AudioQueueDispose(queue, true) == noErr)
            }
        },
        CallDifference("AudioQueueAllocateBuffer") {
            let queue = try newQueue()
            var made: AudioQueueBufferRef?
            #expect(AudioQueueAllocateBuffer(queue, 1 << 20, &made) == noErr)
            #expect(AudioQueueFreeBuffer(queue, try #require(made)) == noErr)
            #expect(AudioQueueAllocateBuffer(queue, 1 << 30 + 1, &made) == kAudio_MemFullError)
            #expect(AudioQueueDispose(queue, true) == noErr)
        },
        CallDifference("AudioQueueAllocateBufferWithPacketDescriptions") {
            let queue = try newQueue()
            var made: AudioQueueBufferRef?
            #expect(AudioQueueAllocateBufferWithPacketDescriptions(queue, 64, 3, &made) == noErr)
            #expect(try #require(made).pointee.mPacketDescriptionCapacity == 3)
            #expect(
                AudioQueueAllocateBufferWithPacketDescriptions(queue, 1 << 30 + 1, 3, &made) == kAudio_MemFullError)
            #expect(AudioQueueDispose(queue, true) == noErr)
        },
        CallDifference("AudioQueueEnqueueBuffer") {
            let sound = try packetSound(isOverwritten: false)
            #expect(sound.contains { $0 != 0 })
            #expect(try packetSound(isOverwritten: true) == sound)
        },
        CallDifference("AudioQueueStart") {
            let queue = try newQueue(isOffline: false)
            #expect(AudioQueueStart(queue, nil) == kAudioQueueErr_CannotStart)
            #expect(AudioQueueDispose(queue, true) == noErr)
        },
        CallDifference("AudioQueueSetProperty") {
            let queue = try newQueue(), id = kAudioQueueProperty_TimePitchAlgorithm
            for (algorithm, answer) in [
                (kAudioQueueTimePitchAlgorithm_Varispeed, noErr),
                (kAudioQueueTimePitchAlgorithm_Spectral, kAudioQueueErr_InvalidPropertyValue),
                (kAudioQueueTimePitchAlgorithm_TimeDomain, kAudioQueueErr_InvalidPropertyValue),
            ] {
                var value = algorithm
                #expect(AudioQueueSetProperty(queue, id, &value, 4) == answer)
            }
            var device: UInt64 = 0, size: UInt32 = 8
            for id in [kAudioQueueProperty_CurrentDevice, kAudioQueueProperty_ChannelAssignments] {
                #expect(AudioQueueSetProperty(queue, id, &device, 8) == kAudioQueueErr_InvalidProperty)
                #expect(AudioQueueGetProperty(queue, id, &device, &size) == kAudioQueueErr_InvalidProperty)
            }
            #expect(AudioQueueDispose(queue, true) == noErr)
        },
        CallDifference("AudioQueueAddPropertyListener") {
            let queue = try newQueue()
            for (ids, answer) in [
                (
                    [
                        kAudioQueueProperty_IsRunning, kAudioQueueProperty_ChannelLayout,
                        kAudioQueueProperty_EnableLevelMetering, kAudioQueueProperty_DecodeBufferSizeFrames,
                        kAudioQueueProperty_EnableTimePitch, kAudioQueueProperty_TimePitchBypass,
                    ], noErr
                ),
                (
                    [
                        kAudioQueueProperty_TimePitchAlgorithm, kAudioQueueProperty_MagicCookie,
                        kAudioQueueProperty_CurrentDevice, kAudioQueueProperty_ConverterError,
                    ], kAudioQueueErr_InvalidProperty
                ),
            ] {
                for id in ids { #expect(AudioQueueAddPropertyListener(queue, id, { _, _, _ in }, nil) == answer) }
            }
            #expect(AudioQueueDispose(queue, true) == noErr)
        },
        CallDifference("AudioQueueGetCurrentTime") {
            let queue = try newQueue()
            let input = try buffer(queue, [UInt8](repeating: 0, count: 400))
            #expect(AudioQueueEnqueueBuffer(queue, input, 0, nil) == noErr && AudioQueueStart(queue, nil) == noErr)
            #expect(try rendered(queue, 50).count == 50)
            var now = AudioTimeStamp(), isDiscontinuous = true
            withUnsafeMutableBytes(of: &now) { for index in $0.indices { $0[index] = 0xEE } }
            #expect(AudioQueueGetCurrentTime(queue, nil, &now, &isDiscontinuous) == noErr && !isDiscontinuous)
            #expect(now.mFlags == .sampleTimeValid && now.mSampleTime == 50 && now.mHostTime == 0)
            #expect(AudioQueueDispose(queue, true) == noErr)
        },
    ]
}
