internal import KKConvert
internal import KKDSP
public import KKFiles
internal import KKMath
public import KKPCM

/// A session with all inputs opened and all choices made: exactly what will be rendered.
///
/// It owns the open readers, in track order. It can be rendered more than once: each rendering first seeks to the
/// start.
public final class MixPlan {
    public let session: Session
    public let tracks: [PlannedTrack]
    /// What tracks control of one another. A source that is not heard is not among them.
    let keys: [TrackKey]
    public let sampleRate: Double
    public let layout: ChannelLayout
    /// The length of the mix with its tail, in frames; for a mix of open length, an upper bound.
    public let frameCount: Int64
    /// The length of the tail, in frames.
    public let tailFrameCount: Int64
    /// What was decided for the mix that a person might not expect.
    private var mixNotices: [String]
    /// What belongs to the sound of the output, in its frames.
    private let notes: AudioFileAnnotations
    let readers: [AudioFileReader]
    let impulses: ImpulseFiles
    /// What the ears of ``Session/headFile`` hear.
    let head: HeadResponses?
    let plugins: PluginFiles
    /// What ``heldByteCount`` and its units may take; `nil` for any number.
    let room: MixRoom?
    let deadline: RenderDeadline?
    /// The bytes that its sources and impulse responses take.
    let heldByteCount: Int

    public var format: StreamDescription { .canonical(sampleRate: sampleRate, channels: layout.channelCount) }

    /// Opens all inputs and determines the rate, channels, positions and lengths.
    ///
    /// - Parameters:
    ///   - outputRate: the rate that the output requires, overriding the session; `nil` if any will do.
    ///   - isRenderedOnce: promises that the plan is rendered at most once and that its length need not be known
    ///     before. Pipes are then decoded as they arrive, in constant memory, if the session allows it, and the length
    ///     may be open (``isOpen``).
    ///   - deadline: when all inputs have to be open, those that are trimmed searched for silence, and the graph built.
    ///   - room: how large the mix may be; `nil` for any size.
    /// - Throws: `AudioFileError` for an input, `SessionError` for contradictory settings.
    public init(
        _ session: Session, outputRate: Double? = nil, isRenderedOnce: Bool = false, deadline: RenderDeadline? = nil,
        room: MixRoom? = nil
    ) throws {
        guard !session.tracks.isEmpty else {
            throw SessionError(.usage, "no input", nextStep: "name at least one audio file")
        }
        try room?.check(session)
        try session.check()
        try SessionError.refuseSharedPipes(session.tracks.map(\.path) + session.impulsePaths)
        (self.session, self.room, self.deadline) = (session, room, deadline)
        var readers: [AudioFileReader] = []
        for (number, track) in session.tracks.enumerated() {
            try deadline?.check()
            let readsOnce = isRenderedOnce && session.readsOnce(number)
            let reader = try AudioFileReader(
                path: track.path,
                options: ReaderOptions(
                    strict: session.isStrict, readsOnce: readsOnce, stream: track.stream, raw: track.raw))
            reader.suspend()
            readers.append(reader)
        }
        self.readers = readers
        let rate = outputRate ?? session.sampleRate ?? readers[0].fileFormat.sampleRate
        let layouts = try zip(session.tracks, readers).map { spec, reader in
            try spec.channelMap?.layout(of: reader.fileLayout, path: spec.path.text) ?? reader.fileLayout
        }
        var layout = session.layout ?? (session.joint == nil ? Self.widest(layouts) : layouts[0])
        // A place to be heard at has two sides.
        if session.layout == nil, layout == .mono, session.tracks.contains(where: { $0.position != nil }) {
            layout = .stereo
        }
        let anySolo = session.tracks.contains(where: \.isSolo)
        var held = 0
        var tracks = try zip(session.tracks, readers).map { spec, reader in
            try deadline?.check()
            func planned(_ sound: Range<Int64>? = nil) throws -> PlannedTrack {
                try PlannedTrack(
                    spec, properties: reader.properties, sampleRate: rate, layout: layout, anySolo: anySolo,
                    sound: sound)
            }
            let track = try planned()
            held += track.heldByteCount(at: rate)
            try room?.check(byteCount: held)
            return try track.sound(in: reader, until: deadline).map(planned) ?? track
        }
        try session.joint?.place(&tracks, sampleRate: rate)
        self.tracks = tracks
        keys = try session.keys().filter { tracks[$0.source].isAudible }
        sampleRate = rate
        self.layout = layout
        impulses = try ImpulseFiles(
            session.impulsePaths, sampleRate: rate, quality: session.resampler, isStrict: session.isStrict,
            deadline: deadline, room: room)
        heldByteCount = held + impulses.heldByteCount
        try room?.check(byteCount: heldByteCount)
        head = try session.headFile.map { try HeadResponses(sofa: $0, sampleRate: rate) }
        plugins = try PluginFiles(session)
        let length = try Self.length(session.length, of: tracks, sampleRate: rate)
        tailFrameCount = try session.tailFrames(
            of: tracks, behind: length, sampleRate: rate, layout, impulses, head, plugins, until: deadline)
        frameCount = length + tailFrameCount
        try session.equalizer?.check(sampleRate: rate, place: "the mix")
        for track in session.tracks { try track.equalizer?.check(sampleRate: rate, place: track.path.text) }
        for track in tracks {
            try track.checkPart()
            try track.checkRate(in: rate)
        }
        let found = try Self.notes(session, tracks, sampleRate: rate, frameCount: frameCount)
        notes = found.notes
        mixNotices = (session.gain.doubt.map { ["\(session.word): \($0)"] } ?? []) + plugins.notices + found.notices
        try checkPositions()
        noteLongTimes()
        if session.tail == .auto, Double(tailFrameCount) >= rate {
            let tail = timeText(Double(tailFrameCount) / rate)
            mixNotices.append(
                "\(session.word): its effects still sound for \(tail) after its tracks; --tail none, or a time, makes it shorter"
            )
        }
        if !tracks.contains(where: \.isAudible) {
            mixNotices.append("\(session.word): every track is muted: it is silent")
        }
        if outputRate == nil && session.sampleRate == nil { noteLowRate() }
        if session.layout == nil, session.joint != nil { noteFewChannels() }
    }

