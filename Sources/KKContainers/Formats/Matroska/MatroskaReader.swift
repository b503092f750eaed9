internal import KKCodecs
internal import KKPCM

/// Reads a file of Matroska from its start to its end: the tracks, then the blocks of the one that is wanted.
///
/// What cannot be followed is left out with a warning, up to the next cluster.
struct MatroskaReader {
    let source: ByteSource
    let fileType: FileType
    private let start: Int64
    private let wanted: Int?
    private var tracks: [MatroskaTrack] = []
    private var track: MatroskaTrack?
    /// As ``Container/demuxedStream``: blocks are passed over then.
    private var demuxedStream: Int?
    private var packets: MatroskaPackets?
    private var notes = MatroskaNotes()
    /// The frames after the sound. An encoder that has to flush writes a last block without any, which leaves the end of
    /// the sound in the block before.
    private var remainder: Int64 = 0
    private var warnings: [FileWarning] = []
    /// The last element in a cluster: after damage the next cluster is looked for from here on, so that no packet is
    /// taken twice, and a file of many false clusters takes no longer than another.
    private var lastTaken: Int64 = 0

    private typealias ID = MatroskaID

    /// - Parameters:
    ///   - start: where the head of EBML begins.
    ///   - stream: the track of sound that is wanted, counted from 1; `nil`: the first that can be decoded.
    init(_ source: ByteSource, _ fileType: FileType, start: Int64, stream: Int?) throws(AudioFileError) {
        (self.source, self.fileType, self.start, wanted) = (source, fileType, start, stream)
        let end = try source.byteCount()
        var place = start
        while let element = try source.element(at: place, end: end), element.id != ID.segment { place = element.end }
        guard let segment = try source.element(at: place, end: end) else {
            throw source.damage(.invalidFile, at: start, "this \(fileType.name) file ends after its header")
        }
        try walk(segment)
        packets?.finish()
    }

    // MARK: The segment

    private mutating func walk(_ segment: EBMLElement) throws(AudioFileError) {
        var place = segment.content.lowerBound
        while place < segment.end {
            var next = place
            do throws(AudioFileError) {
                guard let element = try source.element(at: place, end: segment.end) else { break }
                next = try take(element, segment)
            } catch {
                guard track != nil else { throw error }
                let last = max(place, lastTaken)
                guard let cluster = try nextCluster(from: last + 1, to: segment.end) else {
                    warnings.addPlace(lost(last, segment.end))
                    break
                }
                warnings.addPlace(lost(last, cluster))
                next = cluster
            }
            place = max(next, place + 1)
        }
        if segment.isCut, track != nil {
            warnings.append(
                FileWarning(
                    path: source.name, at: .byte(segment.end),
                    "the file is \((segment.claimedEnd ?? 0) - segment.end) bytes shorter than it states",
                    consequence: "the available audio is used"))
        }
    }

    /// - Returns: where the next element begins.
    private mutating func take(_ element: EBMLElement, _ segment: EBMLElement) throws(AudioFileError) -> Int64 {
        switch element.id {
        case ID.tracks where tracks.isEmpty: try choose(element)
        case ID.cluster: return try walk(cluster: element)
        case ID.info, ID.tags, ID.chapters: notes.take(element, of: track?.uid, in: source)
        default:
            guard element.claimedEnd != nil else {
                throw source.damage(.invalidChunk, at: element.start, "an element has no size")
            }
        }
        return element.end
    }

    private func lost(_ place: Int64, _ end: Int64) -> FileWarning {
        FileWarning(
            path: source.name, at: .byte(place), "\(end - place) bytes are not readable",
            consequence: "they are left out")
    }

    /// The next cluster's head, looked for byte by byte.
    private func nextCluster(from place: Int64, to end: Int64) throws(AudioFileError) -> Int64? {
        let mark = [UInt8](arrayLiteral: 0x1F, 0x43, 0xB6, 0x75)
        var start = place
        while start < end {
            let bytes = try source.bytes(at: start, count: Int(min(1 << 16, end - start)))
            guard bytes.count >= mark.count else { return nil }
            for index in 0...bytes.count - mark.count where bytes[index] == 0x1F {
                if bytes[index..<index + 4].elementsEqual(mark) { return start + Int64(index) }
            }
            start += Int64(bytes.count - mark.count + 1)
        }
        return nil
    }

    // MARK: Tracks

    private mutating func choose(_ list: EBMLElement) throws(AudioFileError) {
        for entry in try source.elements(in: list) where entry.id == ID.trackEntry {
            if let track = try MatroskaTrack(entry, in: source) { tracks.append(track) }
        }
        guard !tracks.isEmpty else {
            throw source.damage(.invalidFile, at: list.start, "this \(fileType.name) file has no audio")
        }
        let names = tracks.map(\.name)
        if let wanted, !tracks.indices.contains(wanted - 1) { throw .noStream(wanted, of: names, path: source.name) }
        let choice = StreamChoice(tracks.map(\.candidate), wanted: wanted)
        let index = choice.index
        guard choice.isReadable else { throw refusal(tracks[index]) }
        (track, demuxedStream) = (tracks[index], choice.demuxedStream)
        guard wanted == nil, tracks.count > 1 else { return }
        let other = index == 0 ? 1 : 0
        // That a track is used is a matter of flags, and not of being the first.
        warnings.append(
            .streams(
                tracks.count - 1, first: names[other], besideFirst: false, path: source.name, at: tracks[other].place))
    }

