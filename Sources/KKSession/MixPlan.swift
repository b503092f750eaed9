internal import KKConvert
public import KKFiles
public import KKPCM

/// A session after every input has been opened and every choice been made: what will be rendered, exactly.
///
/// It owns the open readers, in the order of the tracks, and can be rendered more than once: each rendering seeks them to their start.
public final class MixPlan {
    public let session: Session
    public let tracks: [PlannedTrack]
    public let sampleRate: Double
    public let layout: ChannelLayout
    /// The frames of the mix.
    public let frameCount: Int64
    /// Damage in the inputs that did not stop their readers.
    public let warnings: [FileWarning]
    /// What was decided that a person might not expect.
    public let notices: [String]
    let readers: [AudioFileReader]

    public var format: StreamDescription { .canonical(sampleRate: sampleRate, channels: layout.channelCount) }

    /// Opens every input and settles rate, channels, places and lengths.
    ///
    /// - Parameter outputRate: the rate the output demands of the mix, whatever the session says; `nil` leaves it free.
    /// - Throws: `AudioFileError` for an input, `SessionError` for settings that contradict each other.
    public init(_ session: Session, outputRate: Double? = nil) throws {
        guard !session.tracks.isEmpty else {
            throw SessionError(.usage, "no input", nextStep: "name at least one audio file")
        }
        guard session.tracks.count(where: { $0.path == "-" }) <= 1 else {
            throw SessionError(.usage, "standard input is named twice", nextStep: "it can be read once; keep one '-'")
        }
        self.session = session
        var readers: [AudioFileReader] = []
        for track in session.tracks {
            let reader = try AudioFileReader(path: track.path, options: ReaderOptions(strict: session.isStrict))
            reader.suspend()
            readers.append(reader)
        }
        self.readers = readers
        let rate = outputRate ?? session.sampleRate ?? readers[0].fileFormat.sampleRate
        let layout = session.layout ?? Self.widest(readers.map(\.fileLayout))
        let anySolo = session.tracks.contains(where: \.isSolo)
        tracks = try zip(session.tracks, readers).map { spec, reader in
            try PlannedTrack(spec, properties: reader.properties, sampleRate: rate, layout: layout, anySolo: anySolo)
        }
        sampleRate = rate
        self.layout = layout
        frameCount = try Self.length(session.length, of: tracks, sampleRate: rate)
        warnings = readers.flatMap(\.warnings)
        notices = tracks.flatMap(\.notices) + Self.rateNotice(asked: session.sampleRate ?? readers[0].fileFormat.sampleRate, rate)
    }

    /// An encoder that takes one rate alone has its way, and says so.
    private static func rateNotice(asked: Double, _ rate: Double) -> [String] {
        asked == rate ? [] : ["the output takes \(decimalText(rate, digits: 0)) Hz alone; the mix is made at that rate"]
    }

    /// The layout with the most channels; the first of several.
    private static func widest(_ layouts: [ChannelLayout]) -> ChannelLayout {
        layouts.dropFirst().reduce(layouts[0]) { $1.channelCount > $0.channelCount ? $1 : $0 }
    }

    private static func length(_ length: MixLength, of tracks: [PlannedTrack], sampleRate: Double) throws(SessionError) -> Int64 {
        let ends = tracks.compactMap(\.end)
        let chosen: Int64? =
            switch length {
            case .longest: ends.max()
            case .shortest: ends.min()
            case .first: tracks[0].end
            case .time(let time): time.frames(at: sampleRate)
            }
        guard let chosen else {
            throw SessionError(
                .usage, "the mix would never end: the track that sets its length loops for ever",
                place: tracks.first { $0.end == nil }?.spec.path, nextStep: "say how long it is, for example --length 1:30")
        }
        return chosen
    }
}

extension MixPlan {
    /// Whether an integer output of `bits` holds the mix exactly, so that dither would only add noise: whole-number sums of
    /// integer sources at the mix's rate.
    func isExact(bits: Int) -> Bool {
        guard session.gain.isWholeNumber else { return false }
        return tracks.allSatisfy { track in
            guard track.isAudible else { return true }
            let isWhole = track.spec.gain.isWholeNumber && (abs(track.spec.pan) == 1 || track.spec.pan == 0)
            return track.exactBits <= bits && isWhole && track.matrix.isWholeNumbered
                && track.sampleRate == sampleRate && track.fadeIn == nil && track.fadeOut == nil
        }
    }

    /// Whether any input is float audio, lossy decodes aside.
    var hasFloatInput: Bool { tracks.contains { $0.properties.dataFormat.isFloat } }

    /// The most bits of an integer input; companded and lossy ones count as 16.
    var maximumBits: Int { tracks.map { $0.properties.sourceBitDepth ?? 16 }.max() ?? 16 }
}

extension PlannedTrack {
    /// The bits of an integer that hold every sample exactly: companded audio is defined by 16-bit codes (ITU-T G.711); lossy and
    /// float audio has no such number.
    fileprivate var exactBits: Int {
        let isCompanded = [.uLaw, .aLaw].contains(properties.dataFormat.formatID)
        return properties.sourceBitDepth ?? (isCompanded ? 16 : .max)
    }
}

extension ChannelMatrix {
    /// Whether every coefficient is a whole number.
    var isWholeNumbered: Bool {
        (0..<outputCount).allSatisfy { output in
            (0..<inputCount).allSatisfy { self[output: output, input: $0].rounded() == self[output: output, input: $0] }
        }
    }
}
