extension CallHeader {
    static let soundHeaders = [formats, converters, queues, times]

    private static let formats = CallHeader(
        "Audio formats", "AudioToolbox/AudioFormat.h",
        Call.differs(
            "AudioFormatGetPropertyInfo",
            "PanningMatrix is vector-based, '!fmt' for SoundField. The rates and channels of encoders are empty lists if every number is possible. 'prop' for the encoders' layouts, ESDS, MPEG packets, hashes of layouts and ID3 tags."
        ),
        Call.differs("AudioFormatGetProperty", "The same. The names are kkmix's own."))

    private static let converters = CallHeader(
        "Audio converters", "AudioToolbox/AudioConverter.h",
        Call.differs(
            "AudioConverterNew",
            "To linear PCM from mu-law, A-law, MPEG audio (layers I to III), AAC, HE-AAC (v1 and v2), AC-3, E-AC-3, AMR, AMR-WB, FLAC, Apple Lossless, IMA4, Opus and Vorbis, and from linear PCM to mu-law, A-law, MP3, AAC, AC-3, FLAC, Apple Lossless, IMA4, Opus and Vorbis. Others are 'fmt?', and those whose library is not installed."
        ),
        Call.works(
            "AudioConverterNewSpecific", "AudioConverterDispose", "AudioConverterReset", "AudioConverterGetPropertyInfo"
        ),
        Call.differs(
            "AudioConverterGetProperty",
            "EncodeBitRate is 'prop' until it is set. ApplicableEncodeBitRates are the usual ones among those that are available. An encoder has one layout for its channels."
        ),
        Call.differs(
            "AudioConverterSetProperty",
            "For encoders EncodeBitRate, CodecQuality, BitDepthHint, and of AudioCodec.h BitRateControlMode and SoundQualityForVBR; 'op??' for a mode that the encoder does not have (of AAC Variable). Complexity is Normal or Mastering; settings cannot be changed with PropertySettings."
        ),
        Call.works("AudioConverterConvertBuffer", "AudioConverterConvertComplexBuffer"),
        Call.differs(
            "AudioConverterFillComplexBuffer",
            "Rates are converted with kkmix's own filters: the sound is the same within the tolerance of their qualities, but not bit for bit."
        ),
        Call.absent(
            "The formats say which codec it is", "AudioConverterNewWithOptions", "AudioConverterPrepare"),
        Call.absent(
            "`AudioConverterFillComplexBuffer`", "AudioConverterFillBuffer",
            "AudioConverterFillComplexBufferRealtimeSafe",
            "AudioConverterFillComplexBufferWithPacketDependencies"))

    private static let queues = CallHeader(
        "Audio queues", "AudioToolbox/AudioQueue.h",
        Call.differs(
            "AudioQueueNewOutput",
            "A queue is rendered offline. Its callbacks are called inside `AudioQueueOfflineRender`, whatever the run loop is."
        ),
        Call.works("AudioQueueDispose"),
        Call.differs("AudioQueueAllocateBuffer", "More than 1 GiB is -108."),
        Call.differs("AudioQueueAllocateBufferWithPacketDescriptions", "The same."),
        Call.works("AudioQueueFreeBuffer"),
        Call.differs("AudioQueueEnqueueBuffer", "Packets are decoded in this call."),
        Call.works("AudioQueueEnqueueBufferWithParameters"),
        Call.differs("AudioQueueStart", "-66681 for a queue without an offline format: there is no device."),
        Call.works("AudioQueuePrime", "AudioQueueStop", "AudioQueuePause", "AudioQueueFlush", "AudioQueueReset"),
        Call.works(
            "AudioQueueGetParameter", "AudioQueueSetParameter", "AudioQueueGetPropertySize", "AudioQueueGetProperty"),
        Call.differs(
            "AudioQueueSetProperty",
            "The time-pitch algorithm is Varispeed, so the pitch follows the rate; CurrentDevice and ChannelAssignments are -66684."
        ),
        Call.differs(
            "AudioQueueAddPropertyListener",
            "For IsRunning, ChannelLayout, metering, decode buffer and time pitch; -66684 for others."),
        Call.works("AudioQueueCreateTimeline", "AudioQueueDisposeTimeline"),
        Call.differs("AudioQueueGetCurrentTime", "Only the sample time is valid, because there is no clock."),
        Call.works("AudioQueueRemovePropertyListener", "AudioQueueSetOfflineRenderFormat", "AudioQueueOfflineRender"),
        Call.absent(
            "There is no microphone: `AudioQueue(input:from:)` of KKAudio records from a source of frames",
            "AudioQueueNewInput", "AudioQueueNewInputWithDispatchQueue"),
        Call.absent(
            "Callbacks are called inside `AudioQueueOfflineRender`", "AudioQueueNewOutputWithDispatchQueue"),
        Call.differs("AudioQueueProcessingTapNew", "One tap per queue; a second one is -66670."),
        Call.works(
            "AudioQueueProcessingTapDispose", "AudioQueueProcessingTapGetSourceAudio",
            "AudioQueueProcessingTapGetQueueTime"),
        Call.absent(
            "There is no device", "AudioQueueDeviceGetCurrentTime", "AudioQueueDeviceTranslateTime",
            "AudioQueueDeviceGetNearestStartTime"))

    private static let times = CallHeader(
        "Host time", "CoreAudio/HostTime.h",
        Call.differs(
            "AudioGetCurrentHostTime",
            "There is no running clock: it is the host time of the slice last requested by this thread (or by any thread if this one does not render), 0 before the first. It does not advance in between. `mach_absolute_time` is the same."
        ),
        Call.differs("AudioGetHostClockFrequency", "A tick is a nanosecond."),
        Call.works(
            "AudioGetHostClockMinimumTimeDelta", "AudioConvertHostTimeToNanos", "AudioConvertNanosToHostTime"))
}
