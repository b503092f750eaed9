internal import KKConvert
internal import KKPCM

extension AudioFileWriter {
    /// The encoder of a format that was validated.
    static func encoder(
        _ file: OutputFile, _ format: OutputFormat, _ layout: ChannelLayout, _ sampleRate: Double,
        _ options: WriterOptions
    ) throws(AudioFileError) -> any FileEncoder {
        guard let stored = format.storedPCM(sampleRate: sampleRate, channelCount: layout.channelCount),
            let header = format.container.output?.header
        else {
            return try SndfileEncoder(
                file: file, format: format, sampleRate: sampleRate, layout: layout, dither: options.dither,
                seed: options.seed)
        }
        return try PCMEncoder(
            file: file, header: header(stored, layout, options), dither: options.dither, seed: options.seed)
    }
}
