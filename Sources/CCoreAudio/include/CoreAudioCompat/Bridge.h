// Internal functions between CCoreAudio and CoreAudioCompat, not for programs.
#ifndef KK_BRIDGE_H
#define KK_BRIDGE_H

#include <AudioToolbox/AudioToolbox.h>
#include <CoreAudio/HostTime.h>

CF_ASSUME_NONNULL_BEGIN
CF_EXTERN_C_BEGIN

// Whether this thread is inside a client's callback.
void KKEnterCallback(void);
void KKLeaveCallback(void);
_Bool KKIsInCallback(void);

// Sets the host clock.
void KKSetHostTime(UInt64 nanoseconds);

// Functions for CoreFoundation objects without the object types, which Swift's C functions cannot use on Linux.
OSStatus KKExtAudioFileOpen(const char *path, ExtAudioFileRef _Nullable *_Nonnull outExtAudioFile);
OSStatus KKExtAudioFileCreate(const char *path, AudioFileTypeID inFileType, const AudioStreamBasicDescription *inStreamDesc,
                              const AudioChannelLayout *_Nullable inChannelLayout, UInt32 inFlags,
                              ExtAudioFileRef _Nullable *_Nonnull outExtAudioFile);
OSStatus KKAudioFileOpen(const char *path, AudioFilePermissions inPermissions, AudioFileTypeID inFileTypeHint,
                         AudioFileID _Nullable *_Nonnull outAudioFile);
OSStatus KKAudioFileCreate(const char *path, AudioFileTypeID inFileType, const AudioStreamBasicDescription *inFormat, AudioFileFlags inFlags,
                           AudioFileID _Nullable *_Nonnull outAudioFile);
OSStatus KKAudioQueueNewOutput(const AudioStreamBasicDescription *inFormat, AudioQueueOutputCallback inCallbackProc,
                               void *_Nullable inUserData, AudioQueueRef _Nullable *_Nonnull outAQ);
OSStatus KKListenerCreate(AUParameterListenerProc inProc, void *_Nullable inUserData, AUParameterListenerRef _Nullable *_Nonnull outListener);
OSStatus KKEventListenerCreate(AUEventListenerProc inProc, void *_Nullable inUserData, AUEventListenerRef _Nullable *_Nonnull outListener);
// Objects with a reference that the caller owns; for a constant, one that is never released.
const void *_Nullable KKComponentName(AudioComponent inComponent);
const void *_Nullable KKArrayOfPointers(const void *_Nullable *_Nonnull pointers, long count);
const void *KKLiteral(const char *literal);

CF_EXTERN_C_END
CF_ASSUME_NONNULL_END
#endif
