// hosted-mixer A B OUTPUT: two files mixed by a mixer unit and an output unit, without a graph.
#if canImport(AudioToolbox)
import AudioToolbox
#else
import CoreAudioCompat
#endif
import Foundation

func check(_ status: OSStatus, _ what: String) {
    if status == noErr { return }
    FileHandle.standardError.write(Data("\(what): \(status)\n".utf8))
    exit(1)
}

let sampleRate = 44100.0

/// 16 bits, interleaved: what the files' readers and the mixer's buses have.
var shortFormat = AudioStreamBasicDescription(
    mSampleRate: sampleRate, mFormatID: kAudioFormatLinearPCM,
    mFormatFlags: kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsPacked, mBytesPerPacket: 4, mFramesPerPacket: 1,
    mBytesPerFrame: 4, mChannelsPerFrame: 2, mBitsPerChannel: 16, mReserved: 0)
let formatSize = UInt32(MemoryLayout<AudioStreamBasicDescription>.size)

final class Track {
    var file: ExtAudioFileRef?
    var length: Int64 = 0

    init(_ path: String) {
        check(ExtAudioFileOpenURL(URL(fileURLWithPath: path) as CFURL, &file), "ExtAudioFileOpenURL")
        check(
            ExtAudioFileSetProperty(file!, kExtAudioFileProperty_ClientDataFormat, formatSize, &shortFormat),
            "client format")
        var size = UInt32(MemoryLayout<Int64>.size)
        check(ExtAudioFileGetProperty(file!, kExtAudioFileProperty_FileLengthFrames, &size, &length), "length")
    }

    deinit { ExtAudioFileDispose(file!) }
}

func makeUnit(_ type: OSType, _ subType: OSType) -> AudioUnit {
    var description = AudioComponentDescription(
        componentType: type, componentSubType: subType, componentManufacturer: kAudioUnitManufacturer_Apple,
        componentFlags: 0, componentFlagsMask: 0)
    var unit: AudioUnit?
    guard let component = AudioComponentFindNext(nil, &description) else {
        check(kAudio_UnimplementedError, "AudioComponentFindNext")
        exit(1)
    }
    check(AudioComponentInstanceNew(component, &unit), "AudioComponentInstanceNew")
    return unit!
}

func set<Value>(_ unit: AudioUnit, _ id: AudioUnitPropertyID, _ scope: AudioUnitScope, _ bus: UInt32, _ value: Value) {
    var value = value
    let size = UInt32(MemoryLayout<Value>.size)
    let status = withUnsafePointer(to: &value) { AudioUnitSetProperty(unit, id, scope, bus, $0, size) }
    check(status, "property \(id)")
}

let supply: AURenderCallback = { refCon, flags, _, _, frameCount, list in
    let track = Unmanaged<Track>.fromOpaque(refCon).takeUnretainedValue()
    guard let list else { return kAudio_ParamError }
    let buffers = UnsafeMutableAudioBufferListPointer(list)
    var frames = frameCount
    let status = ExtAudioFileRead(track.file!, &frames, list)
    // Behind the end of the file there is silence.
    for index in buffers.indices {
        let given = Int(frames) * 4
        memset(buffers[index].mData! + given, 0, Int(frameCount) * 4 - given)
        buffers[index].mDataByteSize = frameCount * 4
    }
    if frames == 0 { flags.pointee.insert(.unitRenderAction_OutputIsSilence) }
    return status
}

let arguments = CommandLine.arguments
guard arguments.count == 4 else {
    print("usage: hosted-mixer A B OUTPUT")
    exit(64)
}
let tracks = arguments[1...2].map(Track.init)

let mixer = makeUnit(kAudioUnitType_Mixer, kAudioUnitSubType_MultiChannelMixer)
let output = makeUnit(kAudioUnitType_Output, kAudioUnitSubType_GenericOutput)
set(mixer, kAudioUnitProperty_ElementCount, kAudioUnitScope_Input, 0, UInt32(tracks.count))
for (bus, track) in tracks.enumerated() {
    set(mixer, kAudioUnitProperty_StreamFormat, kAudioUnitScope_Input, UInt32(bus), shortFormat)
    set(
        mixer, kAudioUnitProperty_SetRenderCallback, kAudioUnitScope_Input, UInt32(bus),
        AURenderCallbackStruct(inputProc: supply, inputProcRefCon: Unmanaged.passUnretained(track).toOpaque()))
    check(
        AudioUnitSetParameter(
            mixer, kMultiChannelMixerParam_Volume, kAudioUnitScope_Input, UInt32(bus), 0.5, 0), "volume")
}
set(mixer, kAudioUnitProperty_SampleRate, kAudioUnitScope_Output, 0, sampleRate)
set(
    output, kAudioUnitProperty_MakeConnection, kAudioUnitScope_Input, 0,
    AudioUnitConnection(sourceAudioUnit: mixer, sourceOutputNumber: 0, destInputNumber: 0))
set(output, kAudioUnitProperty_StreamFormat, kAudioUnitScope_Output, 0, shortFormat)
check(AudioUnitInitialize(mixer), "AudioUnitInitialize")
check(AudioUnitInitialize(output), "AudioUnitInitialize")

var written: ExtAudioFileRef?
check(
    ExtAudioFileCreateWithURL(
        URL(fileURLWithPath: arguments[3]) as CFURL, kAudioFileWAVEType, &shortFormat, nil,
        AudioFileFlags.eraseFile.rawValue, &written), "creating the output")
let sliceLength: UInt32 = 512, length = tracks.map(\.length).max() ?? 0
let memory = UnsafeMutableRawPointer.allocate(byteCount: Int(sliceLength) * 4, alignment: 16)
var time = AudioTimeStamp()
time.mFlags = .sampleTimeValid
while Int64(time.mSampleTime) < length {
    let frames = UInt32(min(Int64(sliceLength), length - Int64(time.mSampleTime)))
    var flags = AudioUnitRenderActionFlags()
    var list = AudioBufferList(
        mNumberBuffers: 1, mBuffers: AudioBuffer(mNumberChannels: 2, mDataByteSize: frames * 4, mData: memory))
    check(AudioUnitRender(output, &flags, &time, 0, frames, &list), "AudioUnitRender")
    check(ExtAudioFileWrite(written!, frames, &list), "ExtAudioFileWrite")
    time.mSampleTime += Double(frames)
}
memory.deallocate()
check(ExtAudioFileDispose(written!), "ExtAudioFileDispose")
for unit in [output, mixer] {
    check(AudioUnitUninitialize(unit), "AudioUnitUninitialize")
    check(AudioComponentInstanceDispose(unit), "AudioComponentInstanceDispose")
}
