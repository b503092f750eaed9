extension CallHeader {
    static let fileHeaders = [extended, files, streams]

    private static let old = "Files are named by URL"

    private static let extended = CallHeader(
        "Extended audio files", "AudioToolbox/ExtendedAudioFile.h",
        Call.differs(
            "ExtAudioFileOpenURL",
            "The client's format is made from Float32, so integers of 32 bits lose their last eight. Other numbers of channels are mixed by their layouts: mono goes to both sides."
        ),
        Call.works("ExtAudioFileWrapAudioFileID"),
        Call.differs(
            "ExtAudioFileCreateWithURL",
            "Linear PCM, and what AudioConverter encodes, in CAF, AAC and Apple Lossless also in M4A, M4B and MP4, and AAC (ADTS), AC-3, FLAC and MP3 as streams. The file gets its name when it is disposed of; before that it does not exist."
        ),
        Call.works("ExtAudioFileDispose", "ExtAudioFileRead", "ExtAudioFileWrite"),
        Call.differs("ExtAudioFileWriteAsync", "The data are written before the call returns."),
        Call.works("ExtAudioFileSeek", "ExtAudioFileTell", "ExtAudioFileGetPropertyInfo"),
        Call.differs(
            "ExtAudioFileGetProperty",
            "AudioConverter of a file that is read is a separate converter, whose settings the file uses. CodecManufacturer is always 'appl', Apple's software codecs. -66561 for ConverterConfig, IOBuffer and IOBufferSizeBytes: they cannot be accessed."
        ),
        Call.differs(
            "ExtAudioFileSetProperty",
            "ClientDataFormat, ClientChannelLayout of a file that is read, a CodecManufacturer of 'appl', and a ConverterConfig of NULL; -66561 for all others."
        ),
        Call.absent(old, "ExtAudioFileOpen", "ExtAudioFileCreateNew"))

    private static let files = CallHeader(
        "Audio files", "AudioToolbox/AudioFile.h",
        Call.works("AudioFileOpenURL"),
        Call.differs(
            "AudioFileCreateWithURL", "The file gets its name when it is closed. Audio data is not aligned to pages."),
        Call.works(
            "AudioFileOpenWithCallbacks", "AudioFileInitializeWithCallbacks", "AudioFileClose", "AudioFileOptimize"),
        Call.works(
            "AudioFileReadBytes", "AudioFileWriteBytes", "AudioFileReadPacketData", "AudioFileReadPackets",
            "AudioFileWritePackets"),
        Call.works(
            "AudioFileCountUserData", "AudioFileGetUserDataSize", "AudioFileGetUserData", "AudioFileSetUserData",
            "AudioFileRemoveUserData"),
        Call.works("AudioFileGetPropertyInfo"),
        Call.differs(
            "AudioFileGetProperty",
            "'pty?' for roll distances, dependencies and artwork: `AudioFile` of KKAudio has the first two."
        ),
        Call.differs(
            "AudioFileSetProperty",
            "MagicCookieData, ChannelLayout, PacketTableInfo, MarkerList, RegionList, InfoDictionary, DeferSizeUpdates and ReserveDuration; 'pty?' for all others."
        ),
        Call.differs(
            "AudioFileGetGlobalInfoSize",
            "'pty?' for Macintosh types. UTIs and MIME types are those of the file types that kkmix can read."
        ),
        Call.differs("AudioFileGetGlobalInfo", "The same."),
        Call.absent(
            "Chunks are read as a whole", "AudioFileGetUserDataSize64", "AudioFileGetUserDataAtOffset"),
        Call.absent(old, "AudioFileOpen", "AudioFileCreate", "AudioFileInitialize"))

    private static let streams = CallHeader(
        "Audio file streams", "AudioToolbox/AudioFileStream.h",
        Call.works("AudioFileStreamOpen"),
        Call.differs(
            "AudioFileStreamParseBytes",
            "Inside its own callbacks it is 'nope'. The last packet comes with its last byte; of a FLAC stream that does not say how long it is, with a call of 0 bytes, the end."
        ),
        Call.works("AudioFileStreamSeek", "AudioFileStreamGetPropertyInfo"),
        Call.differs(
            "AudioFileStreamGetProperty",
            "'pty?' for PacketToByte, ByteToPacket, roll distances and dependencies: `AudioFileStream` of KKAudio has them. AudioDataByteCount and MaximumPacketSize are 'pty?' until the end, a call of 0 bytes, if no header or table of CAF states them: for MPEG audio (whatever its tag says), ADTS, AC-3, FLAC and MP4."
        ),
        Call.works("AudioFileStreamClose"),
        Call.absent("None can be set on Apple's systems either", "AudioFileStreamSetProperty"))
}
