public import KKConvert
public import KKFiles
public import KKPCM

/// A track with its file opened: all numbers that the mix needs, and the source it plays.
public struct PlannedTrack: Sendable {
    public var spec: TrackSpec
    public var properties: FileProperties
    /// The part that is used, in frames of the file; a length of `nil` goes to the end of the file.
    ///
    /// It begins at the frame of the file nearest to the requested time. A part that is played once ends after
    /// ``frameCount`` frames of the mix: as many frames of the file are read as needed, and the rest is cut off after
    /// the rate conversion. A repeated part consists of whole frames of the file, so that it is seamless; at another
    /// rate its period is then not a whole number of frames of the mix.
    public var regionStart: Int64
    public var regionLength: Int64?
    /// How often the part is played; `nil` is without end.
    public var passes: Int64?
    /// Where the track starts, in frames of the mix.
    public var start: Int64
    /// The length of the track in frames of the mix; `nil` is without end.
    public var frameCount: Int64?
    public var fadeIn: Int64?
    public var fadeOut: Int64?
    /// The frames of the mix after which a loop repeats, where that is not what was asked for.
    var loopPeriod: Double?
    /// Whether it is audible, given mute and solo.
    public var isAudible: Bool
    /// The channels of the track: those of the file, of its channel map, or of the mix if the track is routed.
    public var layout: ChannelLayout
    /// How the file's channels become the track's; `nil` as they are.
    let mapping: ChannelMatrix?
    /// How they are mixed to the channels of the mix.
    public var matrix: ChannelMatrix

    /// The file's sample rate, in which the times of its part are counted.
    public var fileRate: Double { properties.dataFormat.sampleRate }
    /// The factor by which the file is stretched before its rate is converted, for its stretch and its pitch.
    public let stretching: Double
    /// The stretched frames of the file played in one second of the mix: its rate times the track's speed times the
    /// pitch factor. The speed is an exact decimal (0.7 is 7/10), so that lengths are exact.
    public let playedRate: Double

    /// The frame of the mix after the track's last one; `nil` if it plays without end.
    public var end: Int64? { frameCount.map { start + $0 } }

    /// Whether it plays at a frame of the mix.
    func contains(mixFrame: Int64) -> Bool { mixFrame >= start && mixFrame < (end ?? .max) }

    /// Whether its bus passes it as it is.
    var isPassed: Bool { spec.touches.isSubset(of: [.choice, .time, .order, .rate, .wave, .channels, .fade]) }

    /// Whether it is as loud as its file: nothing is done to its sound but when it is heard.
    var isAsLoud: Bool {
        spec.touches.isSubset(of: [.choice, .time, .order]) && matrix.isIdentity
    }

    /// Whether its frames are others at a rate than in the file: by its rate, its speed, its stretch or its pitch.
    func isConverted(to rate: Double) -> Bool { playedRate != rate || stretching != 1 }

    /// Whether the whole file is played once, so that no region is needed.
    var isWholeFile: Bool { regionStart == 0 && regionLength == nil && passes == 1 }

    /// Whether the part's end lies between two frames of the file.
    func isCutAfterConversion(to sampleRate: Double) -> Bool {
        sampleRate != fileRate && regionLength != nil && passes == 1
    }
}

extension PlannedTrack {
    /// The bytes that its channels' matrices and what changes its sound take while it is played at a rate.
    func heldByteCount(at sampleRate: Double) -> Int {
        let channelCount = properties.layout.channelCount
        let gains = matrix.inputCount * matrix.outputCount + (mapping.map { $0.inputCount * $0.outputCount } ?? 0)
        var sum = gains * MemoryLayout<Float>.stride
        if spec.isReversed {
            sum += ReversedSource.heldByteCount(channelCount: channelCount, frameCount: properties.frameCount)
        }
        let isStretched = stretching != 1 || spec.keepsFormants
        if isStretched { sum += StretchedSource.heldByteCount(properties.dataFormat) }
        if playedRate != sampleRate { sum += ResampledSource.heldByteCount(channelCount: channelCount) }
        // What is read ahead of it, at least.
        return sum + PCMBuffer.byteCount(channelCount: channelCount, frameCapacity: ReadAheadBudget.smallest)
    }
}

/// How much time a part takes: its speed and its stretch, whose first nine decimals are what they say.
private struct Pace {
    private let speed: Double
    private let stretch: Double

    init(_ spec: TrackSpec) {
        speed = (spec.speed * 1e9).rounded()
        stretch = (spec.stretch * 1e9).rounded()
    }

    func rate(of rate: Double) -> Double { speed == 1e9 ? rate : rate * speed / 1e9 }

    func length(of frames: Int64, from: Double, to: Double) -> Int64 {
        stretch == 1e9
            ? ResampledSource.outputLength(of: frames, from: rate(of: from), to: to)
            : ResampledSource.outputLength(of: frames, from: from * speed, to: to * stretch)
    }
}

