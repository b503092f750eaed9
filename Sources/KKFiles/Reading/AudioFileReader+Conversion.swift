internal import KKConvert
internal import KKPCM

extension AudioFileReader {
    /// Builds the way from the decoder to the client, starting at a frame of the file.
    func connect(_ format: StreamDescription, _ layout: ChannelLayout, from frame: Int64) throws(AudioFileError) {
        try decoded.start(at: frame)
        deliveredCount = 0
        pendingError = nil
        isConvertingRate = format.sampleRate != decoded.format.sampleRate
        var matrix = layout == fileLayout ? nil : ChannelMatrix.mixing(fileLayout, to: layout)
        if let map = converterSettings.channelMap {
            var named = ChannelMatrix(inputCount: fileLayout.channelCount, outputCount: layout.channelCount)
            for (output, input) in map.enumerated() where input >= 0 { named[output: output, input: input] = 1 }
            matrix = named
        }
        do {
            chain = try decoded.converted(by: matrix, toSampleRate: format.sampleRate, quality: quality)
        } catch {
            throw AudioFileError(.unspecified, kind: error.kind, path: path, error.problem, nextStep: error.nextStep)
        }
    }

    /// What was asked for at opening, until settings say something else.
    private var quality: ResamplerQuality {
        converterSettings == AudioConverter.Settings() ? options.quality : converterSettings.resamplerQuality
    }
}
