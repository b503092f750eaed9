// Parses a file's bytes as they arrive into properties and packets.
#ifndef KK_AUDIOFILESTREAM_H
#define KK_AUDIOFILESTREAM_H

#include <AudioToolbox/AudioFile.h>

CF_ASSUME_NONNULL_BEGIN
CF_EXTERN_C_BEGIN

typedef struct OpaqueAudioFileStreamID *AudioFileStreamID;
typedef UInt32 AudioFileStreamPropertyID;

KK_OPTIONS(UInt32, AudioFileStreamPropertyFlags) {
    kAudioFileStreamPropertyFlag_PropertyIsCached = 1,
    kAudioFileStreamPropertyFlag_CacheProperty = 2
};

KK_OPTIONS(UInt32, AudioFileStreamParseFlags) { kAudioFileStreamParseFlag_Discontinuity = 1 };
KK_OPTIONS(UInt32, AudioFileStreamSeekFlags) { kAudioFileStreamSeekFlag_OffsetIsEstimated = 1 };

KK_CONSTANTS(OSStatus) {
    kAudioFileStreamError_UnsupportedFileType = 0x7479703F,    // 'typ?'
    kAudioFileStreamError_UnsupportedDataFormat = 0x666D743F,  // 'fmt?'
    kAudioFileStreamError_UnsupportedProperty = 0x7074793F,    // 'pty?'
    kAudioFileStreamError_BadPropertySize = 0x2173697A,        // '!siz'
    kAudioFileStreamError_NotOptimized = 0x6F70746D,           // 'optm'
    kAudioFileStreamError_InvalidPacketOffset = 0x70636B3F,    // 'pck?'
    kAudioFileStreamError_InvalidFile = 0x6474613F,            // 'dta?'
    kAudioFileStreamError_ValueUnknown = 0x756E6B3F,           // 'unk?'
    kAudioFileStreamError_DataUnavailable = 'more',
    kAudioFileStreamError_IllegalOperation = 'nope',
    kAudioFileStreamError_UnspecifiedError = 0x7768743F,       // 'wht?'
    kAudioFileStreamError_DiscontinuityCantRecover = 'dsc!'
};

KK_CONSTANTS(AudioFileStreamPropertyID) {
    kAudioFileStreamProperty_ReadyToProducePackets = 'redy',
    kAudioFileStreamProperty_FileFormat = 'ffmt',
    kAudioFileStreamProperty_DataFormat = 'dfmt',
    kAudioFileStreamProperty_FormatList = 'flst',
    kAudioFileStreamProperty_MagicCookieData = 'mgic',
    kAudioFileStreamProperty_AudioDataByteCount = 'bcnt',
    kAudioFileStreamProperty_AudioDataPacketCount = 'pcnt',
    kAudioFileStreamProperty_MaximumPacketSize = 'psze',
    kAudioFileStreamProperty_DataOffset = 'doff',
    kAudioFileStreamProperty_ChannelLayout = 'cmap',
    kAudioFileStreamProperty_PacketToFrame = 'pkfr',
    kAudioFileStreamProperty_FrameToPacket = 'frpk',
    kAudioFileStreamProperty_RestrictsRandomAccess = 'rrap',
    kAudioFileStreamProperty_PacketToRollDistance = 'pkrl',
    kAudioFileStreamProperty_PreviousIndependentPacket = 'pind',
    kAudioFileStreamProperty_NextIndependentPacket = 'nind',
    kAudioFileStreamProperty_PacketToDependencyInfo = 'pkdp',
    kAudioFileStreamProperty_PacketToByte = 'pkby',
    kAudioFileStreamProperty_ByteToPacket = 'bypk',
    kAudioFileStreamProperty_PacketTableInfo = 'pnfo',
    kAudioFileStreamProperty_PacketSizeUpperBound = 'pkub',
    kAudioFileStreamProperty_AverageBytesPerPacket = 'abpp',
    kAudioFileStreamProperty_BitRate = 'brat',
    kAudioFileStreamProperty_InfoDictionary = 'info'
};

typedef void (*AudioFileStream_PropertyListenerProc)(void *inClientData, AudioFileStreamID inAudioFileStream,
                                                     AudioFileStreamPropertyID inPropertyID, AudioFileStreamPropertyFlags *ioFlags);
typedef void (*AudioFileStream_PacketsProc)(void *inClientData, UInt32 inNumberBytes, UInt32 inNumberPackets, const void *inInputData,
                                            AudioStreamPacketDescription *_Nullable inPacketDescriptions);

extern OSStatus AudioFileStreamOpen(void *_Nullable inClientData, AudioFileStream_PropertyListenerProc inPropertyListenerProc,
                                    AudioFileStream_PacketsProc inPacketsProc, AudioFileTypeID inFileTypeHint,
                                    AudioFileStreamID _Nullable *_Nonnull outAudioFileStream);
extern OSStatus AudioFileStreamParseBytes(AudioFileStreamID inAudioFileStream, UInt32 inDataByteSize, const void *_Nullable inData,
                                          AudioFileStreamParseFlags inFlags);
extern OSStatus AudioFileStreamSeek(AudioFileStreamID inAudioFileStream, SInt64 inPacketOffset, SInt64 *outDataByteOffset,
                                    AudioFileStreamSeekFlags *ioFlags);
extern OSStatus AudioFileStreamGetPropertyInfo(AudioFileStreamID inAudioFileStream, AudioFileStreamPropertyID inPropertyID,
                                               UInt32 *_Nullable outPropertyDataSize, Boolean *_Nullable outWritable);
extern OSStatus AudioFileStreamGetProperty(AudioFileStreamID inAudioFileStream, AudioFileStreamPropertyID inPropertyID,
                                           UInt32 *ioPropertyDataSize, void *outPropertyData);
extern OSStatus AudioFileStreamClose(AudioFileStreamID inAudioFileStream);

CF_EXTERN_C_END
CF_ASSUME_NONNULL_END
#endif
