extension CallHeader {
    static let fileHeaders = [extended, files, streams]

    private static let old = "Files are named by URL"

    private static let extended = CallHeader(
        "Extended audio files", "AudioToolbox/ExtendedAudioFile.h",
        Call.differs(
            "ExtAudioFileOpenURL",
            "The client's format is made from Float32, so integers of 32 bits lose their last eight. Other numbers of channels are mixed as layouts "
                + "are: mono goes to both sides."),
        Call.works("ExtAudioFileWrapAudioFileID"),
        Call.differs(
            "ExtAudioFileCreateWithURL",
            "Linear PCM, and what AudioConverter encodes, in CAF, AAC and Apple Lossless also in M4A, M4B and MP4, FLAC and MP3 as streams. The file has its name when it is disposed of; before that nothing is there."
        ),
        Call.works("ExtAudioFileDispose", "ExtAudioFileRead", "ExtAudioFileWrite"),
        Call.differs("ExtAudioFileWriteAsync", "It is written before the call is over."),
        Call.works("ExtAudioFileSeek", "ExtAudioFileTell", "ExtAudioFileGetPropertyInfo"),
        Call.differs(
            "ExtAudioFileGetProperty",
            "AudioConverter of a file that is read is one of its own, whose settings the file follows. -66561 for ConverterConfig, CodecManufacturer, IOBuffer and IOBufferSizeBytes: they are a file's own."
        ),
        Call.differs(
            "ExtAudioFileSetProperty",
            "ClientDataFormat, ClientChannelLayout of a file that is read, and a ConverterConfig of NULL; -66561 for all others."
        ),
        Call.absent(old, "ExtAudioFileOpen", "ExtAudioFileCreateNew"))

    private static let files = CallHeader(
        "Audio files", "AudioToolbox/AudioFile.h",
        Call.works("AudioFileOpenURL"),
        Call.differs(
            "AudioFileCreateWithURL", "The file has its name when it is closed. Audio data is not aligned to pages."),
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
            "'pty?' for types of the Macintosh. UTIs and MIME types are those that kkmix knows of the kinds that it reads."
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
            "Inside its own callbacks it is 'nope'. The last packet of AC-3, E-AC-3, FLAC and MPEG audio in free format, which is told by what follows, comes with a call of 0 bytes, the end."
        ),
        Call.works("AudioFileStreamSeek", "AudioFileStreamGetPropertyInfo"),
        Call.differs(
            "AudioFileStreamGetProperty",
            "'pty?' for PacketToByte, ByteToPacket, roll distances and dependencies: `AudioFileStream` of KKAudio has them."
        ),
        Call.works("AudioFileStreamClose"),
        Call.absent("None can be set on Apple's systems either", "AudioFileStreamSetProperty"))
}
