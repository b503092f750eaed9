// The properties of Audio Units and the structures of their values.
#ifndef KK_AUDIOUNITPROPERTIES_H
#define KK_AUDIOUNITPROPERTIES_H

#include <AudioToolbox/AUComponent.h>
#include <AudioToolbox/AudioFile.h>

CF_ASSUME_NONNULL_BEGIN

KK_CONSTANTS(AudioUnitPropertyID) {
    kAudioUnitProperty_ClassInfo = 0,
    kAudioUnitProperty_MakeConnection = 1,
    kAudioUnitProperty_SampleRate = 2,
    kAudioUnitProperty_ParameterList = 3,
    kAudioUnitProperty_ParameterInfo = 4,
    kAudioUnitProperty_StreamFormat = 8,
    kAudioUnitProperty_ElementCount = 11,
    kAudioUnitProperty_BusCount = kAudioUnitProperty_ElementCount,
    kAudioUnitProperty_Latency = 12,
    kAudioUnitProperty_SupportedNumChannels = 13,
    kAudioUnitProperty_MaximumFramesPerSlice = 14,
    kAudioUnitProperty_ParameterValueStrings = 16,
    kAudioUnitProperty_AudioChannelLayout = 19,
    kAudioUnitProperty_TailTime = 20,
    kAudioUnitProperty_BypassEffect = 21,
    kAudioUnitProperty_LastRenderError = 22,
    kAudioUnitProperty_SetRenderCallback = 23,
    kAudioUnitProperty_FactoryPresets = 24,
    kAudioUnitProperty_ContextName = 25,
    kAudioUnitProperty_RenderQuality = 26,
    kAudioUnitProperty_InPlaceProcessing = 29,
    kAudioUnitProperty_ElementName = 30,
    kAudioUnitProperty_SupportedChannelLayoutTags = 32,
    kAudioUnitProperty_ParameterStringFromValue = 33,
    kAudioUnitProperty_ParameterClumpName = 35,
    kAudioUnitProperty_PresentPreset = 36,
    kAudioUnitProperty_OfflineRender = 37,
    kAudioUnitProperty_ParameterValueFromString = 38,
    kAudioUnitProperty_FrequencyResponse = 52,
    kAudioUnitProperty_LastRenderSampleTime = 61
};

// These return -10879: no unit here uses them.
KK_CONSTANTS(AudioUnitPropertyID) {
    kAudioUnitProperty_FastDispatch = 5,
    kAudioUnitProperty_CPULoad = 6,
    kAudioUnitProperty_SetExternalBuffer = 15,
    kAudioUnitProperty_HostCallbacks = 27,
    kAudioUnitProperty_CocoaUI = 31,
    kAudioUnitProperty_PresentationLatency = 40,
    kAudioUnitProperty_DependentParameters = 45,
    kAudioUnitProperty_AUHostIdentifier = 46,
    kAudioUnitProperty_InputSamplesInOutput = 49,
    kAudioUnitProperty_ShouldAllocateBuffer = 51,
    kAudioUnitProperty_NickName = 54,
    kAudioUnitProperty_ScheduledFileBufferSizeFrames = 3313,
    kAudioUnitProperty_ScheduledFileNumberBuffers = 3314,
    kAudioOutputUnitProperty_CurrentDevice = 2000,
    kAudioOutputUnitProperty_StartTime = 2004,
    kAudioOutputUnitProperty_HasIO = 2006
};

struct AudioUnitExternalBuffer {
    Byte *buffer;
    UInt32 size;
};
typedef struct AudioUnitExternalBuffer AudioUnitExternalBuffer;

struct AudioOutputUnitStartAtTimeParams {
    AudioTimeStamp mTimestamp;
    UInt32 mFlags;
};
typedef struct AudioOutputUnitStartAtTimeParams AudioOutputUnitStartAtTimeParams;

KK_CONSTANTS(AudioUnitPropertyID) {
    kAudioOutputUnitProperty_IsRunning = 2001,
    kAudioOutputUnitProperty_EnableIO = 2003,
    kAudioOutputUnitProperty_SetInputCallback = 2005
};

