// Audio Units: their types, errors and functions.
#ifndef KK_AUCOMPONENT_H
#define KK_AUCOMPONENT_H

#include <AudioToolbox/AudioComponent.h>

CF_ASSUME_NONNULL_BEGIN
CF_EXTERN_C_BEGIN

typedef AudioComponentInstance AudioUnit;

KK_CONSTANTS(UInt32) {
    kAudioUnitType_Output = 'auou',
    kAudioUnitType_MusicDevice = 'aumu',
    kAudioUnitType_MusicEffect = 'aumf',
    kAudioUnitType_FormatConverter = 'aufc',
    kAudioUnitType_Effect = 'aufx',
    kAudioUnitType_Mixer = 'aumx',
    kAudioUnitType_Panner = 'aupn',
    kAudioUnitType_Generator = 'augn',
    kAudioUnitType_OfflineEffect = 'auol',
    kAudioUnitType_MIDIProcessor = 'aumi'
};

KK_CONSTANTS(UInt32) { kAudioUnitManufacturer_Apple = 'appl' };

KK_CONSTANTS(UInt32) {
    kAudioUnitSubType_GenericOutput = 'genr',
    kAudioUnitSubType_HALOutput = 'ahal',
    kAudioUnitSubType_DefaultOutput = 'def ',
    kAudioUnitSubType_SystemOutput = 'sys ',
    kAudioUnitSubType_RemoteIO = 'rioc',
    kAudioUnitSubType_VoiceProcessingIO = 'vpio'
};

KK_CONSTANTS(UInt32) {
    kAudioUnitSubType_DLSSynth = 'dls ',
    kAudioUnitSubType_Sampler = 'samp',
    kAudioUnitSubType_MIDISynth = 'msyn'
};

KK_CONSTANTS(UInt32) {
    kAudioUnitSubType_AUConverter = 'conv',
    kAudioUnitSubType_Varispeed = 'vari',
    kAudioUnitSubType_DeferredRenderer = 'defr',
    kAudioUnitSubType_Splitter = 'splt',
    kAudioUnitSubType_MultiSplitter = 'mspl',
    kAudioUnitSubType_Merger = 'merg',
    kAudioUnitSubType_NewTimePitch = 'nutp',
    kAudioUnitSubType_AUiPodTimeOther = 'ipto',
    kAudioUnitSubType_RoundTripAAC = 'raac',
    kAudioUnitSubType_TimePitch = 'tmpt',
    kAudioUnitSubType_AUiPodTime = 'iptm'
};

KK_CONSTANTS(UInt32) {
    kAudioUnitSubType_PeakLimiter = 'lmtr',
    kAudioUnitSubType_DynamicsProcessor = 'dcmp',
    kAudioUnitSubType_LowPassFilter = 'lpas',
    kAudioUnitSubType_HighPassFilter = 'hpas',
    kAudioUnitSubType_BandPassFilter = 'bpas',
    kAudioUnitSubType_HighShelfFilter = 'hshf',
    kAudioUnitSubType_LowShelfFilter = 'lshf',
    kAudioUnitSubType_ParametricEQ = 'pmeq',
    kAudioUnitSubType_Distortion = 'dist',
    kAudioUnitSubType_Delay = 'dely',
    kAudioUnitSubType_SampleDelay = 'sdly',
    kAudioUnitSubType_NBandEQ = 'nbeq',
    kAudioUnitSubType_Reverb2 = 'rvb2',
    kAudioUnitSubType_GraphicEQ = 'greq',
    kAudioUnitSubType_MultiBandCompressor = 'mcmp',
    kAudioUnitSubType_MatrixReverb = 'mrev',
    kAudioUnitSubType_AUFilter = 'filt',
    kAudioUnitSubType_NetSend = 'nsnd',
    kAudioUnitSubType_RogerBeep = 'rogr',
    kAudioUnitSubType_AUiPodEQ = 'ipeq'
};

KK_CONSTANTS(UInt32) {
    kAudioUnitSubType_MultiChannelMixer = 'mcmx',
    kAudioUnitSubType_MatrixMixer = 'mxmx',
    kAudioUnitSubType_SpatialMixer = '3dem',
    kAudioUnitSubType_StereoMixer = 'smxr',
    kAudioUnitSubType_3DMixer = '3dmx',
    kAudioUnitSubType_AU3DMixerEmbedded = '3dem'
};

KK_CONSTANTS(UInt32) {
    kAudioUnitSubType_SphericalHeadPanner = 'sphr',
    kAudioUnitSubType_VectorPanner = 'vbas',
    kAudioUnitSubType_SoundFieldPanner = 'ambi',
    kAudioUnitSubType_HRTFPanner = 'hrtf'
};

