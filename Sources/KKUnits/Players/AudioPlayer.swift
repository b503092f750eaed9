public import KKConvert
internal import KKDSP
public import KKPCM

extension ComponentDescription {
    /// kkmix's own; Core Audio does not have it.
    public static let audioPlayer = ComponentDescription(type: .generatorUnit, subType: "play", manufacturer: .kkmix)
}

/// Plays one sound on demand, with the calls of `AVAudioPlayer`: kkmix's own, `'augn' 'play' 'kkmx'`.
///
/// ```
/// source, looped ─► the output's rate and channels ─► stretch ─► meters ─► volume, pan ─► output
///                                                      rate
/// ```
///
/// Each player is a unit, so any number of them can play at once on the buses of a mixer. It opens no files: a file is
/// a ``KKPCM/FrameSource``, such as an `AudioFileReader`. Settings that are changed between two slices are heard from
/// the next one.
///
/// ## Time
/// There is no device: time is what has been rendered. A player goes on from slice to slice, whatever their times are;
/// only ``play(atTime:)`` uses the time line. After its last frame it is at the beginning again. ``AudioUnit/reset()``
/// and ``AudioUnit/uninitialize()`` stop it at its position.
///
/// ## Rate
/// ``rate`` is the speed at the same pitch: at 2 the sound is half as long (``KKConvert/StretchedSource``). A new rate
/// applies from the next window of about 20 ms. A stretched sound is read about 100 ms ahead.
///
/// ## Allocation
/// In ``AudioUnit/initialize()``, and when meters are switched on.
///
/// Source: AVAudioPlayer.h for the names and their meanings.
public final class AudioPlayer: AudioUnit {
    /// The sound to play; `nil` for none.
    public var source: (any FrameSource)? { looped?.source }
    private(set) var looped: LoopedSource?
    private var sourceLayout = ChannelLayout.stereo
    /// The quality of rate conversion. A change applies from the next initialization.
    public var quality: ResamplerQuality = .high

    /// Whether it is playing, or waiting for its start time.
    public internal(set) var isPlaying = false
    /// How often the sound is repeated after the first time; below 0 until it is stopped. A change does not affect the
    /// frames that were read ahead for a conversion, a few thousand.
    public var numberOfLoops: Int {
        get { loops }
        set {
            loops = newValue
            looped?.loops = newValue
        }
    }
    private var loops = 0

    /// Whether ``rate`` has an effect; set it before the unit is initialized.
    public var enableRate = false
    /// The speed, ½ … 2; other values become the nearest end of the range.
    public var rate: Float = 1 {
        didSet {
            rate = rate.isNaN ? oldValue : max(0.5, min(2, rate))
            follow(rate)
        }
    }
    /// The position between left and right, -1 … 1, as a balance (``KKDSP/Pan``). It has no effect on a mono output.
    public var pan: Float = 0 {
        didSet { pan = pan.isNaN ? oldValue : max(-1, min(1, pan)) }
    }
    /// Called in the slice in which the sound ends, with `nil`, or cannot be read, with the source's error. It may set
    /// and start players; they are heard from their next slice.
    public var didFinish: ((_ player: AudioPlayer, _ error: (any Error)?) -> Void)?

    var volumeRamp = VolumeRamp(1)
    var meters: [ChannelMeter]?
    var levels: [(average: Double, peak: Double)] = []

    /// The source's frame that was sought last, and whether it has still to be done.
    var begin: Int64 = 0
    var isSought = false
    /// The frames taken since then, at the output's rate.
    private var taken: Int64 = 0
    /// The time-line frame with which it begins to play; `nil` is the next one.
    var start: Int64?
    /// The frames after the last slice, and after the sound.
    private(set) var now: Int64 = 0
    private var end: Int64 = 0

    private var converted: (any FrameSource)?
    /// The same, where ``rate`` is followed.
    private var stretched: StretchedSource?
    private var pace = Pace()

    public init() {
        super.init(.audioPlayer, inputCount: 0, outputCount: 1)
    }