KK_CONSTANTS(AudioUnitPropertyID) { kAudioUnitProperty_ChannelMap = 2002, kAudioOutputUnitProperty_ChannelMap = 2002 };

KK_CONSTANTS(AudioUnitPropertyID) { kAudioUnitProperty_SampleRateConverterComplexity = 3014 };

KK_CONSTANTS(UInt32) {
    kAudioUnitSampleRateConverterComplexity_Linear = 'line',
    kAudioUnitSampleRateConverterComplexity_Normal = 'norm',
    kAudioUnitSampleRateConverterComplexity_Mastering = 'bats'
};

KK_CONSTANTS(UInt32) {
    kRenderQuality_Max = 127,
    kRenderQuality_High = 96,
    kRenderQuality_Medium = 64,
    kRenderQuality_Low = 32,
    kRenderQuality_Min = 0
};

KK_CONSTANTS(AudioUnitPropertyID) {
    kAudioUnitProperty_MatrixLevels = 3006,
    kAudioUnitProperty_MeteringMode = 3007,
    kAudioUnitProperty_MatrixDimensions = 3009,
    kAudioUnitProperty_MeterClipping = 3011
};

KK_CONSTANTS(AudioUnitPropertyID) {
    kAudioUnitProperty_SpatializationAlgorithm = 3000,
    kAudioUnitProperty_SpatialMixerRenderingFlags = 3003,
    kAudioUnitProperty_SpatialMixerDistanceParams = 3010,
    kAudioUnitProperty_SpatialMixerAttenuationCurve = 3013
};

KK_CONSTANTS(UInt32) {
    kSpatializationAlgorithm_EqualPowerPanning = 0,
    kSpatializationAlgorithm_SphericalHead = 1,
    kSpatializationAlgorithm_HRTF = 2,
    kSpatializationAlgorithm_VectorBasedPanning = 4,
    kSpatializationAlgorithm_StereoPassThrough = 5
};

KK_CONSTANTS(UInt32) {
    kSpatialMixerRenderingFlags_InterAuralDelay = 1,
    k3DMixerRenderingFlags_DopplerShift = 2,
    kSpatialMixerRenderingFlags_DistanceAttenuation = 4
};

KK_CONSTANTS(UInt32) {
    kSpatialMixerAttenuationCurve_Power = 0,
    kSpatialMixerAttenuationCurve_Exponential = 1,
    kSpatialMixerAttenuationCurve_Inverse = 2,
    kSpatialMixerAttenuationCurve_Linear = 3
};

struct MixerDistanceParams {
    Float32 mReferenceDistance;
    Float32 mMaxDistance;
    Float32 mMaxAttenuation;
};
typedef struct MixerDistanceParams MixerDistanceParams;

KK_CONSTANTS(AudioUnitPropertyID) {
    kAUNBandEQProperty_NumberOfBands = 2200,
    kAUNBandEQProperty_MaxNumberOfBands = 2201,
    kAUNBandEQProperty_BiquadCoefficients = 2203
};

KK_CONSTANTS(AudioUnitPropertyID) {
    kAudioUnitProperty_ScheduleAudioSlice = 3300,
    kAudioUnitProperty_ScheduleStartTimeStamp = 3301,
    kAudioUnitProperty_CurrentPlayTime = 3302,
    kAudioUnitProperty_ScheduledFileIDs = 3310,
    kAudioUnitProperty_ScheduledFileRegion = 3311,
    kAudioUnitProperty_ScheduledFilePrime = 3312
};

struct AudioUnitConnection {
    AudioUnit _Nullable sourceAudioUnit;
    UInt32 sourceOutputNumber;
    UInt32 destInputNumber;
};
typedef struct AudioUnitConnection AudioUnitConnection;

struct AUChannelInfo {
    SInt16 inChannels;
    SInt16 outChannels;
};
typedef struct AUChannelInfo AUChannelInfo;

struct AURenderCallbackStruct {
    AURenderCallback _Nullable inputProc;
    void *_Nullable inputProcRefCon;
};
typedef struct AURenderCallbackStruct AURenderCallbackStruct;

