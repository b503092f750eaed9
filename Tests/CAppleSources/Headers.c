// What a program has that includes one header and no other.
#include <AudioToolbox/AudioToolbox.h>

#include "CAppleSources.h"

static void PrintError(OSStatus error, char text[8]) {
    UInt32 big = CFSwapInt32HostToBig((UInt32)error);
    memset(text, 0, 8);
    memcpy(text + 1, &big, 4);
    if (isprint((unsigned char)text[1])) text[0] = text[5] = '\'';
    else snprintf(text, 8, "%d", (int)error);
}

int CLibraryIsThere(void) {
    char text[8];
    PrintError(kAudioFileUnsupportedFileTypeError, text);
    EXPECT(strcmp(text, "'typ?'") == 0);
    assert(SHRT_MAX == 32767 && FLT_MAX > 1e38 && INT64_C(1) == 1);
    errno = 0;
    int (*print)(const char *, ...) = printf;
    void (*leave)(int) = exit;
    time_t (*now)(time_t *) = time;
    void (*(*hear)(int, void (*)(int)))(int) = signal;
    char *(*speak)(int, const char *) = setlocale;
    EXPECT(print && leave && now && hear && speak && errno == 0);
    EXPECT(fabs(sin(M_PI / 2) - 1) < 1e-15 && sizeof(jmp_buf) > 0);
    return 0;
}

