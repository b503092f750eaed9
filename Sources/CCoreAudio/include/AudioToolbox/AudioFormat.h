// Information about formats and layouts.
#ifndef KK_AUDIOFORMAT_H
#define KK_AUDIOFORMAT_H

#include <AudioToolbox/AudioCodec.h>

CF_ASSUME_NONNULL_BEGIN
CF_EXTERN_C_BEGIN

typedef UInt32 AudioFormatPropertyID;

KK_CONSTANTS(AudioFormatPropertyID) {
    kAudioFormatProperty_FormatInfo = 'fmti',
    kAudioFormatProperty_FormatName = 'fnam',
    kAudioFormatProperty_FormatList = 'flst',
    kAudioFormatProperty_FirstPlayableFormatFromList = 'fpfl',
    kAudioFormatProperty_FormatIsVBR = 'fvbr',
    kAudioFormatProperty_FormatIsExternallyFramed = 'fexf',
    kAudioFormatProperty_EncodeFormatIDs = 'acof',
    kAudioFormatProperty_DecodeFormatIDs = 'acif',
    kAudioFormatProperty_AvailableEncodeBitRates = 'aebr',
    kAudioFormatProperty_AvailableEncodeSampleRates = 'aesr',
    kAudioFormatProperty_AvailableEncodeNumberChannels = 'avnc',
    kAudioFormatProperty_ChannelLayoutForTag = 'cmpl',
    kAudioFormatProperty_ChannelLayoutForBitmap = 'cmpb',
    kAudioFormatProperty_TagForChannelLayout = 'cmpt',
    kAudioFormatProperty_BitmapForLayoutTag = 'bmtg',
    kAudioFormatProperty_TagsForNumberOfChannels = 'tagc',
    kAudioFormatProperty_ChannelLayoutName = 'lonm',
    kAudioFormatProperty_ChannelLayoutSimpleName = 'lsnm',
    kAudioFormatProperty_ChannelName = 'cnam',
    kAudioFormatProperty_ChannelShortName = 'csnm',
    kAudioFormatProperty_NumberOfChannelsForLayout = 'nchm',
    kAudioFormatProperty_ValidateChannelLayout = 'vacl',
    kAudioFormatProperty_AreChannelLayoutsEquivalent = 'cheq',
    kAudioFormatProperty_MatrixMixMap = 'mmap',
    kAudioFormatProperty_ChannelMap = 'chmp',
    kAudioFormatProperty_PanningMatrix = 'panm',
    kAudioFormatProperty_BalanceFade = 'balf'
};

// The specifier of PanningMatrix. SoundField is not supported: '!fmt'.
KK_ENUM(UInt32, AudioPanningMode) {
    kPanningMode_SoundField = 3,
    kPanningMode_VectorBasedPanning = 4
};
struct AudioPanningInfo {
    AudioPanningMode mPanningMode;
    AudioChannelFlags mCoordinateFlags;
    Float32 mCoordinates[3];
    Float32 mGainScale;
    const AudioChannelLayout *mOutputChannelMap;
};
typedef struct AudioPanningInfo AudioPanningInfo;

// The specifier of BalanceFade.
KK_ENUM(UInt32, AudioBalanceFadeType) {
    kAudioBalanceFadeType_MaxUnityGain = 0,
    kAudioBalanceFadeType_EqualPower = 1
};
struct AudioBalanceFade {
    Float32 mLeftRightBalance;
    Float32 mFrontBackFade;
    AudioBalanceFadeType mType;
    const AudioChannelLayout *mChannelLayout;
};
typedef struct AudioBalanceFade AudioBalanceFade;

// The specifier of FormatList; the result is AudioFormatListItem.
struct AudioFormatInfo {
    AudioStreamBasicDescription mASBD;
    const void *_Nullable mMagicCookie;
    UInt32 mMagicCookieSize;
};
typedef struct AudioFormatInfo AudioFormatInfo;

KK_CONSTANTS(OSStatus) {
    kAudioFormatUnspecifiedError = 'what',
    kAudioFormatUnsupportedPropertyError = 'prop',
    kAudioFormatBadPropertySizeError = '!siz',
    kAudioFormatBadSpecifierSizeError = '!spc',
    kAudioFormatUnsupportedDataFormatError = 'fmt?',
    kAudioFormatUnknownFormatError = '!fmt'
};

// These return 'prop'.
KK_CONSTANTS(AudioFormatPropertyID) {
    kAudioFormatProperty_AvailableEncodeChannelLayoutTags = 'aecl',
    kAudioFormatProperty_AvailableDecodeNumberChannels = 'adnc',
    kAudioFormatProperty_Encoders = 'aven',
    kAudioFormatProperty_Decoders = 'avde',
    kAudioFormatProperty_ASBDFromESDS = 'essd',
    kAudioFormatProperty_ChannelLayoutFromESDS = 'escl',
    kAudioFormatProperty_OutputFormatList = 'ofls',
    kAudioFormatProperty_ASBDFromMPEGPacket = 'admp',
    kAudioFormatProperty_FormatIsEncrypted = 'cryp',
    kAudioFormatProperty_FormatEmploysDependentPackets = 'fdep',
    kAudioFormatProperty_ChannelLayoutHash = 'chha',
    kAudioFormatProperty_ID3TagSize = 'id3s',
    kAudioFormatProperty_ID3TagToDictionary = 'id3d'
};

// The manufacturer of a codec. Those that are here count as the first.
KK_CONSTANTS(UInt32) {
    kAppleSoftwareAudioCodecManufacturer = 'appl',
    kAppleHardwareAudioCodecManufacturer = 'aphw'
};

extern OSStatus AudioFormatGetPropertyInfo(AudioFormatPropertyID inPropertyID, UInt32 inSpecifierSize, const void *_Nullable inSpecifier,
                                           UInt32 *_Nullable outPropertyDataSize);
extern OSStatus AudioFormatGetProperty(AudioFormatPropertyID inPropertyID, UInt32 inSpecifierSize, const void *_Nullable inSpecifier,
                                       UInt32 *_Nullable ioPropertyDataSize, void *_Nullable outPropertyData);

CF_EXTERN_C_END
CF_ASSUME_NONNULL_END
#endif
