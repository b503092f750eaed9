// pod-mixer FIRST SECOND OUTPUT: two songs mixed as on the phones before iOS 8. Callbacks give 16-bit interleaved
// samples, and the units speak 8.24 fixed point.
#include <AudioToolbox/AudioToolbox.h>
#include <AudioUnit/AudioUnit.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define kRate 44100.0
enum { kSliceFrames = 1024 };

typedef struct {
    SInt16 *samples;
    UInt32 frameCount;
    UInt32 position;
} Song;

static void Require(OSStatus result, const char *what) {
    if (result == noErr) return;
    fprintf(stderr, "%s: %d\n", what, (int)result);
    exit(1);
}

static AudioStreamBasicDescription SixteenBitFormat(void) {
    AudioStreamBasicDescription format;
    memset(&format, 0, sizeof(format));
    format.mSampleRate = kRate;
    format.mFormatID = kAudioFormatLinearPCM;
    format.mFormatFlags = kAudioFormatFlagsCanonical;
    format.mBytesPerPacket = format.mBytesPerFrame = 2 * sizeof(AudioSampleType);
    format.mFramesPerPacket = 1;
    format.mChannelsPerFrame = 2;
    format.mBitsPerChannel = 8 * sizeof(AudioSampleType);
    return format;
}

static AudioStreamBasicDescription UnitFormat(void) {
    AudioStreamBasicDescription format;
    memset(&format, 0, sizeof(format));
    format.mSampleRate = kRate;
    format.mFormatID = kAudioFormatLinearPCM;
    format.mFormatFlags = kAudioFormatFlagsAudioUnitCanonical;
    format.mBytesPerPacket = format.mBytesPerFrame = sizeof(AudioUnitSampleType);
    format.mFramesPerPacket = 1;
    format.mChannelsPerFrame = 2;
    format.mBitsPerChannel = 8 * sizeof(AudioUnitSampleType);
    return format;
}

static Song ReadSong(const char *path) {
    Song song = {0};
    CFURLRef url = CFURLCreateFromFileSystemRepresentation(NULL, (const UInt8 *)path, (CFIndex)strlen(path), false);
    ExtAudioFileRef file;
    Require(ExtAudioFileOpenURL(url, &file), path);
    CFRelease(url);
    AudioStreamBasicDescription format = SixteenBitFormat();
    Require(ExtAudioFileSetProperty(file, kExtAudioFileProperty_ClientDataFormat, sizeof(format), &format), "client format");
    UInt32 capacity = 0;
    for (;;) {
        if (song.frameCount == capacity) {
            capacity = capacity ? capacity * 2 : 65536;
            song.samples = realloc(song.samples, capacity * format.mBytesPerFrame);
        }
        UInt32 frames = capacity - song.frameCount;
        AudioBufferList list = {1, {{2, frames * format.mBytesPerFrame, song.samples + 2 * song.frameCount}}};
        Require(ExtAudioFileRead(file, &frames, &list), "ExtAudioFileRead");
        if (frames == 0) break;
        song.frameCount += frames;
    }
    Require(ExtAudioFileDispose(file), "ExtAudioFileDispose");
    return song;
}

static OSStatus PlaySong(void *inRefCon, AudioUnitRenderActionFlags *ioActionFlags, const AudioTimeStamp *inTimeStamp, UInt32 inBusNumber, UInt32 inNumberFrames, AudioBufferList *ioData) {
    Song *song = &((Song *)inRefCon)[inBusNumber];
    SInt16 *out = ioData->mBuffers[0].mData;
    UInt32 frames = song->frameCount - song->position;
    if (frames > inNumberFrames) frames = inNumberFrames;
    memcpy(out, song->samples + 2 * song->position, frames * 2 * sizeof(SInt16));
    memset(out + 2 * frames, 0, (inNumberFrames - frames) * 2 * sizeof(SInt16));
    song->position += frames;
    return noErr;
}

