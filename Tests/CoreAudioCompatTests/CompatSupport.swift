import CoreAudioCompat
import Foundation
import Testing

func description(_ type: OSType, _ subType: OSType) -> AudioComponentDescription {
    AudioComponentDescription(
        componentType: type, componentSubType: subType, componentManufacturer: kAudioUnitManufacturer_Apple,
        componentFlags: 0, componentFlagsMask: 0)
}

func makeUnit(_ type: OSType, _ subType: OSType) throws -> AudioUnit {
    var wanted = description(type, subType), unit: AudioUnit?
    #expect(AudioComponentInstanceNew(try #require(AudioComponentFindNext(nil, &wanted)), &unit) == noErr)
    return try #require(unit)
}

/// 16 bits, interleaved, at 44.1 kHz.
func pcm16(channels: UInt32) -> AudioStreamBasicDescription {
    AudioStreamBasicDescription(
        mSampleRate: 44100, mFormatID: kAudioFormatLinearPCM,
        mFormatFlags: kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsPacked, mBytesPerPacket: 2 * channels,
        mFramesPerPacket: 1, mBytesPerFrame: 2 * channels, mChannelsPerFrame: channels, mBitsPerChannel: 16,
        mReserved: 0)
}

/// Frames of two channels of 16 bits that a converter's callback gives.
final class GivenFrames {
    var samples: [Int16]
    var position = 0

    init(_ samples: [Int16]) { self.samples = samples }

    static let give: AudioConverterComplexInputDataProc = { _, packets, list, _, data in
        let frames = Unmanaged<GivenFrames>.fromOpaque(data!).takeUnretainedValue()
        let count = min(777, frames.samples.count / 2 - frames.position)
        packets.pointee = UInt32(count)
        frames.samples.withUnsafeMutableBytes {
            list.pointee.mBuffers.mData = $0.baseAddress! + 4 * frames.position
            list.pointee.mBuffers.mDataByteSize = UInt32(4 * count)
        }
        frames.position += count
        return noErr
    }
}

/// Fills the buffers of a callback, which are Float32.
func fill(_ list: UnsafeMutablePointer<AudioBufferList>?, with value: Float) {
    guard let list = UnsafeMutableAudioBufferListPointer(list) else { return }
    for buffer in list {
        let samples = UnsafeMutableBufferPointer<Float>(buffer)
        for index in samples.indices { samples[index] = value }
    }
}

func setCallback(_ unit: AudioUnit, _ proc: @escaping AURenderCallback, _ refCon: UnsafeMutableRawPointer? = nil) {
    var callback = AURenderCallbackStruct(inputProc: proc, inputProcRefCon: refCon)
    let size = UInt32(MemoryLayout<AURenderCallbackStruct>.size)
    #expect(AudioUnitSetProperty(unit, kAudioUnitProperty_SetRenderCallback, 1, 0, &callback, size) == noErr)
}

/// The first channel of a slice of Float32.
func render(_ unit: AudioUnit, at frame: Int, _ frames: UInt32, bus: UInt32 = 0, buffers: Int = 2) -> [Float] {
    var flags = AudioUnitRenderActionFlags(), time = AudioTimeStamp()
    time.mFlags = .sampleTimeValid
    time.mSampleTime = Double(frame)
    let list = AudioBufferList.allocate(maximumBuffers: buffers)
    defer { free(list.unsafeMutablePointer) }
    for index in list.indices { list[index] = AudioBuffer(mNumberChannels: 1, mDataByteSize: 0, mData: nil) }
    #expect(AudioUnitRender(unit, &flags, &time, bus, frames, list.unsafeMutablePointer) == noErr)
    return Array(UnsafeBufferPointer<Float>(list[0]))
}

/// Runs something on another thread, and waits for its end.
func onAnotherThread(_ body: @escaping () -> Void) {
    nonisolated(unsafe) let body = body
    let done = DispatchSemaphore(value: 0)
    Thread {
        body()
        done.signal()
    }.start()
    // A thread that waits for the slice which waits for it would wait without end.
    let result = done.wait(timeout: .now() + 10)
    #expect(result == .success, "the other thread is still waiting")
}
