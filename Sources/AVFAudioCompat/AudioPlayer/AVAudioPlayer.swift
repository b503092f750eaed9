internal import KKAudio

/// Is told what becomes of a player.
public protocol AVAudioPlayerDelegate: NSObjectProtocol {
    /// The sound is over, and was not stopped.
    func audioPlayerDidFinishPlaying(_ player: AVAudioPlayer, successfully flag: Bool)

    func audioPlayerDecodeErrorDidOccur(_ player: AVAudioPlayer, error: (any Error)?)
}

extension AVAudioPlayerDelegate {
    public func audioPlayerDidFinishPlaying(_ player: AVAudioPlayer, successfully flag: Bool) {}

    public func audioPlayerDecodeErrorDidOccur(_ player: AVAudioPlayer, error: (any Error)?) {}
}

/// Plays a file, or one in memory.
///
/// There is no device: ``play()`` gives `false`, until ``enableManualRendering(format:maximumFrameCount:)``, which is
/// kkmix's own, says how the program asks for the sound. The delegate is called on the thread that renders, when the
/// slice is done.
open class AVAudioPlayer: NSObject {
    public weak var delegate: (any AVAudioPlayerDelegate)?
    /// `nil` of a player of data.
    public let url: URL?
    /// `nil` of a player of a file.
    public let data: Data?
    /// As the audio is stored.
    public let format: AVAudioFormat
    /// In seconds.
    public let duration: TimeInterval
    let sound: SoundNode
    var engine: AVAudioEngine?

    /// - Throws: -43 where there is none, `'typ?'`, `'fmt?'`, `'dta?'` and their like for what is in it.
    public convenience init(contentsOf url: URL) throws { try self.init(contentsOf: url, fileTypeHint: nil) }

    /// - Parameter utiString: is not needed: what a file is its bytes say.
    public convenience init(contentsOf url: URL, fileTypeHint utiString: String?) throws {
        try self.init(url: url, data: nil) { try AudioFileReader(path: url.path) }
    }

    public convenience init(data: Data) throws { try self.init(data: data, fileTypeHint: nil) }

    public convenience init(data: Data, fileTypeHint utiString: String?) throws {
        try self.init(url: nil, data: data) { try AudioFileReader(InputBytes(bytes: [UInt8](data))) }
    }

    private init(url: URL?, data: Data?, _ open: () throws -> AudioFileReader) throws {
        let reader = try AVFAudioError.throwing(open)
        self.url = url
        self.data = data
        let layout = reader.fileLayout
        format = AVAudioFormat(
            .init(reader.fileFormat), layout.channelCount > 2 ? AVAudioChannelLayout(layout) : nil)
        sound = try AVFAudioError.throwing { try SoundNode(reader) }
        duration = sound.player.duration ?? Double(reader.properties.frameCount) / reader.format.sampleRate
        super.init()
        sound.player.didFinish = { [weak self] _, error in self?.finish(error) }
    }

    public var settings: [String: Any] { format.settings }

    public var numberOfChannels: Int { Int(format.channelCount) }

    // MARK: Playing

    /// Whether there is somebody who asks for the sound.
    @discardableResult
    open func prepareToPlay() -> Bool { engine != nil }

    /// Begins with the next slice, or goes on with it.
    ///
    /// - Returns: `false` where nobody asks for the sound.
    @discardableResult
    open func play() -> Bool {
        if engine != nil { sound.player.play() }
        return engine != nil
    }

    /// Begins at a time of ``deviceCurrentTime``.
    @discardableResult
    open func play(atTime time: TimeInterval) -> Bool {
        if engine != nil { sound.player.play(atTime: time) }
        return engine != nil
    }

    /// Holds the sound where it is.
    open func pause() { sound.player.pause() }

    /// The same; the place stays until ``currentTime`` is set.
    open func stop() { sound.player.stop() }

    public var isPlaying: Bool { sound.player.isPlaying }

    /// The place in the sound, in seconds.
    public var currentTime: TimeInterval {
        get { sound.player.currentTime }
        set { sound.player.currentTime = newValue }
    }

    /// The time of who asks for the sound, in seconds.
    public var deviceCurrentTime: TimeInterval {
        engine.map { Double($0.manualRenderingSampleTime) / $0.renderFormat.sampleRate } ?? 0
    }

    /// How often the sound is repeated; -1 is until it is stopped.
    public var numberOfLoops: Int {
        get { sound.player.numberOfLoops }
        set { sound.player.numberOfLoops = newValue }
    }

    /// A linear factor, 1 unless set.
    public var volume: Float {
        get { sound.player.volume }
        set { sound.player.volume = newValue }
    }

    /// Fades to a volume, in a straight line.
    open func setVolume(_ volume: Float, fadeDuration duration: TimeInterval) {
        sound.player.setVolume(volume, fadeDuration: duration)
    }

    /// -1 … 1.
    public var pan: Float = 0 {
        didSet {
            pan = pan.isNaN ? oldValue : max(-1, min(1, pan))
            engine?.connections.first { $0.source === sound }.map { AVAudioMixingDestination($0).pan = pan }
        }
    }

    // MARK: Meters

    public var isMeteringEnabled: Bool {
        get { sound.player.isMeteringEnabled }
        set { if newValue != isMeteringEnabled { sound.player.isMeteringEnabled = newValue } }
    }

    /// Has the meters say what is so now.
    open func updateMeters() { sound.player.updateMeters() }

    /// The root of the mean square of the last tenth of a second, in decibels, -160 at least, before the volume.
    open func averagePower(forChannel channelNumber: Int) -> Float {
        sound.player.averagePower(forChannel: channelNumber)
    }

    /// The largest magnitude, which is held for a second and then falls.
    open func peakPower(forChannel channelNumber: Int) -> Float { sound.player.peakPower(forChannel: channelNumber) }

    private func finish(_ error: (any Error)?) {
        engine?.whenSliceIsDone { [weak self] in
            guard let self else { return }
            if let error { delegate?.audioPlayerDecodeErrorDidOccur(self, error: AVFAudioError.of(error)) }
            delegate?.audioPlayerDidFinishPlaying(self, successfully: error == nil)
        }
    }
}
