#include <AudioUnit/AudioUnit.h>
#include <AudioToolbox/AudioToolbox.h>

#include "CAppleSources.h"

static OSStatus Silence(void *, AudioUnitRenderActionFlags *ioActionFlags, const AudioTimeStamp *, UInt32, UInt32, AudioBufferList *) {
    *ioActionFlags |= kAudioUnitRenderAction_OutputIsSilence;
    return noErr;
}

int FlagsAreNumbers() {
    AudioUnitRenderActionFlags flags = 0;
    AudioTimeStamp time = AudioTimeStamp();
    AURenderCallbackStruct callback = {Silence, &flags};
    EXPECT(callback.inputProc(callback.inputProcRefCon, &flags, &time, 0, 0, nullptr) == noErr);
    EXPECT(flags == kAudioUnitRenderAction_OutputIsSilence && (flags & kAudioUnitRenderAction_PreRender) == 0);
    AudioTimeStampFlags times = kAudioTimeStampSampleTimeValid | kAudioTimeStampHostTimeValid;
    EXPECT(times == kAudioTimeStampSampleHostTimeValid);
    EXPECT((kCFCompareCaseInsensitive | kCFCompareNumerically) == 65);
    return 0;
}

int FormatsAreFilledOut() {
    AudioStreamBasicDescription format;
    FillOutASBDForLPCM(format, 44100, 2, 16, 16, false, false);
    EXPECT(format.mSampleRate == 44100 && format.mFormatID == kAudioFormatLinearPCM && format.mChannelsPerFrame == 2);
    EXPECT(format.mFormatFlags == (kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsPacked));
    EXPECT(format.mBytesPerFrame == 4 && format.mBytesPerPacket == 4 && format.mFramesPerPacket == 1 && format.mBitsPerChannel == 16);
    EXPECT(IsAudioFormatNativeEndian(format) && TestAudioFormatNativeEndian(format));
    FillOutASBDForLPCM(format, 48000, 6, 32, 32, true, false, true);
    EXPECT(format.mFormatFlags == (kAudioFormatFlagsNativeFloatPacked | kAudioFormatFlagIsNonInterleaved) && format.mBytesPerFrame == 4);
    FillOutASBDForLPCM(format, 48000, 2, 24, 32, false, true);
    EXPECT(format.mFormatFlags == (kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsBigEndian | kAudioFormatFlagIsAlignedHigh));
    EXPECT(format.mBytesPerFrame == 8 && format.mBitsPerChannel == 24 && !IsAudioFormatNativeEndian(format));
    EXPECT(CalculateLPCMFlags(16, 16, false, false) == (kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsPacked));

    AudioTimeStamp time;
    FillOutAudioTimeStampWithSampleTime(time, 512);
    EXPECT(time.mSampleTime == 512 && time.mHostTime == 0 && time.mFlags == kAudioTimeStampSampleTimeValid);
    FillOutAudioTimeStampWithHostTime(time, 7);
    EXPECT(time.mSampleTime == 0 && time.mHostTime == 7 && time.mFlags == kAudioTimeStampHostTimeValid);
    FillOutAudioTimeStampWithSampleAndHostTime(time, 512, 7);
    EXPECT(time.mSampleTime == 512 && time.mHostTime == 7 && time.mFlags == kAudioTimeStampSampleHostTimeValid);
    return 0;
}