struct AUPreset {
    SInt32 presetNumber;
    CFStringRef _Nullable presetName KK_TEXT;
};
typedef struct AUPreset AUPreset;

// The keys of ClassInfo
#define kAUPresetVersionKey "version"
#define kAUPresetTypeKey "type"
#define kAUPresetSubtypeKey "subtype"
#define kAUPresetManufacturerKey "manufacturer"
#define kAUPresetDataKey "data"
#define kAUPresetNameKey "name"
#define kAUPresetNumberKey "preset-number"

struct AudioUnitFrequencyResponseBin {
    Float64 mFrequency;
    Float64 mMagnitude;
};
typedef struct AudioUnitFrequencyResponseBin AudioUnitFrequencyResponseBin;

struct AudioUnitMeterClipping {
    Float32 peakValueSinceLastCall;
    Boolean sawInfinity;
    Boolean sawNotANumber;
};
typedef struct AudioUnitMeterClipping AudioUnitMeterClipping;

// MARK: Parameters

KK_ENUM(UInt32, AudioUnitParameterUnit) {
    kAudioUnitParameterUnit_Generic = 0,
    kAudioUnitParameterUnit_Indexed = 1,
    kAudioUnitParameterUnit_Boolean = 2,
    kAudioUnitParameterUnit_Percent = 3,
    kAudioUnitParameterUnit_Seconds = 4,
    kAudioUnitParameterUnit_SampleFrames = 5,
    kAudioUnitParameterUnit_Phase = 6,
    kAudioUnitParameterUnit_Rate = 7,
    kAudioUnitParameterUnit_Hertz = 8,
    kAudioUnitParameterUnit_Cents = 9,
    kAudioUnitParameterUnit_RelativeSemiTones = 10,
    kAudioUnitParameterUnit_MIDINoteNumber = 11,
    kAudioUnitParameterUnit_MIDIController = 12,
    kAudioUnitParameterUnit_Decibels = 13,
    kAudioUnitParameterUnit_LinearGain = 14,
    kAudioUnitParameterUnit_Degrees = 15,
    kAudioUnitParameterUnit_EqualPowerCrossfade = 16,
    kAudioUnitParameterUnit_MixerFaderCurve1 = 17,
    kAudioUnitParameterUnit_Pan = 18,
    kAudioUnitParameterUnit_Meters = 19,
    kAudioUnitParameterUnit_AbsoluteCents = 20,
    kAudioUnitParameterUnit_Octaves = 21,
    kAudioUnitParameterUnit_BPM = 22,
    kAudioUnitParameterUnit_Beats = 23,
    kAudioUnitParameterUnit_Milliseconds = 24,
    kAudioUnitParameterUnit_Ratio = 25,
    kAudioUnitParameterUnit_CustomUnit = 26
};

KK_OPTIONS(UInt32, AudioUnitParameterOptions) {
    kAudioUnitParameterFlag_CFNameRelease = 1U << 4,
    kAudioUnitParameterFlag_OmitFromPresets = 1U << 13,
    kAudioUnitParameterFlag_PlotHistory = 1U << 14,
    kAudioUnitParameterFlag_MeterReadOnly = 1U << 15,
    kAudioUnitParameterFlag_DisplayMask = (7U << 16) | (1U << 22),
    kAudioUnitParameterFlag_DisplaySquareRoot = 1U << 16,
    kAudioUnitParameterFlag_DisplaySquared = 2U << 16,
    kAudioUnitParameterFlag_DisplayCubed = 3U << 16,
    kAudioUnitParameterFlag_DisplayCubeRoot = 4U << 16,
    kAudioUnitParameterFlag_DisplayExponential = 5U << 16,
    kAudioUnitParameterFlag_HasClump = 1U << 20,
    kAudioUnitParameterFlag_ValuesHaveStrings = 1U << 21,
    kAudioUnitParameterFlag_DisplayLogarithmic = 1U << 22,
    kAudioUnitParameterFlag_IsHighResolution = 1U << 23,
    kAudioUnitParameterFlag_NonRealTime = 1U << 24,
    kAudioUnitParameterFlag_CanRamp = 1U << 25,
    kAudioUnitParameterFlag_ExpertMode = 1U << 26,
    kAudioUnitParameterFlag_HasCFNameString = 1U << 27,
    kAudioUnitParameterFlag_IsGlobalMeta = 1U << 28,
    kAudioUnitParameterFlag_IsElementMeta = 1U << 29,
    kAudioUnitParameterFlag_IsReadable = 1U << 30,
    kAudioUnitParameterFlag_IsWritable = 1U << 31
};

