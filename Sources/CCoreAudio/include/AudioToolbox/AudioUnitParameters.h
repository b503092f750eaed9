// The parameters of the units.
#ifndef KK_AUDIOUNITPARAMETERS_H
#define KK_AUDIOUNITPARAMETERS_H

#include <AudioToolbox/AUComponent.h>

KK_CONSTANTS(AudioUnitParameterID) {
    kMultiChannelMixerParam_Volume = 0,
    kMultiChannelMixerParam_Enable = 1,
    kMultiChannelMixerParam_Pan = 2,
    kMultiChannelMixerParam_PreAveragePower = 1000,
    kMultiChannelMixerParam_PrePeakHoldLevel = 2000,
    kMultiChannelMixerParam_PostAveragePower = 3000,
    kMultiChannelMixerParam_PostPeakHoldLevel = 4000
};

KK_CONSTANTS(AudioUnitParameterID) {
    kSpatialMixerParam_Azimuth = 0,
    kSpatialMixerParam_Elevation = 1,
    kSpatialMixerParam_Distance = 2,
    kSpatialMixerParam_Gain = 3,
    kSpatialMixerParam_Enable = 5,
    kSpatialMixerParam_MinGain = 6,
    kSpatialMixerParam_MaxGain = 7,
    kSpatialMixerParam_OcclusionAttenuation = 10,
    kSpatialMixerParam_ObstructionAttenuation = 11
};

KK_CONSTANTS(AudioUnitParameterID) {
    kMatrixMixerParam_Volume = 0,
    kMatrixMixerParam_Enable = 1,
    kMatrixMixerParam_PreAveragePower = 1000,
    kMatrixMixerParam_PrePeakHoldLevel = 2000,
    kMatrixMixerParam_PostAveragePower = 3000,
    kMatrixMixerParam_PostPeakHoldLevel = 4000,
    kMatrixMixerParam_PreAveragePowerLinear = 5000,
    kMatrixMixerParam_PrePeakHoldLevelLinear = 6000,
    kMatrixMixerParam_PostAveragePowerLinear = 7000,
    kMatrixMixerParam_PostPeakHoldLevelLinear = 8000
};

KK_CONSTANTS(AudioUnitParameterID) {
    kStereoMixerParam_Volume = 0,
    kStereoMixerParam_Pan = 1,
    kStereoMixerParam_PreAveragePower = 1000,
    kStereoMixerParam_PrePeakHoldLevel = 2000,
    kStereoMixerParam_PostAveragePower = 3000,
    kStereoMixerParam_PostPeakHoldLevel = 4000
};

KK_CONSTANTS(AudioUnitParameterID) { kHALOutputParam_Volume = 14 };

KK_CONSTANTS(AudioUnitParameterID) { kLowPassParam_CutoffFrequency = 0, kLowPassParam_Resonance = 1 };
KK_CONSTANTS(AudioUnitParameterID) { kHipassParam_CutoffFrequency = 0, kHipassParam_Resonance = 1 };
KK_CONSTANTS(AudioUnitParameterID) { kBandpassParam_CenterFrequency = 0, kBandpassParam_Bandwidth = 1 };
KK_CONSTANTS(AudioUnitParameterID) { kHighShelfParam_CutOffFrequency = 0, kHighShelfParam_Gain = 1 };
KK_CONSTANTS(AudioUnitParameterID) { kAULowShelfParam_CutoffFrequency = 0, kAULowShelfParam_Gain = 1 };
KK_CONSTANTS(AudioUnitParameterID) { kParametricEQParam_CenterFreq = 0, kParametricEQParam_Q = 1, kParametricEQParam_Gain = 2 };

KK_CONSTANTS(AudioUnitParameterID) {
    kAUNBandEQParam_GlobalGain = 0,
    kAUNBandEQParam_BypassBand = 1000,
    kAUNBandEQParam_FilterType = 2000,
    kAUNBandEQParam_Frequency = 3000,
    kAUNBandEQParam_Gain = 4000,
    kAUNBandEQParam_Bandwidth = 5000
};

KK_CONSTANTS(long) {
    kAUNBandEQFilterType_Parametric = 0,
    kAUNBandEQFilterType_2ndOrderButterworthLowPass = 1,
    kAUNBandEQFilterType_2ndOrderButterworthHighPass = 2,
    kAUNBandEQFilterType_ResonantLowPass = 3,
    kAUNBandEQFilterType_ResonantHighPass = 4,
    kAUNBandEQFilterType_BandPass = 5,
    kAUNBandEQFilterType_BandStop = 6,
    kAUNBandEQFilterType_LowShelf = 7,
    kAUNBandEQFilterType_HighShelf = 8,
    kAUNBandEQFilterType_ResonantLowShelf = 9,
    kAUNBandEQFilterType_ResonantHighShelf = 10
};

KK_CONSTANTS(AudioUnitParameterID) { kGraphicEQParam_NumberOfBands = 10000 };

KK_CONSTANTS(AudioUnitParameterID) {
    kLimiterParam_AttackTime = 0,
    kLimiterParam_DecayTime = 1,
    kLimiterParam_PreGain = 2
};

