internal import KKPCM

/// A file that is being written: where to, and what of it is settled by now.
struct AudioFileWriting {
    let store: AudioFileStore
    let container: AudioFileContainer
    /// Whether the sizes in the header are brought up to date at the end alone.
    var defersSizes = true
    var reservedSeconds = 0.0
    /// The room before the audio; `nil` while no audio was written.
    var room: ChunkRoom?
    /// The parts whose chunks are made of the properties; those of a file that was opened are among ``others`` until they are set.
    var made = AudioFileContainer.Part.allCases
    /// Chunks that stay as they are, in their order.
    var others: [StoredChunk] = []
    /// Whether the file was there before, and is changed.
    var wasOpened = false
    /// Whether the last packet has fewer frames than the format says.
    var endsShort = false
    /// Whether audio was written since the file was opened.
    var hasNewAudio = false

    init(store: AudioFileStore, container: AudioFileContainer) {
        self.store = store
        self.container = container
    }
}

extension AudioFileContent {
    /// What is known of a file that has nothing in it yet.
    static func new(_ container: AudioFileContainer) -> AudioFileContent {
        var content = AudioFileContent(typeID: container.typeID, dataFormat: container.format)
        let format = container.format
        if format.bytesPerPacket == 0 || format.framesPerPacket == 0 || container.family == .stream { content.packets = .table(PacketIndex()) }
        content.packetSizeUpperBound = Int(format.bytesPerPacket)
        if format.channelCount <= 2 { content.layout = .standard(format.channelCount) }
        return content
    }
}

extension AudioFile {
    /// Gets ready to change the file: one that was opened is copied under a hidden name, or made ready in its place.
    ///
    /// - Throws: `'prm?'` for a file that was opened to be read.
    func beginWriting() throws(AudioFileError) -> AudioFileContainer {
        try requireOpen()
        if let writing { return writing.container }
        let container = try AudioFileContainer(content.typeID, content.dataFormat, name: name)
        guard permission.writes else {
            throw AudioFileError(.wrongPermission, kind: .usage, path: name, "the file was opened to be read", nextStep: "open it with `readWrite`")
        }
        try requireWritableKind()
        // Read before anything is laid over it.
        var others: [StoredChunk] = []
        for chunk in content.chunks where !container.isStructure(chunk.id) || chunk.guidTail != nil {
            guard chunk.byteCount <= Self.longestUserData else {
                throw AudioFileError(
                    .operationNotSupported, kind: .usage, path: name, at: .byte(chunk.offset),
                    "the chunk \(chunk.id) has \(chunk.byteCount) bytes, more than \(Self.longestUserData), and would be lost",
                    nextStep: "copy the file instead")
            }
            others.append(
                StoredChunk(id: chunk.id, bytes: try source.bytes(at: chunk.offset, count: Int(chunk.byteCount)), guidTail: chunk.guidTail))
        }
        try keepFormat(container)
        let store = try AudioFileStore(target)
        var started = AudioFileWriting(store: store, container: container)
        started.made = [.packetTable]
        started.wasOpened = true
        started.others = others
        writing = started
        let (old, from) = (source, content.dataOffset)
        source = store.source
        try layOut(of: isInPlace ? store.source : old, from: from)
        return container
    }

    private var isInPlace: Bool {
        if case .callbacks = target { return true }
        return false
    }

    /// Reads what of the head is not made anew when a file is changed.
    private func keepFormat(_ container: AudioFileContainer) throws(AudioFileError) {
        let limit: Int64 = 1 << 16
        switch container.family {
        case .riff, .wave64, .iff:
            let id: FourCharCode = container.family == .iff ? "COMM" : "fmt "
            if let place = content.chunks.first(where: { $0.id == id }), place.byteCount <= limit {
                content.storedFormat = try source.bytes(at: place.offset, count: Int(place.byteCount))
            }
        case .au: content.annotation = try source.bytes(at: 24, count: Int(content.dataOffset) - 24)
        case .caf, .stream: break
        }
        // The tag moves with the chunk that it is in.
        content.id3Tag = nil
    }

    /// Refuses to open what could not be written without a loss.
    func requireWritableKind() throws(AudioFileError) {
        guard permission.writes else { return }
        guard try source.bytes(at: 0, count: 4) != Array("RIFX".utf8) else {
            throw notChangeable("RIFX, which is WAV with its numbers turned round, is read and not changed")
        }
        guard content.containerStart == 0 else {
            throw notChangeable("the \(content.containerStart) bytes of tags before the \(containerName) would be lost")
        }
        let container = try AudioFileContainer(content.typeID, content.dataFormat, name: name)
        guard container.family != .stream, content.index.map({ $0.isContiguous }) ?? true else { throw notChangeable() }
        guard container.family == .au else { return }
        let rest = try source.byteCount() - content.dataOffset - content.dataByteCount
        guard rest == 0 else { throw notChangeable("the \(rest) bytes behind the audio would be lost") }
        let textByteCount = content.dataOffset - 24
        guard textByteCount <= Self.longestUserData else { throw notChangeable("the text before the audio has \(textByteCount) bytes") }
    }

