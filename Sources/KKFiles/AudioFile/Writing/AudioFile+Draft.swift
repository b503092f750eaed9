internal import KKPCM

extension AudioFile {
    /// Gets ready to change the file. Nothing of one that was opened is touched before ``startStore()``, so that what
    /// is refused leaves it alone.
    ///
    /// - Throws: `'prm?'` for a file that was opened for reading.
    func beginWriting() throws(AudioFileError) -> AudioFileContainer {
        try requireOpen()
        if let writing { return writing.container }
        guard permission.writes else {
            throw AudioFileError(
                .wrongPermission, kind: .usage, path: name, "the file was opened for reading",
                nextStep: "open it with `readWrite`")
        }
        let container = try AudioFileContainer(content.typeID, content.dataFormat, name: name)
        // Read before anything is laid over it.
        var others: [StoredChunk] = []
        for chunk in content.chunks where !container.family.layout.isStructure(chunk.id) || chunk.guidTail != nil {
            guard chunk.byteCount <= Self.longestUserData else {
                throw AudioFileError(
                    .operationNotSupported, kind: .usage, path: name, at: .byte(chunk.offset),
                    "the chunk \(chunk.id) has \(chunk.byteCount) bytes, more than \(Self.longestUserData), so it would be lost",
                    nextStep: "copy the file instead")
            }
            others.append(
                StoredChunk(
                    id: chunk.id, bytes: try source.bytes(at: chunk.offset, count: Int(chunk.byteCount)),
                    guidTail: chunk.guidTail))
        }
        try keepFormat(container)
        var prepared = AudioFileDraft(container: container)
        prepared.made = [.packetTable]
        prepared.wasOpened = true
        prepared.endsShort =
            content.index.map { $0.frameCount < $0.packetCount * Int64(content.dataFormat.framesPerPacket) } ?? false
        prepared.others = others
        (prepared.room, prepared.audioOffset) = try plannedRoom(prepared)
        writing = prepared
        return container
    }

    /// Does what touches the disk, or the caller's functions. The first failure is remembered, and what is there under
    /// the hidden name goes.
    func storing<Result>(_ body: () throws(AudioFileError) -> Result) throws(AudioFileError) -> Result {
        if let failure { throw failure }
        do throws(AudioFileError) {
            return try body()
        } catch {
            failure = error
            writing?.store?.discard()
            throw error
        }
    }

    /// Moves the audio of a file that was opened behind the room that is planned, to a copy under a hidden name or in
    /// its place: before the first change is written.
    func startStore() throws(AudioFileError) {
        guard let started = writing, started.store == nil else { return }
        try storing { () throws(AudioFileError) in
            let store = try AudioFileStore(target)
            writing?.store = store
            try store.move(
                content.dataByteCount, of: isInPlace ? store.source : source, from: content.dataOffset,
                to: started.audioOffset)
            source = store.source
        }
        audioMoved(to: started.audioOffset)
        // The tag moves with the chunk that it is in.
        content.id3Tag = nil
    }

    private var isInPlace: Bool {
        if case .callbacks = target { return true }
        return false
    }

    private func audioMoved(to offset: Int64) {
        if case .table(var index) = content.packets {
            content.packets = .constant
            index.move(by: offset - content.dataOffset)
            content.packets = .table(index)
        }
        content.dataOffset = offset
    }

    /// Reads what of the head is not made again when a file is changed.
    private func keepFormat(_ container: AudioFileContainer) throws(AudioFileError) {
        let limit: Int64 = 1 << 16
        if let id = container.family.layout.formatID, let place = content.chunk(id), place.byteCount <= limit {
            content.storedFormat = try source.bytes(at: place.offset, count: Int(place.byteCount))
        }
        if container.family == .au {
            content.annotation = try source.bytes(at: 24, count: Int(content.dataOffset) - 24)
        }
    }

    /// Refuses to open what could not be written without a loss.
    func requireWritableKind() throws(AudioFileError) {
        guard permission.writes else { return }
        guard !content.isRIFX else {
            throw notChangeable("RIFX (big-endian WAV) can be read but not changed")
        }
        guard content.start == 0 else {
            throw notChangeable("the \(content.start) bytes of tags before the \(containerName) would be lost")
        }
        let container = try AudioFileContainer(content.typeID, content.dataFormat, name: name)
        guard container.family != .stream, container.family != .boxes, content.index.map({ $0.isContiguous }) ?? true
        else { throw notChangeable() }
        guard container.family == .au else { return }
        let rest = try source.byteCount() - content.dataOffset - content.dataByteCount
        guard rest == 0 else { throw notChangeable("the \(rest) bytes after the audio would be lost") }
        let textByteCount = content.dataOffset - 24
        guard textByteCount <= Self.longestUserData else {
            throw notChangeable("the text before the audio has \(textByteCount) bytes")
        }
    }

    private func notChangeable(_ problem: String? = nil) -> AudioFileError {
        AudioFileError(
            .operationNotSupported, kind: .usage, path: name,
            problem ?? "a file of type \(content.typeID) can be read and created but not changed",
            nextStep: "create a new one")
    }

    /// The chunks that the file is to have, but for the audio's.
    func plannedChunks() throws(AudioFileError) -> [StoredChunk] {
        guard let writing else { return [] }
        return try plannedChunks(writing)
    }

