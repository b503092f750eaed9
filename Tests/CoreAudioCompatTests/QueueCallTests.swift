import CoreAudioCompat
import Testing

/// What is heard of a queue that is paused, flushed and reset.
@Suite struct QueueCallTests {
    /// The buffers that came back.
    final class Returned { var count = 0 }
    let returned = Returned()

    /// A queue of 16 bits, with buffers of so many frames that count up from 1, and one for the output.
    private func queue(
        _ frames: Int..., rate: Double = 44100
    ) throws -> (queue: AudioQueueRef, output: AudioQueueBufferRef) {
        var pcm = pcm16(channels: 1)
        var made: AudioQueueRef?, output: AudioQueueBufferRef?, next: Int16 = 1
        var rendered = pcm
        rendered.mSampleRate = rate
        let refCon = Unmanaged.passUnretained(returned).toOpaque()
        let back: AudioQueueOutputCallback = { data, _, _ in
            Unmanaged<Returned>.fromOpaque(data!).takeUnretainedValue().count += 1
        }
        #expect(AudioQueueNewOutput(&pcm, back, refCon, nil, nil, 0, &made) == noErr)
        let queue = try #require(made)
        #expect(AudioQueueSetOfflineRenderFormat(queue, &rendered, nil) == noErr)
        for count in frames {
            var buffer: AudioQueueBufferRef?
            #expect(AudioQueueAllocateBuffer(queue, UInt32(2 * count), &buffer) == noErr)
            let samples = try #require(buffer).pointee.mAudioData.assumingMemoryBound(to: Int16.self)
            for index in 0..<count {
                samples[index] = next
                next += 1
            }
            buffer!.pointee.mAudioDataByteSize = UInt32(2 * count)
            #expect(AudioQueueEnqueueBuffer(queue, buffer!, 0, nil) == noErr)
        }
        #expect(AudioQueueAllocateBuffer(queue, 2000, &output) == noErr)
        #expect(AudioQueueStart(queue, nil) == noErr)
        return (queue, try #require(output))
    }

    private func heard(_ queue: AudioQueueRef, _ output: AudioQueueBufferRef, at frame: Int, _ count: Int) -> [Int16] {
        var time = AudioTimeStamp()
        (time.mSampleTime, time.mFlags) = (Double(frame), .sampleTimeValid)
        #expect(AudioQueueOfflineRender(queue, &time, output, UInt32(count)) == noErr)
        let samples = output.pointee.mAudioData.assumingMemoryBound(to: Int16.self)
        return (0..<Int(output.pointee.mAudioDataByteSize) / 2).map { samples[$0] }
    }

    @Test func `a queue that is paused stands still, and goes on where it was`() throws {
        let (queue, output) = try queue(10)
        #expect(heard(queue, output, at: 0, 4) == [1, 2, 3, 4])
        #expect(AudioQueuePause(queue) == noErr)
        #expect(heard(queue, output, at: 4, 4).allSatisfy { $0 == 0 })
        #expect(AudioQueueStart(queue, nil) == noErr)
        #expect(heard(queue, output, at: 8, 3) == [5, 6, 7])
        #expect(AudioQueueDispose(queue, true) == noErr)
    }

    @Test func `a reset gives the buffers back unheard`() throws {
        let (queue, output) = try queue(4, 4, 4)
        #expect(heard(queue, output, at: 0, 5) == [1, 2, 3, 4, 5] && returned.count == 1)
        #expect(AudioQueueReset(queue) == noErr && returned.count == 3)
        #expect(heard(queue, output, at: 5, 4).allSatisfy { $0 == 0 })
        #expect(AudioQueueDispose(queue, true) == noErr)
    }

    @Test func `a flush yields what a rate converter holds`() throws {
        let (queue, output) = try queue(400, rate: 22050)
        let before = heard(queue, output, at: 0, 300).count
        #expect(before < 200)
        #expect(AudioQueueFlush(queue) == noErr)
        #expect(before + heard(queue, output, at: before, 300).count >= 200)
        #expect(AudioQueueDispose(queue, true) == noErr)
    }
}