KK_CONSTANTS(UInt32) {
    kAudioUnitSubType_NetReceive = 'nrcv',
    kAudioUnitSubType_ScheduledSoundPlayer = 'sspl',
    kAudioUnitSubType_AudioFilePlayer = 'afpl'
};

KK_OPTIONS(UInt32, AudioUnitRenderActionFlags) {
    kAudioUnitRenderAction_PreRender = 1U << 2,
    kAudioUnitRenderAction_PostRender = 1U << 3,
    kAudioUnitRenderAction_OutputIsSilence = 1U << 4,
    kAudioOfflineUnitRenderAction_Preflight = 1U << 5,
    kAudioOfflineUnitRenderAction_Render = 1U << 6,
    kAudioOfflineUnitRenderAction_Complete = 1U << 7,
    kAudioUnitRenderAction_PostRenderError = 1U << 8,
    kAudioUnitRenderAction_DoNotCheckRenderArgs = 1U << 9
};

KK_CONSTANTS(OSStatus) {
    kAudioUnitErr_InvalidProperty = -10879,
    kAudioUnitErr_InvalidParameter = -10878,
    kAudioUnitErr_InvalidElement = -10877,
    kAudioUnitErr_NoConnection = -10876,
    kAudioUnitErr_FailedInitialization = -10875,
    kAudioUnitErr_TooManyFramesToProcess = -10874,
    kAudioUnitErr_InvalidFile = -10871,
    kAudioUnitErr_UnknownFileType = -10870,
    kAudioUnitErr_FileNotSpecified = -10869,
    kAudioUnitErr_FormatNotSupported = -10868,
    kAudioUnitErr_Uninitialized = -10867,
    kAudioUnitErr_InvalidScope = -10866,
    kAudioUnitErr_PropertyNotWritable = -10865,
    kAudioUnitErr_CannotDoInCurrentContext = -10863,
    kAudioUnitErr_InvalidPropertyValue = -10851,
    kAudioUnitErr_PropertyNotInUse = -10850,
    kAudioUnitErr_Initialized = -10849,
    kAudioUnitErr_InvalidOfflineRender = -10848,
    kAudioUnitErr_Unauthorized = -10847,
    kAudioUnitErr_MIDIOutputBufferFull = -66753,
    kAudioComponentErr_InstanceTimedOut = -66754,
    kAudioComponentErr_InstanceInvalidated = -66749,
    kAudioUnitErr_RenderTimeout = -66745,
    kAudioUnitErr_ExtensionNotFound = -66744,
    kAudioUnitErr_InvalidParameterValue = -66743,
    kAudioUnitErr_InvalidFilePath = -66742,
    kAudioUnitErr_MissingKey = -66741
};

KK_CONSTANTS(OSStatus) {
    kAudioComponentErr_DuplicateDescription = -66752,
    kAudioComponentErr_UnsupportedType = -66751,
    kAudioComponentErr_TooManyInstances = -66750,
    kAudioComponentErr_NotPermitted = -66748,
    kAudioComponentErr_InitializationTimedOut = -66747,
    kAudioComponentErr_InvalidFormat = -66746
};

typedef UInt32 AudioUnitPropertyID;
typedef UInt32 AudioUnitScope;
typedef UInt32 AudioUnitElement;
typedef UInt32 AudioUnitParameterID;
typedef Float32 AudioUnitParameterValue;

KK_CONSTANTS(AudioUnitScope) {
    kAudioUnitScope_Global = 0,
    kAudioUnitScope_Input = 1,
    kAudioUnitScope_Output = 2,
    kAudioUnitScope_Group = 3,
    kAudioUnitScope_Part = 4,
    kAudioUnitScope_Note = 5,
    kAudioUnitScope_Layer = 6,
    kAudioUnitScope_LayerItem = 7
};

KK_ENUM(UInt32, AUParameterEventType) {
    kParameterEvent_Immediate = 1,
    kParameterEvent_Ramped = 2
};

struct AudioUnitParameterEvent {
    AudioUnitScope scope;
    AudioUnitElement element;
    AudioUnitParameterID parameter;
    AUParameterEventType eventType;
    union {
        struct {
            SInt32 startBufferOffset;
            UInt32 durationInFrames;
            AudioUnitParameterValue startValue;
            AudioUnitParameterValue endValue;
        } ramp;
        struct {
            UInt32 bufferOffset;
            AudioUnitParameterValue value;
        } immediate;
    } eventValues;
};
typedef struct AudioUnitParameterEvent AudioUnitParameterEvent;

struct AudioUnitParameter {
    AudioUnit mAudioUnit;
    AudioUnitParameterID mParameterID;
    AudioUnitScope mScope;
    AudioUnitElement mElement;
};
typedef struct AudioUnitParameter AudioUnitParameter;

struct AudioUnitProperty {
    AudioUnit mAudioUnit;
    AudioUnitPropertyID mPropertyID;
    AudioUnitScope mScope;
    AudioUnitElement mElement;
};
typedef struct AudioUnitProperty AudioUnitProperty;

