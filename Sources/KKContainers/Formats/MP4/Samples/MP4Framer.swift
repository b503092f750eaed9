internal import KKPCM

/// The packets of a stream of boxes, by the tables that came before them or by the fragments among them. What lies
/// between packets is stepped over.
package struct MP4Framer: StreamFramer {
    package let stream: FramedStream?
    private var sound: MP4SoundTrack
    private var entries: PacketIndex.Entries
    private var next: PacketIndex.Entry?
    /// Where the window begins.
    private var position: Int64
    /// Where the next box at the top begins; `nil` if none has to be looked at.
    private var boxEnd: Int64?
    private let isFragmented: Bool
    private var isLost = false

    /// - Parameters:
    ///   - sound: with all packets of the tables.
    ///   - position: the first byte of the audio.
    ///   - boxEnd: where the next box begins, in a movie of fragments.
    init(_ sound: MP4SoundTrack, _ stream: FramedStream, at position: Int64, boxEnd: Int64?) {
        (self.sound, self.stream, self.position, self.boxEnd) = (sound, stream, position, boxEnd)
        isFragmented = boxEnd != nil
        entries = sound.packets.index.entries(from: 0)
        next = entries.next()
    }

    package mutating func loseSync() { isLost = true }

    package var canLoseSync: Bool { false }

    package mutating func step(_ window: Span<UInt8>, isEnd: Bool) -> FramingStep {
        let step = nextStep(window, isEnd: isEnd)
        position += Int64(step.byteCount)
        return step
    }

    private mutating func nextStep(_ window: Span<UInt8>, isEnd: Bool) -> FramingStep {
        guard !isLost else { return window.count > 0 ? .junk(byteCount: window.count) : isEnd ? .end : .needsBytes(1) }
        if let boxEnd, position == boxEnd { return box(window, isEnd: isEnd) }
        let end = boxEnd ?? .max
        guard let packet = next, packet.offset >= position, packet.offset + Int64(packet.byteCount) <= end else {
            return skip(to: end, window, isEnd: isEnd)
        }
        guard packet.offset == position else { return skip(to: packet.offset, window, isEnd: isEnd) }
        guard window.count >= max(1, packet.byteCount) else {
            guard isEnd else { return .needsBytes(max(1, packet.byteCount)) }
            return window.count > 0 ? .junk(byteCount: window.count) : .end
        }
        next = entries.next()
        return .packet(byteCount: packet.byteCount, frames: packet.frames)
    }

    /// Goes on to a place, as far as bytes are there.
    private func skip(to place: Int64, _ window: Span<UInt8>, isEnd: Bool) -> FramingStep {
        guard window.count > 0 else { return isEnd ? .end : .needsBytes(1) }
        return .header(byteCount: Int(min(Int64(window.count), place - position)))
    }

    /// A box at the top: that of a fragment is read, of the others the header alone.
    private mutating func box(_ window: Span<UInt8>, isEnd: Bool) -> FramingStep {
        guard window.count > 0 else { return isEnd ? .end : .needsBytes(1) }
        guard window.count >= 16 || isEnd else { return .needsBytes(16) }
        let head = ByteSource(bytes: window.prefix(16), name: "stream")
        guard let box = try? head.box(at: 0, end: .max / 4) else { return lose(window) }
        let size = box.claimedEnd ?? .max / 4
        guard box.type == "moof" else {
            boxEnd = box.claimedEnd.map { position + $0 } ?? .max
            return .header(byteCount: min(window.count, Int(box.content.lowerBound)))
        }
        guard size <= MP4Fragment.limit else { return lose(window) }
        guard window.count >= Int(size) else { return isEnd ? .junk(byteCount: window.count) : .needsBytes(Int(size)) }
        guard takeFragment(window.prefix(Int(size)), Int(box.content.lowerBound)) else { return lose(window) }
        boxEnd = position + size
        return .header(byteCount: Int(size))
    }

    private mutating func takeFragment(_ bytes: [UInt8], _ headerByteCount: Int) -> Bool {
        var memory = MemoryBytes(byteCount: position + Int64(bytes.count))
        memory.append(bytes, at: position)
        let source = ByteSource(memory, name: "stream")
        let box = MP4Box(
            type: "moof", start: position, content: position + Int64(headerByteCount)..<position + Int64(bytes.count),
            claimedEnd: position + Int64(bytes.count))
        sound.restart()
        do throws(AudioFileError) {
            let fragment = try MP4Fragment(box, of: sound.track.id, sound.fragmentDefaults, in: source)
            try sound.add(fragment, in: source, end: PassingBytes.farthest)
            try sound.finish(in: source)
        } catch {
            return false
        }
        entries = sound.packets.index.entries(from: 0)
        next = entries.next()
        return true
    }

    private mutating func lose(_ window: Span<UInt8>) -> FramingStep {
        isLost = true
        return .junk(byteCount: window.count)
    }
}

extension MP4Parser {
    func streamAudio(_ place: ContainerAudio) throws(AudioFileStreamError) -> StreamAudio {
        guard let movie, var sound else { throw .damage(at: place.offset, "the audio's format is not described") }
        try AudioFileStreamError.reported(at: place.offset) { () throws(AudioFileError) in
            try sound.finish(in: source)
        }
        var warnings: [FileWarning] = []
        var framed = FramedStream(
            format: sound.format, layout: sound.sound.layout, magicCookie: sound.sound.magicCookie ?? [],
            sourceBitDepth: sound.sound.bitDepth, packetSizeUpperBound: sound.packets.index.maximumByteCount)
        framed.extended = sound.sound.extended
        if framed.layout == nil, sound.format.channelCount <= 2 { framed.layout = .standard(sound.format.channelCount) }
        var audio = StreamAudio(
            fileFormat: fileType.typeID, stream: nil, dataOffset: place.offset,
            dataByteCount: place.isOpen ? nil : place.byteCount, packets: .constant(byteCount: 1, frames: 1),
            texts: movie.notes.tags)
        if !movie.isFragmented {
            // How long the last packet of Opus is, it says itself.
            let isKnown = sound.format.formatID != .opus
            framed.packetTable = isKnown ? sound.timing(movie).table(&warnings, path: "stream") : nil
            framed.packetCount = sound.packets.index.packetCount
        }
        audio.warnings = warnings
        if let unit = sound.unit {
            guard !movie.isFragmented, sound.runs.packetCount <= 1 else {
                throw AudioFileStreamError(
                    .unsupportedDataFormat, at: place.offset,
                    "the samples are in pieces between other data", nextStep: "open it as a file")
            }
            if sound.sound.isLinear, framed.packetTable == nil { audio.container = try? container() }
            audio.become(&framed, byteCount: Int(unit.byteCount), frames: Int(unit.frames))
            return audio
        }
        // Nobody knows the packets of fragments before they come.
        if movie.isFragmented { framed.packetSizeUpperBound = 0 }
        audio.packets = .framed(
            MP4Framer(sound, framed, at: place.offset, boxEnd: movie.isFragmented ? place.chunk.upperBound : nil))
        audio.stream = framed
        return audio
    }
}
