// Audio files: their packets and properties.
#ifndef KK_AUDIOFILE_H
#define KK_AUDIOFILE_H

#include <CoreAudioTypes/CoreAudioTypes.h>

CF_ASSUME_NONNULL_BEGIN
CF_EXTERN_C_BEGIN

typedef struct OpaqueAudioFileID *AudioFileID;
typedef UInt32 AudioFilePropertyID;
typedef UInt32 AudioFileTypeID;

KK_CONSTANTS(AudioFileTypeID) {
    kAudioFileAIFFType = 'AIFF',
    kAudioFileAIFCType = 'AIFC',
    kAudioFileWAVEType = 'WAVE',
    kAudioFileRF64Type = 'RF64',
    kAudioFileBW64Type = 'BW64',
    kAudioFileWave64Type = 'W64f',
    kAudioFileSoundDesigner2Type = 'Sd2f',
    kAudioFileNextType = 'NeXT',
    kAudioFileMP3Type = 'MPG3',
    kAudioFileMP2Type = 'MPG2',
    kAudioFileMP1Type = 'MPG1',
    kAudioFileAC3Type = 'ac-3',
    kAudioFileAAC_ADTSType = 'adts',
    kAudioFileMPEG4Type = 'mp4f',
    kAudioFileM4AType = 'm4af',
    kAudioFileM4BType = 'm4bf',
    kAudioFileCAFType = 'caff',
    kAudioFile3GPType = '3gpp',
    kAudioFile3GP2Type = '3gp2',
    kAudioFileAMRType = 'amrf',
    kAudioFileFLACType = 'flac',
    kAudioFileLATMInLOASType = 'loas'
};

KK_CONSTANTS(OSStatus) {
    kAudioFileUnspecifiedError = 0x7768743F,                // 'wht?'
    kAudioFileUnsupportedFileTypeError = 0x7479703F,        // 'typ?'
    kAudioFileUnsupportedDataFormatError = 0x666D743F,      // 'fmt?'
    kAudioFileUnsupportedPropertyError = 0x7074793F,        // 'pty?'
    kAudioFileBadPropertySizeError = 0x2173697A,            // '!siz'
    kAudioFilePermissionsError = 0x70726D3F,                // 'prm?'
    kAudioFileNotOptimizedError = 0x6F70746D,               // 'optm'
    kAudioFileInvalidChunkError = 0x63686B3F,               // 'chk?'
    kAudioFileDoesNotAllow64BitDataSizeError = 0x6F66663F,  // 'off?'
    kAudioFileInvalidPacketOffsetError = 0x70636B3F,        // 'pck?'
    kAudioFileInvalidPacketDependencyError = 0x6465703F,    // 'dep?'
    kAudioFileInvalidFileError = 0x6474613F,                // 'dta?'
    kAudioFileOperationNotSupportedError = 0x6F703F3F,      // 'op', twice '?'
    kAudioFileNotOpenError = -38,
    kAudioFileEndOfFileError = -39,
    kAudioFilePositionError = -40,
    kAudioFileFileNotFoundError = -43
};

KK_OPTIONS(UInt32, AudioFileFlags) {
    kAudioFileFlags_EraseFile = 1,
    kAudioFileFlags_DontPageAlignAudioData = 2
};

KK_ENUM(SInt8, AudioFilePermissions) {
    kAudioFileReadPermission = 0x01,
    kAudioFileWritePermission = 0x02,
    kAudioFileReadWritePermission = 0x03
};

