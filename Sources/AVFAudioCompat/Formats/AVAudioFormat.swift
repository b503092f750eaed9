internal import CCoreAudio
internal import KKAudio

public enum AVAudioCommonFormat: UInt, Sendable {
    case otherFormat = 0
    case pcmFormatFloat32 = 1
    case pcmFormatFloat64 = 2
    case pcmFormatInt16 = 3
    case pcmFormatInt32 = 4
}

/// The format of audio: a description and, if there is one, a layout.
open class AVAudioFormat: NSObject, @unchecked Sendable {
    public let streamDescription: UnsafePointer<AudioStreamBasicDescription>
    public let channelLayout: AVAudioChannelLayout?
    /// The decoder's configuration.
    public var magicCookie: Data?

    init(_ description: AudioStreamBasicDescription, _ layout: AVAudioChannelLayout?) {
        let memory = UnsafeMutablePointer<AudioStreamBasicDescription>.allocate(capacity: 1)
        // Of linear PCM the sizes follow from the rest.
        memory.initialize(to: AudioStreamBasicDescription(StreamDescription(description).completed))
        streamDescription = UnsafePointer(memory)
        channelLayout = layout
    }

    deinit { streamDescription.deallocate() }

    /// - Returns: `nil` for more than two channels, which need a layout.
    public convenience init?(streamDescription: UnsafePointer<AudioStreamBasicDescription>) {
        self.init(streamDescription: streamDescription, channelLayout: nil)
    }

    /// - Returns: `nil` for more than two channels without a layout, and for a layout of other channels.
    public convenience init?(
        streamDescription: UnsafePointer<AudioStreamBasicDescription>, channelLayout layout: AVAudioChannelLayout?
    ) {
        let description = streamDescription.pointee
        guard Self.isPossible(description.mChannelsPerFrame, layout) else { return nil }
        self.init(description, layout)
    }

    /// Float32, deinterleaved.
    ///
    /// - Returns: `nil` for no channels, and for more than two, which need a layout.
    public convenience init?(standardFormatWithSampleRate sampleRate: Double, channels: AVAudioChannelCount) {
        self.init(commonFormat: .pcmFormatFloat32, sampleRate: sampleRate, channels: channels, interleaved: false)
    }

    public convenience init(standardFormatWithSampleRate sampleRate: Double, channelLayout layout: AVAudioChannelLayout)
    {
        self.init(
            commonFormat: .pcmFormatFloat32, sampleRate: sampleRate, interleaved: false, channelLayout: layout)
    }

    /// - Returns: `nil` for no channels, for more than two, which need a layout, and for `otherFormat`.
    public convenience init?(
        commonFormat format: AVAudioCommonFormat, sampleRate: Double, channels: AVAudioChannelCount, interleaved: Bool
    ) {
        guard format != .otherFormat, Self.isPossible(channels, nil) else { return nil }
        self.init(format.description(sampleRate, channels, interleaved), nil)
    }

    public convenience init(
        commonFormat format: AVAudioCommonFormat, sampleRate: Double, interleaved: Bool,
        channelLayout layout: AVAudioChannelLayout
    ) {
        self.init(format.description(sampleRate, layout.channelCount, interleaved), layout)
    }

    /// - Returns: `nil` for incomplete or impossible settings.
    public convenience init?(settings: [String: Any]) {
        let given = AudioSettings(values: settings)
        guard let description = given.description, Self.isPossible(description.mChannelsPerFrame, given.layout) else {
            return nil
        }
        self.init(description, given.layout)
    }

    private static func isPossible(_ channels: AVAudioChannelCount, _ layout: AVAudioChannelLayout?) -> Bool {
        layout.map { $0.channelCount == channels && channels > 0 } ?? (1...2).contains(channels)
    }

    public var sampleRate: Double { streamDescription.pointee.mSampleRate }

    public var channelCount: AVAudioChannelCount { streamDescription.pointee.mChannelsPerFrame }

    public var isInterleaved: Bool {
        let description = streamDescription.pointee
        return description.mFormatID == kAudioFormatLinearPCM
            && description.mFormatFlags & kAudioFormatFlagIsNonInterleaved == 0
    }

