internal import KKConvert
internal import KKPCM

extension AudioFileReader {
    /// Builds the way from the decoder to the client, starting at a frame of the file. Where it throws, the old one goes on.
    func connect(_ format: StreamDescription, _ layout: ChannelLayout, from frame: Int64) throws(AudioFileError) {
        let matrix = try matrix(to: layout)
        let chain: any FrameSource
        do {
            chain = try decoded.converted(by: matrix, toSampleRate: format.sampleRate, quality: quality)
        } catch {
            throw AudioFileError(error, path: path)
        }
        try decoded.start(at: frame)
        self.chain = chain
        deliveredCount = 0
        pendingError = nil
        isConvertingRate = format.sampleRate != decoded.format.sampleRate
    }

    /// What makes the client's channels of the file's; `nil` if they are the same.
    private func matrix(to layout: ChannelLayout) throws(AudioFileError) -> ChannelMatrix? {
        guard let map = converterSettings.channelMap else {
            return layout == fileLayout ? nil : ChannelMatrix.mixing(fileLayout, to: layout)
        }
        guard map.count == layout.channelCount else {
            throw AudioFileError(
                .invalidChannelMap, kind: .usage, path: path,
                "the channel map has \(map.count) channels, but the client format has \(layout.channelCount)",
                nextStep: "set converter settings without it first")
        }
        var matrix = ChannelMatrix(inputCount: fileLayout.channelCount, outputCount: layout.channelCount)
        for (output, input) in map.enumerated() where input >= 0 { matrix[output: output, input: input] = 1 }
        return matrix
    }

    /// What was asked for at opening, until settings say something else.
    private var quality: ResamplerQuality {
        converterSettings == AudioConverter.Settings() ? options.quality : converterSettings.resamplerQuality
    }
}