    /// Decisions that the user might not expect; each begins with the file or option concerned.
    public var notices: [String] {
        let tracks = settledTracks
        let end = (try? Self.length(session.length, of: tracks, sampleRate: sampleRate)) ?? frameCount - tailFrameCount
        return tracks.flatMap { $0.notices(in: layout, sampleRate: sampleRate, mixEnd: end) } + mixNotices
    }

    /// Damage in the inputs that did not stop their readers, so far, and requested parts that the files do not have.
    public var warnings: [FileWarning] {
        zip(settledTracks, readers).flatMap { $1.warnings + $0.warnings } + impulses.warnings
    }

    /// Notes that an encoder that takes one rate alone has its way.
    func noteRate(of format: OutputFormat, path: FilePath, _ purpose: RenderPurpose) {
        guard sampleRate != session.sampleRate ?? readers[0].fileFormat.sampleRate else { return }
        mixNotices.append(
            "\(path.outputName): \(format.name) takes only "
                + "\(decimalText(sampleRate, digits: 0)) Hz; \(purpose.subject) is made at that rate")
    }

    /// Notes a format that was asked for and is another one than the output's name says.
    func noteName(_ path: FilePath, asks name: String?, writes format: OutputFormat) {
        guard name != nil, format.container != .raw, let said = try? OutputContainer.of(path: path, name: nil),
            said.family != format.container.family
        else { return }
        mixNotices.append(
            "\(path): it is \(format.container.name), because of --format, but its name says \(said.name)")
    }

    /// Notes whole numbers of seconds that are hours, and longer than every input: frames without their letter, as a
    /// rule.
    private func noteLongTimes() {
        let longest = max(3_600, tracks.map { Double($0.properties.frameCount) / $0.fileRate }.max() ?? 0)
        func note(_ place: String, _ time: TimeValue?) {
            guard case .seconds(let seconds)? = time, seconds > longest, seconds.rounded() == seconds else { return }
            let number = decimalText(seconds, digits: 0)
            mixNotices.append("\(place) is \(number) seconds, \(timeText(seconds)); write frames as \(number)f")
        }
        for track in tracks { note("\(track.spec.path): 'at'", track.spec.start) }
        if case .time(let time) = session.length { note("\(session.word): --length", time) }
    }

    /// Notes that a ceiling holds what an encoder is given, and not what its players make of that.
    func noteCeiling(of format: OutputFormat, path: FilePath) {
        guard format.encoding.isLossy, session.limit != nil || session.loudness?.ceiling != nil else { return }
        mixNotices.append(
            "\(path.outputName): the ceiling holds before encoding; the decoded \(format.name) has other peaks; "
                + "kkmix measure shows them, and a ceiling 1 dB lower leaves room"
        )
    }

    /// What of the notes its format has a place for.
    func annotations(for format: OutputFormat, path: FilePath) -> AudioFileAnnotations {
        format.fitting(notes, toStream: path.isStandard).kept
    }

    /// Notes what the output's format has no place for, and what of the file nothing here reads, once.
    func noteTexts(of format: OutputFormat, path: FilePath) {
        func list(_ names: [String]) -> String {
            names.prefix(8).joined(separator: ", ") + (names.count > 8 ? " and others" : "")
        }
        let lost = format.fitting(notes, toStream: path.isStandard).lost
        let place = path.isStandard && TextPlaces.ofStreams(format.container) != nil ? "a pipe of " : ""
        let losses = [
            lost.isEmpty ? nil : "\(place)\(format.container.name) cannot store \(list(lost))",
            notes.unread.isEmpty ? nil : "not copied, because kkmix cannot read it: \(list(notes.unread))",
        ].compactMap(\.self)
        if !losses.isEmpty { mixNotices.append("\(path.outputName): \(losses.joined(separator: "; "))") }
    }