extension PlannedTrack {
    /// Works out a track's place in a mix of `sampleRate`.
    ///
    /// - Parameter sound: the frames of its part that are left when silence is cut off; `nil` leaves all.
    init(
        _ spec: TrackSpec, properties: FileProperties, sampleRate: Double, layout: ChannelLayout, anySolo: Bool,
        sound: Range<Int64>? = nil
    ) throws(SessionError) {
        let fileRate = properties.dataFormat.sampleRate
        let inFile = { (time: TimeValue) in time.frames(inFileAt: fileRate, outputRate: sampleRate) }
        self.spec = spec
        self.properties = properties
        let pace = Pace(spec)
        (stretching, playedRate) = (spec.stretch * spec.pitch.factor, pace.rate(of: fileRate) * spec.pitch.factor)
        guard playedRate == fileRate || RateConverter.ratios.contains(sampleRate / playedRate) else {
            let rates = [playedRate, sampleRate].map(StreamDescription.rateText)
            throw SessionError(
                .usage,
                "'\(spec.speed == 1 ? "pitch" : "speed")' plays the file at \(rates[0]) Hz, which cannot become \(rates[1]) Hz: that is beyond 1 : 256",
                place: spec.path,
                nextStep:
                    "choose \(spec.speed == 1 ? "a smaller shift" : "a speed nearer to 1"), or mix at another rate (-r)"
            )
        }
        regionStart = spec.from.map(inFile) ?? 0
        switch spec.loop {
        case .times(let count): passes = count == .max ? nil : count + 1
        case .forever: passes = nil
        }
        let asked = try Self.partLength(of: spec, sampleRate: sampleRate)
        if passes == 1 {
            regionLength = asked.map { ResampledSource.outputLength(of: $0, from: sampleRate, to: fileRate) }
        } else if let to = spec.to {
            regionLength = max(asked == 0 ? 0 : 1, inFile(to) - regionStart)
        } else {
            regionLength = spec.duration.map { max(asked == 0 ? 0 : 1, inFile($0)) }
        }
        if let sound { (regionStart, regionLength) = (sound.lowerBound, sound.upperBound - sound.lowerBound) }
        start = spec.start?.frames(at: sampleRate) ?? 0
        fadeIn = spec.fadeIn?.length.frames(at: sampleRate)
        fadeOut = spec.fadeOut?.length.frames(at: sampleRate)
        isAudible = !spec.isMuted && (!anySolo || spec.isSolo)
        if let routing = spec.routing {
            mapping = try routing.matrix(from: properties.layout, to: layout, path: spec.path.text)
            self.layout = layout
        } else {
            // It refuses a channel that the file does not have.
            self.layout = try spec.channelMap?.layout(of: properties.layout, path: spec.path.text) ?? properties.layout
            mapping = spec.channelMap?.matrix(inputCount: properties.layout.channelCount)
        }
        matrix = ChannelMatrix.mixing(self.layout, to: layout)

        let rest = max(0, properties.frameCount - regionStart)
        let pass = min(rest, regionLength ?? rest)
        let played = passes.map { pass.multipliedReportingOverflow(by: $0) }
        if pass == 0 {
            frameCount = 0
        } else if let played, !played.overflow {
            let length = pace.length(of: played.partialValue, from: fileRate, to: sampleRate)
            let limit = asked.map { pace.length(of: $0, from: fileRate, to: fileRate) }
            // What is beyond counting is without end.
            if length < Self.endlessFrameCount { frameCount = passes == 1 ? min(length, limit ?? length) : length }
        }
        if passes != 1, sound == nil, pass == regionLength, let asked,
            Double(pass) * sampleRate != Double(asked) * fileRate
        {
            loopPeriod = Double(pass) * sampleRate / playedRate * stretching
        }
    }

    /// Some 1,500 years at 96 kHz: with a start that is as late, still within what can be counted.
    private static let endlessFrameCount: Int64 = 1 << 52

    /// The frames of the mix that `for`, or `from` and `to`, ask for: the difference of the nearest frames, and at
    /// least one for a `for` that is not 0; `nil` runs to the end of the file.
    private static func partLength(of spec: TrackSpec, sampleRate: Double) throws(SessionError) -> Int64? {
        if let duration = spec.duration {
            return duration == .seconds(0) ? 0 : max(duration == .frames(0) ? 0 : 1, duration.frames(at: sampleRate))
        }
        guard let to = spec.to?.frames(at: sampleRate) else { return nil }
        let from = spec.from?.frames(at: sampleRate) ?? 0
        guard to >= from else {
            throw SessionError(
                .usage, "'to' is before 'from'", place: spec.path,
                nextStep: "the part runs forward: write the earlier time as 'from'")
        }
        return to - from
    }
}
