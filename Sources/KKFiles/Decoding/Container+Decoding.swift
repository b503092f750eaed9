internal import KKPCM

extension Container {
    /// The decoder of what a file with a header holds.
    static func open(
        _ source: ByteSource, _ probe: FormatProbe, _ options: ReaderOptions
    ) throws(AudioFileError) -> (any FileDecoder, FileProperties) {
        let container = try Container(
            source, fileType: probe.fileType, start: probe.start, stream: options.stream)
        if let stream = container.demuxedStream {
            return try PacketFileDecoder.demuxed(source, container, of: probe.fileType, stream: stream)
        }
        switch container.codec {
        case .linear:
            let properties = container.properties(of: probe.fileType)
            guard case .table(let runs) = container.packets else {
                let decoder = try LinearPCMDecoder(source, container, properties)
                return (decoder, decoder.properties)
            }
            let data = ScatteredLinearData(
                source, runs, skipping: container.packetTableInfo?.primingFrames ?? 0,
                bytesPerFrame: Int(container.dataFormat.bytesPerFrame))
            let decoder = try LinearPCMDecoder(data, container: container, properties: properties)
            return (decoder, decoder.properties)
        case .mpeg:
            let end = container.dataOffset + container.dataByteCount
            let table = container.packetTableInfo.flatMap { info in
                container.statedPacketCount.map { (packetCount: $0, info: info) }
            }
            let decoder = try MPEGDecoder(
                source: source, range: container.dataOffset..<end, table: table, quality: options.quality)
            if decoder.isBroken,
                let mended = try PacketFileDecoder.mending(
                    source, container, of: probe.fileType, format: decoder.format)
            {
                return (mended, container.completing(mended.properties, of: probe.fileType))
            }
            var properties = container.completing(decoder.properties, of: probe.fileType)
            let (rate, stated) = (decoder.properties.dataFormat.sampleRate, container.dataFormat.sampleRate)
            if rate != stated { properties.warnings.append(.otherRate(rate, than: stated, path: source.name)) }
            return (decoder, properties)
        case .packets:
            let decoder = try PacketFileDecoder(source, container, of: probe.fileType)
            return (decoder, container.completing(decoder.properties, of: probe.fileType))
        case .ima4:
            let decoder = try PacketFileDecoder(ima4: source, container)
            return (decoder, container.completing(decoder.properties, of: probe.fileType))
        case .sndfile:
            let decoder = try SndfileDecoder(source, container, probe.fileType)
            return (decoder, container.completing(decoder.properties, of: probe.fileType))
        }
    }

    /// A decoder's properties with what only the container tells.
    func completing(_ decoded: FileProperties, of fileType: FileType) -> FileProperties {
        var properties = decoded
        properties.fileType = fileType
        properties.streams = streams
        if properties.tags.isEmpty { properties.tags = tags }
        if properties.markers.isEmpty { properties.markers = playedMarkers }
        properties.warnings = warnings + decoded.warnings
        return properties
    }
}
