internal import KKPCM

/// Files of chunks, WAVE and its kin and AIFF, and AU, for who edits them. Of CAF see ``whole(caf:_:_:)``.
extension Container {
    static func chunked(
        _ source: ByteSource, _ probe: FormatProbe, _: LeadingTags
    ) throws(AudioFileError) -> Container {
        var container = try Container(source, fileType: probe.fileType, start: probe.start)
        let tag = container.chunks.first { ID3Texts.chunkIDs.contains($0.id) && $0.byteCount > 0 }
        if let tag, container.typeID != ContainerTypeID.wave64 { container.id3Tag = tag.content }
        switch container.codec {
        case .linear: container.packetSizeUpperBound = Int(container.dataFormat.bytesPerPacket)
        case .mpeg:
            try container.becomeStream(
                source, .mpeg, range: container.dataOffset..<container.dataOffset + container.dataByteCount)
        case .sndfile, .ima4, .packets: try container.takeBlock(of: source)
        }
        try container.takeWaveLoops(source)
        try container.takeAIFFLoops(source)
        return container
    }

    /// The packets of ADPCM and GSM, which all have one size.
    private mutating func takeBlock(of source: ByteSource) throws(AudioFileError) {
        guard let block else {
            // AU has G.721 and G.723 in a run of bits.
            throw typeID == ContainerTypeID.next
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
