// Audio queues. There is no device: the program requests a queue's frames.
#ifndef KK_AUDIOQUEUE_H
#define KK_AUDIOQUEUE_H

#include <AudioToolbox/AudioFile.h>

CF_ASSUME_NONNULL_BEGIN
CF_EXTERN_C_BEGIN

typedef UInt32 AudioQueuePropertyID;
typedef UInt32 AudioQueueParameterID;
typedef Float32 AudioQueueParameterValue;
typedef struct OpaqueAudioQueue *AudioQueueRef;
typedef struct OpaqueAudioQueueTimeline *AudioQueueTimelineRef;

KK_CONSTANTS(OSStatus) {
    kAudioQueueErr_InvalidBuffer = -66687,
    kAudioQueueErr_BufferEmpty = -66686,
    kAudioQueueErr_DisposalPending = -66685,
    kAudioQueueErr_InvalidProperty = -66684,
    kAudioQueueErr_InvalidPropertySize = -66683,
    kAudioQueueErr_InvalidParameter = -66682,
    kAudioQueueErr_CannotStart = -66681,
    kAudioQueueErr_InvalidDevice = -66680,
    kAudioQueueErr_BufferInQueue = -66679,
    kAudioQueueErr_InvalidRunState = -66678,
    kAudioQueueErr_InvalidQueueType = -66677,
    kAudioQueueErr_Permissions = -66676,
    kAudioQueueErr_InvalidPropertyValue = -66675,
    kAudioQueueErr_PrimeTimedOut = -66674,
    kAudioQueueErr_CodecNotFound = -66673,
    kAudioQueueErr_InvalidCodecAccess = -66672,
    kAudioQueueErr_QueueInvalidated = -66671,
    kAudioQueueErr_TooManyTaps = -66670,
    kAudioQueueErr_InvalidTapContext = -66669,
    kAudioQueueErr_RecordUnderrun = -66668,
    kAudioQueueErr_InvalidTapType = -66667,
    kAudioQueueErr_BufferEnqueuedTwice = -66666,
    kAudioQueueErr_CannotStartYet = -66665,
    kAudioQueueErr_EnqueueDuringReset = -66632,
    kAudioQueueErr_InvalidOfflineMode = -66626
};

KK_CONSTANTS(AudioQueuePropertyID) {
    kAudioQueueProperty_IsRunning = 'aqrn',
    kAudioQueueDeviceProperty_SampleRate = 'aqsr',
    kAudioQueueDeviceProperty_NumberChannels = 'aqdc',
    kAudioQueueProperty_CurrentDevice = 'aqcd',
    kAudioQueueProperty_MagicCookie = 'aqmc',
    kAudioQueueProperty_MaximumOutputPacketSize = 'xops',
    kAudioQueueProperty_StreamDescription = 'aqft',
    kAudioQueueProperty_ChannelLayout = 'aqcl',
    kAudioQueueProperty_EnableLevelMetering = 'aqme',
    kAudioQueueProperty_CurrentLevelMeter = 'aqmv',
    kAudioQueueProperty_CurrentLevelMeterDB = 'aqmd',
    kAudioQueueProperty_DecodeBufferSizeFrames = 'dcbf',
    kAudioQueueProperty_ConverterError = 'qcve',
    kAudioQueueProperty_EnableTimePitch = 'q_tp',
    kAudioQueueProperty_TimePitchAlgorithm = 'qtpa',
    kAudioQueueProperty_TimePitchBypass = 'qtpb',
    kAudioQueueProperty_ChannelAssignments = 'aqca'  // of devices, so that -66684 is the answer
};

KK_CONSTANTS(UInt32) {
    kAudioQueueTimePitchAlgorithm_Spectral = 'spec',
    kAudioQueueTimePitchAlgorithm_TimeDomain = 'tido',
    kAudioQueueTimePitchAlgorithm_Varispeed = 'vspd'
};

KK_CONSTANTS(AudioQueueParameterID) {
    kAudioQueueParam_Volume = 1,
    kAudioQueueParam_PlayRate = 2,
    kAudioQueueParam_Pitch = 3,
    kAudioQueueParam_VolumeRampTime = 4,
    kAudioQueueParam_Pan = 13
};

