internal import KKConvert
internal import KKDSP
internal import KKPCM

/// What is set for a bus of a mixer and is not a parameter.
struct MixerBusSettings {
    /// The gains from each of the bus's channels to each of the output's; `nil` leaves that to the layouts and the pan.
    var levels: [Float]?
    var isMetered = false
    /// There while the mixer is initialized and the bus is metered.
    var meter: BusMeter?

    /// - Parameter sampleRate: of the frames that are metered, where it is not the bus's own.
    mutating func openMeter(for format: StreamDescription, sampleRate: Double? = nil) {
        meter =
            isMetered ? BusMeter(channelCount: format.channelCount, sampleRate: sampleRate ?? format.sampleRate) : nil
    }
}

/// The way of a bus through an initialized mixer.
final class MixerBus {
    /// The matrix that the layouts call for, and the one that was set in its place.
    private var mixing: Crosspoints
    private var levels: Crosspoints?
    /// The bus at the output's rate; `nil` if it has that rate itself.
    private var source: ResampledSource?
    /// The time of the first frame that it gave at that rate.
    private var start: Int64?

    init(ofBus index: Int, of mixer: MultiChannelMixer) {
        mixing = Crosspoints(.mixing(mixer.inputs[index].layout, to: mixer.outputs[0].layout))
    }

    var crosspoints: Crosspoints { levels ?? mixing }

    /// Begins to convert the bus's rate, if that is needed.
    ///
    /// - Throws: `formatNotSupported` for a rate that is too far from the output's.
    func openSource(ofBus index: Int, of mixer: MultiChannelMixer) throws(AudioUnitError) {
        start = nil
        let rate = mixer.outputs[0].format.sampleRate
        if mixer.inputs[index].format.sampleRate == rate { return }
        do {
            source = try ResampledSource(PulledInput(of: mixer, bus: index), sampleRate: rate, quality: mixer.quality)
        } catch {
            throw AudioUnitError(
                .formatNotSupported, kind: error.kind, place: mixer.place(.input, index), error.problem,
                nextStep: error.nextStep)
        }
    }

    /// Converts the next frames, which are those of `time`, into `buffer`.
    ///
    /// - Returns: whether there is something to convert.
    func convert(_ frameCount: Int, at time: AudioTime, into buffer: inout PCMBuffer) throws -> Bool {
        guard let source else { return false }
        if start == nil { start = time.sampleTime }
        buffer.frameLength = frameCount
        let count = try source.readFully(into: &buffer, at: 0, frameCount: frameCount)
        buffer.silence(count..<frameCount)
        return true
    }

    /// The end of the bus on the output's time line.
    func endTime(of element: Element) -> Int64? {
        guard let end = element.endTime, let source else { return element.endTime }
        let length = ResampledSource.outputLength(
            of: end, from: element.format.sampleRate, to: source.format.sampleRate)
        return start?.advanced(byFrames: length)
    }

    func restart() {
        start = nil
        // A pulled input and the rate converter over it cannot fail to go back to their start.
        try? source?.seek(to: 0)
    }

    /// Takes another matrix than that of the layouts; `nil` goes back to that one.
    func setLevels(_ matrix: ChannelMatrix?) {
        levels = matrix.map(Crosspoints.init)
    }

    func setGains(volume: Float, pan: Pan, layout: ChannelLayout) {
        if levels == nil {
            mixing.setGains(volume: volume, pan: pan, layout: layout)
        } else {
            levels?.setGains(volume: volume, pan: Pan(0), layout: layout)
        }
    }
}
