// Names of codecs. Codecs cannot be used directly: AudioConverter finds the one that it needs.
#ifndef KK_AUDIOCODEC_H
#define KK_AUDIOCODEC_H

#include <CoreAudioTypes/CoreAudioTypes.h>

KK_CONSTANTS(UInt32) {
    kAudioDecoderComponentType = 'adec',
    kAudioEncoderComponentType = 'aenc',
    kAudioUnityCodecComponentType = 'acdc'
};

#endif
