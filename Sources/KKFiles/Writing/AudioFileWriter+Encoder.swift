internal import KKConvert
internal import KKPCM

extension AudioFileWriter {
    /// The encoder of a format that was validated.
    static func encoder(
        _ file: OutputFile, _ format: OutputFormat, _ layout: ChannelLayout, _ sampleRate: Double,
        _ options: WriterOptions
    ) throws(AudioFileError) -> any FileEncoder {
        guard let stored = format.storedPCM(sampleRate: sampleRate, channelCount: layout.channelCount) else {
            return try SndfileEncoder(
                file: file, format: format, sampleRate: sampleRate, layout: layout, dither: options.dither,
                seed: options.seed)
        }
        let header: any PCMHeader
        switch format.container {
        case .wav: header = WaveHeader(dataFormat: stored, layout: layout)
        case .rf64: header = WaveHeader(dataFormat: stored, layout: layout, isAlwaysRF64: true)
        case .w64: header = Wave64Header(dataFormat: stored, layout: layout)
        case .caf: header = CAFHeader(dataFormat: stored, layout: layout, annotations: options.annotations)
        case .aiff: header = AIFFHeader(dataFormat: stored, layout: layout, isAIFC: false)
        case .aifc: header = AIFFHeader(dataFormat: stored, layout: layout, isAIFC: true)
        case .au: header = AUHeader(dataFormat: stored)
        case .raw: header = RawHeader(dataFormat: stored)
        case .flac, .ogg, .opus, .mp3:
            return try SndfileEncoder(
                file: file, format: format, sampleRate: sampleRate, layout: layout, dither: options.dither,
                seed: options.seed)
        }
        return try PCMEncoder(file: file, header: header, dither: options.dither, seed: options.seed)
    }
}
