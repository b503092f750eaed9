internal import KKAudio

extension HeldExtendedFile {
    private static let unknown = Status(kExtAudioFileError_InvalidProperty)

    func property(_ id: ExtAudioFilePropertyID) throws -> PropertyBytes {
        // Every codec here is software.
        if id == kExtAudioFileProperty_CodecManufacturer { return PropertyBytes(kAppleSoftwareAudioCodecManufacturer) }
        switch side {
        case .reading(let reader): return try Self.property(id, of: reader)
        case .writing(let writer): return try Self.property(id, of: writer)
        }
    }

    private static func property(_ id: ExtAudioFilePropertyID, of reader: ExtendedReader) throws -> PropertyBytes {
        switch id {
        case kExtAudioFileProperty_ClientDataFormat:
            return PropertyBytes(
                AudioStreamBasicDescription(reader.client ?? reader.reader.clientFormat))
        case kExtAudioFileProperty_ClientMaxPacketSize:
            return PropertyBytes(try reader.client.orThrow(unknown.code).bytesPerPacket)
        case kExtAudioFileProperty_AudioConverter: return PropertyBytes(UInt(bitPattern: try reader.showConverter()))
        case kExtAudioFileProperty_AudioFile: return PropertyBytes(UInt(bitPattern: try reader.file()))
        default: break
        }
        switch try reader.reader.property(FourCharCode(rawValue: id)) {
        case .description(let description): return PropertyBytes(AudioStreamBasicDescription(description))
        case .layout(let layout): return layout.bytes
        case .number(let number):
            return id == kExtAudioFileProperty_FileLengthFrames
                ? PropertyBytes(number) : PropertyBytes(UInt32(clamping: number))
        case .packetTableInfo(let info): return PropertyBytes(AudioFilePacketTableInfo(info))
        default: throw unknown
        }
    }

    private static func property(_ id: ExtAudioFilePropertyID, of writer: ExtendedWriter) throws -> PropertyBytes {
        switch id {
        case kExtAudioFileProperty_FileDataFormat: PropertyBytes(AudioStreamBasicDescription(writer.fileFormat))
        case kExtAudioFileProperty_ClientDataFormat: PropertyBytes(AudioStreamBasicDescription(writer.client))
        case kExtAudioFileProperty_FileChannelLayout: try writer.layout().bytes
        case kExtAudioFileProperty_FileLengthFrames: PropertyBytes(writer.framesWritten)
        case kExtAudioFileProperty_FileMaxPacketSize: PropertyBytes(writer.maximumPacketSize)
        case kExtAudioFileProperty_ClientMaxPacketSize: PropertyBytes(writer.client.bytesPerPacket)
        case kExtAudioFileProperty_AudioConverter: PropertyBytes(UInt(bitPattern: writer.showConverter()))
        case kExtAudioFileProperty_AudioFile: PropertyBytes(UInt(bitPattern: writer.showFile()))
        default: throw unknown
        }
    }

    func setProperty(_ id: ExtAudioFilePropertyID, _ given: GivenBytes) throws {
        switch (id, side) {
        case (kExtAudioFileProperty_ClientDataFormat, .reading(let reader)):
            try reader.setClient(StreamDescription(given.value(AudioStreamBasicDescription.self)))
        case (kExtAudioFileProperty_ClientDataFormat, .writing(let writer)):
            try writer.setClient(StreamDescription(given.value(AudioStreamBasicDescription.self)))
        case (kExtAudioFileProperty_ClientChannelLayout, .reading(let reader)):
            try reader.setClientLayout(
                ChannelLayout(
                    given.memory.orThrow(), byteCount: given.count, wrongSize: kExtAudioFileError_InvalidPropertySize,
                    unknown: kExtAudioFileError_InvalidChannelMap))
        case (kExtAudioFileProperty_ConverterConfig, let side):
            // There is no list of settings: the converter has been set by itself.
            if try given.value(UInt.self) != 0 { throw Self.unknown }
            switch side {
            case .reading(let reader): try reader.takeConverter()
            case .writing(let writer): try writer.takeConverter()
            }
        case (kExtAudioFileProperty_CodecManufacturer, _):
            guard try given.value(UInt32.self) == kAppleSoftwareAudioCodecManufacturer else { throw Self.unknown }
        default: throw Self.unknown
        }
    }

    func canSet(_ id: ExtAudioFilePropertyID) -> Bool {
        if case .reading = side, id == kExtAudioFileProperty_ClientChannelLayout { return true }
        return id == kExtAudioFileProperty_ClientDataFormat || id == kExtAudioFileProperty_CodecManufacturer
    }
}

@implementation @c public func ExtAudioFileGetPropertyInfo(
    _ inExtAudioFile: ExtAudioFileRef, _ inPropertyID: ExtAudioFilePropertyID, _ outSize: UnsafeMutablePointer<UInt32>?,
    _ outWritable: UnsafeMutablePointer<Bool>?
) -> OSStatus {
    answer {
        let held = try HeldExtendedFile.of(inExtAudioFile)
        let size = try held.property(inPropertyID).bytes.count
        outSize?.pointee = UInt32(size)
        outWritable?.pointee = held.canSet(inPropertyID)
    }
}

@implementation @c public func ExtAudioFileGetProperty(
    _ inExtAudioFile: ExtAudioFileRef, _ inPropertyID: ExtAudioFilePropertyID,
    _ ioPropertyDataSize: UnsafeMutablePointer<UInt32>, _ outPropertyData: UnsafeMutableRawPointer
) -> OSStatus {
    answer {
        try HeldExtendedFile.of(inExtAudioFile).property(inPropertyID).copy(
            to: outPropertyData, ioPropertyDataSize, tooSmall: kExtAudioFileError_InvalidPropertySize)
    }
}

@implementation @c public func ExtAudioFileSetProperty(
    _ inExtAudioFile: ExtAudioFileRef, _ inPropertyID: ExtAudioFilePropertyID, _ inPropertyDataSize: UInt32,
    _ inPropertyData: UnsafeRawPointer
) -> OSStatus {
    answer {
        try HeldExtendedFile.of(inExtAudioFile).setProperty(
            inPropertyID,
            GivenBytes(
                try inPropertyData.checked(), inPropertyDataSize, wrongSize: kExtAudioFileError_InvalidPropertySize))
    }
}
