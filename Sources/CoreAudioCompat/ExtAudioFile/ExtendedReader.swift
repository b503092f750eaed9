internal import KKAudio

/// A file that is read frame by frame in the client's format.
final class ExtendedReader {
    let reader: AudioFileReader
    /// `nil` where the file is packets of a codec, until the client has named one.
    private(set) var client: StreamDescription?
    private var list = KKPCM.AudioBufferList()
    /// The same file as packets, for a client that asks for it.
    private var packets: (file: HeldFile, isOwn: Bool)?

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
        try reader.setClientFormat(wanted)
        client = wanted
        list = KKPCM.AudioBufferList()
    }

    func setClientLayout(_ layout: ChannelLayout) throws {
        try reader.setProperty(ExtendedAudioFileProperty.clientChannelLayout, .layout(layout))
    }

    /// - Returns: how many frames there were; 0 at the end.
    func read(_ frameCount: Int, into ioData: UnsafeMutablePointer<CCoreAudio.AudioBufferList>) throws -> Int {
        let client = try client.orThrow(kExtAudioFileError_InvalidOperationOrder)
        let wanted = min(frameCount, try client.room(in: ioData))
        if (list.buffers.first?.bytes.count ?? 0) < wanted * Int(client.bytesPerFrame) || list.buffers.isEmpty {
            list = KKPCM.AudioBufferList(for: client, frameCapacity: wanted)
        }
        let count = try reader.read(into: &list, frameCount: wanted)
        list.copy(to: ioData)
        return count
    }

    func file() throws -> OpaquePointer {
        if let packets { return packets.file.pointer }
        let held = HeldFile(try AudioFile(opening: reader.path), .path(reader.path))
        packets = (held, true)
        return held.open()
    }

    func close() {
        if let packets, packets.isOwn { Open.files.remove(packets.file.pointer) }
    }
}
