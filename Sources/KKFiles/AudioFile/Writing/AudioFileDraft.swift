internal import KKCodecs
internal import KKPCM

/// A file that is being written: where to, and what of it is settled by now.
struct AudioFileDraft {
    let container: AudioFileContainer
    /// `nil` until a file that was opened has moved there.
    var store: AudioFileStore?
    /// Whether the sizes in the header are brought up to date at the end alone.
    var defersSizes = true
    var reservedSeconds = 0.0
    /// The room before the audio; `nil` while no audio was written.
    var room: ChunkRoom?
    /// Where the audio begins after that room.
    var audioOffset: Int64 = 0
    /// The parts whose chunks are made of the properties; those of a file that was opened are among ``others`` until
    /// they are set.
    var made = AudioFileContainer.Part.allCases
    /// Chunks that stay as they are, in their order.
    var others: [StoredChunk] = []
    /// Whether the file was there before, and is changed.
    var wasOpened = false
    /// Whether the last packet has fewer frames than the format says.
    var endsShort = false
    /// What the headers of an ADTS stream say, from the first that was made.
    var aac: AACConfiguration?
    /// Whether audio was written since the file was opened.
    var hasNewAudio = false

    /// Whether it is so after each change. Boxes have no room for the tables of packets that are to come.
    var updatesAtOnce: Bool { !defersSizes && container.family != .boxes }

    init(container: AudioFileContainer, store: AudioFileStore? = nil) {
        self.container = container
        self.store = store
    }
}

extension Container {
    /// What is known of a file that has nothing in it yet.
    static func new(_ container: AudioFileContainer) -> Container {
        var content = Container(typeID: container.typeID, dataFormat: container.format)
        let format = container.format
        if format.bytesPerPacket == 0 || format.framesPerPacket == 0 || container.family == .stream {
            content.packets = .table(PacketIndex())
        }
        content.packetSizeUpperBound = Int(format.bytesPerPacket)
        if format.channelCount <= 2 { content.layout = .standard(format.channelCount) }
        return content
    }
}
