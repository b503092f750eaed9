public import KKPCM

/// The properties of ``AudioFileReader`` and ``AudioFileWriter`` by Core Audio's codes: `kExtAudioFileProperty_…` of ExtendedAudioFile.h. All
/// others are −66561: what concerns its own buffers, codecs and threads has no meaning here.
public enum ExtendedAudioFileProperty {
    /// `description`, read-only: as the audio is stored.
    public static let fileDataFormat: FourCharCode = "ffmt"
    /// `layout`, read-only.
    public static let fileChannelLayout: FourCharCode = "fclo"
    /// `description`: canonical. Of a reader it can be set; the layout is then the usual one of so many channels.
    public static let clientDataFormat: FourCharCode = "cfmt"
    /// `layout`: of a reader it can be set, with as many channels as the client's format has.
    public static let clientChannelLayout: FourCharCode = "cclo"
    /// `number`, read-only: frames at the file's rate; of a writer those written so far.
    public static let fileLengthFrames: FourCharCode = "#frm"
    /// `number`, read-only: the bytes of the longest packet of the file; reads all of a stream.
    public static let fileMaximumPacketSize: FourCharCode = "fmps"
    /// `number`, read-only: the bytes of a frame, in one channel's buffer.
    public static let clientMaximumPacketSize: FourCharCode = "cmps"
    /// `packetTableInfo`, read-only: priming and remainder that a reader has cut off.
    public static let packetTable: FourCharCode = "xpti"

    static func unknown(_ id: FourCharCode, path: String) -> AudioFileError {
        AudioFileError(
            .invalidProperty, kind: .usage, path: "\(path), property \(id)", "there is no such property here",
            nextStep: "choose one of ExtendedAudioFileProperty")
    }
}

extension AudioFileReader {
    /// `ExtAudioFileGetProperty`.
    ///
    /// - Throws: −66561 for a property that there is not, and for a length that is open; −66567 where the packets of the file are not told apart.
    public func property(_ id: FourCharCode) throws(AudioFileError) -> AudioFile.PropertyValue {
        let properties = properties
        if properties.isOpen, id == ExtendedAudioFileProperty.fileLengthFrames || id == ExtendedAudioFileProperty.packetTable {
            throw AudioFileError(
                .invalidProperty, kind: .usage, path: "\(path), property \(id)", "the length of a stream is open until its end has come",
                nextStep: "read to the end first, or open it without the promise to read it once")
        }
        switch id {
        case ExtendedAudioFileProperty.fileDataFormat: return .description(fileFormat)
        case ExtendedAudioFileProperty.fileChannelLayout: return .layout(fileLayout)
        case ExtendedAudioFileProperty.clientDataFormat: return .description(clientFormat)
        case ExtendedAudioFileProperty.clientChannelLayout: return .layout(clientLayout)
        case ExtendedAudioFileProperty.fileLengthFrames: return .number(properties.frameCount)
        case ExtendedAudioFileProperty.fileMaximumPacketSize: return .number(try maximumPacketSize())
        case ExtendedAudioFileProperty.clientMaximumPacketSize: return .number(Int64(clientFormat.bytesPerPacket))
        case ExtendedAudioFileProperty.packetTable:
            return .packetTableInfo(
                PacketTableInfo(
                    validFrames: properties.frameCount, primingFrames: properties.priming ?? 0, remainderFrames: properties.padding ?? 0))
        default: throw ExtendedAudioFileProperty.unknown(id, path: path)
        }
    }

    /// `ExtAudioFileSetProperty`: the client's format and layout.
    ///
    /// - Throws: −66561 for a property that cannot be set, −66562 for a value of another kind, and what ``setClientFormat(_:layout:)`` throws.
    public func setProperty(_ id: FourCharCode, _ value: AudioFile.PropertyValue) throws(AudioFileError) {
        switch (id, value) {
        case (ExtendedAudioFileProperty.clientDataFormat, .description(let format)): try setClientFormat(format)
        case (ExtendedAudioFileProperty.clientChannelLayout, .layout(let layout)): try setClientFormat(clientFormat, layout: layout)
        case (ExtendedAudioFileProperty.clientDataFormat, _), (ExtendedAudioFileProperty.clientChannelLayout, _):
            throw AudioFileError(
                .invalidPropertySize, kind: .usage, path: "\(path), property \(id)", "the property does not hold such a value",
                nextStep: "look up its kind in ExtendedAudioFileProperty")
        default: throw ExtendedAudioFileProperty.unknown(id, path: path)
        }
    }

    private func maximumPacketSize() throws(AudioFileError) -> Int64 {
        if fileFormat.bytesPerPacket > 0 { return Int64(fileFormat.bytesPerPacket) }
        do throws(AudioFileError) {
            if let source { return Int64(try AudioFileContent.open(source, typeHint: nil).maximumPacketSize()) }
        } catch where error.kind == .unavailable {}
        throw AudioFileError(
            .maximumPacketSizeUnknown, kind: .unavailable, path: path, "the packets of this kind of file are not told apart here")
    }
}

extension AudioFileWriter {
    /// `ExtAudioFileGetProperty`.
    ///
    /// - Throws: −66561 for a property that there is not, or that the file's encoding does not have.
    public func property(_ id: FourCharCode) throws(AudioFileError) -> AudioFile.PropertyValue {
        let stored = fileFormat.storedPCM(sampleRate: format.sampleRate, channelCount: layout.channelCount)
        switch id {
        case ExtendedAudioFileProperty.fileDataFormat: if let stored { return .description(stored) }
        case ExtendedAudioFileProperty.fileMaximumPacketSize: if let stored { return .number(Int64(stored.bytesPerPacket)) }
        case ExtendedAudioFileProperty.fileChannelLayout, ExtendedAudioFileProperty.clientChannelLayout: return .layout(layout)
        case ExtendedAudioFileProperty.clientDataFormat: return .description(format)
        case ExtendedAudioFileProperty.fileLengthFrames: return .number(framesWritten)
        case ExtendedAudioFileProperty.clientMaximumPacketSize: return .number(Int64(format.bytesPerPacket))
        default: break
        }
        throw ExtendedAudioFileProperty.unknown(id, path: path)
    }
}
