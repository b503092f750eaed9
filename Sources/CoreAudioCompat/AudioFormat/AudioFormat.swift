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
        // The structure is given and comes back with what follows from the rest.
        let description = try asked?.value(AudioStreamBasicDescription.self) ?? AudioStreamBasicDescription()
        return PropertyBytes(AudioStreamBasicDescription(try filled(StreamDescription(description))))
    case kAudioFormatProperty_FormatName:
        let description = StreamDescription(try given.value(AudioStreamBasicDescription.self))
        return PropertyBytes(object: NSString(string: description.encodingText))
    case kAudioFormatProperty_ChannelLayoutForTag:
        let tag = try given.value(UInt32.self)
        return try ChannelLayout(tag: tag).orThrow(kAudioFormatUnknownFormatError).bytes
    case kAudioFormatProperty_ChannelLayoutName:
        return PropertyBytes(object: NSString(string: try layout(specifier, Int(size)).name))
    case kAudioFormatProperty_NumberOfChannelsForLayout:
        return PropertyBytes(UInt32(clamping: try layout(specifier, Int(size)).channelCount))
    case kAudioFormatProperty_MatrixMixMap:
        let layouts = try given.values(UnsafeRawPointer?.self)
        guard layouts.count == 2 else { throw Status(kAudioFormatBadSpecifierSizeError) }
        let matrix = ChannelMatrix.mixing(try layout(layouts[0], .max), to: try layout(layouts[1], .max))
        return PropertyBytes(
            (0..<matrix.inputCount).flatMap { input in
                (0..<matrix.outputCount).map { matrix[output: $0, input: input] }
            })
    default: throw Status(kAudioFormatUnsupportedPropertyError)
    }
}

private func layout(_ memory: UnsafeRawPointer?, _ size: Int) throws -> ChannelLayout {
    try ChannelLayout(
        memory.orThrow(), byteCount: size, wrongSize: kAudioFormatBadSpecifierSizeError,
        unknown: kAudioFormatUnknownFormatError)
}

/// The frames of a packet, where the kind of format says how many they are.
private func filled(_ description: StreamDescription) throws -> StreamDescription {
    let frames: [FourCharCode: UInt32] = [
        .mpegLayer1: 384, .mpegLayer2: 1152, .mpegLayer3: description.sampleRate < 32_000 ? 576 : 1152,
        .appleLossless: 4096, .appleIMA4: 64, .ac3: 1536, .aac: 1024,
    ]
    var filled = description.completed
    if description.isLinearPCM { return filled }
    guard let count = frames[description.formatID] else {
        if description.formatID == .flac || description.formatID == .opus { return filled }
        throw Status(kAudioFormatUnsupportedDataFormatError)
    }
    if filled.framesPerPacket == 0 { filled.framesPerPacket = count }
    if description.formatID == .appleIMA4 {
        filled.bytesPerPacket = filled.channelsPerFrame.multipliedReportingOverflow(by: 34).partialValue
    }
    return filled
}
