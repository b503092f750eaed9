internal import KKPCM

/// Files of chunks, WAVE and its kin and AIFF, and AU. CAF has an opener of its own: ``caf(_:start:ofSoundAlone:)``.
extension AudioFileContent {
    static func chunked(
        _ source: ByteSource, _ probe: FormatProbe, _: LeadingTags
    ) throws(AudioFileError) -> AudioFileContent {
        let (fileType, start) = (probe.fileType, probe.start)
        let container = try PCMContainer(source, fileType: fileType, start: start)
        var content = AudioFileContent(typeID: fileType.typeID, dataFormat: container.dataFormat)
        content.containerStart = start
        content.dataOffset = container.dataOffset
        content.dataByteCount = container.dataByteCount
        content.layout = container.statesLayout ? container.storedLayout : nil
        content.sourceBitDepth = container.sourceBitDepth
        content.info = container.tags
        content.warnings = container.warnings
        content.chunks = try chunks(of: source, container, start: start)
        content.isOptimized = content.chunks.allSatisfy { $0.offset <= content.dataOffset }
        let tag = content.chunks.first { ID3Texts.chunkIDs.contains($0.id) && $0.byteCount > 0 }
        if let tag, content.typeID != AudioFile.TypeID.wave64 {
            content.id3Tag = tag.offset..<tag.offset + tag.byteCount
        }
        content.markers = container.markers.enumerated().map { index, marker in
            AudioFileMarker(
                framePosition: Double(marker.frame), name: marker.name,
                id: index < container.markerIDs.count ? container.markerIDs[index] : UInt32(index + 1))
        }
        switch container.codec {
        case .linear: content.packetSizeUpperBound = Int(container.dataFormat.bytesPerPacket)
        case .mpeg:
            try content.becomeStream(
                source, .mpeg, range: container.dataOffset..<container.dataOffset + container.dataByteCount)
        case .sndfile, .packets: try content.completeBlocks(source)
        }
        try content.takeWaveLoops(source)
        try content.takeAIFFLoops(source)
        return content
    }

    /// All chunks by name and place; the audio's own is not among them.
    private static func chunks(
        of source: ByteSource, _ container: PCMContainer, start: Int64
    ) throws(AudioFileError) -> [ChunkPlace] {
        let scanner: ChunkScanner
        switch container.fileType {
        case .wav, .rf64, .bw64: scanner = try ChunkScanner(source, dialect: .riff, start: start + 12)
        case .rifx, .aiff, .aifc: scanner = try ChunkScanner(source, dialect: .iff, start: start + 12)
        case .w64: scanner = try ChunkScanner(source, dialect: .wave64, start: start + 40)
        default: return []
        }
        var walk = scanner
        var places: [ChunkPlace] = []
        while let chunk = try walk.next() {
            // The audio's chunk begins where the audio does, or a few bytes before: a count of edits, an offset and a
            // block size.
            if audioChunks.contains(chunk.id), container.dataOffset >= chunk.offset,
                container.dataOffset <= chunk.offset + chunk.byteCount
            {
                // Half a frame, or more than COMM counts, is in the chunk and not in the audio. What is behind has to
                // be found all the same.
                walk.move(
                    to: max(
                        container.dataOffset + container.dataByteCount,
                        chunk.offset + min(chunk.byteCount, chunk.claimedByteCount ?? 0)))
            } else {
                var place = ChunkPlace(id: chunk.id, offset: chunk.offset, byteCount: chunk.byteCount)
                if container.fileType == .w64 {
                    let tail = try source.bytes(at: chunk.offset - 20, count: 12)
                    if tail != Wave64Parser.chunkTail { place.guidTail = tail }
                }
                places.append(place)
            }
        }
        return places
    }

    private static let audioChunks: [FourCharCode] = ["data", "SSND"]

    /// The packets of ADPCM and GSM, which all have one size: the format chunk says which.
    private mutating func completeBlocks(_ source: ByteSource) throws(AudioFileError) {
        let (bytes, frames): (Int, Int)
        switch (typeID, dataFormat.formatID) {
        case (AudioFile.TypeID.aiff, _), (AudioFile.TypeID.aifc, _):
            switch dataFormat.formatID {
            // QuickTime File Format, "IMA, uLaw, and aLaw": 34 bytes a channel. GSM 06.10 takes 33.
            case .appleIMA4: (bytes, frames) = (34 * dataFormat.channelCount, 64)
            case .microsoftGSM: (bytes, frames) = (33, 160)
            default: (bytes, frames) = (0, 0)
            }
        default:
            guard let place = chunk("fmt ") else {
                // AU has G.721 and G.723 in a run of bits.
                throw AudioFileError(
                    .unsupportedFileType, kind: .unavailable, path: source.name,
                    "the audio is no packets that could be told apart",
                    nextStep: "open it with AudioFileReader, which decodes it")
            }
            let isBigEndian = try source.bytes(at: 0, count: 4) == Array("RIFX".utf8)
            let fields = try source.fields(at: place.offset, count: 20, isBigEndian: isBigEndian)
            bytes = Int(fields.uint16(12) ?? 0)
            frames =
                fields.count >= 20 && fields.uint16(16) ?? 0 >= 2
                ? Int(fields.uint16(18) ?? 0) : dataFormat.formatID == .microsoftGSM ? 320 : 0
        }
        guard bytes > 0, frames > 0 else {
            throw source.damage(
                .unsupportedDataFormat, at: dataOffset,
                "the format chunk says nothing of the size of a packet of \(dataFormat.formatID)")
        }
        dataFormat.bytesPerPacket = UInt32(bytes)
        dataFormat.framesPerPacket = UInt32(frames)
        packetSizeUpperBound = bytes
    }
}
