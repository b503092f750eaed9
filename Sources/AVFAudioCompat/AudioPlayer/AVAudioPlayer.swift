internal import KKAudio

/// Is notified about a player.
public protocol AVAudioPlayerDelegate: NSObjectProtocol {
    /// The sound has ended without being stopped.
    func audioPlayerDidFinishPlaying(_ player: AVAudioPlayer, successfully flag: Bool)

    func audioPlayerDecodeErrorDidOccur(_ player: AVAudioPlayer, error: (any Error)?)
}

extension AVAudioPlayerDelegate {
    public func audioPlayerDidFinishPlaying(_ player: AVAudioPlayer, successfully flag: Bool) {}

    public func audioPlayerDecodeErrorDidOccur(_ player: AVAudioPlayer, error: (any Error)?) {}
}

/// Plays a file or data in memory.
///
/// There is no device: ``play()`` returns `false` until ``enableManualRendering(format:maximumFrameCount:)``, an
/// extension of kkmix, is called. The delegate is called on the rendering thread, after the slice.
open class AVAudioPlayer: NSObject {
    public weak var delegate: (any AVAudioPlayerDelegate)?
    /// `nil` for a player of data.
    public let url: URL?
    /// `nil` for a player of a file.
    public let data: Data?
    /// The format of the stored audio.
    public let format: AVAudioFormat
    /// In seconds.
    public let duration: TimeInterval
    let sound: SoundNode
    var engine: AVAudioEngine?

    /// - Throws: -43 if the file does not exist; `'typ?'`, `'fmt?'`, `'dta?'` and similar for its content.
    public convenience init(contentsOf url: URL) throws { try self.init(contentsOf: url, fileTypeHint: nil) }

    /// - Parameter utiString: not needed: the file type is found from its content.
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

    /// Whether manual rendering is enabled.
    @discardableResult
    open func prepareToPlay() -> Bool { engine != nil }

    /// Starts or continues with the next slice.
    ///
    /// - Returns: `false` if manual rendering is not enabled.
    @discardableResult
    open func play() -> Bool {
        if engine != nil { guarded { $0.play() } }
        return engine != nil
    }

    /// Starts at a time of ``deviceCurrentTime``.
    @discardableResult
    open func play(atTime time: TimeInterval) -> Bool {
        if engine != nil { guarded { $0.play(atTime: time) } }
        return engine != nil
    }

    /// Pauses at the current position.
    open func pause() { guarded { $0.pause() } }

    /// The same; the position is kept until ``currentTime`` is set.
    open func stop() { guarded { $0.stop() } }

    public var isPlaying: Bool { guarded { $0.isPlaying } }

    /// The position in the sound, in seconds.
    public var currentTime: TimeInterval {
        get { guarded { $0.currentTime } }
        set { guarded { $0.currentTime = newValue } }
    }

    /// The time of the rendering, in seconds.
    public var deviceCurrentTime: TimeInterval {
        engine.map { Double($0.manualRenderingSampleTime) / $0.renderFormat.sampleRate } ?? 0
    }

    /// The number of repetitions; -1 repeats until stopped.
    public var numberOfLoops: Int {
        get { guarded { $0.numberOfLoops } }
        set { guarded { $0.numberOfLoops = newValue } }
    }

    /// A linear factor; default: 1.
    public var volume: Float {
        get { guarded { $0.volume } }
        set { guarded { $0.volume = newValue } }
    }

    /// Fades linearly to a volume.
    open func setVolume(_ volume: Float, fadeDuration duration: TimeInterval) {
        guarded { $0.setVolume(volume, fadeDuration: duration) }
    }

    /// -1 … 1.
    public var pan: Float = 0 {
        didSet {
            pan = pan.isNaN ? oldValue : max(-1, min(1, pan))
            sound.guarded {
                engine?.connections.first { $0.source === sound }.map { AVAudioMixingDestination($0).pan = pan }
            }
        }
    }

    /// Whether ``rate`` is used. A change during playback takes effect with the next playback.
    public var enableRate: Bool {
        get { guarded { $0.enableRate } }
        set {
            guarded { player in
                player.enableRate = newValue
                guard !player.isPlaying else { return }
                player.uninitialize()
                engine?.isChanged = true
            }
        }
    }

    /// The speed at unchanged pitch, 0.5 … 2.
    public var rate: Float {
        get { guarded { $0.rate } }
        set { guarded { $0.rate = newValue } }
    }

    // MARK: Meters

    public var isMeteringEnabled: Bool {
        get { guarded { $0.isMeteringEnabled } }
        set { guarded { if newValue != $0.isMeteringEnabled { $0.isMeteringEnabled = newValue } } }
    }

    /// Updates the meters.
    open func updateMeters() { guarded { $0.updateMeters() } }

    /// The RMS of the last tenth of a second before the volume, in decibels, at least -160.
    open func averagePower(forChannel channelNumber: Int) -> Float {
        guarded { $0.averagePower(forChannel: channelNumber) }
    }

    /// The peak, which is held for a second and then falls.
    open func peakPower(forChannel channelNumber: Int) -> Float {
        guarded { $0.peakPower(forChannel: channelNumber) }
    }

    /// The player, while no slice is rendered and no other thread is at it.
    private func guarded<Result>(_ body: (AudioPlayer) -> Result) -> Result {
        sound.guarded { body(sound.player) }
    }

    private func finish(_ error: (any Error)?) {
        engine?.whenSliceIsDone { [weak self] in
            guard let self else { return }
            if let error { delegate?.audioPlayerDecodeErrorDidOccur(self, error: AVFAudioError.of(error)) }
            delegate?.audioPlayerDidFinishPlaying(self, successfully: error == nil)
        }
    }
}
