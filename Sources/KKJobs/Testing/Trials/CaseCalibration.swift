public import KKAnalysis
internal import KKFiles
internal import KKMath
public import KKPCM
internal import KKSession

/// How much the sounds of one case differ when made several times, and which tolerance all of them pass.
public struct CaseCalibration: Sendable {
    public let name: String
    /// The number of sounds made; all pairs were compared, in both directions.
    public let runCount: Int
    /// The number of failed runs, and the error of the first one.
    public internal(set) var failedCount = 0
    public internal(set) var failure: String?
    public var pairCount: Int { runCount * (runCount - 1) }
    /// The number of pairs with the same samples.
    public internal(set) var samePairCount = 0
    /// The largest differences of a pair by ``Limit``: in the worst window, or as a whole.
    public internal(set) var spreads: [Spread] = []
    /// The largest difference of lengths in frames.
    public internal(set) var lengthSpread: Int64 = 0
    /// The strictest named tolerance that all pairs pass with a margin; `nil` if there is none that would detect a
    /// different sound.
    public internal(set) var tolerance: Tolerance?
    /// Whether the differences are as large as the sounds themselves, so that limits on samples that all pass would
    /// not even detect silence.
    public internal(set) var isBeyondLimits = false
    /// Suggested assertions, if no limits on samples hold.
    public internal(set) var assertions: [String] = []

    public struct Spread: Hashable, Sendable, KeyedReport {
        public let limit: Limit
        /// A factor: ``CaseCalibration/room``.
        let room: Double
        public var worst: Double

        public static func tell(_ key: inout ReportKeys<Self>) {
            key("limit", \.limit.rawValue)
            key("worst", \.worst)
            key("unit", \.limit.unit)
            key("proposed", \.proposed)
        }

        /// A suggested limit with a margin, in whole decibels for a level, else in tenths; `nil` for a level above full
        /// scale, which limits nothing.
        public var proposed: Double? {
            guard limit.isLevel else { return max(0.1, (worst * room * 10).rounded(.up) / 10) }
            let level = (worst + Decibels(linear: room).value).rounded(.up)
            return level > 0 ? nil : level
        }

        /// As a manifest has it.
        var text: String {
            "\(limit.rawValue): \(proposed.map { shortDecimalText($0, digits: 1) + limit.unit } ?? "none")"
        }
    }

    /// How much larger than the largest difference a limit has to be, so that later runs pass, too: 1.5 after ten runs,
    /// and more after fewer, which show less of what can come.
    ///
    /// Where runs vary normally, ten of them are 3.1 standard deviations apart on average. Another one differs from a
    /// golden by more than 1.5 times that once in a thousand times.
    public var room: Double { 1 + 5 / Double(max(1, runCount)) }

    init(_ name: String, runCount: Int) {
        (self.name, self.runCount) = (name, runCount)
    }

    /// The limits that are measured: those on samples, on both, and on spectra alone.
    static let limits = sampleLimits + [.thirdOctave, .treble]
    private static let residualLimits: [Limit] = [.peak, .rms]
    private static let sampleLimits = residualLimits + [.loudness, .truePeak]

    /// Suggested limits, as written in a manifest: `{peak: -40dBFS, rms: -52dBFS}`; `nil` if ``tolerance`` is exact,
    /// the lengths differ, or the limits would detect nothing.
    public var proposedLimits: String? {
        guard hasLimits, !isBeyondLimits else { return nil }
        return Self.text(spreads.filter { Self.sampleLimits.contains($0.limit) }.map(\.text))
    }

    /// Suggested limits on loudness and spectrum, if none on samples would detect anything; `nil` otherwise.
    public var spectrumLimits: String? {
        guard hasLimits, isBeyondLimits else { return nil }
        let isOfSamples = { (limit: Limit) in Self.residualLimits.contains(limit) }
        return Self.text(
            Self.residualLimits.map { "\($0.rawValue): none" } + spreads.filter { !isOfSamples($0.limit) }.map(\.text))
    }

    private static func text(_ limits: [String]) -> String { "{\(limits.joined(separator: ", "))}" }

    private var hasLimits: Bool { samePairCount < pairCount && lengthSpread == 0 && !spreads.isEmpty }

    /// Whether no suggested limits on samples can hold: assertions are what is left.
    var wantsAssertions: Bool { samePairCount < pairCount && proposedLimits == nil }

    /// The suggested limits on what is left between two sounds; `nil` if there are none.
    var residualTolerance: Tolerance? {
        guard hasLimits else { return nil }
        var tolerance = Tolerance(name: "default")
        for spread in spreads where Self.residualLimits.contains(spread.limit) {
            tolerance[spread.limit] = spread.proposed
        }
        return tolerance
    }

    /// Allows the differences that were found so far and no larger ones, so that a comparison measures those.
    var found: Tolerance {
        var tolerance = Tolerance(name: "default")
        for limit in Self.limits { tolerance[limit] = limit.isLevel ? -300 : 0 }
        for spread in spreads { tolerance[spread.limit] = spread.worst }
        return tolerance
    }

    /// Counts a pair.
    mutating func count(_ comparison: Comparison) {
        let excess = comparison.actual.frameCount - comparison.reference.frameCount
        lengthSpread = max(lengthSpread, abs(excess))
        if comparison.verdict == .sameFile || comparison.verdict == .samePCM { samePairCount += 1 }
    }

