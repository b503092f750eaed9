// What is known of formats and layouts alone.
#ifndef KK_AUDIOFORMAT_H
#define KK_AUDIOFORMAT_H

#include <CoreAudioTypes/CoreAudioTypes.h>

CF_ASSUME_NONNULL_BEGIN
CF_EXTERN_C_BEGIN

typedef UInt32 AudioFormatPropertyID;

KK_CONSTANTS(AudioFormatPropertyID) {
    kAudioFormatProperty_FormatInfo = 'fmti',
    kAudioFormatProperty_FormatName = 'fnam',
    kAudioFormatProperty_ChannelLayoutForTag = 'cmpl',
    kAudioFormatProperty_ChannelLayoutName = 'lonm',
    kAudioFormatProperty_NumberOfChannelsForLayout = 'nchm',
    kAudioFormatProperty_MatrixMixMap = 'mmap'
};

KK_CONSTANTS(OSStatus) {
    kAudioFormatUnspecifiedError = 'what',
    kAudioFormatUnsupportedPropertyError = 'prop',
    kAudioFormatBadPropertySizeError = '!siz',
    kAudioFormatBadSpecifierSizeError = '!spc',
    kAudioFormatUnsupportedDataFormatError = 'fmt?',
    kAudioFormatUnknownFormatError = '!fmt'
};

extern OSStatus AudioFormatGetPropertyInfo(AudioFormatPropertyID inPropertyID, UInt32 inSpecifierSize, const void *_Nullable inSpecifier,
                                           UInt32 *_Nullable outPropertyDataSize);
extern OSStatus AudioFormatGetProperty(AudioFormatPropertyID inPropertyID, UInt32 inSpecifierSize, const void *_Nullable inSpecifier,
                                       UInt32 *_Nullable ioPropertyDataSize, void *_Nullable outPropertyData);

CF_EXTERN_C_END
CF_ASSUME_NONNULL_END
#endif
