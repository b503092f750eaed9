internal import CCoreAudio
internal import KKAudio

extension AudioSettings {
    /// What is written: the container of the path's extension or of the settings, and the encoding of the settings.
    func outputFormat(path: String, _ description: AudioStreamBasicDescription) throws -> OutputFormat {
        let type = integer(AVAudioFileTypeKey)
        if let type, Self.containers[type] == nil {
            throw AVFAudioError.make(
                kAudioFileUnsupportedFileTypeError, "files of the type \(FourCharCode(rawValue: type)) are not written")
        }
        let name = type.flatMap { Self.containers[$0] }
        let container = try name ?? .of(path: FilePath(path))
        let format = OutputFormat(container: container, encoding: try encoding(description, container))
        guard container.encodings.contains(format.encoding) else {
            throw AVFAudioError.make(
                kAudioFileUnsupportedDataFormatError, "\(container.name) cannot hold \(format.encoding.rawValue)")
        }
        return format
    }

    private static let containers: [AudioFileTypeID: OutputContainer] = [
        kAudioFileWAVEType: .wav, kAudioFileRF64Type: .rf64, kAudioFileWave64Type: .w64, kAudioFileCAFType: .caf,
        kAudioFileAIFFType: .aiff, kAudioFileAIFCType: .aifc, kAudioFileNextType: .au, kAudioFileFLACType: .flac,
        kAudioFileMP3Type: .mp3,
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
            case kAudioFormatAppleLossless: .alac
            case kAudioFormatMPEGLayer3: .mp3
            case kAudioFormatOpus: .opus
            case FourCharCode("vorb").rawValue: .vorbis
            default: nil
            }
        if let known { return known }
        throw AVFAudioError.make(
            kAudioFileUnsupportedDataFormatError,
            "there is no encoder of the format \(FourCharCode(rawValue: description.mFormatID)) and these settings")
    }
}

extension OutputFormat {
    /// As the audio is stored.
    func audioFormat(_ wanted: AudioStreamBasicDescription, _ layout: ChannelLayout) -> AVAudioFormat {
        var stored = wanted
        if wanted.mFormatID == kAudioFormatLinearPCM {
            // Files are interleaved, in the byte order of their kind.
            stored.mFormatFlags &= ~(kAudioFormatFlagIsNonInterleaved | kAudioFormatFlagIsBigEndian)
            if [.aiff, .aifc, .au].contains(container) { stored.mFormatFlags |= kAudioFormatFlagIsBigEndian }
            if encoding == .u8 { stored.mFormatFlags &= ~kAudioFormatFlagIsSignedInteger }
            stored.mBytesPerFrame = stored.mBitsPerChannel / 8 * stored.mChannelsPerFrame
            stored.mBytesPerPacket = stored.mBytesPerFrame
        }
        return AVAudioFormat(stored, layout.channelCount > 2 ? AVAudioChannelLayout(layout) : nil)
    }
}