struct AudioQueueBuffer {
    const UInt32 mAudioDataBytesCapacity;
    void *const mAudioData;
    UInt32 mAudioDataByteSize;
    void *_Nullable mUserData;
    const UInt32 mPacketDescriptionCapacity;
    AudioStreamPacketDescription *const _Nullable mPacketDescriptions;
    UInt32 mPacketDescriptionCount;
};
typedef struct AudioQueueBuffer AudioQueueBuffer;
typedef AudioQueueBuffer *AudioQueueBufferRef;

struct AudioQueueParameterEvent {
    AudioQueueParameterID mID;
    AudioQueueParameterValue mValue;
};
typedef struct AudioQueueParameterEvent AudioQueueParameterEvent;

struct AudioQueueChannelAssignment {
    CFStringRef mDeviceUID KK_TEXT;
    UInt32 mChannelNumber;
};
typedef struct AudioQueueChannelAssignment AudioQueueChannelAssignment;

struct AudioQueueLevelMeterState {
    Float32 mAveragePower;
    Float32 mPeakPower;
};
typedef struct AudioQueueLevelMeterState AudioQueueLevelMeterState;

typedef struct OpaqueAudioQueueProcessingTap *AudioQueueProcessingTapRef;

KK_OPTIONS(UInt32, AudioQueueProcessingTapFlags) {
    kAudioQueueProcessingTap_PreEffects = 1,
    kAudioQueueProcessingTap_PostEffects = 2,
    kAudioQueueProcessingTap_Siphon = 4,
    kAudioQueueProcessingTap_StartOfStream = 0x100,
    kAudioQueueProcessingTap_EndOfStream = 0x200
};

// Returns a buffer that has been played.
typedef void (*AudioQueueOutputCallback)(void *_Nullable inUserData, AudioQueueRef inAQ, AudioQueueBufferRef inBuffer);
// Fills the buffers, which contain the queue's samples; for a siphon, they contain the source audio.
typedef void (*AudioQueueProcessingTapCallback)(void *_Nonnull inClientData, AudioQueueProcessingTapRef inAQTap, UInt32 inNumberFrames,
                                                AudioTimeStamp *ioTimeStamp, AudioQueueProcessingTapFlags *ioFlags,
                                                UInt32 *outNumberFrames, AudioBufferList *ioData);
typedef void (*AudioQueuePropertyListenerProc)(void *_Nullable inUserData, AudioQueueRef inAQ, AudioQueuePropertyID inID);

// Callbacks are called on the rendering thread; the run loop is not used.
extern OSStatus AudioQueueNewOutput(const AudioStreamBasicDescription *inFormat, AudioQueueOutputCallback inCallbackProc,
                                    void *_Nullable inUserData, CFRunLoopRef _Nullable inCallbackRunLoop,
                                    CFStringRef _Nullable inCallbackRunLoopMode, UInt32 inFlags, AudioQueueRef _Nullable *_Nonnull outAQ);
extern OSStatus AudioQueueDispose(AudioQueueRef inAQ, Boolean inImmediate);

extern OSStatus AudioQueueAllocateBuffer(AudioQueueRef inAQ, UInt32 inBufferByteSize, AudioQueueBufferRef _Nullable *_Nonnull outBuffer);
extern OSStatus AudioQueueAllocateBufferWithPacketDescriptions(AudioQueueRef inAQ, UInt32 inBufferByteSize,
                                                               UInt32 inNumberPacketDescriptions,
                                                               AudioQueueBufferRef _Nullable *_Nonnull outBuffer);
extern OSStatus AudioQueueFreeBuffer(AudioQueueRef inAQ, AudioQueueBufferRef inBuffer);
extern OSStatus AudioQueueEnqueueBuffer(AudioQueueRef inAQ, AudioQueueBufferRef inBuffer, UInt32 inNumPacketDescs,
                                        const AudioStreamPacketDescription *_Nullable inPacketDescs);
extern OSStatus AudioQueueEnqueueBufferWithParameters(AudioQueueRef inAQ, AudioQueueBufferRef inBuffer, UInt32 inNumPacketDescs,
                                                      const AudioStreamPacketDescription *_Nullable inPacketDescs,
                                                      UInt32 inTrimFramesAtStart, UInt32 inTrimFramesAtEnd, UInt32 inNumParamValues,
                                                      const AudioQueueParameterEvent *_Nullable inParamValues,
                                                      const AudioTimeStamp *_Nullable inStartTime, AudioTimeStamp *_Nullable outActualStartTime);

