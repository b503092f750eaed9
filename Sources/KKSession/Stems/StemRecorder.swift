internal import KKConvert
internal import KKFiles
internal import KKPCM
internal import KKUnits

/// Writes what each track gives to the mix, and checks slice by slice that it is the mix.
///
/// ## Allocation
/// Two slices, and for each track a writer whose buffer is smaller the more there are; none while rendering.
final class StemRecorder {
    let writers: [AudioFileWriter]
    private let paths: [FilePath]
    private var share: PCMBuffer
    private var sum: PCMBuffer

    /// What the writers' buffers may take together, in bytes, and one of them at least.
    private static let bufferByteCount = 16 << 20
    private static let leastBufferByteCount = 1 << 16

    init(_ stems: StemPlan, of plan: MixPlan, options: WriterOptions) throws {
        var options = options
        options.makesFolder = stems.makesFolder
        options.dither = .none
        options.bufferByteCount = max(
            Self.leastBufferByteCount, min(options.bufferByteCount, Self.bufferByteCount / stems.paths.count))
        paths = stems.paths
        writers = try stems.paths.map {
            try AudioFileWriter(
                path: $0, format: StemPlan.format, layout: plan.layout, sampleRate: plan.sampleRate, options: options)
        }
        share = PCMBuffer(channelCount: plan.layout.channelCount, frameCapacity: plan.session.maximumFramesPerSlice)
        sum = PCMBuffer(channelCount: plan.layout.channelCount, frameCapacity: plan.session.maximumFramesPerSlice)
    }

    /// Takes the slice that the mixer rendered last.
    ///
    /// - Parameter mix: the same slice as it came out; its length says how much of it counts.
    /// - Throws: `defect` if the shares, summed in the order of the tracks in Float32, are not the mix; what a writer
    ///   throws.
    func take(_ mixer: MultiChannelMixer, mix: borrowing PCMBuffer, firstFrame: Int64) throws {
        let count = mix.frameLength
        guard count > 0 else { return }
        for (bus, writer) in writers.enumerated() {
            share.frameLength = count
            mixer.writeShare(ofBus: bus, frameCount: count, into: &share)
            try writer.write(share)
            if bus == 0 {
                sum.copy(count, framesFrom: share)
            } else {
                for channel in 0..<sum.channelCount {
                    share.withChannel(channel) { samples in
                        sum.withMutableChannel(channel) { sum in
                            for frame in 0..<count { sum[frame] += samples[frame] }
                        }
                    }
                }
            }
        }
        sum.frameLength = count
        for channel in 0..<mix.channelCount {
            let wrong = mix.withChannel(channel) { mix in
                sum.withChannel(channel) { sum in mix.indices.first { mix[$0] != sum[$0] } }
            }
            // −0 and 0 are one: a channel that a track does not reach is 0 in its stem and nothing in the mix.
            guard let wrong else { continue }
            throw SessionError(
                .defect,
                "the sum of the stems is not the mix at frame \(firstFrame + Int64(wrong)) of channel \(channel + 1)",
                place: paths[0], nextStep: "please report it with the command that shows it")
        }
    }
}
