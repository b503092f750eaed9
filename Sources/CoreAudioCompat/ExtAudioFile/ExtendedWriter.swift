package import KKAudio

/// A file that is written frame by frame, of the client's format: what an ``AudioConverter`` makes of it are the file's
/// packets.
package final class ExtendedWriter {
    private let held: HeldFile
    private var file: AudioFile { held.file }
    /// Whether the file is not the client's own.
    private let isOwn: Bool
    /// What the client has asked for, of a file that is not its own.
    private var filePointer: OpaquePointer?
    package let fileFormat: StreamDescription
    private(set) var client: StreamDescription
    /// How the packets are made; what the channels become depends on the client's.
    private let settings: KKConvert.AudioConverter.Settings
    private var converter: KKConvert.AudioConverter
    /// What the client has asked for, to set what the encoder is to do.
    private var converterPointer: OpaquePointer?
    private var output: KKPCM.AudioBufferList
    private var descriptions: [PacketDescription] = []
    /// The client's frames.
    private var framesTaken: Int64 = 0

    private static let turn = 4096

    package convenience init(
        path: String, fileType: AudioFileTypeID, format: StreamDescription, layout: ChannelLayout?, erases: Bool,
        settings: KKConvert.AudioConverter.Settings = .init()
    ) throws {
        var format = format.completed
        if format.formatID.isLossless, format.formatFlags.isEmpty {
            format.formatFlags = .lossless(bitDepth: 16)
        }
        let converter = try KKConvert.AudioConverter(from: Self.firstClient(format), to: format, settings: settings)
        let file = try AudioFile(
            creating: path, fileType: FourCharCode(rawValue: fileType), format: converter.outputDescription,
            flags: erases ? .eraseFile : [])
        if let layout, format.isLinearPCM { try file.setProperty(AudioFile.Property.channelLayout, .layout(layout)) }
        try self.init(HeldFile(file, .path(path)), isOwn: true, converter)
    }

    /// A file that is the client's, and stays it.
    convenience init(_ held: HeldFile) throws {
        guard case .description(let format) = try held.file.property(AudioFile.Property.dataFormat) else {
            throw Status(kAudioFileUnsupportedDataFormatError)
        }
        try self.init(
            held, isOwn: false, KKConvert.AudioConverter(from: Self.firstClient(format), to: format))
    }

    private init(_ held: HeldFile, isOwn: Bool, _ converter: KKConvert.AudioConverter) throws {
        (self.held, self.isOwn, self.converter) = (held, isOwn, converter)
        settings = converter.settings
        fileFormat = converter.outputDescription
        client = converter.inputDescription
        output = Self.room(converter)
        try setCookie()
    }

    /// What the client is taken to have until it says so: linear PCM as it is stored, and Float32 where it is encoded.
    private static func firstClient(_ format: StreamDescription) -> StreamDescription {
        format.isLinearPCM
            ? format : .canonical(sampleRate: format.sampleRate, channels: format.channelCount)
    }

    private static func room(_ converter: KKConvert.AudioConverter) -> KKPCM.AudioBufferList {
        converter.encodesPackets
            ? KKPCM.AudioBufferList([
                KKPCM.AudioBuffer(byteCapacity: max(1 << 16, converter.maximumOutputPacketSize))
            ]) : KKPCM.AudioBufferList(for: converter.outputDescription, frameCapacity: turn)
    }

    package func setClient(_ description: StreamDescription) throws {
        let wanted = try description.asClient()
        guard framesTaken == 0 else { throw Status(kExtAudioFileError_InvalidOperationOrder) }
        // What was set of the converter holds for the one in its place, but for its channels.
        var settings = converter.settings
        (settings.inputLayout, settings.outputLayout) = (self.settings.inputLayout, self.settings.outputLayout)
        settings.channelMap = self.settings.channelMap
        if wanted.channelCount != fileFormat.channelCount {
            // As it is when a file is read: other numbers of channels are mixed, and none is dropped.
            (settings.inputLayout, settings.outputLayout) = (.standard(wanted.channelCount), try layout())
        }
        let made = try KKConvert.AudioConverter(from: wanted, to: fileFormat, settings: settings)
        hideConverter()
        (converter, client) = (made, wanted)
        try takeConverter()
    }

    /// The converter, which is this writer's until the client's format is set or the file is closed. Its settings are
    /// those of the packets that are made from then on.
    func showConverter() -> OpaquePointer {
        let pointer = converterPointer ?? Open.converters.add(HeldConverter(converter))
        converterPointer = pointer
        return pointer
    }

    /// The file that is written, for what belongs to the sound: it stays this writer's, which closes it.
    func showFile() -> OpaquePointer {
        if !isOwn { return held.pointer }
        let pointer = filePointer ?? held.open()
        filePointer = pointer
        return pointer
    }

    private func hideConverter() {
        if let converterPointer { Open.converters.remove(converterPointer) }
        converterPointer = nil
    }

    /// Takes over what was set of the converter.
    ///
    /// - Throws: where its packets are of another format now, or some were made.
    func takeConverter() throws {
        guard framesTaken == 0 else { throw Status(kExtAudioFileError_InvalidOperationOrder) }
        guard converter.outputDescription == fileFormat else { throw Status(kExtAudioFileError_InvalidDataFormat) }
        output = Self.room(converter)
        try setCookie()
    }

    var maximumPacketSize: UInt32 { UInt32(clamping: converter.maximumOutputPacketSize) }

    /// In the file's frames.
    package var framesWritten: Int64 {
        ResampledSource.outputLength(of: framesTaken, from: client.sampleRate, to: fileFormat.sampleRate)
    }

    package func write(_ frameCount: Int, _ ioData: UnsafePointer<CCoreAudio.AudioBufferList>) throws {
        if frameCount == 0 { return }
        if framesTaken == 0, converterPointer != nil { try takeConverter() }
        guard frameCount > 0, frameCount <= (try client.room(in: ioData)) else { throw Status.parameter }
        let input = KKPCM.AudioBufferList(copying: ioData)
        // The converter takes all of it, and asks for more: that is the end of this call.
        var isTaken = false
        do {
            try convert { packets, data in
                if isTaken { throw Dry() }
                isTaken = true
                packets = frameCount
                data = input
            }
        } catch is Dry {}
        framesTaken += Int64(frameCount)
    }

    private struct Dry: Error {}

    /// Writes what the converter makes, until it has made all or its input throws.
    private func convert(_ input: KKConvert.AudioConverter.InputCallback) throws {
        while true {
            var count = Self.turn
            // What was made before an error is written with it.
            let result = Result {
                try converter.fillComplexBuffer(
                    packetCount: &count, into: &output, descriptions: &descriptions, input: input)
            }
            if count > 0 {
                let bytes = Array(output[0].bytes.prefix(output[0].byteCount))
                try file.writePackets(bytes, fileFormat.bytesPerPacket > 0 ? [] : descriptions)
            }
            try result.get()
            if count == 0 { return }
        }
    }

    /// Writes what the converter still has, and completes the file.
    package func close() throws {
        hideConverter()
        if framesTaken > 0 { try convert { packets, _ in packets = 0 } }
        if let filePointer { Open.files.remove(filePointer) }
        if framesTaken > 0, converter.encodesPackets { try describePackets() }
        if isOwn { try file.close() }
    }

    private func setCookie() throws {
        let cookie = converter.compressionMagicCookie
        if !cookie.isEmpty { try file.setProperty(AudioFile.Property.magicCookieData, .bytes(cookie)) }
    }

    /// Tells which of the packets' frames are the sound, where the file has a place for it.
    private func describePackets() throws {
        guard file.holdsPacketTable else { return }
        // By now FLAC's knows the checksum of the sound.
        try setCookie()
        let prime = converter.primeInfo
        try file.setProperty(
            AudioFile.Property.packetTableInfo,
            .packetTableInfo(
                PacketTableInfo(
                    validFrames: framesWritten, primingFrames: Int64(prime.leadingFrames),
                    remainderFrames: Int64(prime.trailingFrames))))
    }

    func layout() throws -> ChannelLayout {
        if case .layout(let layout) = try file.property(AudioFile.Property.channelLayout) { return layout }
        return .standard(fileFormat.channelCount)
    }
}
