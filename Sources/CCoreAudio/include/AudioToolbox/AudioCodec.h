// Names of codecs, and what an encoder is asked for by AudioConverterSetProperty beyond AudioConverter.h. Codecs cannot be used directly: AudioConverter finds the
// one that it needs.
#ifndef KK_AUDIOCODEC_H
#define KK_AUDIOCODEC_H

#include <CoreAudioTypes/CoreAudioTypes.h>

KK_CONSTANTS(UInt32) {
    kAudioDecoderComponentType = 'adec',
    kAudioEncoderComponentType = 'aenc',
    kAudioUnityCodecComponentType = 'acdc'
};

typedef UInt32 AudioCodecPropertyID;

// To a converter the quality setting is that of its sample rate conversion, which has the same code.
KK_CONSTANTS(AudioCodecPropertyID) {
    kAudioCodecPropertyQualitySetting = 'srcq',
    kAudioCodecPropertyBitRateControlMode = 'acbf',
    kAudioCodecPropertySoundQualityForVBR = 'vbrq'
};

KK_CONSTANTS(UInt32) {
    kAudioCodecBitRateControlMode_Constant = 0,
    kAudioCodecBitRateControlMode_LongTermAverage = 1,
    kAudioCodecBitRateControlMode_VariableConstrained = 2,
    kAudioCodecBitRateControlMode_Variable = 3
};

KK_CONSTANTS(UInt32) {
    kAudioCodecQuality_Max = 0x7F,
    kAudioCodecQuality_High = 0x60,
    kAudioCodecQuality_Medium = 0x40,
    kAudioCodecQuality_Low = 0x20,
    kAudioCodecQuality_Min = 0
};

#endif
