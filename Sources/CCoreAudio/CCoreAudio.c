// The functions of the headers are CoreAudioCompat's, in Swift; here are those with CoreFoundation's objects in them.
#include <AudioToolbox/AudioToolbox.h>
#include <CoreAudioCompat/Bridge.h>
#include <limits.h>
#include <stdatomic.h>

_Static_assert(sizeof(AudioStreamBasicDescription) == 40, "AudioStreamBasicDescription");
_Static_assert(sizeof(AudioStreamPacketDescription) == 16, "AudioStreamPacketDescription");
_Static_assert(sizeof(SMPTETime) == 24, "SMPTETime");
_Static_assert(sizeof(AudioTimeStamp) == 64, "AudioTimeStamp");
_Static_assert(sizeof(AudioChannelDescription) == 20, "AudioChannelDescription");
_Static_assert(sizeof(AudioComponentDescription) == 20, "AudioComponentDescription");
_Static_assert(sizeof(AudioUnitParameterEvent) == 32, "AudioUnitParameterEvent");

// The structures with pointers in them, as they are on Apple's systems of 64 bits.
#define LAYOUT(type, size, last, place) _Static_assert(sizeof(type) == size && offsetof(type, last) == place, #type)
LAYOUT(AudioBuffer, 16, mData, 8);
LAYOUT(AudioBufferList, 24, mBuffers, 8);
LAYOUT(AURenderCallbackStruct, 16, inputProcRefCon, 8);
LAYOUT(AudioUnitConnection, 16, destInputNumber, 12);
LAYOUT(AudioUnitParameter, 24, mElement, 16);
LAYOUT(AudioUnitParameterEvent, 32, eventValues, 16);
LAYOUT(AudioUnitParameterInfo, 104, unitName, 56);
LAYOUT(AudioUnitParameterInfo, 104, cfNameString, 72);
LAYOUT(AudioUnitParameterInfo, 104, flags, 96);
LAYOUT(AUPreset, 16, presetName, 8);
LAYOUT(AudioChannelLayout, 32, mChannelDescriptions, 12);
LAYOUT(ScheduledAudioSlice, 112, mFlags, 80);
LAYOUT(ScheduledAudioSlice, 112, mBufferList, 104);
LAYOUT(ScheduledAudioFileRegion, 112, mStartFrame, 96);
LAYOUT(ScheduledAudioFileRegion, 112, mFramesToPlay, 104);
LAYOUT(AudioQueueBuffer, 56, mAudioDataByteSize, 16);
LAYOUT(AudioQueueBuffer, 56, mPacketDescriptionCount, 48);
LAYOUT(AudioFilePacketTableInfo, 16, mRemainderFrames, 12);
LAYOUT(AudioFileMarker, 40, mChannel, 34);
LAYOUT(AudioFileMarkerList, 48, mMarkers, 8);
LAYOUT(AudioFileRegion, 64, mMarkers, 24);
LAYOUT(AudioTimeStamp, 64, mFlags, 56);

static _Thread_local unsigned depth;

void KKEnterCallback(void) { depth++; }
void KKLeaveCallback(void) { depth--; }
_Bool KKIsInCallback(void) { return depth > 0; }

// A thread that renders has its own time, and any other that of whoever rendered last.
static _Atomic UInt64 hostTime;
static _Thread_local UInt64 ownHostTime;
static _Thread_local bool hasRendered;

void KKSetHostTime(UInt64 nanoseconds) {
    ownHostTime = nanoseconds;
    hasRendered = true;
    atomic_store_explicit(&hostTime, nanoseconds, memory_order_relaxed);
}
UInt64 AudioGetCurrentHostTime(void) {
    return hasRendered ? ownHostTime : atomic_load_explicit(&hostTime, memory_order_relaxed);
}
Float64 AudioGetHostClockFrequency(void) { return 1e9; }
UInt32 AudioGetHostClockMinimumTimeDelta(void) { return 1; }
UInt64 AudioConvertHostTimeToNanos(UInt64 inHostTime) { return inHostTime; }
UInt64 AudioConvertNanosToHostTime(UInt64 inNanos) { return inNanos; }

