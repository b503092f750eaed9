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
    /// The strictest named tolerance that all pairs pass; `nil` if there is none that would detect a different sound.
    public internal(set) var tolerance: Tolerance?
    /// Whether the differences are as large as the sounds themselves, so that limits that all pass would not detect
    /// even an inverted sound.
    public internal(set) var isBeyondLimits = false

    public struct Spread: Hashable, Sendable, KeyedReport {
        public let limit: Limit
        public var worst: Double

        public static func tell(_ key: inout ReportKeys<Self>) {
            key("limit", \.limit.rawValue)
            key("worst", \.worst)
            key("unit", \.limit.unit)
            key("proposed", \.proposed)
        }

        /// A suggested limit with a margin: 3 dB for a level, half for a difference; in whole decibels or tenths.
        public var proposed: Double {
            limit.isLevel ? min(0, (worst + 3).rounded(.up)) : max(0.1, (worst * 15).rounded(.up) / 10)
        }
    }

    init(_ name: String, runCount: Int) {
        (self.name, self.runCount) = (name, runCount)
    }

    /// The limits that have a measure here, and are asked for beside it.
    static let limits: [Limit] = [.peak, .rms, .loudness, .truePeak]

    /// Suggested limits, as written in a manifest: `{peak: -40dBFS, rms: -52dBFS}`; `nil` if ``tolerance`` is exact,
    /// the lengths differ, or the limits would detect nothing.
    public var proposedLimits: String? {
        guard hasLimits, !isBeyondLimits else { return nil }
        let texts = spreads.map { "\($0.limit.rawValue): \(shortDecimalText($0.proposed, digits: 1))\($0.limit.unit)" }
        return "{\(texts.joined(separator: ", "))}"
    }

    private var hasLimits: Bool { samePairCount < pairCount && lengthSpread == 0 && !spreads.isEmpty }

    /// Those limits as a tolerance; `nil` if there are none.
    var ownTolerance: Tolerance? {
        guard hasLimits else { return nil }
        var tolerance = Tolerance(name: "default")
        for spread in spreads { tolerance[spread.limit] = spread.proposed }
        return tolerance
    }

    /// Counts a pair that was compared with no difference allowed.
    mutating func add(_ comparison: Comparison) {
        let excess = comparison.actual.frameCount - comparison.reference.frameCount
        lengthSpread = max(lengthSpread, abs(excess))
        if comparison.verdict == .sameFile || comparison.verdict == .samePCM {
            samePairCount += 1
            return
        }
        for case .limit(let limit, _, let found, _, _) in comparison.missed {
            guard let found, Self.limits.contains(limit) else { continue }
            let value = limit.isLevel ? found : abs(found)
            if let index = spreads.firstIndex(where: { $0.limit == limit }) {
                spreads[index].worst = max(spreads[index].worst, value)
            } else {
                spreads.append(Spread(limit: limit, worst: value))
            }
        }
        spreads.sort { Self.place($0.limit) < Self.place($1.limit) }
    }

    private static func place(_ limit: Limit) -> Int { limits.firstIndex(of: limit) ?? limits.count }

    /// What allows no difference, so that a comparison measures every one.
    static var nothing: Tolerance {
        var tolerance = Tolerance(name: "default")
        for limit in limits { tolerance[limit] = limit.isLevel ? -300 : 0 }
        return tolerance
    }
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
        for (one, other) in pairs {
            calibration.add(try trial.comparison(of: other, with: one, tolerance: CaseCalibration.nothing))
        }
        let named = try Tolerance.all.first { tolerance in
            try pairs.allSatisfy { try trial.comparison(of: $1, with: $0, tolerance: tolerance).passed }
        }
        if let named, try trial.noticesInversion(of: paths[0], named) { calibration.tolerance = named }
        if let own = calibration.ownTolerance {
            calibration.isBeyondLimits = try !trial.noticesInversion(of: paths[0], own)
        }
        return calibration
    }
}

extension CaseTrial {
    /// Whether a tolerance refuses a sound that is inverted: one that does not compares nothing.
    fileprivate func noticesInversion(of path: FilePath, _ tolerance: Tolerance) throws -> Bool {
        var trial = self
        trial.item.tolerance = tolerance
        let sound = try AudioFileReader(path: path)
        let comparison = try trial.compare(path, DamagedSource(sound, .inverted), sound.clientLayout)
        // Silence is the same either way.
        return !comparison.passed || comparison.reference.peak == 0
    }
}