KK_CONSTANTS(AudioFilePropertyID) {
    kAudioFilePropertyFileFormat = 'ffmt',
    kAudioFilePropertyDataFormat = 'dfmt',
    kAudioFilePropertyFormatList = 'flst',
    kAudioFilePropertyIsOptimized = 'optm',
    kAudioFilePropertyMagicCookieData = 'mgic',
    kAudioFilePropertyAudioDataByteCount = 'bcnt',
    kAudioFilePropertyAudioDataPacketCount = 'pcnt',
    kAudioFilePropertyMaximumPacketSize = 'psze',
    kAudioFilePropertyDataOffset = 'doff',
    kAudioFilePropertyChannelLayout = 'cmap',
    kAudioFilePropertyDeferSizeUpdates = 'dszu',
    kAudioFilePropertyDataFormatName = 'fnme',
    kAudioFilePropertyMarkerList = 'mkls',
    kAudioFilePropertyRegionList = 'rgls',
    kAudioFilePropertyPacketToFrame = 'pkfr',
    kAudioFilePropertyFrameToPacket = 'frpk',
    kAudioFilePropertyRestrictsRandomAccess = 'rrap',
    kAudioFilePropertyPacketToRollDistance = 'pkrl',
    kAudioFilePropertyPreviousIndependentPacket = 'pind',
    kAudioFilePropertyNextIndependentPacket = 'nind',
    kAudioFilePropertyPacketToDependencyInfo = 'pkdp',
    kAudioFilePropertyPacketToByte = 'pkby',
    kAudioFilePropertyByteToPacket = 'bypk',
    kAudioFilePropertyChunkIDs = 'chid',
    kAudioFilePropertyInfoDictionary = 'info',
    kAudioFilePropertyPacketTableInfo = 'pnfo',
    kAudioFilePropertyPacketSizeUpperBound = 'pkub',
    kAudioFilePropertyPacketRangeByteCountUpperBound = 'prub',
    kAudioFilePropertyReserveDuration = 'rsrv',
    kAudioFilePropertyEstimatedDuration = 'edur',
    kAudioFilePropertyBitRate = 'brat',
    kAudioFilePropertyID3Tag = 'id3t',
    kAudioFilePropertyID3TagOffset = 'id3o',
    kAudioFilePropertySourceBitDepth = 'sbtd',
    kAudioFilePropertyAlbumArtwork = 'aart',
    kAudioFilePropertyAudioTrackCount = 'atct',
    kAudioFilePropertyUseAudioTrack = 'uatk'
};

// Properties of file types; the specifier is a file type, a type and a format, or an extension.
KK_CONSTANTS(AudioFilePropertyID) {
    kAudioFileGlobalInfo_ReadableTypes = 'afrf',
    kAudioFileGlobalInfo_WritableTypes = 'afwf',
    kAudioFileGlobalInfo_FileTypeName = 'ftnm',
    kAudioFileGlobalInfo_AvailableStreamDescriptionsForFormat = 'sdid',
    kAudioFileGlobalInfo_AvailableFormatIDs = 'fmid',
    kAudioFileGlobalInfo_AllExtensions = 'alxt',
    kAudioFileGlobalInfo_ExtensionsForType = 'fext',
    kAudioFileGlobalInfo_TypesForExtension = 'text'
};

// These return 'pty?'.
KK_CONSTANTS(AudioFilePropertyID) {
    kAudioFileGlobalInfo_AllHFSTypeCodes = 'ahfs',
    kAudioFileGlobalInfo_AllUTIs = 'auti',
    kAudioFileGlobalInfo_AllMIMETypes = 'amim',
    kAudioFileGlobalInfo_HFSTypeCodesForType = 'fhfs',
    kAudioFileGlobalInfo_UTIsForType = 'futi',
    kAudioFileGlobalInfo_MIMETypesForType = 'fmim',
    kAudioFileGlobalInfo_TypesForHFSTypeCode = 'thfs',
    kAudioFileGlobalInfo_TypesForUTI = 'tuti',
    kAudioFileGlobalInfo_TypesForMIMEType = 'tmim'
};

struct AudioFileTypeAndFormatID {
    AudioFileTypeID mFileType;
    UInt32 mFormatID;
};
typedef struct AudioFileTypeAndFormatID AudioFileTypeAndFormatID;

struct AudioFormatListItem {
    AudioStreamBasicDescription mASBD;
    AudioChannelLayoutTag mChannelLayoutTag;
};
typedef struct AudioFormatListItem AudioFormatListItem;