    private func refusal(_ track: MatroskaTrack) -> AudioFileError {
        guard let hindrance = track.hindrance else { return source.unavailable(track.refusal, in: fileType) }
        return AudioFileError(
            .unsupportedFileType, kind: .unavailable, path: source.name, at: .byte(track.place),
            "the audio is \(hindrance), which cannot be read here",
            nextStep: "copy it with `ffmpeg -i IN -c copy OUT`, or export it with its own program")
    }

    // MARK: Clusters

    /// - Returns: where the next element after it begins.
    private mutating func walk(cluster: EBMLElement) throws(AudioFileError) -> Int64 {
        guard track != nil else {
            throw source.damage(
                .invalidFile, at: cluster.start, "no track is described before the first cluster of packets")
        }
        if demuxedStream != nil, cluster.claimedEnd != nil { return cluster.end }
        var place = cluster.content.lowerBound
        while let element = try source.element(at: place, end: cluster.end) {
            if cluster.claimedEnd == nil, ID.topLevel.contains(element.id) { return element.start }
            lastTaken = element.start
            switch element.id {
            case ID.simpleBlock: try take(block: element, discarding: 0)
            case ID.blockGroup:
                let parts = try source.elements(in: element)
                let padding = try parts.first(ID.discardPadding, source.signed(of:))
                if let block = parts.first(ID.block) { try take(block: block, discarding: padding ?? 0) }
            default:
                guard element.claimedEnd != nil else {
                    throw source.damage(.invalidChunk, at: element.start, "an element has no size")
                }
            }
            place = element.end
        }
        return place
    }

    private mutating func take(block element: EBMLElement, discarding padding: Int64) throws(AudioFileError) {
        guard !element.isCut, demuxedStream == nil, let number = track?.number else { return }
        let size = Int(min(element.byteCount, Int64(MatroskaBlock.shortHead)))
        let head = try source.bytes(at: element.content.lowerBound, count: size)
        if let found = EBMLNumber(head[...]), found.value != number { return }
        var block = MatroskaBlock(head, content: element.content)
        if block == nil {
            let long = Int(min(element.byteCount, Int64(MatroskaBlock.longHead)))
            block = MatroskaBlock(
                try source.bytes(at: element.content.lowerBound, count: long), content: element.content)
        }
        guard let block, let first = block.packets.first else {
            if element.byteCount > 0, block == nil { warnings.addPlace(lost(element.start, element.end)) }
            return
        }
        if packets == nil { try begin(first) }
        let before = packets?.index.frameCount ?? 0
        for packet in block.packets {
            guard packet.byteCount <= CAFPacketTable.packetByteLimit else {
                throw source.damage(
                    .invalidChunk, at: packet.offset,
                    "a packet has \(packet.byteCount) bytes, more than those of any codec")
            }
            try packets?.append(offset: packet.offset, byteCount: packet.byteCount, in: source)
        }
        let end = packets?.index.frameCount ?? 0
        let discarded = MatroskaTrack.frames(UInt64(max(0, padding)), rate: track?.format.sampleRate ?? 0)
        remainder = min(end, discarded < end - before ? discarded : discarded + remainder)
    }

    /// Looks at the first packet, where that tells more than the description.
    private mutating func begin(_ first: (offset: Int64, byteCount: Int)) throws(AudioFileError) {
        guard var found = track else { return }
        found.complete(found.packetHead + (try source.bytes(at: first.offset, count: min(8, first.byteCount))))
        track = found
        guard let packets = MatroskaPackets(found) else {
            throw source.damage(
                .invalidChunk, at: found.place, "the number of frames in the \(found.name) packets is not stated")
        }
        self.packets = packets
    }

    // MARK: What was found

    func container() throws(AudioFileError) -> Container {
        guard let track else {
            throw source.damage(.invalidFile, at: start, "this \(fileType.name) file has no list of tracks")
        }
        var container = Container(
            fileType: fileType,
            format: Container.StoredFormat(
                description: track.format, codec: track.codec, bitDepth: track.bitDepth, layout: track.layout))
        container.formatOffset = track.place
        container.demuxedStream = demuxedStream
        if demuxedStream == nil { try addPackets(of: track, to: &container) }
        container.streams = tracks.map(\.name)
        container.tags = notes.tags
        container.markers = notes.markers(rate: track.format.sampleRate)
        container.warnings = warnings + notes.warnings
        return container
    }

    private func addPackets(of track: MatroskaTrack, to container: inout Container) throws(AudioFileError) {
        guard let index = packets?.index, index.packetCount > 0 else {
            throw source.damage(
                .invalidFile, at: track.place, "this \(fileType.name) file has an audio track without packets")
        }
        container.magicCookie = track.magicCookie
        container.packets = .table(index)
        container.packetHead = track.packetHead
        container.dataOffset = index[0]?.offset ?? 0
        container.packetSizeUpperBound = track.packetHead.count + index.maximumByteCount
        container.statedPacketCount = index.packetCount
        let priming = min(track.priming, index.frameCount - remainder)
        if track.codec == .linear {
            container.dataByteCount = index.frameCount * Int64(track.format.bytesPerFrame)
        } else if priming > 0 || remainder > 0 {
            container.packetTableInfo = PacketTableInfo(
                validFrames: index.frameCount - priming - remainder, primingFrames: priming, remainderFrames: remainder)
        }
    }
}