    /// Whether it is Float32, deinterleaved.
    public var isStandard: Bool { commonFormat == .pcmFormatFloat32 && !isInterleaved }

    public var commonFormat: AVAudioCommonFormat {
        let own = streamDescription.pointee
        return [.pcmFormatFloat32, .pcmFormatFloat64, .pcmFormatInt16, .pcmFormatInt32].first {
            let common = $0.description(own.mSampleRate, own.mChannelsPerFrame, isInterleaved)
            return StreamDescription(common) == StreamDescription(own)
        } ?? .otherFormat
    }

    public var settings: [String: Any] {
        let own = streamDescription.pointee
        var settings: [String: Any] = [
            AVFormatIDKey: NSNumber(value: own.mFormatID), AVSampleRateKey: NSNumber(value: own.mSampleRate),
            AVNumberOfChannelsKey: NSNumber(value: own.mChannelsPerFrame),
        ]
        if let channelLayout { settings[AVChannelLayoutKey] = channelLayout.data }
        if own.mFormatID == kAudioFormatLinearPCM {
            func has(_ flag: AudioFormatFlags) -> NSNumber { NSNumber(value: own.mFormatFlags & flag != 0) }
            settings[AVLinearPCMBitDepthKey] = NSNumber(value: own.mBitsPerChannel)
            settings[AVLinearPCMIsFloatKey] = has(kAudioFormatFlagIsFloat)
            settings[AVLinearPCMIsBigEndianKey] = has(kAudioFormatFlagIsBigEndian)
            settings[AVLinearPCMIsNonInterleaved] = has(kAudioFormatFlagIsNonInterleaved)
        } else if let bits = [1: 16, 2: 20, 3: 24, 4: 32][own.mFormatFlags] {
            settings[AVEncoderBitDepthHintKey] = NSNumber(value: bits)
        }
        return settings
    }

    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? AVAudioFormat, stream == other.stream else { return false }
        return layout == other.layout && magicCookie == other.magicCookie
    }

    open override var hash: Int { stream.hashValue }

    open override var description: String { "<AVAudioFormat: \(stream)>" }
}

extension AVAudioCommonFormat {
    fileprivate func description(
        _ sampleRate: Double, _ channels: AVAudioChannelCount, _ isInterleaved: Bool
    ) -> AudioStreamBasicDescription {
        let bits: UInt32 = self == .pcmFormatInt16 ? 16 : self == .pcmFormatFloat64 ? 64 : 32
        let isFloat = self == .pcmFormatFloat32 || self == .pcmFormatFloat64
        var flags = isFloat ? kAudioFormatFlagIsFloat : kAudioFormatFlagIsSignedInteger
        flags |= kAudioFormatFlagIsPacked | kAudioFormatFlagsNativeEndian
        if !isInterleaved { flags |= kAudioFormatFlagIsNonInterleaved }
        let bytes = bits / 8 * (isInterleaved ? channels : 1)
        return AudioStreamBasicDescription(
            mSampleRate: sampleRate, mFormatID: kAudioFormatLinearPCM, mFormatFlags: flags, mBytesPerPacket: bytes,
            mFramesPerPacket: 1, mBytesPerFrame: bytes, mChannelsPerFrame: channels, mBitsPerChannel: bits, mReserved: 0
        )
    }
}

extension AVAudioFormat {
    /// As kkmix has it.
    var stream: StreamDescription { StreamDescription(streamDescription.pointee) }

    /// The channels; the usual ones of their number where nothing is said.
    var layout: ChannelLayout { channelLayout?.labels ?? .standard(Int(channelCount)) }

    var isLinearPCM: Bool { streamDescription.pointee.mFormatID == kAudioFormatLinearPCM }

    /// The same rate and channels as Float32, deinterleaved.
    var standard: AVAudioFormat { isStandard ? self : AVAudioFormat(sampleRate, layout) }

    /// Float32, deinterleaved, of any channels.
    convenience init(_ sampleRate: Double, _ layout: ChannelLayout) {
        self.init(
            AVAudioCommonFormat.pcmFormatFloat32.description(sampleRate, UInt32(clamping: layout.channelCount), false),
            layout.channelCount > 2 ? AVAudioChannelLayout(layout) : nil)
    }
}