KK_CONSTANTS(AudioUnitParameterID) {
    kDynamicsProcessorParam_Threshold = 0,
    kDynamicsProcessorParam_HeadRoom = 1,
    kDynamicsProcessorParam_ExpansionRatio = 2,
    kDynamicsProcessorParam_ExpansionThreshold = 3,
    kDynamicsProcessorParam_AttackTime = 4,
    kDynamicsProcessorParam_ReleaseTime = 5,
    kDynamicsProcessorParam_OverallGain = 6,
    kDynamicsProcessorParam_CompressionAmount = 1000,
    kDynamicsProcessorParam_InputAmplitude = 2000,
    kDynamicsProcessorParam_OutputAmplitude = 3000
};

KK_CONSTANTS(AudioUnitParameterID) {
    kMultibandCompressorParam_Pregain = 0,
    kMultibandCompressorParam_Postgain = 1,
    kMultibandCompressorParam_Crossover1 = 2,
    kMultibandCompressorParam_Crossover2 = 3,
    kMultibandCompressorParam_Crossover3 = 4,
    kMultibandCompressorParam_Threshold1 = 5,
    kMultibandCompressorParam_Threshold2 = 6,
    kMultibandCompressorParam_Threshold3 = 7,
    kMultibandCompressorParam_Threshold4 = 8,
    kMultibandCompressorParam_Headroom1 = 9,
    kMultibandCompressorParam_Headroom2 = 10,
    kMultibandCompressorParam_Headroom3 = 11,
    kMultibandCompressorParam_Headroom4 = 12,
    kMultibandCompressorParam_AttackTime = 13,
    kMultibandCompressorParam_ReleaseTime = 14,
    kMultibandCompressorParam_EQ1 = 15,
    kMultibandCompressorParam_EQ2 = 16,
    kMultibandCompressorParam_EQ3 = 17,
    kMultibandCompressorParam_EQ4 = 18,
    kMultibandCompressorParam_CompressionAmount1 = 1000,
    kMultibandCompressorParam_CompressionAmount2 = 2000,
    kMultibandCompressorParam_CompressionAmount3 = 3000,
    kMultibandCompressorParam_CompressionAmount4 = 4000,
    kMultibandCompressorParam_InputAmplitude1 = 5000,
    kMultibandCompressorParam_InputAmplitude2 = 6000,
    kMultibandCompressorParam_InputAmplitude3 = 7000,
    kMultibandCompressorParam_InputAmplitude4 = 8000,
    kMultibandCompressorParam_OutputAmplitude1 = 9000,
    kMultibandCompressorParam_OutputAmplitude2 = 10000,
    kMultibandCompressorParam_OutputAmplitude3 = 11000,
    kMultibandCompressorParam_OutputAmplitude4 = 12000
};

KK_CONSTANTS(AudioUnitParameterID) {
    kDelayParam_WetDryMix = 0,
    kDelayParam_DelayTime = 1,
    kDelayParam_Feedback = 2,
    kDelayParam_LopassCutoff = 3
};

KK_CONSTANTS(AudioUnitParameterID) {
    kReverb2Param_DryWetMix = 0,
    kReverb2Param_Gain = 1,
    kReverb2Param_MinDelayTime = 2,
    kReverb2Param_MaxDelayTime = 3,
    kReverb2Param_DecayTimeAt0Hz = 4,
    kReverb2Param_DecayTimeAtNyquist = 5,
    kReverb2Param_RandomizeReflections = 6
};

KK_CONSTANTS(AudioUnitParameterID) { kSampleDelayParam_DelayFrames = 0 };

KK_CONSTANTS(AudioUnitParameterID) {
    kDistortionParam_Delay = 0,
    kDistortionParam_Decay = 1,
    kDistortionParam_DelayMix = 2,
    kDistortionParam_Decimation = 3,
    kDistortionParam_Rounding = 4,
    kDistortionParam_DecimationMix = 5,
    kDistortionParam_LinearTerm = 6,
    kDistortionParam_SquaredTerm = 7,
    kDistortionParam_CubicTerm = 8,
    kDistortionParam_PolynomialMix = 9,
    kDistortionParam_RingModFreq1 = 10,
    kDistortionParam_RingModFreq2 = 11,
    kDistortionParam_RingModBalance = 12,
    kDistortionParam_RingModMix = 13,
    kDistortionParam_SoftClipGain = 14,
    kDistortionParam_FinalMix = 15
};

KK_CONSTANTS(AudioUnitParameterID) { kVarispeedParam_PlaybackRate = 0, kVarispeedParam_PlaybackCents = 1 };

KK_CONSTANTS(AudioUnitParameterID) { kTimePitchParam_Rate = 0, kTimePitchParam_Pitch = 1, kTimePitchParam_EffectBlend = 2 };

KK_CONSTANTS(AudioUnitParameterID) {
    kNewTimePitchParam_Rate = 0,
    kNewTimePitchParam_Pitch = 1,
    kNewTimePitchParam_Overlap = 4,
    kNewTimePitchParam_EnablePeakLocking = 6
};

#endif