    private func plannedChunks(_ writing: AudioFileDraft) throws(AudioFileError) -> [StoredChunk] {
        try writing.container.chunks(content, writing.made, name: name) + writing.others
    }

    /// The room that the chunks take before the audio, and where the audio begins behind it.
    private func plannedRoom(_ writing: AudioFileDraft) throws(AudioFileError) -> (room: ChunkRoom, audioOffset: Int64)
    {
        let family = writing.container.family
        var places = try plannedChunks(writing).filter { $0.id != "pakt" }.map(family.byteCount)
        if family == .caf, let table = reservedTableByteCount(writing) { places.append(table) }
        let room = ChunkRoom(places)
        return (room, try audioOffset(writing, behind: room.byteCount))
    }

    private func audioOffset(_ writing: AudioFileDraft, behind byteCount: Int) throws(AudioFileError) -> Int64 {
        Int64(
            try writing.container.head(content, room: [UInt8](repeating: 0, count: byteCount), tail: 0, name: name)
                .count)
    }

    /// Makes the room before the audio of a new file.
    func layOut() throws(AudioFileError) {
        guard let writing, let store = writing.store else { return }
        let (room, offset) = try plannedRoom(writing)
        try storing { () throws(AudioFileError) in try store.write([UInt8](repeating: 0, count: Int(offset)), at: 0) }
        self.writing?.room = room
        audioMoved(to: offset)
    }

    /// The bytes of a packet table for what there is and for the time that is said to come, with some to spare.
    private func reservedTableByteCount(_ writing: AudioFileDraft) -> Int? {
        let format = content.dataFormat
        guard format.bytesPerPacket == 0 || format.framesPerPacket == 0 || content.packetTableInfo != nil else {
            return nil
        }
        let header = writing.container.family.headerByteCount + CAFPacketTable.headerByteCount
        let frames = format.framesPerPacket > 0 ? Double(format.framesPerPacket) : 1024
        let expected = min(writing.reservedSeconds * format.sampleRate / frames, 1e7).rounded(.up) + 2
        let entries = Double(content.index?.packetCount ?? 0)
        guard writing.reservedSeconds > 0 || entries > 0 || format.bytesPerPacket != 0 && format.framesPerPacket != 0
        else { return nil }
        let perPacket = (format.bytesPerPacket == 0 ? 3 : 0) + (format.framesPerPacket == 0 ? 3 : 0)
        return header + Int(max(expected, entries)) * perPacket + writing.container.family.headerByteCount
    }

    /// Brings the header, the chunks and the length of the file up to date.
    func update() throws(AudioFileError) {
        guard writing != nil else { return }
        try startStore()
        if writing?.room == nil { try layOut() }
        guard let writing, let store = writing.store, let room = writing.room else { return }
        let family = writing.container.family
        let (roomBytes, rest) = room.laying(try plannedChunks(), family)
        let tail = rest.flatMap(family.bytes)
        let end = content.dataOffset + content.dataByteCount
        // Nothing has to be aligned behind the last chunk of Wave64; IFF and RIFF count the pad byte.
        let padding = family == .wave64 && tail.isEmpty ? 0 : family.padding(content.dataByteCount)
        if content.typeID == TypeID.flac, content.dataOffset == 0, content.dataByteCount > 0, content.magicCookie != nil
        {
            throw lateHeader()
        }
        let head = try writing.container.head(content, room: roomBytes, tail: tail.count, name: name)
        if family == .boxes, Int64(head.count) != content.dataOffset {
            // The tables have grown with the packets: these move, and the tables tell where to.
            let offset = Int64(head.count)
            try storing { () throws(AudioFileError) in
                try store.move(content.dataByteCount, of: store.source, from: content.dataOffset, to: offset)
            }
            audioMoved(to: offset)
            return try update()
        }
        guard Int64(head.count) == content.dataOffset else { throw lateHeader() }
        try storing { () throws(AudioFileError) in
            try store.write(head, at: 0)
            try store.write([UInt8](repeating: 0, count: padding) + tail, at: end)
            try store.truncate(to: end + Int64(padding + tail.count))
        }
        content.isOptimized = rest.isEmpty
    }

    private func lateHeader() -> AudioFileError {
        AudioFileError(
            .invalidOperationOrder, kind: .usage, path: name, "the stream's header was set after the first packet",
            nextStep: "set the magic cookie, or the tag, before packets are written")
    }

    /// Moves everything before the audio, so that the file can be played while it is received (`AudioFileOptimize`). A
    /// file that is already like this does not change.
    ///
    /// - Throws: `'prm?'` for a file that was opened for reading.
    public func optimize() throws(AudioFileError) {
        try requireOpen()
        guard !content.isOptimized || writing?.store != nil else { return }
        _ = try beginWriting()
        try update()
        guard !content.isOptimized, let writing, let store = writing.store else { return }
        let places = try plannedChunks().map(writing.container.family.byteCount)
        let offset = try audioOffset(writing, behind: places.reduce(0, +))
        try storing { () throws(AudioFileError) in
            try store.move(content.dataByteCount, of: store.source, from: content.dataOffset, to: offset)
        }
        self.writing?.room = ChunkRoom(places)
        audioMoved(to: offset)
        try update()
    }
}
