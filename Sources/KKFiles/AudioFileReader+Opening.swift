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
        if options.readsOnce, source.isPipe {
            if let decoder = try StreamedFile.open(source, quality: options.quality) {
                if options.strict { decoder.checkSound() }
                return (decoder, decoder.properties)
            }
            source.giveBack()
        }
        let probe = try FormatProbe(source)
        var (decoder, properties) = try decoder(for: source, probe, quality: options.quality)
        if options.strict { decoder.checkSound() }
        properties.warnings = probe.warnings + properties.warnings
        if properties.frameCount == 0, properties.warnings.isEmpty {
            properties.warnings.append(.noFrames(path: source.name))
        }
        return (decoder, properties)
    }

    /// A FLAC file: by its packets, as out of a pipe. libsndfile gives its texts, and the words for what it refuses.
    private static func flac(_ source: ByteSource, start: Int64) throws(AudioFileError) -> any FileDecoder {
        do throws(AudioFileError) {
            let metadata = try FLACMetadata(source, start: start)
            if let damage = metadata.damage { throw damage }
            // Of a STREAMINFO that libsndfile refuses the frames may say otherwise.
            var (tags, cause) = ([FileProperties.Tag](), String?.none)
            do throws(AudioFileError) {
                tags = SndfileDecoder.tags(try SndfileHandle(SndfileStream(source, start: start)))
            } catch {
                cause = error.cause
            }
            if let packets = try PacketFileDecoder.flac(source, start: start, tags: tags) { return packets }
            throw metadata.unreadable(cause)
        } catch {
            guard let packets = try PacketFileDecoder.flac(source, start: start, refusedBy: error) else { throw error }
            return packets
        }
    }

    private static func decoder(
        for source: ByteSource, _ probe: FormatProbe, quality: ResamplerQuality
    ) throws(AudioFileError) -> (any FileDecoder, FileProperties) {
        switch probe.fileType {
        case .mpeg:
            let decoder = try MPEGDecoder(source: source, range: nil, quality: quality)
            return (decoder, decoder.properties)
        case .flac:
            let decoder = try flac(source, start: probe.start)
            return (decoder, decoder.properties)
        case .ogg:
            let decoder = try OggDecoder(source, start: probe.start)
            return (decoder, decoder.properties)
        case .wav, .rifx, .rf64, .bw64, .w64, .aiff, .aifc, .caf, .au, .synth:
            let container = try PCMContainer(source, fileType: probe.fileType, start: probe.start)
            switch container.codec {
            case .linear:
                let decoder = try LinearPCMDecoder(source: source, container: container)
                return (decoder, decoder.properties)
            case .mpeg:
                let end = container.dataOffset + container.dataByteCount
                let decoder = try MPEGDecoder(
                    source: source, range: container.dataOffset..<end, table: container.packetTable, quality: quality)
                if decoder.isBroken,
                    let mended = try PacketFileDecoder.mending(
                        source, container, start: probe.start, format: decoder.format)
                {
                    return (mended, container.completing(mended.properties))
                }
                var properties = container.completing(decoder.properties)
                let (rate, stated) = (decoder.properties.dataFormat.sampleRate, container.dataFormat.sampleRate)
                if rate != stated { properties.warnings.append(.otherRate(rate, than: stated, path: source.name)) }
                return (decoder, properties)
            case .packets:
                let isCAF = container.fileType == .caf
                let decoder =
                    try isCAF
                    ? PacketFileDecoder(source, container, start: probe.start)
                    : PacketFileDecoder(ima4: source, container)
                return (decoder, container.completing(decoder.properties))
            case .sndfile:
                let decoder = try SndfileDecoder(source: source, fileType: probe.fileType)
                return (decoder, container.completing(decoder.properties))
            }
        }
    }
}

extension PCMContainer {
    /// A decoder's properties with what only the container tells.
    fileprivate func completing(_ decoded: FileProperties) -> FileProperties {
        var properties = decoded
        properties.fileType = fileType
        if properties.tags.isEmpty { properties.tags = tags }
        if properties.markers.isEmpty { properties.markers = markers }
        properties.warnings = warnings + decoded.warnings
        return properties
    }
}
