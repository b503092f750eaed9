// What is known of formats and layouts alone.
#ifndef KK_AUDIOFORMAT_H
#define KK_AUDIOFORMAT_H

#include <CoreAudioTypes/CoreAudioTypes.h>

CF_ASSUME_NONNULL_BEGIN
CF_EXTERN_C_BEGIN

KK_CONSTANTS(OSStatus) {
    kAudioFormatUnspecifiedError = 'what',
    kAudioFormatUnsupportedPropertyError = 'prop',
    kAudioFormatBadPropertySizeError = '!siz',
    kAudioFormatBadSpecifierSizeError = '!spc',
    kAudioFormatUnsupportedDataFormatError = 'fmt?',
    kAudioFormatUnknownFormatError = '!fmt'
};

CF_EXTERN_C_END
CF_ASSUME_NONNULL_END
#endif
