#include <AudioToolbox/AudioToolbox.h>
#include <CoreAudio/HostTime.h>
#include <CoreServices/CoreServices.h>
#include <mach/mach_time.h>

#include "CAppleSources.h"

static OSStatus Render(void *inRefCon, AudioUnitRenderActionFlags *ioActionFlags, const AudioTimeStamp *inTimeStamp, UInt32 inBusNumber,
                       UInt32 inNumberFrames, AudioBufferList *ioData) {
    (void)ioActionFlags, (void)inBusNumber, (void)inNumberFrames;
    for (UInt32 i = 0; i < ioData->mNumberBuffers; i++) memset(ioData->mBuffers[i].mData, 0, ioData->mBuffers[i].mDataByteSize);
    *(int *)inRefCon = inTimeStamp->mHostTime == AudioGetCurrentHostTime();
    return noErr;
}

int HostTimeIsThatOfTheSlice(void) {
    mach_timebase_info_data_t base;
    EXPECT(mach_timebase_info(&base) == KERN_SUCCESS && base.numer == 1 && base.denom == 1);
    EXPECT(AudioGetHostClockFrequency() == 1e9 && AudioGetHostClockMinimumTimeDelta() == 1);
    EXPECT(AudioConvertHostTimeToNanos(7) == 7 && AudioConvertNanosToHostTime(7) == 7);

    AudioComponentDescription wanted = {kAudioUnitType_Output, kAudioUnitSubType_GenericOutput, kAudioUnitManufacturer_Apple, 0, 0};
    AudioUnit unit = NULL;
    int same = 0;
    AURenderCallbackStruct callback = {Render, &same};
    EXPECT(AudioComponentInstanceNew(AudioComponentFindNext(NULL, &wanted), &unit) == noErr);
    EXPECT(AudioUnitSetProperty(unit, kAudioUnitProperty_SetRenderCallback, kAudioUnitScope_Input, 0, &callback, sizeof callback) == noErr);
    EXPECT(AudioUnitInitialize(unit) == noErr);
    AudioUnitRenderActionFlags flags = 0;
    AudioTimeStamp time = {.mSampleTime = 44100, .mFlags = kAudioTimeStampSampleTimeValid};
    struct {
        AudioBufferList list;
        AudioBuffer second;
    } two = {.list = {.mNumberBuffers = 2}};
    EXPECT(AudioUnitRender(unit, &flags, &time, 0, 64, &two.list) == noErr);
    EXPECT(same && mach_absolute_time() == 1000000000);
    return AudioComponentInstanceDispose(unit);
}
