internal import KKAudio

@implementation @c public func AudioConverterGetPropertyInfo(
    _ inAudioConverter: AudioConverterRef, _ inPropertyID: AudioConverterPropertyID,
    _ outSize: UnsafeMutablePointer<UInt32>?, _ outWritable: UnsafeMutablePointer<Bool>?
) -> OSStatus {
    answer {
        let held = try HeldConverter.of(inAudioConverter)
        let size =
            HeldConverter.questions.contains(inPropertyID) ? 4 : try held.bytes(inPropertyID, asked: nil).bytes.count
        outSize?.pointee = UInt32(clamping: size)
        outWritable?.pointee = HeldConverter.settable.contains(inPropertyID)
    }
}

@implementation @c public func AudioConverterGetProperty(
    _ inAudioConverter: AudioConverterRef, _ inPropertyID: AudioConverterPropertyID,
    _ ioPropertyDataSize: UnsafeMutablePointer<UInt32>, _ outPropertyData: UnsafeMutableRawPointer
) -> OSStatus {
    answer {
        let asked = GivenBytes(
            try outPropertyData.checked(), try ioPropertyDataSize.checked().pointee,
            wrongSize: kAudioConverterErr_BadPropertySizeError)
        try HeldConverter.of(inAudioConverter).bytes(inPropertyID, asked: asked).copy(
            to: outPropertyData, ioPropertyDataSize, tooSmall: kAudioConverterErr_BadPropertySizeError)
    }
}

@implementation @c public func AudioConverterSetProperty(
    _ inAudioConverter: AudioConverterRef, _ inPropertyID: AudioConverterPropertyID, _ inPropertyDataSize: UInt32,
    _ inPropertyData: UnsafeRawPointer
) -> OSStatus {
    answer {
        let held = try HeldConverter.of(inAudioConverter)
        try held.requireIdle()
        let given = GivenBytes(
            try inPropertyData.checked(), inPropertyDataSize, wrongSize: kAudioConverterErr_BadPropertySizeError)
        try held.converter.setProperty(FourCharCode(rawValue: inPropertyID), held.value(inPropertyID, given))
    }
}

extension HeldConverter {
    static let questions: Set<AudioConverterPropertyID> = [
        kAudioConverterPropertyCalculateInputBufferSize, kAudioConverterPropertyCalculateOutputBufferSize,
    ]

    static let settable: Set<AudioConverterPropertyID> = [
        kAudioConverterSampleRateConverterComplexity, kAudioConverterSampleRateConverterQuality,
        kAudioConverterPrimeMethod, kAudioConverterPrimeInfo, kAudioConverterChannelMap,
        kAudioConverterDecompressionMagicCookie, kAudioConverterInputChannelLayout, kAudioConverterOutputChannelLayout,
        kAudioConverterPropertyDithering, kAudioConverterPropertyDitherBitDepth, kAudioConverterEncodeBitRate,
        kAudioConverterCodecQuality, kAudioConverterPropertyBitDepthHint, kAudioCodecPropertyBitRateControlMode,
        kAudioCodecPropertySoundQualityForVBR,
    ]

    func bytes(_ id: AudioConverterPropertyID, asked: GivenBytes?) throws -> PropertyBytes {
        let code = FourCharCode(rawValue: id)
        let value: KKConvert.AudioConverter.PropertyValue
        if Self.questions.contains(id), let asked {
            value = try converter.property(code, of: Int(try asked.value(UInt32.self)))
        } else {
            value = try converter.property(code)
        }
        switch value {
        case .number(let number): return PropertyBytes(number)
        case .channelMap(let map): return PropertyBytes(map.map { Int32(clamping: $0) })
        case .layout(let layout): return layout.bytes
        case .description(let description): return PropertyBytes(AudioStreamBasicDescription(description))
        case .primeInfo(let info):
            return PropertyBytes(
                AudioConverterPrimeInfo(
                    leadingFrames: UInt32(clamping: info.leadingFrames),
                    trailingFrames: UInt32(clamping: info.trailingFrames)))
        case .magicCookie(let cookie): return PropertyBytes(cookie)
        case .ranges(let ranges):
            return PropertyBytes(ranges.map { AudioValueRange($0.lowerBound, $0.upperBound) })
        case .numbers(let numbers): return PropertyBytes(numbers)
        }
    }

    func value(
        _ id: AudioConverterPropertyID, _ given: GivenBytes
    ) throws -> KKConvert.AudioConverter.PropertyValue {
        switch id {
        case kAudioConverterChannelMap: return .channelMap(try given.values(Int32.self).map { Int($0) })
        case kAudioConverterDecompressionMagicCookie: return .magicCookie(try given.bytes())
        case kAudioConverterInputChannelLayout, kAudioConverterOutputChannelLayout:
            return .layout(
                try ChannelLayout(
                    given.memory.orThrow(), byteCount: given.count, wrongSize: kAudioConverterErr_BadPropertySizeError,
                    unknown: kAudioConverterErr_OperationNotSupported))
        case kAudioConverterPrimeInfo:
            let info = try given.value(AudioConverterPrimeInfo.self)
            return .primeInfo(
                KKConvert.AudioConverter.PrimeInfo(
                    leadingFrames: Int(info.leadingFrames), trailingFrames: Int(info.trailingFrames)))
        default:
            guard Self.settable.contains(id) else { throw Status(kAudioConverterErr_PropertyNotSupported) }
            return .number(try given.value(UInt32.self))
        }
    }
}
