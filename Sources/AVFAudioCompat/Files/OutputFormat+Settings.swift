internal import CCoreAudio
internal import KKAudio

extension AudioSettings {
    /// The kind of file: that of the settings, or of the path's extension.
    func container(path: String) throws -> OutputContainer {
        guard let type = integer(AVAudioFileTypeKey) else {
            do {
                return try .of(path: FilePath(path))
            } catch {
                guard error.code == .unsupportedFileType else { throw error }
                // The error's own next step is an option of the command line.
                let extensions = OutputContainer.allCases.filter { $0 != .raw }.flatMap(\.extensions)
                throw AVFAudioError.make(
                    kAudioFileUnsupportedFileTypeError,
                    "\(path): \(error.problem); use one of \(extensions.joined(separator: ", ")), or give AVAudioFileTypeKey"
                )
            }
        }
        guard let container = Self.containers[type] else {
            throw AVFAudioError.make(
                kAudioFileUnsupportedFileTypeError, "files of type \(FourCharCode(rawValue: type)) cannot be written")
        }
        return container
    }

    /// What is written: a container and the encoding of the settings.
    func outputFormat(
        _ container: OutputContainer, _ description: AudioStreamBasicDescription
    ) throws -> OutputFormat {
        var format = OutputFormat(container: container, encoding: try encoding(description, container))
        let channelCount = Int(description.mChannelsPerFrame)
        // Apple's lossless encoders take no notice of a bit rate either.
        let settings = encoding(channelCount: channelCount)
        format.settings.bitRateControl = settings.bitRateControl
        if let rate = settings.encodeBitRate,
            !format.bitRates(sampleRate: description.mSampleRate, channelCount: channelCount).isEmpty
        {
            format.settings.bitRate = .rate(rate)
        }
        guard container.encodings.contains(format.encoding) else {
            throw AVFAudioError.make(
                kAudioFileUnsupportedDataFormatError, "\(container.name) cannot hold \(format.encoding.rawValue)")
        }
        return format
    }

    /// Whether the settings are of packets that a converter makes.
    func isEncoded(_ description: AudioStreamBasicDescription) -> Bool {
        PacketEncoders.formatIDs.contains(FourCharCode(rawValue: description.mFormatID))
    }

    /// What the settings say to an encoder.
    func encoding(channelCount: Int) -> KKConvert.AudioConverter.Settings {
        var settings = KKConvert.AudioConverter.Settings()
        settings.encodeBitRate =
            integer(AVEncoderBitRateKey).map { Int($0) }
            ?? integer(AVEncoderBitRatePerChannelKey).map { Int($0) * channelCount }
        if let quality = integer(AVEncoderAudioQualityKey) { settings.codecQuality = min(quality, 0x7F) }
        settings.variableQuality = integer(AVEncoderAudioQualityForVBRKey).map { min($0, 0x7F) }
        // As of a bit rate, an encoder takes no notice of what it has no use for.
        if let strategy = values[AVEncoderBitRateStrategyKey] as? String, let id = integer(AVFormatIDKey),
            let control = BitRateControl(strategy: strategy),
            PacketEncoders.bitRateControls(of: FourCharCode(rawValue: id)).contains(control)
        {
            settings.bitRateControl = control
        }
        return settings
    }

    private static let containers: [AudioFileTypeID: OutputContainer] = [
        kAudioFileWAVEType: .wav, kAudioFileRF64Type: .rf64, kAudioFileWave64Type: .w64, kAudioFileCAFType: .caf,
        kAudioFileAIFFType: .aiff, kAudioFileAIFCType: .aifc, kAudioFileNextType: .au, kAudioFileFLACType: .flac,
        kAudioFileMP3Type: .mp3, kAudioFileM4AType: .m4a, kAudioFileAAC_ADTSType: .adts, kAudioFileAC3Type: .ac3,
    ]

    private func encoding(
        _ description: AudioStreamBasicDescription, _ container: OutputContainer
    ) throws -> Encoding {
        let depth = [1: Encoding.s16, 3: .s24][description.mFormatFlags]
        let known: Encoding? =
            switch description.mFormatID {
            case kAudioFormatLinearPCM:
                description.mFormatFlags & kAudioFormatFlagIsFloat != 0
                    ? [32: .f32, 64: .f64][description.mBitsPerChannel]
                    : [8: .u8, 16: .s16, 24: .s24, 32: .s32][description.mBitsPerChannel]
            case kAudioFormatULaw: .ulaw
            case kAudioFormatALaw: .alaw
            case kAudioFormatFLAC: container == .flac ? depth : .flac
            case kAudioFormatMPEGLayer3: .mp3
            case kAudioFormatMPEG4AAC: .aac
            case kAudioFormatAC3: .ac3
            case kAudioFormatAppleLossless: [1: .alac16, 3: .alac24][description.mFormatFlags]
            case kAudioFormatOpus: .opus
            case FourCharCode("vorb").rawValue: .vorbis
            default: nil
            }
        if let known { return known }
        if isEncoded(description) {
            throw AVFAudioError.make(
                kAudioFileUnsupportedDataFormatError,
                "\(container.name) cannot store \(FourCharCode(rawValue: description.mFormatID)); write CAF")
        }
        throw AVFAudioError.make(
            kAudioFileUnsupportedDataFormatError,
            "there is no encoder for the format \(FourCharCode(rawValue: description.mFormatID)) with these settings")
    }
}
