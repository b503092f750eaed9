internal import KKDSP
internal import KKPCM

extension AudioPlayer {
    /// Starts, or continues, with the next slice. If it is already playing, nothing changes.
    public func play() { play(from: nil) }

    /// Starts at a time of the time line, in seconds; if that has passed, with the next slice.
    public func play(atTime time: Double) {
        play(from: Int64(exactly: (time * outputs[0].format.sampleRate).rounded()) ?? (time > 0 ? .max : nil))
    }

    private func play(from frame: Int64?) {
        if isPlaying { return }
        start = frame
        isPlaying = true
    }

    /// Stops at the current position.
    public func pause() { isPlaying = false }

    /// The same: as in `AVAudioPlayer`, the position does not change.
    public func stop() { isPlaying = false }

    /// The position in the sound, in seconds, at most its end.
    public var currentTime: Double {
        get { source.map { Double(frame) / $0.format.sampleRate } ?? 0 }
        set {
            guard let source, let frame = Int64(exactly: (newValue * source.format.sampleRate).rounded()) else {
                return
            }
            seek(to: max(0, min(frame, source.frameCount ?? .max)))
        }
    }

    /// The length of the sound in seconds, without loops; `nil` if the source does not know it.
    public var duration: Double? {
        source.flatMap { source in source.frameCount.map { Double($0) / source.format.sampleRate } }
    }

    /// The time rendered so far, in seconds, on which ``play(atTime:)`` is based.
    public var deviceCurrentTime: Double { Double(now) / outputs[0].format.sampleRate }

    // MARK: Volume

    /// A linear factor; 1. During a fade, its target.
    public var volume: Float {
        get { Float(volumeRamp.target) }
        set { setVolume(newValue, fadeDuration: 0) }
    }

    /// Fades to another volume in a straight line, within these seconds of playing. Values that are not finite are ignored.
    public func setVolume(_ volume: Float, fadeDuration: Double) {
        guard volume.isFinite, !fadeDuration.isNaN else { return }
        let length = (fadeDuration * outputs[0].format.sampleRate).rounded()
        volumeRamp.move(to: Double(volume), length: length < 0x1p62 ? Int64(max(0, length)) : 1 << 62)
    }

    func applyGains(to buffer: inout PCMBuffer, _ frames: Range<Int>) {
        let layout = outputs[0].layout
        let pan = Pan(layout.channelCount == 1 ? 0 : pan)
        for channel in 0..<buffer.channelCount {
            let side = pan.gain(for: layout.labels[channel])
            let level = Float(volumeRamp.target) * side
            if volumeRamp.isLevel && level == 1 { continue }
            buffer.withMutableChannel(channel) { samples in
                for frame in frames {
                    let gain = volumeRamp.isLevel ? level : Float(volumeRamp.gain(at: frame - frames.lowerBound)) * side
                    samples[frame] *= gain
                }
            }
        }
        volumeRamp.advance(frames.count)
    }

    // MARK: Meters

    /// Whether the player measures its level, before volume and pan, with the rules of the mixers' meters.
    public var isMeteringEnabled: Bool {
        get { meters != nil }
        set {
            let format = outputs[0].format
            meters =
                newValue
                ? Array(repeating: ChannelMeter(sampleRate: format.sampleRate), count: format.channelCount) : nil
            levels = []
        }
    }

    /// Updates ``averagePower(forChannel:)`` and ``peakPower(forChannel:)`` to the current levels.
    public func updateMeters() { levels = meters?.map { ($0.average, $0.peak) } ?? [] }

    /// The RMS of the last tenth of a second, in decibels, at least -160.
    public func averagePower(forChannel channel: Int) -> Float { Self.power(level(channel)?.average) }

    /// The largest magnitude, which is held for a second and then falls.
    public func peakPower(forChannel channel: Int) -> Float { Self.power(level(channel)?.peak) }

    private func level(_ channel: Int) -> (average: Double, peak: Double)? {
        levels.indices.contains(channel) ? levels[channel] : nil
    }

    private static func power(_ amplitude: Double?) -> Float { ChannelMeter.decibels(amplitude ?? 0, floor: -160) }

    func listen(to buffer: borrowing PCMBuffer, _ frames: Range<Int>) {
        guard let count = meters?.count else { return }
        for channel in 0..<min(count, buffer.channelCount) {
            buffer.withChannel(channel) { meters?[channel].add($0, frames) }
        }
    }
}
