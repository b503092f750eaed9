// tone-generator FREQUENCY SECONDS OUTPUT: a sine that a render callback computes.
#if canImport(AudioToolbox)
import AudioToolbox
#else
import CoreAudioCompat
#endif
import Foundation

let sampleRate = 48000.0

struct Tone {
    var frequency: Double
    var phase = 0.0
}

func check(_ status: OSStatus, _ what: String) {
    if status == noErr { return }
    FileHandle.standardError.write(Data("\(what): \(status)\n".utf8))
    exit(1)
}

func renderTone(
    inRefCon: UnsafeMutableRawPointer, ioActionFlags: UnsafeMutablePointer<AudioUnitRenderActionFlags>,
    inTimeStamp: UnsafePointer<AudioTimeStamp>, inBusNumber: UInt32, inNumberFrames: UInt32,
    ioData: UnsafeMutablePointer<AudioBufferList>?
) -> OSStatus {
    let tone = inRefCon.assumingMemoryBound(to: Tone.self)
    guard let list = UnsafeMutableAudioBufferListPointer(ioData) else { return kAudioUnitErr_InvalidParameter }
    let increment = 2 * Double.pi * tone.pointee.frequency / sampleRate
    for frame in 0..<Int(inNumberFrames) {
        let sample = Float(sin(tone.pointee.phase) * 0.25)
        tone.pointee.phase += increment
        if tone.pointee.phase > 2 * Double.pi { tone.pointee.phase -= 2 * Double.pi }
        for buffer in list {
            let samples: UnsafeMutableBufferPointer<Float> = UnsafeMutableBufferPointer(buffer)
            samples[frame] = sample
        }
    }
    return noErr
}

let arguments = CommandLine.arguments
guard arguments.count == 4, let frequency = Double(arguments[1]), let seconds = Double(arguments[2]) else {
    print("usage: tone-generator FREQUENCY SECONDS OUTPUT")
    exit(2)
}

var description = AudioComponentDescription()
description.componentType = kAudioUnitType_Output
description.componentSubType = kAudioUnitSubType_GenericOutput
description.componentManufacturer = kAudioUnitManufacturer_Apple
guard let component = AudioComponentFindNext(nil, &description) else { fatalError("there is no generic output") }
var name: Unmanaged<CFString>?
check(AudioComponentCopyName(component, &name), "AudioComponentCopyName")
print(name!.takeRetainedValue())

var instance: AudioComponentInstance?
check(AudioComponentInstanceNew(component, &instance), "AudioComponentInstanceNew")
let unit = instance!

var format = AudioStreamBasicDescription()
format.mSampleRate = sampleRate
format.mFormatID = kAudioFormatLinearPCM
format.mFormatFlags = kAudioFormatFlagIsFloat | kAudioFormatFlagIsPacked | kAudioFormatFlagIsNonInterleaved
format.mChannelsPerFrame = 1
format.mFramesPerPacket = 1
format.mBitsPerChannel = 32
format.mBytesPerFrame = 4
format.mBytesPerPacket = 4
let formatSize = UInt32(MemoryLayout.size(ofValue: format))
for scope in [kAudioUnitScope_Input, kAudioUnitScope_Output] {
    check(AudioUnitSetProperty(unit, kAudioUnitProperty_StreamFormat, scope, 0, &format, formatSize), "stream format")
}

let tone = UnsafeMutablePointer<Tone>.allocate(capacity: 1)
tone.initialize(to: Tone(frequency: frequency))
var callback = AURenderCallbackStruct(inputProc: renderTone, inputProcRefCon: tone)
check(
    AudioUnitSetProperty(
        unit, kAudioUnitProperty_SetRenderCallback, kAudioUnitScope_Input, 0, &callback,
        UInt32(MemoryLayout<AURenderCallbackStruct>.size)),
    "render callback")
var maximumFrames: UInt32 = 4096
check(
    AudioUnitSetProperty(unit, kAudioUnitProperty_MaximumFramesPerSlice, kAudioUnitScope_Global, 0, &maximumFrames, 4),
    "maximum frames")
check(AudioUnitInitialize(unit), "AudioUnitInitialize")

// In a file the channels of a frame follow one another, also where there is one.
var fileFormat = format
fileFormat.mFormatFlags &= ~kAudioFormatFlagIsNonInterleaved
var file: ExtAudioFileRef?
check(
    ExtAudioFileCreateWithURL(
        URL(fileURLWithPath: arguments[3]) as CFURL, kAudioFileCAFType, &fileFormat, nil,
        AudioFileFlags.eraseFile.rawValue,
        &file),
    "creating the file")
check(ExtAudioFileSetProperty(file!, kExtAudioFileProperty_ClientDataFormat, formatSize, &format), "client format")

var time = AudioTimeStamp()
time.mFlags = .sampleTimeValid
var left = Int(seconds * sampleRate)
while left > 0 {
    let frames = UInt32(min(left, 1000))
    var flags = AudioUnitRenderActionFlags()
    // Without memory of the program's own, the unit's is given.
    var list = AudioBufferList(
        mNumberBuffers: 1, mBuffers: AudioBuffer(mNumberChannels: 1, mDataByteSize: frames * 4, mData: nil))
    check(AudioUnitRender(unit, &flags, &time, 0, frames, &list), "AudioUnitRender")
    check(ExtAudioFileWrite(file!, frames, &list), "ExtAudioFileWrite")
    time.mSampleTime += Float64(frames)
    left -= Int(frames)
}
ExtAudioFileDispose(file!)
AudioUnitUninitialize(unit)
AudioComponentInstanceDispose(unit)
tone.deallocate()
