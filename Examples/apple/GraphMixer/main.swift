// graph-mixer FIRST SECOND OUTPUT: two files mixed by an AUGraph, each given to the mixer by a render callback.
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

guard CommandLine.arguments.count == 4 else {
    print("usage: graph-mixer FIRST SECOND OUTPUT")
    exit(2)
}
let sampleRate = 44100.0

// What the mixer's buses take: two channels, a buffer each.
var clientFormat = AudioStreamBasicDescription(
    mSampleRate: sampleRate, mFormatID: kAudioFormatLinearPCM,
    mFormatFlags: kAudioFormatFlagsNativeFloatPacked | kAudioFormatFlagIsNonInterleaved,
    mBytesPerPacket: 4, mFramesPerPacket: 1, mBytesPerFrame: 4, mChannelsPerFrame: 2, mBitsPerChannel: 32, mReserved: 0)
let formatSize = UInt32(MemoryLayout<AudioStreamBasicDescription>.size)

func openInput(_ path: String) -> (file: ExtAudioFileRef, seconds: Double) {
    var opened: ExtAudioFileRef?
    check(ExtAudioFileOpenURL(URL(fileURLWithPath: path) as CFURL, &opened), "opening \(path)")
    let file = opened!
    var fileFormat = AudioStreamBasicDescription()
    var size = formatSize
    check(ExtAudioFileGetProperty(file, kExtAudioFileProperty_FileDataFormat, &size, &fileFormat), "file format")
    var length: Int64 = 0
    size = UInt32(MemoryLayout<Int64>.size)
    check(ExtAudioFileGetProperty(file, kExtAudioFileProperty_FileLengthFrames, &size, &length), "file length")
    check(
        ExtAudioFileSetProperty(file, kExtAudioFileProperty_ClientDataFormat, formatSize, &clientFormat),
        "client format")
    return (file, Double(length) / fileFormat.mSampleRate)
}

/// Reads as many frames as the mixer wants; after the end of the file it gives silence.
let readFile: AURenderCallback = { refCon, flags, _, _, frameCount, ioData in
    guard let ioData = ioData else { return kAudio_ParamError }
    var frames = frameCount
    let status = ExtAudioFileRead(OpaquePointer(refCon), &frames, ioData)
    for buffer in UnsafeMutableAudioBufferListPointer(ioData) {
        guard let memory = buffer.mData else { continue }
        memset(memory + Int(frames) * 4, 0, Int(frameCount - frames) * 4)
    }
    if frames == 0 { flags.pointee.insert(.unitRenderAction_OutputIsSilence) }
    return status
}

let inputs = [openInput(CommandLine.arguments[1]), openInput(CommandLine.arguments[2])]

var newGraph: AUGraph?
check(NewAUGraph(&newGraph), "NewAUGraph")
let graph = newGraph!

var mixerNode = AUNode(), outputNode = AUNode()
var mixerDescription = AudioComponentDescription(
    componentType: kAudioUnitType_Mixer, componentSubType: kAudioUnitSubType_MultiChannelMixer,
    componentManufacturer: kAudioUnitManufacturer_Apple, componentFlags: 0, componentFlagsMask: 0)
var outputDescription = AudioComponentDescription(
    componentType: kAudioUnitType_Output, componentSubType: kAudioUnitSubType_GenericOutput,
    componentManufacturer: kAudioUnitManufacturer_Apple, componentFlags: 0, componentFlagsMask: 0)
check(AUGraphAddNode(graph, &mixerDescription, &mixerNode), "adding the mixer")
check(AUGraphAddNode(graph, &outputDescription, &outputNode), "adding the output")
check(AUGraphConnectNodeInput(graph, mixerNode, 0, outputNode, 0), "connecting")
check(AUGraphOpen(graph), "AUGraphOpen")

