internal import CCoreAudio
internal import KKAudio

// The keys and values of a settings dictionary: AVAudioSettings.h.

public let AVFormatIDKey = "AVFormatIDKey"
public let AVSampleRateKey = "AVSampleRateKey"
public let AVNumberOfChannelsKey = "AVNumberOfChannelsKey"
public let AVLinearPCMBitDepthKey = "AVLinearPCMBitDepthKey"
public let AVLinearPCMIsBigEndianKey = "AVLinearPCMIsBigEndianKey"
public let AVLinearPCMIsFloatKey = "AVLinearPCMIsFloatKey"
public let AVLinearPCMIsNonInterleaved = "AVLinearPCMIsNonInterleaved"
public let AVAudioFileTypeKey = "AVAudioFileTypeKey"
public let AVChannelLayoutKey = "AVChannelLayoutKey"
public let AVEncoderAudioQualityKey = "AVEncoderAudioQualityKey"
public let AVEncoderAudioQualityForVBRKey = "AVEncoderAudioQualityForVBRKey"
public let AVEncoderBitDepthHintKey = "AVEncoderBitDepthHintKey"
public let AVEncoderBitRateKey = "AVEncoderBitRateKey"
public let AVEncoderBitRatePerChannelKey = "AVEncoderBitRatePerChannelKey"
public let AVEncoderBitRateStrategyKey = "AVEncoderBitRateStrategyKey"
public let AVSampleRateConverterAlgorithmKey = "AVSampleRateConverterAlgorithmKey"
public let AVSampleRateConverterAudioQualityKey = "AVSampleRateConverterAudioQualityKey"

public let AVSampleRateConverterAlgorithm_Normal = "AVSampleRateConverterAlgorithm_Normal"
public let AVSampleRateConverterAlgorithm_Mastering = "AVSampleRateConverterAlgorithm_Mastering"
public let AVSampleRateConverterAlgorithm_MinimumPhase = "AVSampleRateConverterAlgorithm_MinimumPhase"

public let AVAudioBitRateStrategy_Constant = "AVAudioBitRateStrategy_Constant"
public let AVAudioBitRateStrategy_LongTermAverage = "AVAudioBitRateStrategy_LongTermAverage"
public let AVAudioBitRateStrategy_VariableConstrained = "AVAudioBitRateStrategy_VariableConstrained"
public let AVAudioBitRateStrategy_Variable = "AVAudioBitRateStrategy_Variable"

public enum AVAudioQuality: Int, Sendable {
    case min = 0
    case low = 0x20
    case medium = 0x40
    case high = 0x60
    case max = 0x7F
}

/// A settings dictionary, whose numbers may be of any type.
struct AudioSettings {
    let values: [String: Any]

    func number(_ key: String) -> Double? { (values[key] as? NSNumber)?.doubleValue }

    func integer(_ key: String) -> UInt32? { number(key).flatMap { UInt32(exactly: $0) } }

    func flag(_ key: String) -> Bool { number(key).map { $0 != 0 } ?? false }

    var layout: AVAudioChannelLayout? {
        switch values[AVChannelLayoutKey] {
        case let layout as AVAudioChannelLayout: return layout
        case let data as Data: return AVAudioChannelLayout(data)
        default: return nil
        }
    }

    /// What is described, or `nil` if it is none or says too little.
    var description: AudioStreamBasicDescription? {
        guard let id = integer(AVFormatIDKey), let rate = number(AVSampleRateKey), rate > 0, rate.isFinite else {
            return nil
        }
        let channels = integer(AVNumberOfChannelsKey) ?? layout?.channelCount ?? 0
        guard (1...1024).contains(channels) else { return nil }
        var made = AudioStreamBasicDescription()
        made.mSampleRate = rate
        made.mFormatID = id
        made.mChannelsPerFrame = channels
        guard id == kAudioFormatLinearPCM else {
            made.mFormatFlags = sourceDepthFlag(id)
            let known = try? AudioFormat.formatInfo(StreamDescription(made))
            return known.map { AudioStreamBasicDescription($0) } ?? made
        }
        let isFloat = flag(AVLinearPCMIsFloatKey), bits = integer(AVLinearPCMBitDepthKey) ?? (isFloat ? 32 : 16)
        guard isFloat ? bits == 32 || bits == 64 : [8, 16, 24, 32].contains(bits) else { return nil }
        var flags = isFloat ? kAudioFormatFlagIsFloat : kAudioFormatFlagIsSignedInteger
        flags |= kAudioFormatFlagIsPacked
        if flag(AVLinearPCMIsBigEndianKey) { flags |= kAudioFormatFlagIsBigEndian }
        let isSplit = flag(AVLinearPCMIsNonInterleaved)
        if isSplit { flags |= kAudioFormatFlagIsNonInterleaved }
        made.mFormatFlags = flags
        made.mBitsPerChannel = bits
        made.mBytesPerFrame = bits / 8 * (isSplit ? 1 : channels)
        made.mBytesPerPacket = made.mBytesPerFrame
        made.mFramesPerPacket = 1
        return made
    }

    /// What the flags of a lossless format say of the samples.
    private func sourceDepthFlag(_ id: AudioFormatID) -> AudioFormatFlags {
        guard id == kAudioFormatAppleLossless || id == kAudioFormatFLAC else { return 0 }
        let bits = integer(AVEncoderBitDepthHintKey) ?? integer(AVLinearPCMBitDepthKey) ?? 16
        return [16: 1, 20: 2, 24: 3, 32: 4][bits] ?? 1
    }
}
