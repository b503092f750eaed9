internal import KKConvert
internal import KKPCM

// What players ask of the sources that they are given.

extension AudioUnit {
    /// - Throws: `formatNotSupported`.
    func requirePlayable(_ format: StreamDescription) throws(AudioUnitError) {
        let hasRate = format.sampleRate.isFinite && format.sampleRate > 0
        guard format.isCanonical && hasRate && (1...Self.maximumChannelCount).contains(format.channelCount) else {
            throw AudioUnitError(.formatNotSupported, place: name, "a file of the format [\(format)] cannot be played")
        }
    }

    /// A source with its channels mixed, at the rate of an output bus.
    ///
    /// - Throws: `formatNotSupported` for a rate that is too far away.
    func converting(
        _ source: any FrameSource, by matrix: ChannelMatrix, toBus bus: Int, quality: ResamplerQuality
    ) throws(AudioUnitError) -> any FrameSource {
        do {
            return try source.converted(by: matrix, toSampleRate: outputs[bus].format.sampleRate, quality: quality)
        } catch {
            throw AudioUnitError(
                .formatNotSupported, kind: error.kind, place: place(.output, bus), error.problem,
                nextStep: error.nextStep)
        }
    }

    /// A source that may be played faster and slower at its pitch: at first as fast as it is.
    ///
    /// - Throws: `formatNotSupported` for a rate that is too high.
    func stretching(
        _ source: any FrameSource, overlap: Int = 4, locksPeaks: Bool = true, keepsFormants: Bool = false, place: String
    ) throws(AudioUnitError) -> StretchedSource {
        do {
            return try StretchedSource(
                source, by: 1, overlap: overlap, locksPeaks: locksPeaks, keepsFormants: keepsFormants, isVarying: true)
        } catch {
            throw AudioUnitError(
                .formatNotSupported, kind: error.kind, place: place, error.problem, nextStep: error.nextStep)
        }
    }
}
