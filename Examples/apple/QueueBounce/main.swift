// queue-bounce INPUT OUTPUT VOLUME: a file played by an AudioQueue into a file, faster than it sounds.
#if canImport(AudioToolbox)
import AudioToolbox
#else
import CoreAudioCompat
#endif
import Foundation

func check(_ status: OSStatus, _ what: String) {
    guard status != noErr else { return }
    FileHandle.standardError.write(Data("\(what): \(status)\n".utf8))
    exit(1)
}

final class Reader {
    var file: AudioFileID!
    var position: Int64 = 0
    var packetsPerBuffer: UInt32 = 0
    var isAtEnd = false
}

let fillBuffer: AudioQueueOutputCallback = { client, queue, buffer in
    let reader = Unmanaged<Reader>.fromOpaque(client!).takeUnretainedValue()
    guard !reader.isAtEnd else { return }
    var bytes = buffer.pointee.mAudioDataBytesCapacity
    var packets = reader.packetsPerBuffer
    let status = AudioFileReadPacketData(
        reader.file, false, &bytes, buffer.pointee.mPacketDescriptions, reader.position, &packets,
        buffer.pointee.mAudioData)
    if status != noErr && status != kAudioFileEndOfFileError { check(status, "reading") }
    guard packets > 0 else {
        reader.isAtEnd = true
        AudioQueueStop(queue, false)
        return
    }
    reader.position += Int64(packets)
    buffer.pointee.mAudioDataByteSize = bytes
    buffer.pointee.mPacketDescriptionCount = buffer.pointee.mPacketDescriptions == nil ? 0 : packets
    check(AudioQueueEnqueueBuffer(queue, buffer, 0, nil), "AudioQueueEnqueueBuffer")
}

guard CommandLine.arguments.count == 4, let volume = Float32(CommandLine.arguments[3]) else {
    print("usage: queue-bounce INPUT OUTPUT VOLUME")
    exit(2)
}
let reader = Reader()
let url = URL(fileURLWithPath: CommandLine.arguments[1])
check(AudioFileOpenURL(url as CFURL, .readPermission, 0, &reader.file), "opening the input")
var format = AudioStreamBasicDescription()
var size = UInt32(MemoryLayout<AudioStreamBasicDescription>.size)
check(AudioFileGetProperty(reader.file, kAudioFilePropertyDataFormat, &size, &format), "format")

var newQueue: AudioQueueRef?
check(
    AudioQueueNewOutput(&format, fillBuffer, Unmanaged.passUnretained(reader).toOpaque(), nil, nil, 0, &newQueue),
    "AudioQueueNewOutput")
let queue = newQueue!
var cookieSize: UInt32 = 0
if AudioFileGetPropertyInfo(reader.file, kAudioFilePropertyMagicCookieData, &cookieSize, nil) == noErr, cookieSize > 0 {
    var cookie = [UInt8](repeating: 0, count: Int(cookieSize))
    check(AudioFileGetProperty(reader.file, kAudioFilePropertyMagicCookieData, &cookieSize, &cookie), "cookie")
    check(AudioQueueSetProperty(queue, kAudioQueueProperty_MagicCookie, &cookie, cookieSize), "cookie")
}

// The input is read in large buffers, and rendered in smaller ones.
var largestPacket: UInt32 = 0
size = UInt32(MemoryLayout<UInt32>.size)
check(AudioFileGetProperty(reader.file, kAudioFilePropertyPacketSizeUpperBound, &size, &largestPacket), "packet size")
let bufferSize: UInt32 = 0x10000
reader.packetsPerBuffer = bufferSize / max(1, largestPacket)
let isVariable = format.mBytesPerPacket == 0 || format.mFramesPerPacket == 0

var captureFormat = AudioStreamBasicDescription(
    mSampleRate: format.mSampleRate, mFormatID: kAudioFormatLinearPCM,
    mFormatFlags: kLinearPCMFormatFlagIsSignedInteger | kLinearPCMFormatFlagIsPacked,
    mBytesPerPacket: 2 * format.mChannelsPerFrame, mFramesPerPacket: 1, mBytesPerFrame: 2 * format.mChannelsPerFrame,
    mChannelsPerFrame: format.mChannelsPerFrame, mBitsPerChannel: 16, mReserved: 0)
check(AudioQueueSetOfflineRenderFormat(queue, &captureFormat, nil), "AudioQueueSetOfflineRenderFormat")
check(AudioQueueSetParameter(queue, kAudioQueueParam_Volume, volume), "volume")

var capture: ExtAudioFileRef?
check(
    ExtAudioFileCreateWithURL(
        URL(fileURLWithPath: CommandLine.arguments[2]) as CFURL, kAudioFileWAVEType, &captureFormat, nil,
        AudioFileFlags.eraseFile.rawValue, &capture),
    "creating the output")

for _ in 0..<3 {
    var buffer: AudioQueueBufferRef?
    let status =
        isVariable
        ? AudioQueueAllocateBufferWithPacketDescriptions(queue, bufferSize, reader.packetsPerBuffer, &buffer)
        : AudioQueueAllocateBuffer(queue, bufferSize, &buffer)
    check(status, "allocating a buffer")
    fillBuffer(Unmanaged.passUnretained(reader).toOpaque(), queue, buffer!)
}
var captureBuffer: AudioQueueBufferRef?
check(AudioQueueAllocateBuffer(queue, bufferSize / 2, &captureBuffer), "the buffer to render into")

check(AudioQueueStart(queue, nil), "AudioQueueStart")
var time = AudioTimeStamp()
time.mFlags = .sampleTimeValid
// A first call that asks for nothing sets the queue going.
check(AudioQueueOfflineRender(queue, &time, captureBuffer!, 0), "the first render")
while true {
    let frames = captureBuffer!.pointee.mAudioDataBytesCapacity / captureFormat.mBytesPerFrame
    check(AudioQueueOfflineRender(queue, &time, captureBuffer!, frames), "AudioQueueOfflineRender")
    let got = captureBuffer!.pointee.mAudioDataByteSize / captureFormat.mBytesPerFrame
    var list = AudioBufferList(
        mNumberBuffers: 1,
        mBuffers: AudioBuffer(
            mNumberChannels: captureFormat.mChannelsPerFrame, mDataByteSize: captureBuffer!.pointee.mAudioDataByteSize,
            mData: captureBuffer!.pointee.mAudioData))
    if got > 0 { check(ExtAudioFileWrite(capture!, got, &list), "ExtAudioFileWrite") }
    time.mSampleTime += Double(got)
    var isRunning: UInt32 = 0
    size = 4
    check(AudioQueueGetProperty(queue, kAudioQueueProperty_IsRunning, &isRunning, &size), "is it running")
    if isRunning == 0 || (got == 0 && reader.isAtEnd) { break }
}
check(ExtAudioFileDispose(capture!), "closing the output")
check(AudioQueueDispose(queue, true), "AudioQueueDispose")
check(AudioFileClose(reader.file), "AudioFileClose")
