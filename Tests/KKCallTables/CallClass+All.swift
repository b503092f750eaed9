extension CallClass {
    /// Every class that is there, with the calls that Apple's has.
    package static let all = formats + files + graph + nodes + units + players + [absent]

    private static let formats = [
        CallClass(
            "AVAudioFormat",
            Call.works(
                "init(standardFormatWithSampleRate:channels:)", "init(standardFormatWithSampleRate:channelLayout:)",
                "init(commonFormat:sampleRate:channels:interleaved:)",
                "init(commonFormat:sampleRate:interleaved:channelLayout:)", "init(settings:)",
                "init(streamDescription:)",
                "init(streamDescription:channelLayout:)", "streamDescription", "channelLayout", "magicCookie",
                "sampleRate",
                "channelCount", "isInterleaved", "isStandard", "commonFormat", "settings"),
            Call.absent("There is no CoreMedia", "init(cmAudioFormatDescription:)", "formatDescription")),
        CallClass(
            "AVAudioChannelLayout",
            Call.works("init(layout:)", "layout", "layoutTag", "channelCount"),
            Call.differs("init(layoutTag:)", "Also `nil` for a tag whose channel order kkmix does not know.")),
        CallClass(
            "AVAudioTime",
            Call.works(
                "init(audioTimeStamp:sampleRate:)", "init(hostTime:)", "init(sampleTime:atRate:)",
                "init(hostTime:sampleTime:atRate:)", "audioTimeStamp", "sampleRate", "isHostTimeValid", "hostTime",
                "isSampleTimeValid", "sampleTime", "extrapolateTime(fromAnchor:)"),
            Call.differs("hostTime(forSeconds:)", tick), Call.differs("seconds(forHostTime:)", tick)),
        CallClass(
            "AVAudioBuffer",
            Call.works("format", "audioBufferList", "mutableAudioBufferList", "copy(with:)", "mutableCopy(with:)")),
        CallClass(
            "AVAudioPCMBuffer",
            Call.works(
                "init(pcmFormat:frameCapacity:)", "init(pcmFormat:bufferListNoCopy:deallocator:)", "frameCapacity",
                "frameLength", "stride", "floatChannelData", "int16ChannelData", "int32ChannelData")),
        CallClass(
            "AVAudioCompressedBuffer",
            Call.works(
                "init(format:packetCapacity:maximumPacketSize:)", "init(format:packetCapacity:)", "packetCapacity",
                "packetCount", "maximumPacketSize", "packetDescriptions", "data", "byteCapacity", "byteLength"),
            Call.absent("Packets do not depend on one another in the formats that are decoded", "packetDependencies")),
    ]

    private static let tick = "A tick is a nanosecond, and host times count from frame 0 of the engine."

    private static let files = [
        CallClass(
            "AVAudioFile",
            Call.works(
                "init(forReading:)", "init(forReading:commonFormat:interleaved:)", "url", "fileFormat",
                "processingFormat",
                "length", "framePosition", "close()", "isOpen"),
            Call.differs("read(into:)", narrow), Call.differs("read(into:frameCount:)", narrow),
            Call.differs("init(forWriting:settings:)", written),
            Call.differs("init(forWriting:settings:commonFormat:interleaved:)", written),
            Call.differs("write(from:)", "`'dta?'` for samples that are infinite or NaN.")),
        CallClass(
            "AVAudioConverter",
            Call.differs(
                "init(from:to:)",
                "To linear PCM, from linear PCM and everything that kkmix decodes; from linear PCM to everything that it encodes. `nil` otherwise, and if the library of a codec is not installed."
            ),
            Call.works("inputFormat", "outputFormat", "reset()", "convert(to:from:)"),
            Call.differs(
                "convert(to:error:withInputFrom:)",
                "Rates are converted with kkmix's own filters. An empty buffer with `.haveData` means the end."
            ),
            Call.works("channelMap", "magicCookie", "downmix", "dither", "sampleRateConverterQuality"),
            Call.differs(
                "sampleRateConverterAlgorithm",
                "Normal and Mastering; with MinimumPhase the next conversion is `'op??'`."),
            Call.works("primeMethod", "primeInfo", "maximumOutputPacketSize"),
            Call.differs(
                "bitRate", "0 until it is set. An unsupported bit rate is `'fmt?'` at the next conversion."),
            Call.differs(
                "bitRateStrategy",
                "Constant for AAC, AC-3, MP3, Opus and Vorbis; average for AAC, MP3 and Vorbis; constrained for AAC and Opus; variable for MP3, Opus and Vorbis; others are `'op??'` at the next conversion. A constant rate of AAC holds over about an eighth of a second."
            ),
            Call.differs("applicableEncodeBitRates", "The usual ones among those that are available."),
            Call.differs("availableEncodeBitRates", rates),
            Call.differs("availableEncodeSampleRates", ends), Call.differs("applicableEncodeSampleRates", ends),
            Call.differs("availableEncodeChannelLayoutTags", "The encoder's layout for its channels.")),
    ]

    private static let ends = "Those for the output's format; for a range, its two ends."
    private static let rates = "Those for the output's rate and channels; for a range, its two ends."
    private static let narrow =
        "Throws at the end, as on Apple's systems. 32-bit integers and Float64 are converted to Float32."
    private static let written =
        "The file type is that of the extension, if kkmix writes it, with its usual byte order. The file gets its name when it is closed, "
        + "when nobody holds it any more, or when the program ends. Apple Lossless, IMA4, FLAC and Opus go into CAF, where the settings' bit rate and quality count; "
        + "the bit rate does in MP3, Opus, M4A, ADTS and AC-3 as well."

    private static let players = [
        CallClass(
            "AVAudioPlayer",
            Call.works(
                "init(contentsOf:)", "init(contentsOf:fileTypeHint:)", "init(data:)", "init(data:fileTypeHint:)", "url",
                "data", "format", "settings", "numberOfChannels", "duration", "isPlaying", "pause()", "stop()",
                "currentTime", "numberOfLoops", "volume", "setVolume(_:fadeDuration:)", "pan", "delegate"),
            Call.differs("play()", unheard), Call.differs("play(atTime:)", unheard),
            Call.differs("prepareToPlay()", unheard),
            Call.differs("deviceCurrentTime", "The rendered time."),
            Call.works("isMeteringEnabled"), Call.differs("updateMeters()", metered),
            Call.differs("averagePower(forChannel:)", metered), Call.differs("peakPower(forChannel:)", metered),
            Call.differs("enableManualRendering(format:maximumFrameCount:)", ours),
            Call.differs("renderOffline(_:to:)", ours),
            Call.works("rate", "enableRate"),
            Call.absent("There is no device", "currentDevice", "channelAssignments")),
        CallClass(
            "AVAudioPlayerDelegate",
            Call.works("audioPlayerDidFinishPlaying(_:successfully:)", "audioPlayerDecodeErrorDidOccur(_:error:)")),
    ]

    private static let unheard = "`false` until manual rendering is enabled, because there is no device."
    private static let metered =
        "As in kkmix's mixers: the mean of the last tenth of a second and a peak that is held for a second, before the volume."
    private static let ours = "An extension of kkmix: the program requests the sound of a player."

    private static let absent = CallClass(
        "Classes that are not there",
        Call.absent(
            "Sound is placed by the unit `SpatialMixer`, which has no node", "AVAudioEnvironmentNode", "AVAudio3DMixing"
        ),
        Call.absent(
            "There is no MIDI", "AVAudioUnitSampler", "AVAudioUnitMIDIInstrument", "AVAudioSequencer", "AVMIDIPlayer"),
        Call.absent("There is no device", "AVAudioSession", "AVAudioRecorder", "AVAudioRoutingArbiter"),
        Call.absent(
            "Units are found by the C API", "AVAudioUnitComponent", "AVAudioUnitComponentManager",
            "AVAudioUnitGenerator"),
        Call.absent("There is no speech", "AVSpeechSynthesizer"))
}
