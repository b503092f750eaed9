internal import KKAnalysis
internal import KKFiles
internal import KKMath
internal import KKPCM
internal import KKSession
internal import Synchronization

extension ConversionRun {
    /// The result of an album: its level before, and the gain of all its files.
    public struct Album: Sendable {
        /// In decibels.
        public var gain: Double
        /// In words.
        public var notice: String
    }

    /// Measures all files and finds the common gain for the requested level. Loudness is measured over the blocks of
    /// all files, as if they were one sound. A ceiling lowers the gain as much as the highest true peak requires.
    ///
    /// - Returns: `nil` if no album is requested or nothing is written.
    /// - Throws: the error of any file that cannot be measured or written, because the gain would then be wrong.
    public mutating func levelAlbum() throws -> Album? {
        guard settings.isAlbum, extent == .write else { return nil }
        for item in plan.items where item.input.isStandard || item.input.identity(standard: 0) == nil {
            guard item.input.exists, !item.input.isStimulus else { continue }
            throw SessionError(
                .usage, "a pipe can be read only once, but an album is read twice", place: item.input.inputName,
                nextStep: "save it as a file")
        }
        let sound = MeasuredSound(try measureAll())
        let album = try settings.album(of: sound)
        settings.albumGain = Gain(linear: Decibels(album.gain).linear)
        albumGain = album.gain
        return album
    }

    private func measureAll() throws -> [MeasuredSound] {
        let measures: Measures = settings.loudness != nil ? [.loudness, .truePeak] : .levels
        let gathered = GatheredSounds()
        let work = OrderedWork(
            count: plan.items.count,
            make: { index in
                Result {
                    let (job, begin) = try self.job(index, rendersOnce: false)
                    begin(job.description.to.format.sampleRate)
                    return try job.measured(measures)
                }
            }, tell: { gathered.add($1) })
        work.run(threadCount: threadCount)
        return try gathered.sounds()
    }
}

/// The sounds in their order.
private final class GatheredSounds: Sendable {
    private let results = Mutex<[Result<MeasuredSound, any Error>]>([])

    func add(_ result: Result<MeasuredSound, any Error>) { results.withLock { $0.append(result) } }

    func sounds() throws -> [MeasuredSound] { try results.withLock { $0 }.map { try $0.get() } }
}

extension ConversionSettings {
    fileprivate func album(of sound: MeasuredSound) throws(SessionError) -> ConversionRun.Album {
        if let normalize {
            guard let level = sound.level(normalize) else {
                throw SessionError(
                    .badData, "all files are silent: no gain brings them to \(normalize)", nextStep: "leave --album out"
                )
            }
            return album(Decibels(linear: level).value, normalize.level, "dBFS")
        }
        guard let loudness, let before = Loudness.integrated(ofBlocks: sound.blocks) else {
            throw SessionError(
                .badData, "the files have no integrated loudness: all are silent, below -70 LUFS or under 400 ms",
                nextStep: "leave --album and --loudness out")
        }
        // A little lower, for what rounding and dither add.
        let highest = (loudness.ceiling?.decibels ?? .infinity) - 0.01
        let excess = max(0, (sound.truePeak ?? 0) + loudness.loudness - before - highest)
        let album = self.album(before, loudness.loudness - excess, "LUFS")
        guard excess > 0 else { return album }
        let lower = "; \(loudness) would pass its ceiling"
        return ConversionRun.Album(gain: album.gain, notice: album.notice + lower)
    }

    private func album(_ before: Double, _ after: Double, _ unit: String) -> ConversionRun.Album {
        let text = { (level: Double) in decimalText(level, digits: 2) }
        return ConversionRun.Album(
            gain: after - before,
            notice: "album: from \(text(before)) to \(text(after)) \(unit), \(text(after - before)) dB for every file")
    }
}