struct AudioFramePacketTranslation {
    SInt64 mFrame;
    SInt64 mPacket;
    UInt32 mFrameOffsetInPacket;
};
typedef struct AudioFramePacketTranslation AudioFramePacketTranslation;

KK_OPTIONS(UInt32, AudioBytePacketTranslationFlags) { kBytePacketTranslationFlag_IsEstimate = 1 };

struct AudioBytePacketTranslation {
    SInt64 mByte;
    SInt64 mPacket;
    UInt32 mByteOffsetInPacket;
    AudioBytePacketTranslationFlags mFlags;
};
typedef struct AudioBytePacketTranslation AudioBytePacketTranslation;

struct AudioFilePacketTableInfo {
    SInt64 mNumberValidFrames;
    SInt32 mPrimingFrames;
    SInt32 mRemainderFrames;
};
typedef struct AudioFilePacketTableInfo AudioFilePacketTableInfo;

struct AudioPacketRangeByteCountTranslation {
    SInt64 mPacket;
    SInt64 mPacketCount;
    SInt64 mByteCountUpperBound;
};
typedef struct AudioPacketRangeByteCountTranslation AudioPacketRangeByteCountTranslation;

struct AudioPacketRollDistanceTranslation {
    SInt64 mPacket;
    SInt64 mRollDistance;
};
typedef struct AudioPacketRollDistanceTranslation AudioPacketRollDistanceTranslation;

struct AudioIndependentPacketTranslation {
    SInt64 mPacket;
    SInt64 mIndependentlyDecodablePacket;
};
typedef struct AudioIndependentPacketTranslation AudioIndependentPacketTranslation;

struct AudioPacketDependencyInfoTranslation {
    SInt64 mPacket;
    UInt32 mIsIndependentlyDecodable;
    UInt32 mNumberPrerollPackets;
};
typedef struct AudioPacketDependencyInfoTranslation AudioPacketDependencyInfoTranslation;

// MARK: Marks

struct AudioFile_SMPTE_Time {
    SInt8 mHours;
    UInt8 mMinutes;
    UInt8 mSeconds;
    UInt8 mFrames;
    UInt32 mSubFrameSampleOffset;
};
typedef struct AudioFile_SMPTE_Time AudioFile_SMPTE_Time;

KK_CONSTANTS(UInt32) { kAudioFileMarkerType_Generic = 0 };

struct AudioFileMarker {
    Float64 mFramePosition;
    CFStringRef _Nullable mName KK_TEXT;
    SInt32 mMarkerID;
    AudioFile_SMPTE_Time mSMPTETime;
    UInt32 mType;
    UInt16 mReserved;
    UInt16 mChannel;
};
typedef struct AudioFileMarker AudioFileMarker;

struct AudioFileMarkerList {
    UInt32 mSMPTE_TimeType;
    UInt32 mNumberMarkers;
    AudioFileMarker mMarkers[1];  // as many as mNumberMarkers says
};
typedef struct AudioFileMarkerList AudioFileMarkerList;

static inline size_t NumAudioFileMarkersToNumBytes(size_t inNumMarkers) {
    return offsetof(AudioFileMarkerList, mMarkers) + inNumMarkers * sizeof(AudioFileMarker);
}
static inline size_t NumBytesToNumAudioFileMarkers(size_t inNumBytes) {
    size_t head = offsetof(AudioFileMarkerList, mMarkers);
    return inNumBytes < head ? 0 : (inNumBytes - head) / sizeof(AudioFileMarker);
}

KK_OPTIONS(UInt32, AudioFileRegionFlags) {
    kAudioFileRegionFlag_LoopEnable = 1,
    kAudioFileRegionFlag_PlayForward = 2,
    kAudioFileRegionFlag_PlayBackward = 4
};