struct AudioUnitParameterInfo {
    char name[52];
    CFStringRef _Nullable unitName KK_TEXT;
    UInt32 clumpID;
    CFStringRef _Nullable cfNameString KK_TEXT;
    AudioUnitParameterUnit unit;
    AudioUnitParameterValue minValue;
    AudioUnitParameterValue maxValue;
    AudioUnitParameterValue defaultValue;
    AudioUnitParameterOptions flags;
};
typedef struct AudioUnitParameterInfo AudioUnitParameterInfo;

KK_CONSTANTS(UInt32) { kAudioUnitClumpID_System = 0 };

struct AudioUnitParameterNameInfo {
    AudioUnitParameterID inID;
    SInt32 inDesiredLength;
    CFStringRef _Nullable outName KK_TEXT;
};
typedef struct AudioUnitParameterNameInfo AudioUnitParameterNameInfo;
typedef struct AudioUnitParameterNameInfo AudioUnitParameterIDName;

struct AudioUnitParameterStringFromValue {
    AudioUnitParameterID inParamID;
    const AudioUnitParameterValue *_Nullable inValue;  // NULL is the value that the parameter has
    CFStringRef _Nullable outString KK_TEXT;
};
typedef struct AudioUnitParameterStringFromValue AudioUnitParameterStringFromValue;

struct AudioUnitParameterValueFromString {
    AudioUnitParameterID inParamID;
    CFStringRef _Nullable inString KK_TEXT;
    AudioUnitParameterValue outValue;
};
typedef struct AudioUnitParameterValueFromString AudioUnitParameterValueFromString;

// MARK: Players

KK_OPTIONS(UInt32, AUScheduledAudioSliceFlags) {
    kScheduledAudioSliceFlag_Complete = 0x01,
    kScheduledAudioSliceFlag_BeganToRender = 0x02,
    kScheduledAudioSliceFlag_BeganToRenderLate = 0x04,
    kScheduledAudioSliceFlag_Loop = 0x08,
    kScheduledAudioSliceFlag_Interrupt = 0x10,
    kScheduledAudioSliceFlag_InterruptAtLoop = 0x20
};

// Must stay valid until the unit is finished with it; the samples are read when it is scheduled.
typedef struct ScheduledAudioSlice ScheduledAudioSlice;
typedef void (*ScheduledAudioSliceCompletionProc)(void *_Nullable userData, ScheduledAudioSlice *bufferList);
struct ScheduledAudioSlice {
    AudioTimeStamp mTimeStamp;
    ScheduledAudioSliceCompletionProc _Nullable mCompletionProc;
    void *_Nullable mCompletionProcUserData;
    AUScheduledAudioSliceFlags mFlags;
    UInt32 mReserved;
    void *_Nullable mReserved2;
    UInt32 mNumberFrames;
    AudioBufferList *mBufferList;
};

typedef struct ScheduledAudioFileRegion ScheduledAudioFileRegion;
typedef void (*ScheduledAudioFileRegionCompletionProc)(void *_Nullable userData, ScheduledAudioFileRegion *fileRegion, OSStatus result);
struct ScheduledAudioFileRegion {
    AudioTimeStamp mTimeStamp;
    ScheduledAudioFileRegionCompletionProc _Nullable mCompletionProc;
    void *_Nullable mCompletionProcUserData;
    AudioFileID mAudioFile;
    UInt32 mLoopCount;
    SInt64 mStartFrame;
    UInt32 mFramesToPlay;
};

CF_ASSUME_NONNULL_END
#endif
