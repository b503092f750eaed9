public import KKConvert
public import KKPCM

extension AudioFileReader {
    /// Builds the way from the decoder to the client, starting at a frame of the file.
    func connect(_ format: StreamDescription, _ layout: ChannelLayout, from frame: Int64) throws(AudioFileError) {
        try decoded.start(at: frame)
        deliveredCount = 0
        isConvertingRate = format.sampleRate != decoded.format.sampleRate
        do {
            chain = try decoded.converted(
                by: layout == fileLayout ? nil : .mixing(fileLayout, to: layout), toSampleRate: format.sampleRate,
                quality: options.quality)
        } catch {
            throw AudioFileError(.unspecified, kind: error.kind, path: path, error.problem, nextStep: error.nextStep)
        }
    }
}
