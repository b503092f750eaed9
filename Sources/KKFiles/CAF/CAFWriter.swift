public import KKPCM

/// A CAF file being written from bytes that are packets already: its chunks, the audio, and the packet table.
///
/// The file comes to be under a hidden name and gets its own in ``finalize()``; one that is dropped before, or that
/// failed, leaves nothing. What becomes known after the first packet stands in the room that was reserved in front of
/// the audio, if there is enough for all of it, and behind the audio otherwise. Where the output is a stream the
/// audio's size is −1, and what would stand behind it is refused. ``AudioFileWriter`` is for samples.
///
/// ## Allocation
/// In `init`; and the packet table, about two bytes a packet.
public final class CAFWriter {
    public let description: CAFDescription
    /// Which of the packets' frames are the sound; `nil`: all of them.
    public var packetInfo: PacketTableInfo?
    /// Bytes of audio written so far.
    public private(set) var audioByteCount: Int64 = 0

    private let file: OutputFile
    private let layout: CAFLayout
    private var table: CAFPacketTable
    private var late: [CAFNewChunk] = []
    private var isOpen = true
    /// What ``finalize()`` failed with.
    private var failure: AudioFileError?

    /// Opens an output; `-` is standard output.
    ///
    /// - Parameters:
    ///   - chunks: what is known by now; no `desc`, `data` or `pakt`, which are made here.
    ///   - reserve: bytes in front of the audio for what is not known yet.
    ///   - options: of which those on the file are heeded.
    /// - Throws: `cannotCreate`, `usage` for a terminal, `io`.
    public init(
        path: String, description: CAFDescription, chunks: [CAFNewChunk] = [], reserve: Int = 0,
        options: WriterOptions = WriterOptions()
    ) throws(AudioFileError) {
        if let made = chunks.first(where: { $0.type == "desc" || $0.type == "data" || $0.type == "pakt" }) {
            throw Self.misuse(path, "a chunk '\(made.type)', which the writer makes itself", "leave it out")
        }
        guard reserve >= 0 else {
            throw Self.misuse(path, "room of \(reserve) bytes in front of the audio", "give 0 or more")
        }
        self.description = description
        table = CAFPacketTable(description)
        layout = CAFLayout(description, chunks: chunks, reserve: reserve)
        file = try OutputFile.binary(path: FilePath(path), options: options)
        guard !file.isStream || !description.needsPacketTable else {
            throw AudioFileError(
                .operationNotSupported, kind: .cannotCreate, path: file.name,
                "packets of different sizes need a table behind them, and this output cannot go back",
                nextStep: "write to a file")
        }
        try file.append(layout.head(audioByteCount: file.isStream ? nil : 0))
    }

    deinit {
        file.discard()
    }

    /// Appends whole packets of the constant size that the description gives.
    ///
    /// - Throws: `'prm?'` for bytes that are no whole packets, and where packets differ; as ``write(packet:frames:)``.
    public func write(_ bytes: [UInt8]) throws(AudioFileError) {
        try requireOpen()
        guard !description.needsPacketTable, bytes.count % Int(description.bytesPerPacket) == 0 else {
            let size =
                description.needsPacketTable
                ? "in a file whose packets differ" : "which are no whole packets of \(description.bytesPerPacket)"
            throw Self.misuse(
                file.name, "\(bytes.count) bytes, \(size)", "write whole packets, each by itself where they differ")
        }
        try append(bytes)
    }

    /// Appends a packet.
    ///
    /// - Parameter frames: of which there have to be some where the description gives none.
    /// - Throws: `'prm?'` for a packet that the description does not admit, `-38` after ``finalize()``, `io`.
    public func write(packet: [UInt8], frames: Int? = nil) throws(AudioFileError) {
        try requireOpen()
        if let refusal = table.refusal(byteCount: packet.count, frames: frames) {
            throw Self.misuse(file.name, refusal, "give packets as the description says they are")
        }
        table.append(byteCount: packet.count, frames: frames)
        try append(packet)
    }

    private static func misuse(_ path: String, _ problem: String, _ nextStep: String) -> AudioFileError {
        AudioFileError(.parameter, kind: .usage, path: path, problem, nextStep: nextStep)
    }

    private func append(_ bytes: [UInt8]) throws(AudioFileError) {
        try requireOpen()
        try file.append(bytes)
        audioByteCount += Int64(bytes.count)
    }

    /// Adds a chunk to those that are written at the end.
    public func add(_ chunk: CAFNewChunk) throws(AudioFileError) {
        try requireOpen()
        guard !file.isStream else {
            throw AudioFileError(
                .operationNotSupported, kind: .cannotCreate, path: file.name,
                "nothing can stand behind the audio of a stream",
                nextStep: "give the chunk \(chunk.type) before the audio, or write to a file")
        }
        late.append(chunk)
    }

    /// Completes the file and gives it its name. A second call does nothing.
    ///
    /// - Throws: `io` for a full disk, also for one that was full when something was written; `usage` for frames that
    ///   do not add up. Then there is no file, and every later call throws the same.
    public func finalize() throws(AudioFileError) {
        if let failure { throw failure }
        guard isOpen else { return }
        isOpen = false
        do throws(AudioFileError) {
            if !file.isStream {
                if let table = try packetTable() { late.insert(CAFNewChunk(table), at: 0) }
                try file.append(layout.tail(late: late))
                try file.patch(layout.head(audioByteCount: audioByteCount, late: late), at: 0)
            }
            try file.commit()
        } catch {
            failure = error
            file.discard()
            throw error
        }
    }

    private func packetTable() throws(AudioFileError) -> CAFPacketTable? {
        guard description.needsPacketTable || packetInfo != nil else { return nil }
        var table = table
        if !table.hasEntries {
            table = CAFPacketTable(description, packetCount: audioByteCount / Int64(description.bytesPerPacket))
        }
        table.info = packetInfo ?? PacketTableInfo(validFrames: table.frameCount)
        guard table.info.validFrames &+ table.info.primingFrames &+ table.info.remainderFrames == table.frameCount
        else {
            throw AudioFileError(
                .invalidFile, kind: .usage, path: file.name,
                "\(table.info.validFrames) valid, \(table.info.primingFrames) priming and \(table.info.remainderFrames) remaining frames "
                    + "are not the packets' \(table.frameCount)")
        }
        return table
    }

    private func requireOpen() throws(AudioFileError) {
        guard isOpen else {
            throw AudioFileError(
                .invalidOperationOrder, kind: .defect, path: file.name, "written to after it was finalized")
        }
    }
}
