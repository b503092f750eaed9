internal import KKPCM

/// The loudest sample that a lossy encoder is given: 60 dB above full scale. LAME ends the whole process somewhere
/// beyond 90 dB.
private let loudest: Float = 1_000

extension PCMBuffer {
    /// Refuses what would make a lossy encoder fail.
    ///
    /// - Throws: `badData` with the channel and the frame.
    borrowing func checkLoudness(firstFrame: Int64, path: String) throws(AudioFileError) {
        for channel in 0..<channelCount {
            let place = withChannel(channel) { samples in samples.indices.first { abs(samples[$0]) > loudest } }
            guard let place else { continue }
            throw AudioFileError(
                .invalidFile, kind: .badData, path: path, at: .channel(channel, frame: firstFrame + Int64(place)),
                "the mix is more than 60 dB above full scale here, which lossy encoders cannot take",
                nextStep: "lower --gain, or write WAV")
        }
    }
}
