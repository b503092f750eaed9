internal import KKCodecs
internal import KKPCM

extension Container {
    /// All of a file of boxes, for who reads its packets.
    static func whole(mp4 source: ByteSource, _ probe: FormatProbe, _: LeadingTags) throws(AudioFileError) -> Container
    {
        let parser = try MP4Parser(source, probe.fileType, start: probe.start, isWhole: true, stream: nil)
        return try Container(parser, start: probe.start)
    }

    /// As ``init(_:fileType:start:)``.
    ///
    /// - Parameter stream: which of the streams side by side, counted from 1; `nil`: the first that can be decoded.
    package init(
        _ source: ByteSource, fileType: FileType, start: Int64, stream: Int?
    ) throws(AudioFileError) {
        guard let reading = ContainerFormat.of(fileType)?.reading else {
            try self.init(source, fileType: fileType, start: start)
            return
        }
        self = try reading(source, fileType, start, stream)
    }
}

extension MP4Sound {
    /// Whether its frames can be had here.
    var isDecodable: Bool {
        if isLinear { return true }
        return PacketDecoders.formatIDs.contains(extended == nil ? format.formatID : .aac)
            && format.formatID != .vorbis
    }

    /// What of it decides whether it is read.
    ///
    /// - Parameter isStored: whether packets are wanted as they are stored, decoded here or not.
    func candidate(isDefault: Bool, isStored: Bool) -> StreamChoice.Candidate {
        StreamChoice.Candidate(
            formatID: format.formatID, isDecodable: isStored || isDecodable, isDefault: isDefault)
    }

    /// What stands for a sound whose description cannot be followed, or that is encrypted.
    static let unreadable = StreamChoice.Candidate(formatID: "????", isDecodable: false, isPlain: false)

    /// What people call it.
    var name: String {
        switch format.formatID {
        case .appleLossless: "ALAC"
        case .linearPCM: "PCM \(format.encodingName)"
        default: format.encodingName.uppercased()
        }
    }
}

extension MP4SoundTrack {
    /// Where the packets are, from the first to the last.
    var range: Range<Int64>? {
        if unit != nil {
            var copy = self
            try? copy.finish(in: ByteSource(bytes: []))
            return copy.runs.packetCount > 0 ? copy.runs.firstOffset..<copy.runs.end : nil
        }
        guard !packets.isEmpty else { return nil }
        return
            (packets.index.packetCount > 0 ? packets.index.firstOffset : packets.lastPlace?.offset ?? 0)..<packets.end
    }

    /// What the edit list and the encoder's notes say of the frames.
    func timing(_ movie: MP4Movie) -> MP4Timing {
        MP4Timing(
            total: frameCount, unplayed: unplayed, edits: track.edits, movieTicks: movie.timescale,
            ticks: track.timescale, rate: packets.frames.rate, gapless: movie.notes.gapless,
            preSkip: sound.preSkip, place: track.start)
    }

    /// What the file says of the sound, but not of its packets.
    func description(_ fileType: FileType) -> Container {
        var container = Container(
            fileType: fileType,
            format: Container.StoredFormat(
                description: format, codec: sound.codec, bitDepth: sound.bitDepth, layout: sound.layout))
        container.formatOffset = sound.place
        container.magicCookie = sound.magicCookie
        if Double(track.timescale) == format.sampleRate, let duration = Int64(exactly: track.duration) {
            let start = track.edits.first { !$0.isEmpty }?.start ?? 0
            container.statedFrameCount = duration.subtractingReportingOverflow(start).partialValue
        }
        return container
    }

    /// What the file says, once all of it was found.
    func container(_ parser: MP4Parser, _ movie: MP4Movie) throws(AudioFileError) -> Container {
        let source = parser.source
        var container = description(parser.fileType)
        if parser.isWhole, let extended = sound.extended {
            container.formats = [extended, format]
        }
        let count = frameCount
        var warnings: [FileWarning] = []
        noteMissing(parser, &warnings)
        guard count > 0 || missing == 0 else {
            throw source.damage(
                .invalidFile, at: parser.cutPlace ?? track.start,
                "all \(missing) \(unit == nil ? "packets" : "frames") of the sound are missing")
        }
        let timing = timing(movie)
        let table = count > 0 ? timing.table(&warnings, path: source.name) : nil
        container.packetTableInfo = table
        container.countsCore = timing.counts(at: Int64(sound.format.sampleRate.rounded()))
        if unit == nil {
            container.take(packets.index)
        } else {
            try container.take(self, table, isWhole: parser.isWhole, in: source)
        }
        container.warnings = warnings
        return container
    }

    private func noteMissing(_ parser: MP4Parser, _ warnings: inout [FileWarning]) {
        guard missing > 0 else { return }
        let there = unit == nil ? packets.index.packetCount : runs.frameCount
        warnings.append(
            FileWarning(
                path: parser.source.name, at: .byte(parser.cutPlace ?? runs.end),
                "\(missing) of \(missing + there) \(unit == nil ? "packets" : "frames") are missing",
                consequence: "the available audio is used"))
    }
}

extension Container {
    fileprivate mutating func take(_ index: PacketIndex) {
        packets = .table(index)
        dataOffset = index.firstOffset
        dataByteCount = index.end - index.firstOffset
        packetSizeUpperBound = index.maximumByteCount
        statedPacketCount = index.packetCount
        // A decoder of MPEG audio takes its frames by themselves, where nothing lies between them.
        if codec == .mpeg, !index.isContiguous { codec = .packets }
    }

    /// Takes samples, or packets of IMA4, which are all of one size.
    fileprivate mutating func take(
        _ sound: MP4SoundTrack, _ table: PacketTableInfo?, isWhole: Bool, in source: ByteSource
    ) throws(AudioFileError) {
        guard let unit = sound.unit else { return }
        let runs = sound.runs
        packetSizeUpperBound = Int(unit.byteCount)
        (dataOffset, dataByteCount) = (runs.firstOffset, runs.byteCount)
        guard codec == .linear else {
            if runs.packetCount > 1 {
                var index = PacketIndex()
                var entries = runs.entries(from: 0)
                while let run = entries.next() {
                    for packet in 0..<run.byteCount / Int(unit.byteCount) {
                        index.append(
                            offset: run.offset + Int64(packet) * unit.byteCount, byteCount: Int(unit.byteCount),
                            frames: Int(unit.frames))
                    }
                }
                packets = .table(index)
            }
            return
        }
        guard !isWhole else {
            guard runs.packetCount <= 1 else {
                throw AudioFileError(
                    .unsupportedFileType, kind: .unavailable, path: source.name,
                    "the samples are in \(runs.packetCount) pieces between those of other tracks",
                    nextStep: "open it with AudioFileReader, which reads them, or copy the sound into its own file"
                )
            }
            return
        }
        if runs.packetCount > 1 { packets = .table(runs) }
        guard let table else { return }
        // The edit list is followed here: linear data has no packets to trim.
        if runs.packetCount <= 1 {
            dataOffset += table.primingFrames * unit.byteCount
            packetTableInfo = nil
        }
        dataByteCount = table.validFrames * unit.byteCount
    }
}