struct AudioFileRegion {
    UInt32 mRegionID;
    CFStringRef mName KK_TEXT;
    AudioFileRegionFlags mFlags;
    UInt32 mNumberMarkers;
    AudioFileMarker mMarkers[1];  // as many as mNumberMarkers says
};
typedef struct AudioFileRegion AudioFileRegion;

struct AudioFileRegionList {
    UInt32 mSMPTE_TimeType;
    UInt32 mNumberRegions;
    AudioFileRegion mRegions[1];  // as many as mNumberRegions says, each after the markers of the one before
};
typedef struct AudioFileRegionList AudioFileRegionList;

// The region after the markers of this one.
static inline AudioFileRegion *NextAudioFileRegion(const AudioFileRegion *inAFRegionPtr) {
    return (AudioFileRegion *)((char *)inAFRegionPtr + offsetof(AudioFileRegion, mMarkers) +
                               inAFRegionPtr->mNumberMarkers * sizeof(AudioFileMarker));
}

// MARK: The keys of InfoDictionary

#define kAFInfoDictionary_Album "album"
#define kAFInfoDictionary_ApproximateDurationInSeconds "approximate duration in seconds"
#define kAFInfoDictionary_Artist "artist"
#define kAFInfoDictionary_ChannelLayout "channel layout"
#define kAFInfoDictionary_Comments "comments"
#define kAFInfoDictionary_Composer "composer"
#define kAFInfoDictionary_Copyright "copyright"
#define kAFInfoDictionary_EncodingApplication "encoding application"
#define kAFInfoDictionary_Genre "genre"
#define kAFInfoDictionary_ISRC "ISRC"
#define kAFInfoDictionary_KeySignature "key signature"
#define kAFInfoDictionary_Lyricist "lyricist"
#define kAFInfoDictionary_NominalBitRate "nominal bit rate"
#define kAFInfoDictionary_RecordedDate "recorded date"
#define kAFInfoDictionary_SourceBitDepth "source bit depth"
#define kAFInfoDictionary_SourceEncoder "source encoder"
#define kAFInfoDictionary_SubTitle "subtitle"
#define kAFInfoDictionary_Tempo "tempo"
#define kAFInfoDictionary_TimeSignature "time signature"
#define kAFInfoDictionary_Title "title"
#define kAFInfoDictionary_TrackNumber "track number"
#define kAFInfoDictionary_Year "year"

// MARK: Callbacks instead of a file

typedef OSStatus (*AudioFile_ReadProc)(void *inClientData, SInt64 inPosition, UInt32 requestCount, void *buffer, UInt32 *actualCount);
typedef OSStatus (*AudioFile_WriteProc)(void *inClientData, SInt64 inPosition, UInt32 requestCount, const void *buffer, UInt32 *actualCount);
typedef SInt64 (*AudioFile_GetSizeProc)(void *inClientData);
typedef OSStatus (*AudioFile_SetSizeProc)(void *inClientData, SInt64 inSize);

extern OSStatus AudioFileCreateWithURL(CFURLRef inFileRef, AudioFileTypeID inFileType, const AudioStreamBasicDescription *inFormat,
                                       AudioFileFlags inFlags, AudioFileID _Nullable *_Nonnull outAudioFile);
extern OSStatus AudioFileOpenURL(CFURLRef inFileRef, AudioFilePermissions inPermissions, AudioFileTypeID inFileTypeHint,
                                 AudioFileID _Nullable *_Nonnull outAudioFile);
extern OSStatus AudioFileInitializeWithCallbacks(void *inClientData, AudioFile_ReadProc inReadFunc, AudioFile_WriteProc inWriteFunc,
                                                 AudioFile_GetSizeProc inGetSizeFunc, AudioFile_SetSizeProc inSetSizeFunc,
                                                 AudioFileTypeID inFileType, const AudioStreamBasicDescription *inFormat, AudioFileFlags inFlags,
                                                 AudioFileID _Nullable *_Nonnull outAudioFile);
