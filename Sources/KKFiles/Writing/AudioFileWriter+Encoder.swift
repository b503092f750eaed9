internal import KKConvert
internal import KKPCM

extension AudioFileWriter {
    /// The encoder of a format that was validated.
    static func encoder(
        _ file: OutputFile, _ format: OutputFormat, _ layout: ChannelLayout, _ sampleRate: Double,
        _ options: WriterOptions
    ) throws(AudioFileError) -> any FileEncoder {
        let notes = format.fitting(options.annotations, toStream: file.isStream).kept
        switch format.codec?.writer {
        case .sndfile:
            return try SndfileEncoder(
                file: file, format: format, layout: layout, sampleRate: sampleRate, notes: notes,
                options: options)
        case .packets:
            return try PacketFileEncoder(
                file: file, format: format, layout: layout, sampleRate: sampleRate, notes: notes, options: options)
        case .wavPack:
            return try WavPackFileEncoder(
                file: file, format: format, layout: layout, sampleRate: sampleRate, notes: notes, options: options)
        case nil: break
        }
        guard let stored = format.storedPCM(sampleRate: sampleRate, channelCount: layout.channelCount),
            let header = format.container.output?.header
        else {
            throw AudioFileError(
                .unsupportedDataFormat, kind: .defect, path: file.name, "nothing writes \(format)")
        }
        return try PCMEncoder(
            file: file, header: header(stored, layout, notes, file.name), dither: options.dither, seed: options.seed)
    }
}

extension AudioFileAnnotations {
    /// - Throws: `usage` if there is something to write and the format has no place for it; `-50` as
    ///   ``requireStorable(name:)``.
    func check(_ format: OutputFormat, path: String) throws(AudioFileError) {
        if let lost = format.fitting(self).lost.first {
            throw AudioFileError(
                .operationNotSupported, kind: .usage, path: path,
                "\(format.container.name) cannot store '\(lost)'", nextStep: "write CAF or WAV, or leave it out")
        }
        try requireStorable(name: path)
    }
}
