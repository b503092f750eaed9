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
                return (decoder, decoder.properties)
            }
            source.giveBack()
        }
        let probe = try FormatProbe(source)
        guard let decode = ContainerFormat.of(probe.fileType)?.decode else {
            throw AudioFileError(
                .codecUnavailable, kind: .unavailable, path: source.name,
                "\(probe.fileType.name) cannot be decoded here")
        }
        var (decoder, properties) = try decode(source, probe, options)
        properties.warnings = probe.warnings + properties.warnings
        if properties.frameCount == 0, properties.warnings.isEmpty {
            properties.warnings.append(.noFrames(path: source.name))
        }
        return (decoder, properties)
    }
}
