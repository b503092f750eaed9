internal import KKPCM

/// Files of chunks, WAVE and its kin and AIFF, and AU. CAF has an opener of its own: ``caf(_:start:isWhole:)``.
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
        content.chunks = container.chunks.map { ChunkPlace($0) }
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
        case .sndfile, .ima4, .packets: try content.take(container.block, of: fileType, in: source)
        }
        try content.takeWaveLoops(source)
        try content.takeAIFFLoops(source)
        return content
    }

    /// The packets of ADPCM and GSM, which all have one size.
    private mutating func take(
        _ block: PCMContainer.Block?, of fileType: FileType, in source: ByteSource
    ) throws(AudioFileError) {
        guard let block else {
            // AU has G.721 and G.723 in a run of bits.
            throw fileType == .au
                ? AudioFileError(
                    .unsupportedFileType, kind: .unavailable, path: source.name,
                    "the audio is no packets that could be told apart",
                    nextStep: "open it with AudioFileReader, which decodes it")
                : source.damage(
                    .unsupportedDataFormat, at: dataOffset,
                    "the format chunk says nothing of the size of a packet of \(dataFormat.formatID)")
        }
        dataFormat.bytesPerPacket = UInt32(block.byteCount)
        dataFormat.framesPerPacket = UInt32(block.frameCount)
        packetSizeUpperBound = block.byteCount
    }
}

extension AudioFileContent.ChunkPlace {
    init(_ chunk: Chunk) {
        let isOwnName = chunk.nameTail.isEmpty || chunk.nameTail == Wave64Parser.chunkTail
        self.init(
            id: chunk.id, offset: chunk.offset, byteCount: chunk.byteCount, guidTail: isOwnName ? nil : chunk.nameTail)
    }
}