extern OSStatus AudioQueueStart(AudioQueueRef inAQ, const AudioTimeStamp *_Nullable inStartTime);
extern OSStatus AudioQueuePrime(AudioQueueRef inAQ, UInt32 inNumberOfFramesToPrepare, UInt32 *_Nullable outNumberOfFramesPrepared);
extern OSStatus AudioQueueStop(AudioQueueRef inAQ, Boolean inImmediate);
extern OSStatus AudioQueuePause(AudioQueueRef inAQ);
extern OSStatus AudioQueueFlush(AudioQueueRef inAQ);
extern OSStatus AudioQueueReset(AudioQueueRef inAQ);

extern OSStatus AudioQueueGetParameter(AudioQueueRef inAQ, AudioQueueParameterID inParamID, AudioQueueParameterValue *outValue);
extern OSStatus AudioQueueSetParameter(AudioQueueRef inAQ, AudioQueueParameterID inParamID, AudioQueueParameterValue inValue);
extern OSStatus AudioQueueGetPropertySize(AudioQueueRef inAQ, AudioQueuePropertyID inID, UInt32 *outDataSize);
extern OSStatus AudioQueueGetProperty(AudioQueueRef inAQ, AudioQueuePropertyID inID, void *outData, UInt32 *ioDataSize);
extern OSStatus AudioQueueSetProperty(AudioQueueRef inAQ, AudioQueuePropertyID inID, const void *inData, UInt32 inDataSize);
extern OSStatus AudioQueueAddPropertyListener(AudioQueueRef inAQ, AudioQueuePropertyID inID, AudioQueuePropertyListenerProc inProc,
                                              void *_Nullable inUserData);
extern OSStatus AudioQueueRemovePropertyListener(AudioQueueRef inAQ, AudioQueuePropertyID inID, AudioQueuePropertyListenerProc inProc,
                                                 void *_Nullable inUserData);

extern OSStatus AudioQueueCreateTimeline(AudioQueueRef inAQ, AudioQueueTimelineRef _Nullable *_Nonnull outTimeline);
extern OSStatus AudioQueueDisposeTimeline(AudioQueueRef inAQ, AudioQueueTimelineRef inTimeline);
extern OSStatus AudioQueueGetCurrentTime(AudioQueueRef inAQ, AudioQueueTimelineRef _Nullable inTimeline,
                                         AudioTimeStamp *_Nullable outTimeStamp, Boolean *_Nullable outTimelineDiscontinuity);

extern OSStatus AudioQueueSetOfflineRenderFormat(AudioQueueRef inAQ, const AudioStreamBasicDescription *_Nullable inFormat,
                                                 const AudioChannelLayout *_Nullable inLayout);
extern OSStatus AudioQueueOfflineRender(AudioQueueRef inAQ, const AudioTimeStamp *inTimestamp, AudioQueueBufferRef ioBuffer,
                                        UInt32 inNumberFrames);

extern OSStatus AudioQueueProcessingTapNew(AudioQueueRef inAQ, AudioQueueProcessingTapCallback inCallback, void *_Nullable inClientData,
                                           AudioQueueProcessingTapFlags inFlags, UInt32 *outMaxFrames,
                                           AudioStreamBasicDescription *outProcessingFormat,
                                           AudioQueueProcessingTapRef _Nullable *_Nonnull outAQTap);
extern OSStatus AudioQueueProcessingTapDispose(AudioQueueProcessingTapRef inAQTap);
extern OSStatus AudioQueueProcessingTapGetSourceAudio(AudioQueueProcessingTapRef inAQTap, UInt32 inNumberFrames,
                                                      AudioTimeStamp *ioTimeStamp, AudioQueueProcessingTapFlags *outFlags,
                                                      UInt32 *outNumberFrames, AudioBufferList *ioData);
extern OSStatus AudioQueueProcessingTapGetQueueTime(AudioQueueProcessingTapRef inAQTap, Float64 *outQueueSampleTime,
                                                    Float64 *outQueueFrameCount);

CF_EXTERN_C_END
CF_ASSUME_NONNULL_END
#endif
