package import KKPCM

extension Container {
    /// Finds out what a file is, and reads everything but its audio.
    ///
    /// - Parameter typeHint: the kind to try first of those without a signature.
    package static func open(_ source: ByteSource, typeHint: FourCharCode?) throws(AudioFileError) -> Container {
        do throws(AudioFileError) {
            let tags = try LeadingTags(source)
            if let kind = try StreamKind.find(source, at: tags.end, typeHint: typeHint) {
                return try stream(source, kind, behind: tags, isTrusted: typeHint == kind.typeID)
            }
            let probe = try FormatProbe(source, behind: tags)
            guard let packets = ContainerFormat.of(probe.fileType)?.content else {
                throw AudioFileError(
                    .unsupportedFileType, kind: .unavailable, path: source.name,
                    "the packets of \(probe.fileType.name) cannot be read one by one here",
                    nextStep: "open it with AudioFileReader, which decodes it")
            }
            var content = try packets(source, probe, tags)
            content.warnings = probe.warnings + content.warnings
            try content.requireCountableFrames(source)
            return content
        } catch {
            // A pipe is not read to its end for the sake of an error: it may have none.
            guard error.position == nil, error.kind == .badData, error.code != .unsupportedFileType, !source.isPipe
            else { throw error }
            // What is missing is missing where the file ends.
            var placed = error
            placed.position = .byte(try source.byteCount())
            throw placed
        }
    }

    /// A stream of packets, from its first byte or the tags before it on.
    static func stream(
        _ source: ByteSource, _ kind: StreamKind, behind tags: LeadingTags, isTrusted: Bool = false
    ) throws(AudioFileError) -> Container {
        var content = Container(
            typeID: kind.typeID, dataFormat: StreamDescription(sampleRate: 0, formatID: "none", channelsPerFrame: 0))
        try content.becomeStream(source, kind, range: 0..<source.byteCount(), isTrusted: isTrusted)
        content.id3Tag =
            if let first = tags.id3v2.first { first } else { try source.trailingID3v1(behind: max(1, tags.end)) }
        if kind.typeID == StreamKind.mpeg.typeID { content.typeID = ContainerTypeID.mpeg(content.dataFormat.formatID) }
        content.tags = try StreamNotes.read(source, behind: tags)
        return content
    }

    /// The content of a format whose files are packets without a signature.
    static func packets(
        _ source: ByteSource, _ probe: FormatProbe, _ tags: LeadingTags
    ) throws(AudioFileError) -> Container {
        guard let kind = try StreamKind.find(source, at: probe.start, typeHint: nil) else {
            throw source.damage(
                .invalidFile, at: probe.start, "the file has no \(probe.fileType.name) packet")
        }
        return try stream(source, kind, behind: tags)
    }

    /// Looks for the first packet, and takes what it tells of the rest.
    mutating func becomeStream(
        _ source: ByteSource, _ kind: StreamKind, range: Range<Int64>, isTrusted: Bool = false
    ) throws(AudioFileError) {
        let scan = PacketScan(
            source, kind.framer(byteCount: range.upperBound - range.lowerBound, isTrusted: isTrusted), range: range)
        try scan.scan(packets: 1)
        guard scan.index.packetCount > 0, let stream = scan.stream else {
            throw source.damage(.invalidFile, at: range.upperBound, "the file has no \(kind.name) packet")
        }
        let stated = dataFormat
        dataFormat = stream.format
        // A container's rate is what its other parts count by.
        if stated.sampleRate > 0, stated.sampleRate != dataFormat.sampleRate {
            warnings.append(
                .otherRate(
                    dataFormat.sampleRate, than: stated.sampleRate, at: .byte(scan.index.firstOffset), path: source.name
                ))
        }
        packets = .scanned(scan)
        dataOffset = scan.index.firstOffset
        dataByteCount =
            try source.endBeforeTags(from: dataOffset, to: range.upperBound, limit: 64) - dataOffset
        layout = stream.layout
        magicCookie = stream.magicCookie.isEmpty ? nil : stream.magicCookie
        packetTableInfo = stream.packetTable
        statedPacketCount = stream.packetCount
        statedBitRate = stream.bitRate
        sourceBitDepth = stream.sourceBitDepth
        packetSizeUpperBound = stream.packetSizeUpperBound
    }

    /// Throws where packets of one size would have more frames than a number can count.
    func requireCountableFrames(_ source: ByteSource) throws(AudioFileError) {
        guard case .constant = packets, dataFormat.bytesPerPacket > 0 else { return }
        let count = dataByteCount / Int64(dataFormat.bytesPerPacket)
        let (frames, isBeyond) = count.multipliedReportingOverflow(by: Int64(dataFormat.framesPerPacket))
        guard isBeyond || frames >= 1 << 60 else { return }
        throw source.damage(
            .invalidFile, at: dataOffset,
            "\(count) packets of \(dataFormat.framesPerPacket) frames are more than can be counted")
    }
}