    /// Notes what the output's format cannot say of the channels.
    func noteLayout(of format: OutputFormat, path: FilePath) {
        guard let notice = format.notice(of: layout) else { return }
        mixNotices.append("\(path.outputName): \(notice)")
    }

    /// Notes that the first input, which nobody chose for that, takes away what another one has of higher rates.
    private func noteLowRate() {
        // One that is slowed down needs no more than it is played at, and one that is hurried has no more than its file.
        let needed = { (track: PlannedTrack) in min(track.fileRate, track.playedRate) }
        guard let finest = tracks.max(by: { needed($0) < needed($1) }), needed(finest) > sampleRate else { return }
        let rate = { (rate: Double) in StreamDescription.rateText(rate) }
        mixNotices.append(
            "\(session.word): made at \(rate(sampleRate)) Hz, the rate of its first input, \(tracks[0].spec.path); \(finest.spec.path) has "
                + "\(rate(finest.fileRate)) Hz: -r \(rate(finest.fileRate)) keeps its high frequencies")
    }

    /// Notes that the first input, after which the others come, takes channels away from one of them.
    private func noteFewChannels() {
        guard let widest = tracks.max(by: { $0.layout.channelCount < $1.layout.channelCount }),
            widest.layout.channelCount > layout.channelCount
        else { return }
        mixNotices.append(
            "\(session.word): made in \(layout.name), the channels of its first input, \(tracks[0].spec.path); \(widest.spec.path) has "
                + "\(widest.layout.name): -c \(widest.layout.channelCount) keeps them")
    }

    /// The layout with the most channels; the first of several.
    private static func widest(_ layouts: [ChannelLayout]) -> ChannelLayout {
        layouts.dropFirst().reduce(layouts[0]) { $1.channelCount > $0.channelCount ? $1 : $0 }
    }

    static func length(_ length: MixLength, of tracks: [PlannedTrack], sampleRate: Double) throws(SessionError) -> Int64
    {
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
                .usage, "the mix would never end: the track that sets its length loops forever",
                place: tracks.first { $0.end == nil }?.spec.path,
                nextStep: "say how long it is, for example --length 1:30")
        }
        return chosen
    }
}

extension MixPlan {
    /// Whether an integer output of `bits` holds the mix exactly, so that dither would only add noise: whole-number
    /// sums of integer sources at the mix's rate.
    func isExact(bits: Int) -> Bool {
        guard session.changes.allSatisfy(\.keepsWholeNumbers) else { return false }
        return tracks.allSatisfy { track in
            guard track.isAudible else { return true }
            let isWhole = track.spec.gain.isWholeNumber && (abs(track.spec.pan) == 1 || track.spec.pan == 0)
            return track.exactBits <= bits && isWhole && track.matrix.isWholeNumbered
                && track.playedRate == sampleRate
                && track.spec.touches.isSubset(of: [.choice, .time, .order, .rate, .channels, .level])
        }
    }

    /// Whether any input is float audio, lossy decodes aside.
    var hasFloatInput: Bool { tracks.contains { $0.properties.dataFormat.isFloat } }

    /// The most bits of an integer input; companded and lossy ones count as 16.
    var maximumBits: Int { tracks.map { $0.properties.sourceBitDepth ?? 16 }.max() ?? 16 }
}

extension PlannedTrack {
    /// Refuses a rate of the mix that no converter makes of the track's, as compiling would: a plan is all that is
    /// asked for, sometimes.
    fileprivate func checkRate(in mixRate: Double) throws(SessionError) {
        guard playedRate != mixRate else { return }
        do {
            try RateConverter.check(from: playedRate, to: mixRate)
        } catch {
            throw SessionError(error.kind, error.problem, place: spec.path, nextStep: error.nextStep)
        }
    }

    /// The bits of an integer that hold every sample exactly: the decoders of µ-law, A-law, ADPCM and GSM are defined
    /// in integers of 16 bits; other lossy and float audio has no such number.
    fileprivate var exactBits: Int {
        let integerCodecs: [FourCharCode] = [.uLaw, .aLaw, .appleIMA4, .dviIMAADPCM, .microsoftADPCM, .microsoftGSM]
        return properties.sourceBitDepth ?? (integerCodecs.contains(properties.dataFormat.formatID) ? 16 : .max)
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

extension Session {
    /// What its notices begin with: the command for one sound after another has the other name.
    fileprivate var word: String { joint == nil ? "mix" : "concat" }
}
