internal import KKAudio

@implementation @c public func AudioFileGetPropertyInfo(
    _ inAudioFile: AudioFileID, _ inPropertyID: AudioFilePropertyID, _ outDataSize: UnsafeMutablePointer<UInt32>?,
    _ isWritable: UnsafeMutablePointer<UInt32>?
) -> OSStatus {
    answer {
        let held = try HeldFile.of(inAudioFile)
        // A question's structure has a size before it is asked.
        let size =
            try held.awaitsCookie(inPropertyID)
            ? 0 : held.questionSize(inPropertyID) ?? held.bytes(inPropertyID).bytes.count
        outDataSize?.pointee = UInt32(clamping: size)
        isWritable?.pointee = held.file.permission != .read && HeldFile.settable.contains(inPropertyID) ? 1 : 0
    }
}

@implementation @c public func AudioFileGetProperty(
    _ inAudioFile: AudioFileID, _ inPropertyID: AudioFilePropertyID, _ ioDataSize: UnsafeMutablePointer<UInt32>,
    _ outPropertyData: UnsafeMutableRawPointer
) -> OSStatus {
    answer {
        let held = try HeldFile.of(inAudioFile)
        let asked = GivenBytes(
            try outPropertyData.checked(), try ioDataSize.checked().pointee, wrongSize: kAudioFileBadPropertySizeError)
        try held.bytes(inPropertyID, asked: asked).copy(
            to: outPropertyData, ioDataSize, tooSmall: kAudioFileBadPropertySizeError)
    }
}

@implementation @c public func AudioFileSetProperty(
    _ inAudioFile: AudioFileID, _ inPropertyID: AudioFilePropertyID, _ inDataSize: UInt32,
    _ inPropertyData: UnsafeRawPointer
) -> OSStatus {
    answer {
        try HeldFile.of(inAudioFile).set(
            inPropertyID,
            GivenBytes(try inPropertyData.checked(), inDataSize, wrongSize: kAudioFileBadPropertySizeError))
    }
}

extension HeldFile {
    /// What can be set through C.
    static let settable: Set<AudioFilePropertyID> = [
        kAudioFilePropertyMagicCookieData, kAudioFilePropertyChannelLayout, kAudioFilePropertyPacketTableInfo,
        kAudioFilePropertyDeferSizeUpdates, kAudioFilePropertyReserveDuration, kAudioFilePropertyMarkerList,
        kAudioFilePropertyRegionList, kAudioFilePropertyInfoDictionary,
    ]

    /// The properties whose numbers have 64 bits.
    private static let wide: Set<AudioFilePropertyID> = [
        kAudioFilePropertyAudioDataByteCount, kAudioFilePropertyAudioDataPacketCount, kAudioFilePropertyDataOffset,
        kAudioFilePropertyID3TagOffset,
    ]

    /// The questions about a packet whose answers the file of KKAudio has, and these calls do not give.
    private static let unanswered: Set<AudioFilePropertyID> = [
        kAudioFilePropertyPacketToRollDistance, kAudioFilePropertyPacketToDependencyInfo,
        kAudioFilePropertyPreviousIndependentPacket, kAudioFilePropertyNextIndependentPacket,
    ]

    /// Whether the question is about the cookie of a file that has none yet. Recorders and converters ask first whether
    /// it can be set, and set none where the answer is an error.
    func awaitsCookie(_ id: AudioFilePropertyID) -> Bool {
        id == kAudioFilePropertyMagicCookieData && file.permission != .read && file.magicCookie == nil
            && file.usesCookie
    }

    func questionSize(_ id: AudioFilePropertyID) -> Int? {
        switch id {
        case kAudioFilePropertyPacketToFrame, kAudioFilePropertyFrameToPacket:
            MemoryLayout<AudioFramePacketTranslation>.size
        case kAudioFilePropertyPacketToByte, kAudioFilePropertyByteToPacket:
            MemoryLayout<AudioBytePacketTranslation>.size
        default: nil
        }
    }

    func bytes(_ id: AudioFilePropertyID, asked: GivenBytes? = nil) throws -> PropertyBytes {
        if Self.unanswered.contains(id) { throw Status(kAudioFileUnsupportedPropertyError) }
        var question: AudioFile.PropertyValue?
        switch id {
        case kAudioFilePropertyPacketToFrame, kAudioFilePropertyFrameToPacket:
            let given = try asked.orThrow(kAudioFileBadPropertySizeError).value(AudioFramePacketTranslation.self)
            question = .framePacket(
                FramePacketTranslation(
                    frame: given.mFrame, packet: given.mPacket, frameOffsetInPacket: Int(given.mFrameOffsetInPacket)))
        case kAudioFilePropertyPacketToByte, kAudioFilePropertyByteToPacket:
            let given = try asked.orThrow(kAudioFileBadPropertySizeError).value(AudioBytePacketTranslation.self)
            question = .bytePacket(
                BytePacketTranslation(
                    byte: given.mByte, packet: given.mPacket, byteOffsetInPacket: Int(given.mByteOffsetInPacket)))
        case kAudioFilePropertyInfoDictionary: return try infoDictionary()
        default: break
        }
        return try bytes(file.property(FourCharCode(rawValue: id), question), id)
    }

