// How codecs are named. There is no codec to be had by itself: AudioConverter finds the one that it needs.
#ifndef KK_AUDIOCODEC_H
#define KK_AUDIOCODEC_H

#include <CoreAudioTypes/CoreAudioTypes.h>

KK_CONSTANTS(UInt32) {
    kAudioDecoderComponentType = 'adec',
    kAudioEncoderComponentType = 'aenc',
    kAudioUnityCodecComponentType = 'acdc'
};

#endif
