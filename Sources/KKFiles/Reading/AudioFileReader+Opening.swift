internal import KKConvert
internal import KKPCM

extension AudioFileReader {
    /// Finds the kind of the file and the decoder for it.
    ///
    /// A pipe that is read once is decoded as it comes, if it is of a kind that can be; everything else is read by
    /// position.
    ///
    /// - Returns: the decoder, and everything that it and the container around its data know.
    static func open(
        _ source: ByteSource, _ options: ReaderOptions
    ) throws(AudioFileError) -> (decoder: any FileDecoder, properties: FileProperties) {
        if let raw = options.raw {
            let container = try Container(raw, source)
            var properties = container.properties(of: .raw)
            if properties.frameCount == 0 { properties.warnings.append(.noFrames(path: source.name)) }
            return (try LinearPCMDecoder(source, container, properties), properties)
        }
        if options.readsOnce, source.isPipe {
            if let decoder = try StreamedFile.open(source, quality: options.quality) {
                return (decoder, decoder.properties)
            }
            source.file?.giveBack()
        }
        let probe = try FormatProbe(source)
        var (decoder, properties) = try decoder(source, probe, options)
        properties.warnings = probe.warnings + properties.warnings
        if properties.frameCount == 0, properties.warnings.isEmpty {
            properties.warnings.append(.noFrames(path: source.name))
        }
        return (decoder, properties)
    }

    /// A container says itself who decodes its audio (``Container/Codec``); a format without one has its own decoder.
    private static func decoder(
        _ source: ByteSource, _ probe: FormatProbe, _ options: ReaderOptions
    ) throws(AudioFileError) -> (any FileDecoder, FileProperties) {
        let decoder: any FileDecoder
        switch probe.fileType {
        case .flac: decoder = try PacketFileDecoder.flac(source, start: probe.start)
        case .mpeg: decoder = try MPEGDecoder(source: source, quality: options.quality)
        case .ogg:
            let scan = try OggScan(source, start: probe.start, stream: options.stream)
            if let (stream, formatID) = scan.demuxed {
                return try PacketFileDecoder.demuxed(source, scan, stream: stream, formatID: formatID)
            }
            decoder = try OggDecoder(source, scan, start: probe.start, stream: options.stream)
        case .wavpack: decoder = try LinearPCMDecoder(wavPack: source, start: probe.start)
        case let type where ContainerFormat.of(type).map({ !$0.streams.isEmpty }) ?? false:
            let container = try Container.open(source, typeHint: nil)
            decoder = try PacketFileDecoder(source, container, of: probe.fileType)
            return (decoder, container.completing(decoder.properties, of: probe.fileType))
        case let type:
            guard let demuxer = type.kind?.demuxer else { return try Container.open(source, probe, options) }
            decoder = try PacketFileDecoder.demuxed(source, type, demuxer, stream: options.stream)
        }
        return (decoder, decoder.properties)
    }
}