    /// Sets the sound, from its first frame.
    ///
    /// - Parameter layout: the layout of its channels, which are mixed to the output's; `nil` is the usual layout for their number.
    /// - Throws: `initialized` while the unit is initialized; `formatNotSupported` for a source that is not canonical or
    ///   has no rate or no channel; `invalidPropertyValue` for a layout of another number of channels.
    public func setSource(_ source: any FrameSource, layout: ChannelLayout? = nil) throws(AudioUnitError) {
        try requireUninitialized("the sound cannot be changed", place: name)
        try requirePlayable(source.format)
        let layout = layout ?? .standard(source.format.channelCount)
        guard layout.channelCount == source.format.channelCount else {
            throw AudioUnitError(
                .invalidPropertyValue, place: name,
                "the layout \(layout) has \(layout.channelCount) channels, the sound \(source.format.channelCount)")
        }
        looped = LoopedSource(source)
        looped?.loops = loops
        sourceLayout = layout
        seek(to: 0)
    }

    /// The source's frame that is heard next.
    var frame: Int64 {
        guard let source else { return 0 }
        let frame = begin.advanced(
            byFrames: Int64(
                clamping: pace.place(at: taken) * (source.format.sampleRate / outputs[0].format.sampleRate)))
        guard let count = source.frameCount, count > 0 else { return frame }
        return frame % count
    }

    func seek(to frame: Int64) {
        (begin, taken, isSought) = (frame, 0, true)
        pace.restart()
        looped?.begin(at: frame)
    }

    private func follow(_ rate: Float) {
        guard let stretched else { return }
        pace.set(Double(rate), at: taken)
        stretched.setRatio(1 / Double(rate))
    }

    // MARK: Rendering

    public override var supportedChannelPairs: [ChannelPair] { [ChannelPair(input: 0, output: -1)] }

    override func prepare() throws(AudioUnitError) {
        if meters != nil { isMeteringEnabled = true }
        guard let looped else { return }
        let output = outputs[0]
        let converted = try converting(
            looped, by: .mixing(sourceLayout, to: output.layout), toBus: 0, quality: quality)
        stretched = enableRate ? try stretching(converted, place: place(.output, 0)) : nil
        self.converted = stretched ?? converted
        follow(rate)
        isSought = true
    }

    override func unprepare() {
        seek(to: frame)
        (converted, stretched, pace) = (nil, nil, Pace())
    }

    override func resetState() {
        isPlaying = false
        seek(to: frame)
        if meters != nil { isMeteringEnabled = true }
    }

    /// A player that does not play has ended.
    override func endTime(ofOutput bus: Int, from time: AudioTime) -> Int64? { isPlaying ? nil : end }

    override func process(
        _ flags: inout RenderActionFlags, time: AudioTime, bus: Int, frameCount: Int, into buffer: inout PCMBuffer
    ) throws {
        now = time.advanced(by: frameCount).sampleTime
        let offset = offset(from: time.sampleTime, frameCount)
        guard isPlaying, offset < frameCount else {
            buffer.silence(0..<frameCount)
            flags.insert(.outputIsSilence)
            return
        }
        start = nil
        buffer.silence(0..<offset)
        do {
            if isSought { try converted?.seek(to: 0) }
            isSought = false
            let frames = offset..<offset + (try read(frameCount - offset, into: &buffer, at: offset))
            buffer.silence(frames.upperBound..<frameCount)
            listen(to: buffer, frames)
            applyGains(to: &buffer, frames)
            end = time.advanced(by: frames.upperBound).sampleTime
            if frames.upperBound < frameCount { finish(nil) }
        } catch {
            finish(error)
            throw error
        }
    }

    /// How many frames of a slice pass before the player begins.
    private func offset(from time: Int64, _ frameCount: Int) -> Int {
        guard let start, start > time else { return 0 }
        let (distance, isBeyond) = start.subtractingReportingOverflow(time)
        return isBeyond ? frameCount : Int(min(distance, Int64(frameCount)))
    }

    /// - Returns: the number of frames; fewer than asked for is the end.
    private func read(_ frameCount: Int, into buffer: inout PCMBuffer, at offset: Int) throws -> Int {
        guard let converted else { return 0 }
        let count = try converted.readFully(into: &buffer, at: offset, frameCount: frameCount)
        taken += Int64(count)
        return count
    }

    private func finish(_ error: (any Error)?) {
        isPlaying = false
        seek(to: 0)
        didFinish?(self, error)
    }
}

extension Int64 {
    /// The whole number below, as far as there is one.
    fileprivate init(clamping value: Double) { self = value < 0x1p63 ? Int64(value) : .max }
}
