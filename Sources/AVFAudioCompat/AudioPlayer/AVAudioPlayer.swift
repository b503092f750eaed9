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
        if engine != nil { guarded { $0.play() } }
        return engine != nil
    }

    /// Begins at a time of ``deviceCurrentTime``.
    @discardableResult
    open func play(atTime time: TimeInterval) -> Bool {
        if engine != nil { guarded { $0.play(atTime: time) } }
        return engine != nil
    }

    /// Holds the sound where it is.
    open func pause() { guarded { $0.pause() } }

    /// The same; the place stays until ``currentTime`` is set.
    open func stop() { guarded { $0.stop() } }

    public var isPlaying: Bool { guarded { $0.isPlaying } }

    /// The place in the sound, in seconds.
    public var currentTime: TimeInterval {
        get { guarded { $0.currentTime } }
        set { guarded { $0.currentTime = newValue } }
    }

    /// The time of who asks for the sound, in seconds.
    public var deviceCurrentTime: TimeInterval {
        engine.map { Double($0.manualRenderingSampleTime) / $0.renderFormat.sampleRate } ?? 0
    }

    /// How often the sound is repeated; -1 is until it is stopped.
    public var numberOfLoops: Int {
        get { guarded { $0.numberOfLoops } }
        set { guarded { $0.numberOfLoops = newValue } }
    }

    /// A linear factor, 1 unless set.
    public var volume: Float {
        get { guarded { $0.volume } }
        set { guarded { $0.volume = newValue } }
    }

    /// Fades to a volume, in a straight line.
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

    /// Whether ``rate`` is followed. While the sound plays it counts from the next time on.
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

    /// The speed at which the pitch stays, 0.5 … 2.
    public var rate: Float {
        get { guarded { $0.rate } }
        set { guarded { $0.rate = newValue } }
    }

    // MARK: Meters

    public var isMeteringEnabled: Bool {
        get { guarded { $0.isMeteringEnabled } }
        set { guarded { if newValue != $0.isMeteringEnabled { $0.isMeteringEnabled = newValue } } }
    }

    /// Has the meters say what is so now.
    open func updateMeters() { guarded { $0.updateMeters() } }

    /// The root of the mean square of the last tenth of a second, in decibels, -160 at least, before the volume.
    open func averagePower(forChannel channelNumber: Int) -> Float {
        guarded { $0.averagePower(forChannel: channelNumber) }
    }

    /// The largest magnitude, which is held for a second and then falls.
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
