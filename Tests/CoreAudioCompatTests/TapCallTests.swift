import CoreAudioCompat
import Testing

/// The processing tap of a queue, as a C program has it.
@Suite struct TapCallTests {
    /// What the callback works with.
    private final class Client {
        var tap: AudioQueueProcessingTapRef?
        var times: [Double] = [], counts: [Double] = [], flags: [UInt32] = [], statuses: [OSStatus] = []
        var own: [Float] = []
        var hasOwnMemory = false
    }

    /// A queue of mono Float32 at 48 kHz with these samples, and a tap.
    private func queue(
        _ samples: [Float], _ flags: AudioQueueProcessingTapFlags, _ client: Client,
        _ callback: @escaping AudioQueueProcessingTapCallback
    ) throws -> AudioQueueRef {
        var pcm = AudioStreamBasicDescription(
            mSampleRate: 48000, mFormatID: kAudioFormatLinearPCM, mFormatFlags: kAudioFormatFlagsNativeFloatPacked,
            mBytesPerPacket: 4, mFramesPerPacket: 1, mBytesPerFrame: 4, mChannelsPerFrame: 1, mBitsPerChannel: 32,
            mReserved: 0)
        var made: AudioQueueRef?, buffer: AudioQueueBufferRef?, most: UInt32 = 0
        var format = AudioStreamBasicDescription()
        #expect(AudioQueueNewOutput(&pcm, { _, _, _ in }, nil, nil, nil, 0, &made) == noErr)
        let queue = try #require(made), data = Unmanaged.passUnretained(client).toOpaque()
        #expect(AudioQueueSetOfflineRenderFormat(queue, &pcm, nil) == noErr)
        #expect(AudioQueueProcessingTapNew(queue, callback, data, flags, &most, &format, &client.tap) == noErr)
        #expect(most == 2048 && format.mSampleRate == 48000 && format.mChannelsPerFrame == 1)
        #expect(format.mFormatFlags & kAudioFormatFlagIsFloat != 0)
        var second: AudioQueueProcessingTapRef?
        #expect(
            AudioQueueProcessingTapNew(queue, callback, nil, flags, &most, &format, &second)
                == kAudioQueueErr_TooManyTaps)
        #expect(AudioQueueAllocateBuffer(queue, UInt32(4 * samples.count), &buffer) == noErr)
        let input = try #require(buffer)
        input.pointee.mAudioData.copyMemory(from: samples, byteCount: 4 * samples.count)
        input.pointee.mAudioDataByteSize = UInt32(4 * samples.count)
        #expect(AudioQueueEnqueueBuffer(queue, input, 0, nil) == noErr)
        #expect(AudioQueueStart(queue, nil) == noErr)
        return queue
    }

    private func rendered(_ queue: AudioQueueRef, _ count: Int, at frame: Double = 0) throws -> [Float] {
        var buffer: AudioQueueBufferRef?, time = AudioTimeStamp()
        (time.mSampleTime, time.mFlags) = (frame, .sampleTimeValid)
        #expect(AudioQueueAllocateBuffer(queue, UInt32(4 * count), &buffer) == noErr)
        let output = try #require(buffer)
        #expect(AudioQueueOfflineRender(queue, &time, output, UInt32(count)) == noErr)
        let samples = UnsafeBufferPointer(
            start: output.pointee.mAudioData.assumingMemoryBound(to: Float.self),
            count: Int(output.pointee.mAudioDataByteSize) / 4)
        return Array(samples)
    }

    @Test(arguments: [false, true]) func `a tap takes source audio and changes it, in its memory or the queue's`(
        hasOwnMemory: Bool
    ) throws {
        let client = Client()
        client.hasOwnMemory = hasOwnMemory
        client.own = [9, 9, 9, 9]
        let queue = try queue([1, 2, 3, 4, 5, 6], .preEffects, client) { data, tap, count, time, flags, given, list in
            let client = Unmanaged<Client>.fromOpaque(data).takeUnretainedValue()
            var queueTime = 0.0, queueCount = 0.0, buffers = UnsafeMutableAudioBufferListPointer(list)
            client.times.append(time.pointee.mSampleTime)
            #expect(AudioQueueProcessingTapGetQueueTime(tap, &queueTime, &queueCount) == noErr)
            client.counts.append(queueCount)
            #expect(queueTime == time.pointee.mSampleTime)
            // With no memory the queue gives its own.
            if client.hasOwnMemory { buffers[0].mData = nil }
            #expect(AudioQueueProcessingTapGetSourceAudio(tap, count, time, flags, given, list) == noErr)
            client.flags.append(flags.pointee.rawValue)
            let samples = UnsafeMutableBufferPointer<Float>(buffers[0])
            for index in 0..<Int(given.pointee) { samples[index] *= 2 }
            buffers = UnsafeMutableAudioBufferListPointer(list)
        }
        #expect(try rendered(queue, 4) == [2, 4, 6, 8])
        #expect(try rendered(queue, 2, at: 4) == [10, 12])
        #expect(client.times == [0, 4] && client.counts == [4, 2])
        #expect(client.flags[0] == AudioQueueProcessingTapFlags.startOfStream.rawValue && client.flags[1] == 0)
        let tap = try #require(client.tap)
        var time = 0.0, count = 0.0
        #expect(AudioQueueProcessingTapGetQueueTime(tap, &time, &count) == kAudioQueueErr_InvalidTapContext)
        #expect(AudioQueueProcessingTapDispose(tap) == kAudioQueueErr_InvalidRunState)
        #expect(AudioQueueStop(queue, true) == noErr && AudioQueueProcessingTapDispose(tap) == noErr)
        #expect(AudioQueueProcessingTapDispose(tap) == kAudioQueueErr_InvalidTapContext)
        #expect(AudioQueueDispose(queue, true) == noErr)
    }

    @Test func `a siphon listens, and a tap goes with its queue`() throws {
        let client = Client()
        let queue = try queue([1, 2, 3], [.postEffects, .siphon], client) {
            data, tap, count, time, flags, given, list in
            let client = Unmanaged<Client>.fromOpaque(data).takeUnretainedValue()
            let samples = UnsafeMutableBufferPointer<Float>(UnsafeMutableAudioBufferListPointer(list)[0])
            client.own += samples
            samples[0] = 100
            client.statuses.append(AudioQueueProcessingTapGetSourceAudio(tap, count, time, flags, given, list))
        }
        #expect(try rendered(queue, 3) == [1, 2, 3])
        #expect(client.own == [1, 2, 3] && client.statuses == [kAudioQueueErr_InvalidTapContext])
        #expect(AudioQueueDispose(queue, true) == noErr)
        #expect(AudioQueueProcessingTapDispose(try #require(client.tap)) == kAudioQueueErr_InvalidTapContext)
    }

    @Test func `a tap that gives too much, or asks for more than fits, is an error`() throws {
        let client = Client()
        let queue = try queue([1, 2, 3], .preEffects, client) { data, tap, count, time, flags, given, list in
            let client = Unmanaged<Client>.fromOpaque(data).takeUnretainedValue()
            client.statuses.append(
                AudioQueueProcessingTapGetSourceAudio(tap, .max, time, flags, given, list))
            given.pointee = .max
        }
        var buffer: AudioQueueBufferRef?, time = AudioTimeStamp()
        time.mFlags = .sampleTimeValid
        #expect(AudioQueueAllocateBuffer(queue, 12, &buffer) == noErr)
        #expect(AudioQueueOfflineRender(queue, &time, try #require(buffer), 3) == kAudioQueueErr_InvalidParameter)
        #expect(client.statuses == [kAudioQueueErr_InvalidParameter])
        #expect(AudioQueueDispose(queue, true) == noErr)
    }
}
