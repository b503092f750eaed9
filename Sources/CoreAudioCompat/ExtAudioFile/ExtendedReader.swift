internal import KKAudio

/// A file that is read frame by frame in the client's format.
final class ExtendedReader {
    let reader: AudioFileReader
    /// `nil` if the file is packets of a codec, until the client has named one.
    private(set) var client: StreamDescription?
    private var list = KKPCM.AudioBufferList()
    /// The same file as packets, for a client that asks for it.
    private var packets: (file: HeldFile, isOwn: Bool)?
    /// What stands for the reader's way to the client's format, once a client has asked for it.
    private var shown: (held: HeldConverter, pointer: OpaquePointer)?

    init(path: String) throws {
        reader = try AudioFileReader(path: path)
        try readAsStored()
    }

    init(_ file: HeldFile) throws {
        reader = try file.frameSource()
        packets = (file, false)
        try readAsStored()
    }

    private func readAsStored() throws {
        if reader.fileFormat.isLinearPCM { try setClient(reader.fileFormat) }
    }

    func setClient(_ description: StreamDescription) throws {
        let wanted = try description.asClient()
        try takeConverter()
        try reader.setClientFormat(wanted)
        client = wanted
        hideConverter()
        list = KKPCM.AudioBufferList()
    }

    func setClientLayout(_ layout: ChannelLayout) throws {
        try reader.setProperty(ExtendedAudioFileProperty.clientChannelLayout, .layout(layout))
    }

    /// - Returns: how many frames there were; 0 at the end.
    func read(_ frameCount: Int, into ioData: UnsafeMutablePointer<CCoreAudio.AudioBufferList>) throws -> Int {
        let client = try client.orThrow(kExtAudioFileError_InvalidOperationOrder)
        try takeConverter()
        let wanted = min(frameCount, try client.room(in: ioData))
        if (list.buffers.first?.bytes.count ?? 0) < wanted * Int(client.bytesPerFrame) || list.buffers.isEmpty {
            list = KKPCM.AudioBufferList(for: client, frameCapacity: wanted)
        }
        let count = try reader.read(into: &list, frameCount: wanted)
        list.copy(to: ioData)
        return count
    }

    /// A converter from the file's frames to the client's format, which is this reader's until the client's format is
    /// set or the file is closed. What is set of it holds from the next read on.
    func showConverter() throws -> OpaquePointer {
        if let shown { return shown.pointer }
        let client = try client.orThrow(kExtAudioFileError_InvalidProperty), settings = reader.converterSettings
        // Packets of a codec are decoded before it.
        let frames =
            reader.fileFormat.isLinearPCM
            ? reader.fileFormat
            : .canonical(sampleRate: reader.fileFormat.sampleRate, channels: reader.fileLayout.channelCount)
        let held = HeldConverter(try KKConvert.AudioConverter(from: frames, to: client, settings: settings))
        let pointer = Open.converters.add(held)
        shown = (held, pointer)
        return pointer
    }

    /// Takes over what was set of it.
    func takeConverter() throws {
        guard let settings = shown?.held.converter.settings, settings != reader.converterSettings else { return }
        try reader.setConverterSettings(settings)
    }

    private func hideConverter() {
        if let shown { Open.converters.remove(shown.pointer) }
        shown = nil
    }

    func file() throws -> OpaquePointer {
        if let packets { return packets.file.pointer }
        let held = HeldFile(try AudioFile(opening: reader.path), .path(reader.path))
        packets = (held, true)
        return held.open()
    }

    func close() {
        hideConverter()
        if let packets, packets.isOwn { Open.files.remove(packets.file.pointer) }
    }
}