    private func notChangeable(_ problem: String? = nil) -> AudioFileError {
        AudioFileError(
            .operationNotSupported, kind: .usage, path: name, problem ?? "a file of the kind \(content.typeID) is read and created, and not changed",
            nextStep: "create a new one")
    }

    /// The chunks that the file is to have, but for the audio's.
    func plannedChunks() throws(AudioFileError) -> [StoredChunk] {
        guard let writing else { return [] }
        return try writing.container.chunks(content, writing.made, name: name) + writing.others
    }

    /// Makes the room before the audio and puts the audio behind it.
    func layOut(of old: ByteSource? = nil, from: Int64 = 0) throws(AudioFileError) {
        guard let writing else { return }
        let family = writing.container.family
        var places = try plannedChunks().filter { $0.id != "pakt" }.map(family.byteCount)
        if family == .caf, let table = reservedTableByteCount(writing) { places.append(table) }
        let room = ChunkRoom(places)
        self.writing?.room = room
        let offset = Int64(try writing.container.head(content, room: [UInt8](repeating: 0, count: room.byteCount), tail: 0, name: name).count)
        if let old { try writing.store.move(content.dataByteCount, of: old, from: from, to: offset) }
        if old == nil { try writing.store.write([UInt8](repeating: 0, count: Int(offset)), at: 0) }
        if case .table(var index) = content.packets {
            content.packets = .constant
            index.move(by: offset - content.dataOffset)
            content.packets = .table(index)
        }
        content.dataOffset = offset
    }

    /// The bytes of a packet table for what there is and for the time that is said to come, with some to spare.
    private func reservedTableByteCount(_ writing: AudioFileWriting) -> Int? {
        let format = content.dataFormat
        guard format.bytesPerPacket == 0 || format.framesPerPacket == 0 || content.packetTableInfo != nil else { return nil }
        let header = writing.container.family.headerByteCount + CAFPacketTable.headerByteCount
        let frames = format.framesPerPacket > 0 ? Double(format.framesPerPacket) : 1024
        let expected = min(writing.reservedSeconds * format.sampleRate / frames, 1e7).rounded(.up) + 2
        let entries = Double(content.index?.packetCount ?? 0)
        guard writing.reservedSeconds > 0 || entries > 0 || format.bytesPerPacket != 0 && format.framesPerPacket != 0 else { return nil }
        let perPacket = (format.bytesPerPacket == 0 ? 3 : 0) + (format.framesPerPacket == 0 ? 3 : 0)
        return header + Int(max(expected, entries)) * perPacket + writing.container.family.headerByteCount
    }

    /// Brings the header, the chunks and the length of the file up to date.
    func update() throws(AudioFileError) {
        guard writing != nil else { return }
        if writing?.room == nil { try layOut() }
        guard let writing, let room = writing.room else { return }
        let family = writing.container.family
        let (roomBytes, rest) = room.laying(try plannedChunks(), family)
        let tail = rest.flatMap(family.bytes)
        let end = content.dataOffset + content.dataByteCount
        // Nothing has to be aligned behind the last chunk of Wave64; IFF and RIFF count the pad byte.
        let padding = family == .wave64 && tail.isEmpty ? 0 : family.padding(content.dataByteCount)
        if content.typeID == TypeID.flac, content.dataOffset == 0, content.dataByteCount > 0, content.magicCookie != nil { throw lateHeader() }
        let head = try writing.container.head(content, room: roomBytes, tail: tail.count, name: name)
        guard Int64(head.count) == content.dataOffset else { throw lateHeader() }
        try writing.store.write(head, at: 0)
        try writing.store.write([UInt8](repeating: 0, count: padding) + tail, at: end)
        try writing.store.truncate(to: end + Int64(padding + tail.count))
        content.isOptimized = rest.isEmpty
    }

    private func lateHeader() -> AudioFileError {
        AudioFileError(
            .invalidOperationOrder, kind: .usage, path: name, "the stream's header was set behind the first packet",
            nextStep: "set the magic cookie, or the tag, before packets are written")
    }

    /// Puts everything before the audio, so that the file can be played while it comes (`AudioFileOptimize`). Nothing happens to a file that is
    /// so already.
    ///
    /// - Throws: `'prm?'` for a file that was opened to be read.
    public func optimize() throws(AudioFileError) {
        try requireOpen()
        guard !content.isOptimized || writing != nil else { return }
        _ = try beginWriting()
        try update()
        guard !content.isOptimized, let writing else { return }
        let family = writing.container.family
        let places = try plannedChunks().map(family.byteCount)
        self.writing?.room = ChunkRoom(places)
        let offset = Int64(
            try writing.container.head(content, room: [UInt8](repeating: 0, count: places.reduce(0, +)), tail: 0, name: name).count)
        try writing.store.move(content.dataByteCount, of: writing.store.source, from: content.dataOffset, to: offset)
        if case .table(var index) = content.packets {
            content.packets = .constant
            index.move(by: offset - content.dataOffset)
            content.packets = .table(index)
        }
        content.dataOffset = offset
        try update()
    }
}
