internal import KKPCM

extension Container {
    /// A file of chunks, for who edits it.
    static func chunked(
        _ source: ByteSource, _ probe: FormatProbe, _: LeadingTags
    ) throws(AudioFileError) -> Container {
        var container = try Container(source, fileType: probe.fileType, start: probe.start)
        switch container.codec {
        case .linear: container.packetSizeUpperBound = Int(container.dataFormat.bytesPerPacket)
        case .mpeg:
            try container.becomeStream(
                source, .mpeg, range: container.dataOffset..<container.dataOffset + container.dataByteCount)
        case .sndfile, .ima4, .packets: try container.takeBlock(of: source)
        }
        return container
    }

    /// The ID3 tag that is a chunk.
    mutating func takeID3Chunk() {
        id3Tag = chunks.first { ID3Texts.chunkIDs.contains($0.id) && $0.byteCount > 0 }?.content
    }

    /// The packets of ADPCM and GSM, which all have one size.
    private mutating func takeBlock(of source: ByteSource) throws(AudioFileError) {
        guard let block else {
            throw source.damage(
                .unsupportedDataFormat, at: dataOffset,
                "the format chunk does not state the size of a packet of \(dataFormat.formatID)")
        }
        dataFormat.bytesPerPacket = UInt32(block.byteCount)
        dataFormat.framesPerPacket = UInt32(block.frameCount)
        packetSizeUpperBound = block.byteCount
    }
}