int main(int argc, char *argv[]) {
    if (argc != 4) {
        fprintf(stderr, "usage: pod-mixer FIRST SECOND OUTPUT\n");
        return 2;
    }
    Song songs[2] = {ReadSong(argv[1]), ReadSong(argv[2])};

    AUGraph graph;
    AUNode mixerNode, headNode;
    AudioComponentDescription mixerDescription = {kAudioUnitType_Mixer, kAudioUnitSubType_MultiChannelMixer, kAudioUnitManufacturer_Apple, 0, 0};
    AudioComponentDescription headDescription = {kAudioUnitType_Output, kAudioUnitSubType_GenericOutput, kAudioUnitManufacturer_Apple, 0, 0};
    Require(NewAUGraph(&graph), "NewAUGraph");
    Require(AUGraphAddNode(graph, &headDescription, &headNode), "AUGraphAddNode");
    Require(AUGraphAddNode(graph, &mixerDescription, &mixerNode), "AUGraphAddNode");
    Require(AUGraphOpen(graph), "AUGraphOpen");
    AudioUnit mixer, head;
    Require(AUGraphNodeInfo(graph, mixerNode, NULL, &mixer), "AUGraphNodeInfo");
    Require(AUGraphNodeInfo(graph, headNode, NULL, &head), "AUGraphNodeInfo");

    UInt32 busCount = 2, maximumFrames = 4096;
    Require(AudioUnitSetProperty(mixer, kAudioUnitProperty_ElementCount, kAudioUnitScope_Input, 0, &busCount, sizeof(busCount)), "ElementCount");
    Require(AudioUnitSetProperty(mixer, kAudioUnitProperty_MaximumFramesPerSlice, kAudioUnitScope_Global, 0, &maximumFrames, sizeof(maximumFrames)), "MaximumFramesPerSlice");
    AudioStreamBasicDescription sixteen = SixteenBitFormat(), canonical = UnitFormat();
    for (UInt32 bus = 0; bus < busCount; bus++) {
        AURenderCallbackStruct callback = {PlaySong, songs};
        Require(AUGraphSetNodeInputCallback(graph, mixerNode, bus, &callback), "AUGraphSetNodeInputCallback");
        Require(AudioUnitSetProperty(mixer, kAudioUnitProperty_StreamFormat, kAudioUnitScope_Input, bus, &sixteen, sizeof(sixteen)), "format of an input");
        Require(AudioUnitSetParameter(mixer, kMultiChannelMixerParam_Volume, kAudioUnitScope_Input, bus, bus ? 0.25 : 0.5, 0), "Volume");
    }
    Require(AudioUnitSetProperty(mixer, kAudioUnitProperty_StreamFormat, kAudioUnitScope_Output, 0, &canonical, sizeof(canonical)), "format of the mix");
    Require(AudioUnitSetProperty(head, kAudioUnitProperty_StreamFormat, kAudioUnitScope_Output, 0, &canonical, sizeof(canonical)), "format of the head");
    Require(AUGraphConnectNodeInput(graph, mixerNode, 0, headNode, 0), "AUGraphConnectNodeInput");
    Require(AUGraphInitialize(graph), "AUGraphInitialize");

    CFURLRef url = CFURLCreateFromFileSystemRepresentation(NULL, (const UInt8 *)argv[3], (CFIndex)strlen(argv[3]), false);
    ExtAudioFileRef file;
    Require(ExtAudioFileCreateWithURL(url, kAudioFileWAVEType, &sixteen, NULL, kAudioFileFlags_EraseFile, &file), "ExtAudioFileCreateWithURL");
    CFRelease(url);

    static AudioUnitSampleType fixed[2][kSliceFrames];
    static SInt16 samples[2 * kSliceFrames];
    UInt32 total = songs[0].frameCount > songs[1].frameCount ? songs[0].frameCount : songs[1].frameCount;
    AudioTimeStamp time = {0};
    time.mFlags = kAudioTimeStampSampleTimeValid;
    for (UInt32 done = 0; done < total;) {
        UInt32 frames = total - done < kSliceFrames ? total - done : kSliceFrames;
        struct { AudioBufferList list; AudioBuffer second; } stereo;
        stereo.list.mNumberBuffers = 2;
        for (int channel = 0; channel < 2; channel++) {
            AudioBuffer buffer = {1, frames * sizeof(AudioUnitSampleType), fixed[channel]};
            stereo.list.mBuffers[channel] = buffer;
        }
        AudioUnitRenderActionFlags flags = 0;
        time.mSampleTime = done;
        Require(AudioUnitRender(head, &flags, &time, 0, frames, &stereo.list), "AudioUnitRender");
        for (UInt32 frame = 0; frame < frames; frame++) {
            for (int channel = 0; channel < 2; channel++) samples[2 * frame + channel] = (SInt16)(fixed[channel][frame] >> (kAudioUnitSampleFractionBits - 15));
        }
        AudioBufferList list = {1, {{2, frames * 2 * sizeof(SInt16), samples}}};
        Require(ExtAudioFileWrite(file, frames, &list), "ExtAudioFileWrite");
        done += frames;
    }
    Require(ExtAudioFileDispose(file), "ExtAudioFileDispose");
    Require(AUGraphUninitialize(graph), "AUGraphUninitialize");
    Require(DisposeAUGraph(graph), "DisposeAUGraph");
    free(songs[0].samples);
    free(songs[1].samples);
    return 0;
}