// Provides a bus with frames, or is notified of a render.
typedef OSStatus (*AURenderCallback)(void *inRefCon, AudioUnitRenderActionFlags *ioActionFlags, const AudioTimeStamp *inTimeStamp,
                                     UInt32 inBusNumber, UInt32 inNumberFrames, AudioBufferList *_Nullable ioData);

typedef void (*AudioUnitPropertyListenerProc)(void *inRefCon, AudioUnit inUnit, AudioUnitPropertyID inID, AudioUnitScope inScope,
                                              AudioUnitElement inElement);

extern OSStatus AudioUnitInitialize(AudioUnit inUnit);
extern OSStatus AudioUnitUninitialize(AudioUnit inUnit);
extern OSStatus AudioUnitReset(AudioUnit inUnit, AudioUnitScope inScope, AudioUnitElement inElement);

extern OSStatus AudioUnitGetPropertyInfo(AudioUnit inUnit, AudioUnitPropertyID inID, AudioUnitScope inScope, AudioUnitElement inElement,
                                         UInt32 *_Nullable outDataSize, Boolean *_Nullable outWritable);
extern OSStatus AudioUnitGetProperty(AudioUnit inUnit, AudioUnitPropertyID inID, AudioUnitScope inScope, AudioUnitElement inElement,
                                     void *outData, UInt32 *ioDataSize);
extern OSStatus AudioUnitSetProperty(AudioUnit inUnit, AudioUnitPropertyID inID, AudioUnitScope inScope, AudioUnitElement inElement,
                                     const void *_Nullable inData, UInt32 inDataSize);
extern OSStatus AudioUnitAddPropertyListener(AudioUnit inUnit, AudioUnitPropertyID inID, AudioUnitPropertyListenerProc inProc,
                                             void *_Nullable inProcUserData);
extern OSStatus AudioUnitRemovePropertyListenerWithUserData(AudioUnit inUnit, AudioUnitPropertyID inID, AudioUnitPropertyListenerProc inProc,
                                                            void *_Nullable inProcUserData);

extern OSStatus AudioUnitGetParameter(AudioUnit inUnit, AudioUnitParameterID inID, AudioUnitScope inScope, AudioUnitElement inElement,
                                      AudioUnitParameterValue *outValue);
extern OSStatus AudioUnitSetParameter(AudioUnit inUnit, AudioUnitParameterID inID, AudioUnitScope inScope, AudioUnitElement inElement,
                                      AudioUnitParameterValue inValue, UInt32 inBufferOffsetInFrames);
extern OSStatus AudioUnitScheduleParameters(AudioUnit inUnit, const AudioUnitParameterEvent *inParameterEvent, UInt32 inNumParamEvents);

extern OSStatus AudioUnitRender(AudioUnit inUnit, AudioUnitRenderActionFlags *_Nullable ioActionFlags, const AudioTimeStamp *inTimeStamp,
                                UInt32 inOutputBusNumber, UInt32 inNumberFrames, AudioBufferList *ioData);
extern OSStatus AudioUnitProcess(AudioUnit inUnit, AudioUnitRenderActionFlags *_Nullable ioActionFlags, const AudioTimeStamp *inTimeStamp,
                                 UInt32 inNumberFrames, AudioBufferList *ioData);
extern OSStatus AudioUnitAddRenderNotify(AudioUnit inUnit, AURenderCallback inProc, void *_Nullable inProcUserData);
extern OSStatus AudioUnitRemoveRenderNotify(AudioUnit inUnit, AURenderCallback inProc, void *_Nullable inProcUserData);

// The selectors for AudioComponentInstanceCanDo.
enum {
    kAudioUnitRange = 0x0000,
    kAudioUnitInitializeSelect = 0x0001,
    kAudioUnitUninitializeSelect = 0x0002,
    kAudioUnitGetPropertyInfoSelect = 0x0003,
    kAudioUnitGetPropertySelect = 0x0004,
    kAudioUnitSetPropertySelect = 0x0005,
    kAudioUnitGetParameterSelect = 0x0006,
    kAudioUnitSetParameterSelect = 0x0007,
    kAudioUnitResetSelect = 0x0009,
    kAudioUnitAddPropertyListenerSelect = 0x000A,
    kAudioUnitRenderSelect = 0x000E,
    kAudioUnitAddRenderNotifySelect = 0x000F,
    kAudioUnitRemoveRenderNotifySelect = 0x0010,
    kAudioUnitScheduleParametersSelect = 0x0011,
    kAudioUnitRemovePropertyListenerWithUserDataSelect = 0x0012,
    kAudioUnitProcessSelect = 0x0014
};

CF_EXTERN_C_END
CF_ASSUME_NONNULL_END
#endif
