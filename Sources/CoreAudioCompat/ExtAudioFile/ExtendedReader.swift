internal import KKAudio

/// A file that is read frame by frame in the client's format.
final class ExtendedReader {
    let reader: AudioFileReader
    private(set) var client: ClientFormat?
    private var buffer = PCMBuffer(channelCount: 0, frameCapacity: 0)
    /// The same file as packets, for a client that asks for it.
    private var packets: (file: HeldFile, isOwn: Bool)?

    private static let largestTurn = 4096

    init(path: String) throws {
        reader = try AudioFileReader(path: path)
        try setClient(StreamDescription?.none)
    }

    init(_ file: HeldFile) throws {
        reader = try file.frameSource()
        packets = (file, false)
        try setClient(StreamDescription?.none)
    }

    /// Without a client's format linear PCM is read as it is stored; packets cannot be.
    private func setClient(_ description: StreamDescription?) throws {
        let stored = reader.fileFormat
        guard let wanted = description ?? (stored.isLinearPCM ? stored : nil) else { return }
        let client = try ClientFormat(wanted)
        try reader.setClientFormat(client.canonical)
        self.client = client
        buffer = PCMBuffer(channelCount: client.description.channelCount, frameCapacity: Self.largestTurn)
    }

    func setClient(_ description: StreamDescription) throws { try setClient(Optional(description)) }

    func setClientLayout(_ layout: ChannelLayout) throws {
        try reader.setProperty(ExtendedAudioFileProperty.clientChannelLayout, .layout(layout))
    }

    /// - Returns: how many frames there were; 0 at the end.
    func read(_ frameCount: Int, into ioData: UnsafeMutablePointer<CCoreAudio.AudioBufferList>) throws -> Int {
        guard client != nil else { throw Status(kExtAudioFileError_InvalidOperationOrder) }
        let wanted = min(frameCount, try client?.room(in: ioData) ?? 0)
        var done = 0
        while done < wanted {
            let count = try reader.read(into: &buffer, at: 0, frameCount: min(wanted - done, Self.largestTurn))
            if count == 0 { break }
            client?.give(buffer, count, at: done, to: ioData)
            done += count
        }
        let bytesPerFrame = client.map { Int($0.description.bytesPerFrame) } ?? 0
        let buffers = UnsafeMutableAudioBufferListPointer(ioData)
        for index in buffers.indices { buffers[index].mDataByteSize = UInt32(done * bytesPerFrame) }
        return done
    }

    func file() throws -> OpaquePointer {
        if let packets { return packets.file.pointer }
        let held = HeldFile(try AudioFile(opening: reader.path), path: reader.path)
        packets = (held, true)
        return Open.files.add(held)
    }

    func close() {
        if let packets, packets.isOwn { Open.files.remove(packets.file.pointer) }
    }
}
