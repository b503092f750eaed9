// convert-file INPUT OUTPUT RATE: a file's packets given to an AudioConverter, and what comes out written as 16-bit
// CAF of another rate.
#if canImport(AudioToolbox)
import AudioToolbox
#else
import CoreAudioCompat
#endif
import Foundation

struct Source {
    var file: AudioFileID
    var format: AudioStreamBasicDescription
    var position: Int64 = 0
    var memory: UnsafeMutableRawPointer
    var memorySize: UInt32
    var descriptions: UnsafeMutablePointer<AudioStreamPacketDescription>?
    var packetsPerRead: UInt32
}

func check(_ status: OSStatus, _ what: String) {
    guard status != noErr else { return }
    var code = status.bigEndian
    let text = withUnsafeBytes(of: &code) { String(decoding: $0, as: UTF8.self) }
    FileHandle.standardError.write(Data("\(what): \(status) \(text)\n".utf8))
    exit(1)
}

let readPackets: AudioConverterComplexInputDataProc = { _, ioNumberDataPackets, ioData, outDescriptions, inUserData in
    let source = inUserData!.assumingMemoryBound(to: Source.self)
    var packets = min(ioNumberDataPackets.pointee, source.pointee.packetsPerRead)
    var bytes = source.pointee.memorySize
    let status = AudioFileReadPacketData(
        source.pointee.file, false, &bytes, source.pointee.descriptions, source.pointee.position, &packets,
        source.pointee.memory)
    if status != noErr && status != kAudioFileEndOfFileError { return status }
    source.pointee.position += Int64(packets)
    ioNumberDataPackets.pointee = packets
    ioData.pointee.mBuffers.mData = source.pointee.memory
    ioData.pointee.mBuffers.mDataByteSize = bytes
    ioData.pointee.mBuffers.mNumberChannels = source.pointee.format.mChannelsPerFrame
    outDescriptions?.pointee = source.pointee.descriptions
    return noErr
}

let arguments = CommandLine.arguments
guard arguments.count == 4, let rate = Double(arguments[3]) else {
    print("usage: convert-file INPUT OUTPUT RATE")
    exit(2)
}
var opened: AudioFileID?
check(AudioFileOpenURL(URL(fileURLWithPath: arguments[1]) as CFURL, .readPermission, 0, &opened), "opening the input")
let input = opened!
var inputFormat = AudioStreamBasicDescription()
var size = UInt32(MemoryLayout.size(ofValue: inputFormat))
check(AudioFileGetProperty(input, kAudioFilePropertyDataFormat, &size, &inputFormat), "input format")

let channels = inputFormat.mChannelsPerFrame
var outputFormat = AudioStreamBasicDescription(
    mSampleRate: rate, mFormatID: kAudioFormatLinearPCM,
    mFormatFlags: kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsPacked, mBytesPerPacket: 2 * channels,
    mFramesPerPacket: 1, mBytesPerFrame: 2 * channels, mChannelsPerFrame: channels, mBitsPerChannel: 16, mReserved: 0)
var made: AudioConverterRef?
check(AudioConverterNew(&inputFormat, &outputFormat, &made), "AudioConverterNew")
let converter = made!
var quality = kAudioConverterQuality_Max
check(
    AudioConverterSetProperty(
        converter, kAudioConverterSampleRateConverterQuality, UInt32(MemoryLayout<UInt32>.size), &quality), "quality")

var cookieSize: UInt32 = 0
if AudioFileGetPropertyInfo(input, kAudioFilePropertyMagicCookieData, &cookieSize, nil) == noErr, cookieSize > 0 {
    let cookie = malloc(Int(cookieSize))!
    check(AudioFileGetProperty(input, kAudioFilePropertyMagicCookieData, &cookieSize, cookie), "cookie")
    check(AudioConverterSetProperty(converter, kAudioConverterDecompressionMagicCookie, cookieSize, cookie), "cookie")
    free(cookie)
}

var largest: UInt32 = 0
size = 4
check(AudioFileGetProperty(input, kAudioFilePropertyPacketSizeUpperBound, &size, &largest), "packet size")
let bufferSize: UInt32 = max(32768, largest)
let isVariable = inputFormat.mBytesPerPacket == 0 || inputFormat.mFramesPerPacket == 0
let packetsPerRead = bufferSize / (isVariable ? largest : inputFormat.mBytesPerPacket)
var source = Source(
    file: input, format: inputFormat, memory: malloc(Int(bufferSize))!, memorySize: bufferSize,
    descriptions: isVariable ? .allocate(capacity: Int(packetsPerRead)) : nil, packetsPerRead: packetsPerRead)

var created: AudioFileID?
check(
    AudioFileCreateWithURL(
        URL(fileURLWithPath: arguments[2]) as CFURL, kAudioFileCAFType, &outputFormat, .eraseFile, &created),
    "creating the output")
let output = created!
let outputMemory = malloc(32768)!
var written: Int64 = 0
while true {
    var list = AudioBufferList()
    list.mNumberBuffers = 1
    list.mBuffers = AudioBuffer(mNumberChannels: channels, mDataByteSize: 32768, mData: outputMemory)
    var packets = 32768 / outputFormat.mBytesPerPacket
    check(AudioConverterFillComplexBuffer(converter, readPackets, &source, &packets, &list, nil), "converting")
    if packets == 0 { break }
    check(
        AudioFileWritePackets(output, false, list.mBuffers.mDataByteSize, nil, written, &packets, outputMemory),
        "writing")
    written += Int64(packets)
}
print("\(written) frames")
check(AudioConverterDispose(converter), "AudioConverterDispose")
check(AudioFileClose(output), "closing the output")
check(AudioFileClose(input), "closing the input")