CFStringRef KKStringForLiteral(const char *literal) { return KKLiteral(literal); }

const void *KKArrayOfPointers(const void **pointers, long count) { return CFArrayCreate(NULL, pointers, count, NULL); }

// The path of a file's URL; 0, or what to answer.
static OSStatus Path(CFURLRef _Nullable url, char path[PATH_MAX]) {
    if (!url) return kAudio_ParamError;
    return CFURLGetFileSystemRepresentation(url, true, (UInt8 *)path, PATH_MAX) ? noErr : kAudio_FileNotFoundError;
}

OSStatus AudioComponentCopyName(AudioComponent inComponent, CFStringRef *outName) {
    if (!outName) return kAudio_ParamError;
    *outName = KKComponentName(inComponent);
    return *outName ? noErr : kAudio_ParamError;
}

OSStatus ExtAudioFileOpenURL(CFURLRef inURL, ExtAudioFileRef *outExtAudioFile) {
    char path[PATH_MAX];
    OSStatus status = Path(inURL, path);
    return status ? status : KKExtAudioFileOpen(path, outExtAudioFile);
}

OSStatus ExtAudioFileCreateWithURL(CFURLRef inURL, AudioFileTypeID inFileType, const AudioStreamBasicDescription *inStreamDesc,
                                   const AudioChannelLayout *inChannelLayout, UInt32 inFlags, ExtAudioFileRef *outExtAudioFile) {
    char path[PATH_MAX];
    OSStatus status = Path(inURL, path);
    return status ? status : KKExtAudioFileCreate(path, inFileType, inStreamDesc, inChannelLayout, inFlags, outExtAudioFile);
}

OSStatus AudioFileOpenURL(CFURLRef inFileRef, AudioFilePermissions inPermissions, AudioFileTypeID inFileTypeHint, AudioFileID *outAudioFile) {
    char path[PATH_MAX];
    OSStatus status = Path(inFileRef, path);
    return status ? status : KKAudioFileOpen(path, inPermissions, inFileTypeHint, outAudioFile);
}

OSStatus AudioFileCreateWithURL(CFURLRef inFileRef, AudioFileTypeID inFileType, const AudioStreamBasicDescription *inFormat,
                                AudioFileFlags inFlags, AudioFileID *outAudioFile) {
    char path[PATH_MAX];
    OSStatus status = Path(inFileRef, path);
    return status ? status : KKAudioFileCreate(path, inFileType, inFormat, inFlags, outAudioFile);
}

OSStatus AudioQueueNewOutput(const AudioStreamBasicDescription *inFormat, AudioQueueOutputCallback inCallbackProc, void *inUserData,
                             CFRunLoopRef inCallbackRunLoop, CFStringRef inCallbackRunLoopMode, UInt32 inFlags, AudioQueueRef *outAQ) {
    (void)inCallbackRunLoop, (void)inCallbackRunLoopMode, (void)inFlags;
    return KKAudioQueueNewOutput(inFormat, inCallbackProc, inUserData, outAQ);
}

OSStatus AUListenerCreate(AUParameterListenerProc inProc, void *inUserData, CFRunLoopRef inRunLoop, CFStringRef inRunLoopMode,
                          Float32 inNotificationInterval, AUParameterListenerRef *outListener) {
    (void)inRunLoop, (void)inRunLoopMode, (void)inNotificationInterval;
    return KKListenerCreate(inProc, inUserData, outListener);
}

OSStatus AUEventListenerCreate(AUEventListenerProc inProc, void *inUserData, CFRunLoopRef inRunLoop, CFStringRef inRunLoopMode,
                               Float32 inNotificationInterval, Float32 inValueChangeGranularity, AUEventListenerRef *outListener) {
    (void)inRunLoop, (void)inRunLoopMode, (void)inNotificationInterval, (void)inValueChangeGranularity;
    return KKEventListenerCreate(inProc, inUserData, outListener);
}
