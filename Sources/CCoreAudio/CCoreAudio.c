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
