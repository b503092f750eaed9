internal import KKAudio

@implementation @c public func AudioFormatGetPropertyInfo(
    _ inPropertyID: AudioFormatPropertyID, _ inSpecifierSize: UInt32, _ inSpecifier: UnsafeRawPointer?,
    _ outPropertyDataSize: UnsafeMutablePointer<UInt32>?
) -> OSStatus {
    answer {
        let size = try formatProperty(inPropertyID, inSpecifier, inSpecifierSize, nil).bytes.count
        outPropertyDataSize?.pointee = UInt32(clamping: size)
    }
}

@implementation @c public func AudioFormatGetProperty(
    _ inPropertyID: AudioFormatPropertyID, _ inSpecifierSize: UInt32, _ inSpecifier: UnsafeRawPointer?,
    _ ioPropertyDataSize: UnsafeMutablePointer<UInt32>?, _ outPropertyData: UnsafeMutableRawPointer?
) -> OSStatus {
    answer {
        // It is asked for its result alone.
        if inPropertyID == kAudioFormatProperty_ValidateChannelLayout {
            _ = try formatProperty(inPropertyID, inSpecifier, inSpecifierSize, nil)
            return
        }
        let size = try ioPropertyDataSize.orThrow(), memory = try outPropertyData.orThrow()
        let asked = GivenBytes(memory, size.pointee, wrongSize: kAudioFormatBadPropertySizeError)
        try formatProperty(inPropertyID, inSpecifier, inSpecifierSize, asked).copy(
            to: memory, size, tooSmall: kAudioFormatBadPropertySizeError)
    }
}

private func formatProperty(
    _ id: AudioFormatPropertyID, _ specifier: UnsafeRawPointer?, _ size: UInt32, _ asked: GivenBytes?
) throws -> PropertyBytes {
    let given = GivenBytes(specifier, size, wrongSize: kAudioFormatBadSpecifierSizeError)
    switch id {
    case kAudioFormatProperty_FormatInfo:
        // The structure is given and comes back with what follows from the rest, and from a magic cookie.
        let description = try asked?.value(AudioStreamBasicDescription.self) ?? AudioStreamBasicDescription()
        if asked == nil { return PropertyBytes(description) }
        return PropertyBytes(
            AudioStreamBasicDescription(
                try AudioFormat.formatInfo(StreamDescription(description), magicCookie: given.bytes())))
    case kAudioFormatProperty_FormatName:
        return PropertyBytes(object: NSString(string: try given.description().encodingText))
    case kAudioFormatProperty_FormatList:
        let info = try given.value(AudioFormatInfo.self)
        let cookie = GivenBytes(info.mMagicCookie, info.mMagicCookieSize, wrongSize: given.wrongSize)
        let list = try AudioFormat.formatList(StreamDescription(info.mASBD), magicCookie: cookie.bytes())
        return PropertyBytes(
            list.map {
                AudioFormatListItem(
                    mASBD: AudioStreamBasicDescription($0.description),
                    mChannelLayoutTag: $0.channelLayoutTag ?? kAudioChannelLayoutTag_Unknown)
            })
    case kAudioFormatProperty_FirstPlayableFormatFromList:
        let list = try given.values(AudioFormatListItem.self).map {
            AudioFormat.ListItem(
                description: StreamDescription($0.mASBD), channelLayoutTag: $0.mChannelLayoutTag)
        }
        let index = AudioFormat.firstPlayableFormat(in: list)
        return PropertyBytes(UInt32(try index.orThrow(kAudioFormatUnsupportedDataFormatError)))
    case kAudioFormatProperty_FormatIsVBR:
        return PropertyBytes(try AudioFormat.isVariableBitRate(given.description()) ? 1 : 0 as UInt32)
    case kAudioFormatProperty_FormatIsExternallyFramed:
        return PropertyBytes(try AudioFormat.isExternallyFramed(given.description()) ? 1 : 0 as UInt32)
    case kAudioFormatProperty_EncodeFormatIDs: return PropertyBytes(AudioFormat.encodeFormatIDs.map(\.rawValue))
    case kAudioFormatProperty_DecodeFormatIDs: return PropertyBytes(AudioFormat.decodeFormatIDs.map(\.rawValue))
    case kAudioFormatProperty_Encoders:
        return PropertyBytes(try [AudioClassDescription.encoder(of: given.value(UInt32.self))].compactMap(\.self))
    case kAudioFormatProperty_Decoders:
        return PropertyBytes(try [AudioClassDescription.decoder(of: given.value(UInt32.self))].compactMap(\.self))
    case kAudioFormatProperty_AvailableEncodeSampleRates:
        return PropertyBytes(
            try AudioFormat.availableEncodeSampleRates(given.formatID()).map {
                AudioValueRange($0.lowerBound, $0.upperBound)
            })
    case kAudioFormatProperty_AvailableEncodeBitRates:
        return PropertyBytes(
            try AudioFormat.availableEncodeBitRates(given.formatID()).map {
                AudioValueRange(Double($0.lowerBound), Double($0.upperBound))
            })
    case kAudioFormatProperty_AvailableEncodeNumberChannels:
        let id = try given.description().formatID
        return PropertyBytes(try AudioFormat.availableEncodeNumberChannels(id).map { UInt32(clamping: $0) })
    default: return try layoutProperty(id, given)
    }
}

extension GivenBytes {
    fileprivate func description() throws -> StreamDescription {
        StreamDescription(try value(AudioStreamBasicDescription.self))
    }

    /// A format's code, or a description of it.
    fileprivate func formatID() throws -> FourCharCode {
        if count == MemoryLayout<AudioStreamBasicDescription>.size { return try description().formatID }
        return FourCharCode(rawValue: try value(UInt32.self))
    }
}

extension AudioValueRange {
    init(_ lowest: Double, _ highest: Double) { self.init(mMinimum: lowest, mMaximum: highest) }
}