    /// Raises the differences to those of a pair that was compared with ``found``.
    mutating func raise(to comparison: Comparison) {
        for case .limit(let limit, _, let found, _, _) in comparison.missed {
            guard let found, Self.limits.contains(limit) else { continue }
            let value = limit.isLevel ? found : abs(found)
            if let index = spreads.firstIndex(where: { $0.limit == limit }) {
                spreads[index].worst = max(spreads[index].worst, value)
            } else {
                spreads.append(Spread(limit: limit, room: room, worst: value))
            }
        }
        spreads.sort { Self.place($0.limit) < Self.place($1.limit) }
    }

    private static func place(_ limit: Limit) -> Int { limits.firstIndex(of: limit) ?? limits.count }
}

extension Limit {
    /// Whether it is a level of what is left, and not a difference of two.
    fileprivate var isLevel: Bool { self == .peak || self == .rms }
}

extension CaseCalibration: KeyedReport {
    public static func tell(_ key: inout ReportKeys<Self>) {
        key("name", \.name)
        key("runs", \.runCount)
        key("failed_runs", \.failedCount)
        key("failure", \.failure)
        key("pairs", \.pairCount)
        key("same_pairs", \.samePairCount)
        key("length_spread_frames", \.lengthSpread)
        key("spreads", \.spreads)
        key("tolerance", \.tolerance?.name)
        key("limits", \.proposedLimits)
        key("spectrum_limits", \.spectrumLimits)
        key("assertions", \.assertions)
    }
}

extension CaseRun {
    /// Makes the sound of the run's single case several times, and compares all pairs.
    ///
    /// - Parameter count: 2 or more.
    /// - Throws: the error of the first failed run, if fewer than two succeeded.
    public func calibrate(_ count: Int) throws -> CaseCalibration {
        var trial = try onlyTrial()
        let files = temporaryFiles.part()
        let folder = try trial.makeWorkFolder(files)
        trial.folder = folder
        defer {
            files.removeWorkFolder(folder)
            temporaryFiles.removeEmptyFolders()
            if options.results == Self.resultsName { options.results.removeIfUnused() }
        }
        var paths: [FilePath] = [], failures: [any Error] = []
        for turn in 0..<count {
            let path = folder / "\(turn + 1).\(trial.ending)"
            do {
                _ = try trial.make(at: path, turn: turn, trace: nil)
                paths.append(path)
            } catch let error as SessionError where error.kind == .badData {
                failures.append(error)
            }
        }
        if let first = failures.first, paths.count < 2 { throw first }
        let pairs = paths.flatMap { one in paths.filter { $0 != one }.map { (one, $0) } }
        var calibration = CaseCalibration(trial.item.name, runCount: paths.count)
        (calibration.failedCount, calibration.failure) = (failures.count, failures.first.map { "\($0)" })
        // What a pair is apart as a whole comes first, and what it is in a window where the whole passes: each turn
        // raises what is allowed, until all pass.
        for turn in 0..<Self.mostTurns {
            let before = calibration.spreads
            for (one, other) in pairs {
                let comparison = try trial.comparison(
                    of: other, with: one, tolerance: calibration.found, looksForCause: false)
                if turn == 0 { calibration.count(comparison) }
                calibration.raise(to: comparison)
            }
            if calibration.spreads == before { break }
        }
        let named = try Tolerance.all.first { tolerance in
            let tight = tolerance.leaving(room: calibration.room)
            return try pairs.allSatisfy {
                try trial.comparison(of: $1, with: $0, tolerance: tight, looksForCause: false).passed
            }
        }
        if let named, try trial.notices(.inverted, of: paths[0], named) { calibration.tolerance = named }
        if let limits = calibration.residualTolerance {
            calibration.isBeyondLimits = try !trial.notices(.silence, of: paths[0], limits)
        }
        if calibration.wantsAssertions {
            let range = try SoundRange(paths) { trial.timed($0, "the measurement") }
            calibration.assertions = range.assertions(room: calibration.room)
        }
        return calibration
    }

    private static let mostTurns = 4
}

extension CaseTrial {
    /// Whether a tolerance refuses a sound with a damage: one that takes an inverted sound, or silence for what is left
    /// between two, compares nothing.
    fileprivate func notices(_ damage: Damage, of path: FilePath, _ tolerance: Tolerance) throws -> Bool {
        var trial = self
        trial.item.tolerance = tolerance
        let sound = try AudioFileReader(path: path)
        let comparison = try trial.compare(
            path, DamagedSource(trial.timed(sound, "the comparison"), damage), sound.clientLayout)
        // Silence is the same either way.
        return !comparison.passed || comparison.reference.peak == 0
    }
}

extension Tolerance {
    /// The same with limits that much stricter. Steps stay: rounding makes no more of them.
    fileprivate func leaving(room: Double) -> Tolerance {
        var tolerance = self
        for limit in Limit.allCases {
            guard let allowed = self[limit] else { continue }
            switch limit.facts.kind {
            case .level, .ratio: tolerance[limit] = allowed - Decibels(linear: room).value
            case .difference, .fall: tolerance[limit] = allowed / room
            case .steps, .extent: break
            }
        }
        return tolerance
    }
}