    /// The texts of the file, and its duration, which every file has.
    private func infoDictionary() throws -> PropertyBytes {
        let stated: AudioFile.PropertyValue? = try? file.property(AudioFile.Property.infoDictionary)
        var texts: [String: String] = [:]
        if case .dictionary(let tags)? = stated {
            for tag in tags where texts[tag.key] == nil { texts[tag.key] = tag.value }
        }
        let key = kAFInfoDictionary_ApproximateDurationInSeconds
        if texts[key] == nil, case .seconds(let seconds) = try file.property(AudioFile.Property.estimatedDuration) {
            texts[key] = String(format: "%.3f", seconds)
        }
        return PropertyBytes(object: texts._bridgeToObjectiveC())
    }

    private func bytes(_ value: AudioFile.PropertyValue, _ id: AudioFilePropertyID) throws -> PropertyBytes {
        switch value {
        case .number(let number):
            return Self.wide.contains(id) ? PropertyBytes(number) : PropertyBytes(UInt32(truncatingIfNeeded: number))
        case .seconds(let seconds): return PropertyBytes(seconds)
        case .code(let code): return PropertyBytes(code.rawValue)
        case .codes(let codes): return PropertyBytes(codes.map(\.rawValue))
        case .description(let description): return PropertyBytes(AudioStreamBasicDescription(description))
        case .descriptions(let descriptions):
            let stated: AudioFile.PropertyValue? = try? file.property(AudioFile.Property.channelLayout)
            var layout: ChannelLayout?
            if case .layout(let found)? = stated { layout = found }
            return PropertyBytes(descriptions.map { AudioFormatListItem($0, layout) })
        case .bytes(let bytes): return PropertyBytes(bytes)
        case .layout(let layout): return layout.bytes
        case .packetTableInfo(let info): return PropertyBytes(AudioFilePacketTableInfo(info))
        case .framePacket(let found):
            return PropertyBytes(
                AudioFramePacketTranslation(
                    mFrame: found.frame, mPacket: found.packet,
                    mFrameOffsetInPacket: UInt32(clamping: found.frameOffsetInPacket)))
        case .bytePacket(let found):
            return PropertyBytes(
                AudioBytePacketTranslation(
                    mByte: found.byte, mPacket: found.packet,
                    mByteOffsetInPacket: UInt32(clamping: found.byteOffsetInPacket),
                    mFlags: found.isEstimate ? .bytePacketTranslationFlag_IsEstimate : []))
        case .text(let text): return PropertyBytes(object: NSString(string: text))
        case .markers(let markers, let timeType): return PropertyBytes(markers, timeType)
        case .regions(let regions): return PropertyBytes(regions)
        case .dictionary, .dependency, .texts: throw Status(kAudioFileUnsupportedPropertyError)
        }
    }

    func set(_ id: AudioFilePropertyID, _ given: GivenBytes) throws {
        let value: AudioFile.PropertyValue
        switch id {
        case kAudioFilePropertyMagicCookieData: value = .bytes(try given.bytes())
        case kAudioFilePropertyChannelLayout:
            value = .layout(
                try ChannelLayout(
                    given.memory.orThrow(), byteCount: given.count, wrongSize: kAudioFileBadPropertySizeError,
                    unknown: kAudio_ParamError))
        case kAudioFilePropertyPacketTableInfo:
            value = .packetTableInfo(PacketTableInfo(try given.value(AudioFilePacketTableInfo.self)))
        case kAudioFilePropertyMarkerList:
            let list = try given.markers()
            value = .markers(list.markers, list.timeType)
        case kAudioFilePropertyRegionList: value = .regions(try given.regions())
        case kAudioFilePropertyInfoDictionary: value = .dictionary(try given.tags())
        case kAudioFilePropertyDeferSizeUpdates: value = .number(Int64(try given.value(UInt32.self)))
        case kAudioFilePropertyReserveDuration: value = .seconds(try given.value(Double.self))
        default: throw Status(kAudioFileUnsupportedPropertyError)
        }
        try file.setProperty(FourCharCode(rawValue: id), value)
    }
}