int BytesAreSwapped(void) {
    const UInt8 bytes[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    UInt16 two;
    UInt32 four;
    UInt64 eight;
    memcpy(&two, bytes, 2), memcpy(&four, bytes, 4), memcpy(&eight, bytes, 8);
    EXPECT(CFSwapInt16BigToHost(two) == 0x0102 && CFSwapInt16HostToBig(0x0102) == two);
    EXPECT(CFSwapInt32BigToHost(four) == 0x01020304 && CFSwapInt32HostToBig(0x01020304) == four);
    EXPECT(CFSwapInt64BigToHost(eight) == 0x0102030405060708 && CFSwapInt64HostToBig(0x0102030405060708) == eight);
    EXPECT(CFSwapInt16LittleToHost(two) == 0x0201 && CFSwapInt16HostToLittle(0x0201) == two);
    EXPECT(CFSwapInt32LittleToHost(four) == 0x04030201 && CFSwapInt32HostToLittle(0x04030201) == four);
    EXPECT(CFSwapInt64LittleToHost(eight) == 0x0807060504030201 && CFSwapInt64HostToLittle(0x0807060504030201) == eight);
    EXPECT(CFSwapInt16(0x0102) == 0x0201 && CFSwapInt32(0x01020304) == 0x04030201);
    EXPECT(CFSwapInt64(0x0102030405060708) == 0x0807060504030201);
    EXPECT(CFByteOrderGetCurrent() == (two == 0x0201 ? CFByteOrderLittleEndian : CFByteOrderBigEndian));
    CFSwappedFloat32 one = CFConvertFloat32HostToSwapped(1);
    CFSwappedFloat64 half = CFConvertFloat64HostToSwapped(0.5);
    EXPECT(((UInt8 *)&one)[0] == 0x3F && ((UInt8 *)&one)[1] == 0x80 && ((UInt8 *)&half)[1] == 0xE0);
    EXPECT(CFConvertFloat32SwappedToHost(one) == 1 && CFConvertFloat64SwappedToHost(half) == 0.5);
    return 0;
}

int MacTypesAreThere(void) {
    EXPECT(TRUE == 1 && FALSE == 0);
    EXPECT(sizeof(Byte) == 1 && sizeof(OSErr) == 2 && sizeof(UniChar) == 2 && sizeof(Fixed) == 4 && sizeof(Ptr) == sizeof(void *));
    // Compiled with errors for wrong formats: `long` would not do.
    char text[64];
    SInt64 frames = -1;
    UInt64 packets = 18446744073709551615ULL;
    EXPECT(snprintf(text, sizeof text, "%lld %llu", frames, packets) == 23 && !strcmp(text, "-1 18446744073709551615"));
    ByteCount count = 3;
    OptionBits bits = 0;
    EXPECT(count == 3 && bits == 0 && TARGET_OS_MAC + TARGET_OS_IPHONE + TARGET_OS_WIN32 == 0);
    return 0;
}

static void GiveBack(void *_Nullable inUserData, AudioQueueRef inAQ, AudioQueueBufferRef inBuffer) {
    (void)inUserData, (void)inAQ, (void)inBuffer;
}

int ConstantsAnswer(void) {
    AudioComponentDescription wanted = {kAudioUnitType_Mixer, kAudioUnitSubType_MultiChannelMixer, kAudioUnitManufacturer_Apple, 0, 0};
    AudioUnit unit = NULL;
    EXPECT(AudioComponentInstanceNew(AudioComponentFindNext(NULL, &wanted), &unit) == noErr);
    const AudioUnitPropertyID properties[] = {
        kAudioUnitProperty_FastDispatch, kAudioUnitProperty_CPULoad, kAudioUnitProperty_SetExternalBuffer,
        kAudioUnitProperty_HostCallbacks, kAudioUnitProperty_CocoaUI, kAudioUnitProperty_PresentationLatency,
        kAudioUnitProperty_DependentParameters, kAudioUnitProperty_AUHostIdentifier, kAudioUnitProperty_InputSamplesInOutput,
        kAudioUnitProperty_ShouldAllocateBuffer, kAudioUnitProperty_NickName, kAudioUnitProperty_ScheduledFileBufferSizeFrames,
        kAudioUnitProperty_ScheduledFileNumberBuffers, kAudioOutputUnitProperty_CurrentDevice,
        kAudioOutputUnitProperty_StartTime, kAudioOutputUnitProperty_HasIO};
    for (size_t i = 0; i < sizeof properties / sizeof *properties; i++) {
        UInt32 size = 4, value = 0;
        EXPECT(AudioUnitGetPropertyInfo(unit, properties[i], kAudioUnitScope_Global, 0, &size, NULL) == kAudioUnitErr_InvalidProperty);
        EXPECT(AudioUnitSetProperty(unit, properties[i], kAudioUnitScope_Global, 0, &value, 4) == kAudioUnitErr_InvalidProperty);
    }
    EXPECT(AudioComponentInstanceDispose(unit) == noErr);

    const AudioFormatPropertyID formats[] = {
        kAudioFormatProperty_AvailableEncodeChannelLayoutTags,
        kAudioFormatProperty_AvailableDecodeNumberChannels,
        kAudioFormatProperty_ASBDFromESDS, kAudioFormatProperty_ChannelLayoutFromESDS, kAudioFormatProperty_OutputFormatList,
        kAudioFormatProperty_ASBDFromMPEGPacket, kAudioFormatProperty_FormatIsEncrypted,
        kAudioFormatProperty_FormatEmploysDependentPackets, kAudioFormatProperty_ChannelLayoutHash,
        kAudioFormatProperty_ID3TagSize, kAudioFormatProperty_ID3TagToDictionary};
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
        UInt32 format = kAudioFormatMPEG4AAC, size = 0;
        EXPECT(AudioFormatGetPropertyInfo(formats[i], sizeof format, &format, &size) == kAudioFormatUnsupportedPropertyError);
    }
    const AudioFilePropertyID kinds[] = {
        kAudioFileGlobalInfo_AllHFSTypeCodes, kAudioFileGlobalInfo_HFSTypeCodesForType,
        kAudioFileGlobalInfo_TypesForHFSTypeCode};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        AudioFileTypeID type = kAudioFileWAVEType;
        UInt32 size = 0;
        EXPECT(AudioFileGetGlobalInfoSize(kinds[i], sizeof type, &type, &size) == kAudioFileUnsupportedPropertyError);
    }
    AudioStreamBasicDescription pcm = {44100, kAudioFormatLinearPCM, kAudioFormatFlagsNativeFloatPacked, 4, 1, 4, 1, 32, 0};
    AudioQueueRef queue = NULL;
    EXPECT(AudioQueueNewOutput(&pcm, GiveBack, NULL, NULL, NULL, 0, &queue) == noErr);
    AudioQueueChannelAssignment left = {CFSTR("a device"), 1};
    EXPECT(AudioQueueSetProperty(queue, kAudioQueueProperty_ChannelAssignments, &left, sizeof left) == kAudioQueueErr_InvalidProperty);
    EXPECT(AudioQueueDispose(queue, TRUE) == noErr);

    AudioClassDescription codec = {kAudioEncoderComponentType, kAudioFormatMPEG4AAC, kAppleSoftwareAudioCodecManufacturer};
    EXPECT(codec.mType == 'aenc' && codec.mManufacturer == 'appl' && kAppleHardwareAudioCodecManufacturer == 'aphw');
    EXPECT(kExtAudioFilePacketTableInfoOverride_UseFileValue == -1);
    return 0;
}