extern OSStatus AudioFileOpenWithCallbacks(void *inClientData, AudioFile_ReadProc inReadFunc, AudioFile_WriteProc _Nullable inWriteFunc,
                                           AudioFile_GetSizeProc inGetSizeFunc, AudioFile_SetSizeProc _Nullable inSetSizeFunc,
                                           AudioFileTypeID inFileTypeHint, AudioFileID _Nullable *_Nonnull outAudioFile);
extern OSStatus AudioFileClose(AudioFileID inAudioFile);
extern OSStatus AudioFileOptimize(AudioFileID inAudioFile);

extern OSStatus AudioFileReadBytes(AudioFileID inAudioFile, Boolean inUseCache, SInt64 inStartingByte, UInt32 *ioNumBytes, void *outBuffer);
extern OSStatus AudioFileWriteBytes(AudioFileID inAudioFile, Boolean inUseCache, SInt64 inStartingByte, UInt32 *ioNumBytes, const void *inBuffer);
extern OSStatus AudioFileReadPacketData(AudioFileID inAudioFile, Boolean inUseCache, UInt32 *ioNumBytes,
                                        AudioStreamPacketDescription *_Nullable outPacketDescriptions, SInt64 inStartingPacket,
                                        UInt32 *ioNumPackets, void *_Nullable outBuffer);
// The older function: outNumBytes is not read; the buffer must be large enough.
extern OSStatus AudioFileReadPackets(AudioFileID inAudioFile, Boolean inUseCache, UInt32 *outNumBytes,
                                     AudioStreamPacketDescription *_Nullable outPacketDescriptions, SInt64 inStartingPacket,
                                     UInt32 *ioNumPackets, void *_Nullable outBuffer);
extern OSStatus AudioFileWritePackets(AudioFileID inAudioFile, Boolean inUseCache, UInt32 inNumBytes,
                                      const AudioStreamPacketDescription *_Nullable inPacketDescriptions, SInt64 inStartingPacket,
                                      UInt32 *ioNumPackets, const void *inBuffer);

extern OSStatus AudioFileCountUserData(AudioFileID inAudioFile, UInt32 inUserDataID, UInt32 *outNumberItems);
extern OSStatus AudioFileGetUserDataSize(AudioFileID inAudioFile, UInt32 inUserDataID, UInt32 inIndex, UInt32 *outUserDataSize);
extern OSStatus AudioFileGetUserData(AudioFileID inAudioFile, UInt32 inUserDataID, UInt32 inIndex, UInt32 *ioUserDataSize, void *outUserData);
extern OSStatus AudioFileSetUserData(AudioFileID inAudioFile, UInt32 inUserDataID, UInt32 inIndex, UInt32 inUserDataSize, const void *inUserData);
extern OSStatus AudioFileRemoveUserData(AudioFileID inAudioFile, UInt32 inUserDataID, UInt32 inIndex);

extern OSStatus AudioFileGetGlobalInfoSize(AudioFilePropertyID inPropertyID, UInt32 inSpecifierSize, void *_Nullable inSpecifier,
                                           UInt32 *outDataSize);
extern OSStatus AudioFileGetGlobalInfo(AudioFilePropertyID inPropertyID, UInt32 inSpecifierSize, void *_Nullable inSpecifier,
                                       UInt32 *ioDataSize, void *outPropertyData);

extern OSStatus AudioFileGetPropertyInfo(AudioFileID inAudioFile, AudioFilePropertyID inPropertyID, UInt32 *_Nullable outDataSize,
                                         UInt32 *_Nullable isWritable);
extern OSStatus AudioFileGetProperty(AudioFileID inAudioFile, AudioFilePropertyID inPropertyID, UInt32 *ioDataSize, void *outPropertyData);
extern OSStatus AudioFileSetProperty(AudioFileID inAudioFile, AudioFilePropertyID inPropertyID, UInt32 inDataSize, const void *inPropertyData);

CF_EXTERN_C_END
CF_ASSUME_NONNULL_END
#endif
