public import KKPCM

/// The properties of ``AudioFileReader`` and ``AudioFileWriter`` by Core Audio's codes: `kExtAudioFileProperty_…` of
/// ExtendedAudioFile.h.
///
/// A reader has all of these, and its client format and layout can be set. A writer has some, as noted, and none can be
/// set by code: use its `init` and ``AudioFileWriter/setClientFormat(_:layout:)``. All others throw −66561: `iobs`,
/// `iobf`, `cman` and `afil` are about buffers and codecs that are internal here, and
/// ``AudioFileReader/setConverterSettings(_:)`` does what `acnv` and `accf` are for.
public enum ExtendedAudioFileProperty {
    /// `description`, read-only, of a reader and a writer of samples: how the audio is stored.
    public static let fileDataFormat: FourCharCode = "ffmt"
    /// `layout`, read-only, of both.
    public static let fileChannelLayout: FourCharCode = "fclo"
    /// `description`, of both: linear PCM of any kind, at first canonical; all others are −66563. It can be set on a
    /// reader; the layout is then the usual one for that number of channels.
    public static let clientDataFormat: FourCharCode = "cfmt"
    /// `layout`, of both. It can be set on a reader, with the channels of the client format; −66564 for others. Like
    /// setting a format, it restarts the conversion at the file's next frame: frames that a rate conversion has held
    /// back are dropped.
    public static let clientChannelLayout: FourCharCode = "cclo"
    /// `number`, read-only, of both: frames at the file's rate; for a writer those written so far. It cannot be set to
    /// cut a file.
    public static let fileLengthFrames: FourCharCode = "#frm"
    /// `number`, read-only, of a reader and a writer of samples: the bytes of the longest packet of the file; reads all
    /// of a stream.
    public static let fileMaximumPacketSize: FourCharCode = "fmps"
    /// `number`, read-only, of both: the bytes of a frame, in one channel's buffer.
    public static let clientMaximumPacketSize: FourCharCode = "cmps"
    /// `packetTableInfo`, read-only, of a reader: priming and remainder that it has cut off. They cannot be changed.
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
    /// - Throws: −66561 for an unknown property, and for an unknown length; −66567 if the file's packets are not known.
    public func property(_ id: FourCharCode) throws(AudioFileError) -> AudioFile.PropertyValue {
        let properties = properties
        if properties.isOpen,
            id == ExtendedAudioFileProperty.fileLengthFrames || id == ExtendedAudioFileProperty.packetTable
        {
            throw AudioFileError(
                .invalidProperty, kind: .usage, path: "\(path), property \(id)",
                "the length of a stream is not known before its end",
                nextStep: "read to the end first, or open it without readsOnce")
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
                    validFrames: properties.frameCount, primingFrames: properties.priming ?? 0,
                    remainderFrames: properties.padding ?? 0))
        default: throw ExtendedAudioFileProperty.unknown(id, path: path)
        }
    }

    /// `ExtAudioFileSetProperty`: the client's format and layout.
    ///
    /// - Throws: −66561 for a property that cannot be set, −66562 for a wrong type of value, −66563 and −66564 for an
    ///   impossible format and layout, and the errors of ``setClientFormat(_:layout:)``.
    public func setProperty(_ id: FourCharCode, _ value: AudioFile.PropertyValue) throws(AudioFileError) {
        switch (id, value) {
        case (ExtendedAudioFileProperty.clientDataFormat, .description(let format)): try setClientFormat(format)
        case (ExtendedAudioFileProperty.clientChannelLayout, .layout(let layout)):
            try setClientFormat(clientFormat, layout: layout)
        case (ExtendedAudioFileProperty.clientDataFormat, _), (ExtendedAudioFileProperty.clientChannelLayout, _):
            throw AudioFileError(
                .invalidPropertySize, kind: .usage, path: "\(path), property \(id)",
                "the value has the wrong type for this property",
                nextStep: "see ExtendedAudioFileProperty for its type")
        default: throw ExtendedAudioFileProperty.unknown(id, path: path)
        }
    }

    /// `ExtAudioFileSeek`: as ``seek(to:)``, but a frame beyond the file is an error, and the reader does not move. (In
    /// a graph, any frame may be requested from a source, which then has no frames there.)
    ///
    /// - Parameter frame: of the file, at its rate, up to the frame after the last.
    /// - Throws: −66568 for a frame below 0 or beyond that; what ``seek(to:)`` throws.
    public func seekWithinFile(to frame: Int64) throws(AudioFileError) {
        guard frame <= properties.frameCount else {
            throw AudioFileError(
                .invalidSeek, kind: .usage, path: path, at: .frame(properties.frameCount), "there is no frame \(frame)",
                nextStep: "seek to the end at most")
        }
        try seek(to: frame)
    }

    private func maximumPacketSize() throws(AudioFileError) -> Int64 {
        if fileFormat.bytesPerPacket > 0 { return Int64(fileFormat.bytesPerPacket) }
        do throws(AudioFileError) {
            if let source { return Int64(try Container.open(source, typeHint: nil).maximumPacketSize()) }
        } catch  where error.kind == .unavailable {}
        throw AudioFileError(
            .maximumPacketSizeUnknown, kind: .unavailable, path: path,
            "the packets of this file type cannot be read one by one here")
    }
}

extension AudioFileWriter {
    /// `ExtAudioFileGetProperty`.
    ///
    /// - Throws: −66561 for an unknown property, or one that the file's encoding does not have.
    public func property(_ id: FourCharCode) throws(AudioFileError) -> AudioFile.PropertyValue {
        let stored = fileFormat.storedPCM(sampleRate: fileRate, channelCount: layout.channelCount)
        switch id {
        case ExtendedAudioFileProperty.fileDataFormat: if let stored { return .description(stored) }
        case ExtendedAudioFileProperty.fileMaximumPacketSize:
            if let stored { return .number(Int64(stored.bytesPerPacket)) }
        case ExtendedAudioFileProperty.fileChannelLayout: return .layout(layout)
        case ExtendedAudioFileProperty.clientChannelLayout: return .layout(clientLayout)
        case ExtendedAudioFileProperty.clientDataFormat: return .description(clientFormat)
        case ExtendedAudioFileProperty.fileLengthFrames: return .number(framesWritten)
        case ExtendedAudioFileProperty.clientMaximumPacketSize: return .number(Int64(clientFormat.bytesPerPacket))
        default: break
        }
        throw ExtendedAudioFileProperty.unknown(id, path: path)
    }
}
