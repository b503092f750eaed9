internal import KKAudio

@implementation @c public func AudioFileStreamGetPropertyInfo(
    _ inAudioFileStream: AudioFileStreamID, _ inPropertyID: AudioFileStreamPropertyID,
    _ outPropertyDataSize: UnsafeMutablePointer<UInt32>?, _ outWritable: UnsafeMutablePointer<Bool>?
) -> OSStatus {
    answer {
        let size = try HeldStream.of(inAudioFileStream).bytes(inPropertyID, asked: nil).bytes.count
        outPropertyDataSize?.pointee = UInt32(clamping: size)
        outWritable?.pointee = false
    }
}

@implementation @c public func AudioFileStreamGetProperty(
    _ inAudioFileStream: AudioFileStreamID, _ inPropertyID: AudioFileStreamPropertyID,
    _ ioPropertyDataSize: UnsafeMutablePointer<UInt32>, _ outPropertyData: UnsafeMutableRawPointer
) -> OSStatus {
    answer {
        let asked = GivenBytes(
            try outPropertyData.checked(), try ioPropertyDataSize.checked().pointee,
            wrongSize: kAudioFileStreamError_BadPropertySize)
        try HeldStream.of(inAudioFileStream).bytes(inPropertyID, asked: asked).copy(
            to: outPropertyData, ioPropertyDataSize, tooSmall: kAudioFileStreamError_BadPropertySize)
    }
}

extension HeldStream {
    /// The properties whose numbers have 64 bits.
    private static let wide: Set<AudioFileStreamPropertyID> = [
        kAudioFileStreamProperty_AudioDataByteCount, kAudioFileStreamProperty_AudioDataPacketCount,
        kAudioFileStreamProperty_DataOffset,
    ]

    /// The questions about a packet whose answers the stream of KKAudio has, and these calls do not give.
    private static let unanswered: Set<AudioFileStreamPropertyID> = [
        kAudioFileStreamProperty_PacketToByte, kAudioFileStreamProperty_ByteToPacket,
        kAudioFileStreamProperty_PacketToRollDistance, kAudioFileStreamProperty_PacketToDependencyInfo,
        kAudioFileStreamProperty_PreviousIndependentPacket, kAudioFileStreamProperty_NextIndependentPacket,
    ]

    func bytes(_ id: AudioFileStreamPropertyID, asked: GivenBytes?) throws -> PropertyBytes {
        if Self.unanswered.contains(id) { throw Status(kAudioFileStreamError_UnsupportedProperty) }
        let property = AudioFileStreamProperty(FourCharCode(rawValue: id))
        switch id {
        case kAudioFileStreamProperty_PacketToFrame, kAudioFileStreamProperty_FrameToPacket:
            var frame = try asked?.value(AudioFramePacketTranslation.self) ?? AudioFramePacketTranslation()
            let isPacket = id == kAudioFileStreamProperty_PacketToFrame
            if asked != nil {
                switch try stream().property(property, of: isPacket ? frame.mPacket : frame.mFrame) {
                case .number(let first): frame.mFrame = first
                case .place(let packet, let offset, _):
                    (frame.mPacket, frame.mFrameOffsetInPacket) = (packet, UInt32(clamping: offset))
                default: throw Status(kAudioFileStreamError_UnspecifiedError)
                }
            }
            return PropertyBytes(frame)
        default: break
        }
        switch try stream().property(property) {
        case .flag(let flag): return PropertyBytes(flag ? 1 : 0 as UInt32)
        case .number(let number):
            return Self.wide.contains(id) ? PropertyBytes(number) : PropertyBytes(UInt32(clamping: number))
        case .real(let number):
            return id == kAudioFileStreamProperty_BitRate
                ? PropertyBytes(UInt32(max(0, min(number.rounded(), 0xFFFF_FFFF)))) : PropertyBytes(number)
        case .code(let code): return PropertyBytes(code.rawValue)
        case .format(let format): return PropertyBytes(AudioStreamBasicDescription(format))
        case .formats(let formats):
            var layout: ChannelLayout?
            if case .layout(let found)? = try? stream().property(.channelLayout) { layout = found }
            return PropertyBytes(formats.map { AudioFormatListItem($0, layout) })
        case .bytes(let bytes): return PropertyBytes(bytes)
        case .layout(let layout): return layout.bytes
        case .packetTable(let info): return PropertyBytes(AudioFilePacketTableInfo(info))
        case .texts(let tags):
            var texts: [String: String] = [:]
            for tag in tags where texts[tag.key] == nil { texts[tag.key] = tag.value }
            return PropertyBytes(object: texts._bridgeToObjectiveC())
        case .place, .offset, .dependency: throw Status(kAudioFileStreamError_UnsupportedProperty)
        }
    }
}