var mixer: AudioUnit?, output: AudioUnit?
check(AUGraphNodeInfo(graph, mixerNode, nil, &mixer), "the mixer's unit")
check(AUGraphNodeInfo(graph, outputNode, nil, &output), "the output's unit")

var busCount = UInt32(inputs.count)
check(
    AudioUnitSetProperty(mixer!, kAudioUnitProperty_ElementCount, kAudioUnitScope_Input, 0, &busCount, 4), "bus count")
for (bus, input) in inputs.enumerated() {
    var callback = AURenderCallbackStruct(inputProc: readFile, inputProcRefCon: UnsafeMutableRawPointer(input.file))
    check(AUGraphSetNodeInputCallback(graph, mixerNode, UInt32(bus), &callback), "input callback \(bus)")
    check(
        AudioUnitSetProperty(
            mixer!, kAudioUnitProperty_StreamFormat, kAudioUnitScope_Input, UInt32(bus), &clientFormat, formatSize),
        "format of bus \(bus)")
    check(
        AudioUnitSetParameter(mixer!, kMultiChannelMixerParam_Volume, kAudioUnitScope_Input, UInt32(bus), 0.5, 0),
        "volume")
}
check(
    AudioUnitSetProperty(mixer!, kAudioUnitProperty_StreamFormat, kAudioUnitScope_Output, 0, &clientFormat, formatSize),
    "format of the mix")
check(
    AudioUnitSetProperty(
        output!, kAudioUnitProperty_StreamFormat, kAudioUnitScope_Output, 0, &clientFormat, formatSize),
    "format of the output")
check(AUGraphInitialize(graph), "AUGraphInitialize")
CAShow(UnsafeMutableRawPointer(graph))

// There is no device at a generic output: it is asked for one slice after the other.
var fileFormat = AudioStreamBasicDescription(
    mSampleRate: sampleRate, mFormatID: kAudioFormatLinearPCM, mFormatFlags: kAudioFormatFlagsNativeFloatPacked,
    mBytesPerPacket: 8, mFramesPerPacket: 1, mBytesPerFrame: 8, mChannelsPerFrame: 2, mBitsPerChannel: 32, mReserved: 0)
var created: ExtAudioFileRef?
let outputURL = URL(fileURLWithPath: CommandLine.arguments[3])
check(
    ExtAudioFileCreateWithURL(
        outputURL as CFURL, kAudioFileWAVEType, &fileFormat, nil, AudioFileFlags.eraseFile.rawValue, &created),
    "creating the output")
check(
    ExtAudioFileSetProperty(created!, kExtAudioFileProperty_ClientDataFormat, formatSize, &clientFormat),
    "client format")

let slice: UInt32 = 512
let buffers = AudioBufferList.allocate(maximumBuffers: 2)
for index in 0..<2 {
    buffers[index] = AudioBuffer(mNumberChannels: 1, mDataByteSize: slice * 4, mData: malloc(Int(slice) * 4))
}
var time = AudioTimeStamp()
time.mFlags = .sampleTimeValid
var left = Int((inputs.map { $0.seconds }.max()! * sampleRate).rounded(.up))
while left > 0 {
    let frames = min(slice, UInt32(left))
    for index in 0..<2 { buffers[index].mDataByteSize = frames * 4 }
    var flags = AudioUnitRenderActionFlags()
    check(AudioUnitRender(output!, &flags, &time, 0, frames, buffers.unsafeMutablePointer), "AudioUnitRender")
    check(ExtAudioFileWrite(created!, frames, buffers.unsafePointer), "ExtAudioFileWrite")
    time.mSampleTime += Double(frames)
    left -= Int(frames)
}
check(ExtAudioFileDispose(created!), "closing the output")
check(AUGraphUninitialize(graph), "AUGraphUninitialize")
check(AUGraphClose(graph), "AUGraphClose")
check(DisposeAUGraph(graph), "DisposeAUGraph")
for input in inputs { ExtAudioFileDispose(input.file) }
