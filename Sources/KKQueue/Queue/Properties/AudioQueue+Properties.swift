internal import KKConvert
public import KKPCM

extension AudioQueue {
    /// The properties that can have listeners, by their codes in AudioQueue.h.
    public enum Property: String, Sendable, CaseIterable {
        case isRunning = "aqrn"
        case channelLayout = "aqcl"
        case isLevelMeteringEnabled = "aqme"
        case decodeBufferSizeFrames = "dcbf"
        case isTimePitchEnabled = "q_tp"
        case isTimePitchBypassed = "qtpb"

        public var code: FourCharCode { FourCharCode(rawValue) }
    }

    /// The algorithm that changes pitch and rate (`kAudioQueueTimePitchAlgorithm_…`).
    public enum TimePitchAlgorithm: String, Sendable, CaseIterable {
        case spectral = "spec"
        case timeDomain = "tido"
        case varispeed = "vspd"
    }

    /// Whether the queue was started and has not stopped (`'aqrn'`). A pause does not change it.
    public var isRunning: Bool { state == .running || state == .paused }

    /// The rate of the render format (`'aqsr'`); `nil` outside the offline mode.
    public var deviceSampleRate: Double? { output?.description.sampleRate }
    /// Its channels (`'aqdc'`).
    public var deviceChannelCount: Int? { output?.description.channelCount }
    /// The largest enqueued packet, in bytes (`'xops'`): a frame, or an upper bound if packets differ.
    public var maximumOutputPacketSize: Int { packetFeed?.converter.maximumInputPacketSize ?? feed.bytesPerFrame }

    /// The channel layout of the buffers (`'aqcl'`); the default is that of the decoder, or the usual layout for their
    /// number.
    public var channelLayout: ChannelLayout { layout }

    /// - Throws: `invalidPropertyValue` for a layout of another number of channels, `invalidRunState` unless the queue
    ///   is stopped; what a listener throws.
    public func setChannelLayout(_ layout: ChannelLayout) throws {
        try checkWritable("aqcl")
        guard layout.channelCount == streamDescription.channelCount else {
            throw AudioQueueError(
                .invalidPropertyValue, place: "'aqcl'",
                "the layout \(layout.name) has \(layout.channelCount) channels and the buffers "
                    + "\(streamDescription.channelCount)",
                nextStep: "choose a layout of \(streamDescription.channelCount) channels")
        }
        self.layout = layout
        hasOwnLayout = true
        try rebuild("'aqcl'")
        try notify(.channelLayout)
    }

    /// Whether levels are measured (`'aqme'`); false by default.
    public var isLevelMeteringEnabled: Bool { measuresLevels }

    /// Starts or ends level metering; the first block begins with the next frame.
    public func setLevelMeteringEnabled(_ isEnabled: Bool) throws {
        try checkUsable("'aqme'", allowsPending: true)
        try checkPlays("'aqme'")
        guard isEnabled != measuresLevels else { return }
        measuresLevels = isEnabled
        output?.measure(isEnabled)
        try notify(.isLevelMeteringEnabled)
    }

    /// The level of each channel of the render format, after volume and pan (`'aqmv'`). It is measured in blocks of a
    /// twentieth of a second, from the start or from when metering was enabled. The result is that of the last full
    /// block; 0 before the first, and when the queue has stopped.
    ///
    /// - Throws: `invalidRunState` while metering is not enabled, `invalidOfflineMode`.
    ///
    /// ## Allocation
    /// None: the array is shared.
    public func currentLevelMeter() throws(AudioQueueError) -> [LevelMeterState] {
        try checkUsable("'aqmv'", allowsPending: true)
        try checkPlays("'aqmv'")
        guard let output else {
            throw AudioQueueError(
                .invalidOfflineMode, place: "'aqmv'", "nothing is rendered",
                nextStep: "call setOfflineRenderFormat(_:layout:)")
        }
        guard let meter = output.meter else {
            throw AudioQueueError(
                .invalidRunState, place: "'aqmv'", "no levels are measured",
                nextStep: "call setLevelMeteringEnabled(true)")
        }
        return meter.levels
    }

    /// The number of frames read at a time before the rate change (`'dcbf'`); 512. It does not change any sample.
    public var decodeBufferSizeFrames: Int { chunk }

    /// - Throws: `invalidPropertyValue` outside 1 … 65,536, `invalidRunState` unless the queue is stopped; what a
    ///   listener throws.
    public func setDecodeBufferSizeFrames(_ frameCount: Int) throws {
        try checkWritable("dcbf")
        guard (1...65_536).contains(frameCount) else {
            throw AudioQueueError(
                .invalidPropertyValue, place: "'dcbf'", "a decode buffer of \(frameCount) frames",
                nextStep: "choose from 1 to 65536")
        }
        chunk = frameCount
        try rebuild("'dcbf'")
        try notify(.decodeBufferSizeFrames)
    }

    /// Whether the play rate can be other than 1 (`'q_tp'`); false by default.
    public var isTimePitchEnabled: Bool { hasTimePitch }

    /// Disabling sets the play rate to 1; enqueued buffers with another rate are played at 1.
    ///
    /// - Throws: `invalidRunState` unless the queue is stopped; what a listener throws.
    public func setTimePitchEnabled(_ isEnabled: Bool) throws {
        try checkWritable("q_tp")
        guard isEnabled != hasTimePitch else { return }
        hasTimePitch = isEnabled
        try rebuild("'q_tp'")
        try notify(.isTimePitchEnabled)
    }

    /// The algorithm of the play rate (`'qtpa'`): ``TimePitchAlgorithm/varispeed``, the only one here.
    public var timePitchAlgorithm: TimePitchAlgorithm { .varispeed }

    /// - Throws: `invalidPropertyValue` for another algorithm.
    public func setTimePitchAlgorithm(_ algorithm: TimePitchAlgorithm) throws(AudioQueueError) {
        try checkWritable("qtpa")
        guard algorithm == .varispeed else {
            throw AudioQueueError(
                .invalidPropertyValue, kind: .unavailable, place: "'qtpa'",
                "kkmix has no algorithm '\(algorithm.rawValue)'",
                nextStep: "choose 'vspd'")
        }
    }

    /// Whether the play rate has no effect (`'qtpb'`).
    public var isTimePitchBypassed: Bool { bypassesTimePitch }

    /// It takes effect like a play rate.
    public func setTimePitchBypassed(_ isBypassed: Bool) throws {
        try checkUsable("'qtpb'", allowsPending: true)
        try checkPlays("'qtpb'")
        guard isBypassed != bypassesTimePitch else { return }
        bypassesTimePitch = isBypassed
        line.setPlayRate(line.playRate, isBypassed: isBypassed)
        try notify(.isTimePitchBypassed)
    }

    private func checkWritable(_ property: String) throws(AudioQueueError) {
        try checkUsable("'\(property)'")
        try checkPlays("'\(property)'")
        try checkStopped("'\(property)'")
    }

    private func rebuild(_ place: String) throws(AudioQueueError) {
        try rebuild(output?.description, renderLayout, place: place)
    }
}
