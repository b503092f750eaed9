public import KKAnalysis
internal import KKMath
internal import KKPCM

/// The result of comparing two fingerprints.
public struct FingerprintComparison: Hashable, Sendable, Codable {
    public var verdict = Verdict.different
    public var passed = false
    /// The number of all windows and of those beyond the tolerance, in all channels.
    public var windowCount = 0
    public var windowsBeyond = 0
    /// The first window beyond the tolerance, in seconds, and in words with its time and channel.
    @OrNull public var firstSeconds: Double? = nil
    @OrNull public var first: String? = nil
    /// That with the largest difference.
    @OrNull public var worst: String? = nil
    /// What differs in the facts of the whole, in words.
    public var facts: [String] = []
    /// Whether the coarse samples were compared as well, which show phase.
    public var seesPhase = false

    enum CodingKeys: String, CodingKey {
        case windowCount = "windows", windowsBeyond = "windows_beyond", firstSeconds = "first_seconds",
            first = "first_window", worst = "worst_window", facts
    }

    /// What was found where it passes, in one clause.
    var passedWords: String {
        if verdict == .samePCM { return "the same samples" }
        return
            "like its fingerprint (\(seesPhase ? "levels and sketches of 100 ms windows" : "levels of 100 ms windows; phase is not seen"))"
    }
}

/// How a tolerance is read for levels of 100 ms, which hold less than samples do.
///
/// `exact` and `lsb` (any limit in steps) ask for the same samples: nothing less proves them. Otherwise RMS, peak and
/// bands of every window may be off by the third-octave limit (`lossy` 1 dB, `loose` 6 dB), or where there is none by
/// 0.05 dB (`default`); and, where no shift is admitted, by what a residual that the tolerance admits does to them: as
/// much as its peak or RMS limit. What is below the residual's peak limit (−80 dBFS) or, where a shift is admitted,
/// below the tolerance's floor (−50), counts as that loud. Where none is admitted, sketches may be apart by four times
/// the residual's peak limit: they estimate the residual's RMS, which is no more than its peak, and are that far out
/// once in 16,000 times; an inverted or shifted sound moves them by about its own level or that of its slope. Several
/// together know better: the mean square of those of 400 ms, and of those of a whole channel, is held to the residual's
/// RMS limit, with room for what so few of them may be out (``room(_:deviations:)``). Where a shift is admitted a
/// window may lie between its neighbours, and peaks have three times the room. Loudness, range and true peak have the
/// limits they have for samples, and frames the length's.
struct FingerprintTolerance {
    let isExact: Bool
    let level: Double
    let peak: Double
    let floor: Double
    let admitsShift: Bool
    /// Amplitudes that a residual may have without being a difference, and by which levels may be off; 0 if a shift is
    /// admitted.
    let residual: Double
    let residualPeak: Double
    /// Of amplitudes; `nil` where sketches say nothing.
    let sketch: Double?
    /// Of mean squares, for several sketches together; `nil` if they say nothing.
    let power: Double?
    let tolerance: Tolerance

    init(_ tolerance: Tolerance, sampleRate: Double) {
        self.tolerance = tolerance
        isExact = tolerance[.lsb] != nil
        admitsShift = tolerance.lag.frames(at: sampleRate) > 0
        level = tolerance[.thirdOctave] ?? 0.05
        peak = admitsShift ? 3 * level : level
        sketch = admitsShift || isExact ? nil : tolerance[.peak].map { 4 * Decibels($0).linear }
        power = admitsShift || isExact ? nil : tolerance[.rms].map { Decibels(2 * $0).linear }
        let linear = { (level: Double?) in level.map { Decibels($0).linear } ?? 0 }
        residualPeak = admitsShift ? 0 : linear(tolerance[.peak])
        residual = admitsShift ? 0 : linear([tolerance[.rms], tolerance[.peak]].compactMap { $0 }.min())
        floor = admitsShift ? tolerance.floor : tolerance[.peak] ?? -80
    }
}

extension FingerprintTolerance {
    /// Windows of 100 ms in one of 400.
    static let windowsTogether = 4

    /// By what factor the mean of the squares of `count` normal numbers may be above their variance: so many standard
    /// deviations of its cube root, which is nearly normal (E. Wilson, M. Hilferty, *The Distribution of Chi-Square*,
    /// 1931). 9.5 for four and five of them, 1.2 for a thousand and four.
    static func room(_ count: Int, deviations: Double) -> Double {
        let variance = 2 / (9 * Double(max(1, count)))
        let root = 1 - variance + deviations * variance.squareRoot()
        return root * root * root
    }
}

extension Fingerprint {
    /// Compares with a fingerprint that is kept.
    func compared(with golden: Fingerprint, tolerance: Tolerance, allowsSilence: Bool = false) -> FingerprintComparison
    {
        let limits = FingerprintTolerance(tolerance, sampleRate: golden.sampleRate)
        var result = FingerprintComparison()
        result.seesPhase = limits.sketch != nil
        if frameCount == 0 || golden.frameCount == 0 {
            result.facts.append("a sound without frames cannot be compared")
            return result
        }
        if isSilent, golden.isSilent, !allowsSilence {
            result.facts.append("both are silent throughout, so nothing was compared")
            return result
        }
        let isSameShape = sampleRate == golden.sampleRate && channelCount == golden.channelCount
        let takesLayout = isSameShape && limits.tolerance.takesLayout(layout, for: golden.layout)
        if takesLayout, frameCount == golden.frameCount, pcmSHA256 == golden.pcmSHA256 {
            result.verdict = .samePCM
            result.passed = true
            result.windowCount = levels.count
            return result
        }
        result.facts = facts(against: golden, limits)
        if isSameShape, crossovers == golden.crossovers {
            compareWindows(golden, limits, &result)
        } else {
            result.facts.append("so no window was compared")
        }
        if limits.isExact, result.facts.isEmpty {
            result.facts.append("the samples are not the same, as '\(tolerance.name)' asks")
        }
        result.passed = result.facts.isEmpty && result.windowsBeyond == 0
        if result.passed { result.verdict = .withinTolerance }
        return result
    }

    private func facts(against golden: Fingerprint, _ limits: FingerprintTolerance) -> [String] {
        var facts: [String] = []
        let rate = { (value: Double) in "\(shortDecimalText(value, digits: 3)) Hz" }
        if sampleRate != golden.sampleRate { facts.append("rate \(rate(sampleRate)), was \(rate(golden.sampleRate))") }
        if channelCount == golden.channelCount, !limits.tolerance.takesLayout(layout, for: golden.layout) {
            facts.append("layout \(layout.name), was \(golden.layout.name)")
        }
        if channelCount != golden.channelCount {
            facts.append("\(channelCount) channel\(channelCount == 1 ? "" : "s"), was \(golden.channelCount)")
        }
        let apart = frameCount - golden.frameCount
        if apart.magnitude > UInt64(limits.tolerance.length.frames(at: golden.sampleRate)) {
            facts.append(
                "\(groupedText(frameCount)) frame\(frameCount == 1 ? "" : "s"), was \(groupedText(golden.frameCount)) (\(apart > 0 ? "+" : "")\(groupedText(apart)))"
            )
            // Half a sound has another loudness, which says nothing of it.
            return facts
        }
        // What is quieter than the floor counts as that, as it does between two sounds.
        let floor = limits.isExact ? -.infinity : limits.tolerance.floor
        let measures: [(String, String, Double?, Double?, Limit, Double)] = [
            ("loudness", "LUFS", loudness, golden.loudness, .loudness, floor),
            ("loudness range", "LU", loudnessRange, golden.loudnessRange, .loudnessRange, 0),
            ("true peak", "dBTP", truePeak, golden.truePeak, .truePeak, floor),
        ]
        for (name, unit, now, before, limit, floor) in measures {
            guard let allowed = limits.isExact ? 0 : limits.tolerance[limit], now != before else { continue }
            guard !((max(floor, now ?? -.infinity) - max(floor, before ?? -.infinity)).magnitude <= allowed + 0.005)
            else { continue }
            let text = { (value: Double?) in value.map { decimalText($0, digits: 2) } ?? "none" }
            facts.append("\(name) \(text(now)), was \(text(before)) \(unit)")
        }
        return facts
    }

    private func compareWindows(
        _ golden: Fingerprint, _ limits: FingerprintTolerance, _ result: inout FingerprintComparison
    ) {
        var worst = 0.0
        for window in 0..<min(windowCount, golden.windowCount) {
            for channel in 0..<channelCount {
                result.windowCount += 1
                let mine = levels[window * channelCount + channel]
                let near =
                    (limits.admitsShift
                    ? max(0, window - 1)...min(golden.windowCount - 1, window + 1) : window...window)
                    .map { golden.levels[$0 * channelCount + channel] }
                guard let (excess, words) = excess(of: mine, over: near, limits) else { continue }
                result.windowsBeyond += 1
                let seconds = Double(window) / Self.windowsPerSecond
                let text = "\(timeText(seconds)), channel \(channel + 1): \(words)"
                if result.first == nil { (result.first, result.firstSeconds) = (text, seconds) }
                if excess > worst { (worst, result.worst) = (excess, text) }
            }
        }
        if result.windowsBeyond == 0, let power = limits.power { compareSketches(golden, power, &result) }
    }

    /// Holds several sketches together against a limit for the residual's power.
    private func compareSketches(_ golden: Fingerprint, _ limit: Double, _ result: inout FingerprintComparison) {
        let count = min(windowCount, golden.windowCount), together = min(count, FingerprintTolerance.windowsTogether)
        let most = limit * FingerprintTolerance.room(together, deviations: 5)
        for channel in 0..<channelCount {
            let squares = (0..<count).map { window in
                let apart =
                    levels[window * channelCount + channel].sketch
                    - golden.levels[window * channelCount + channel].sketch
                return apart * apart
            }
            func level(_ power: Double) -> String { decimalText(Decibels(linear: power.squareRoot()).value, digits: 1) }
            var worst = 0.0
            for window in 0...max(0, count - together) {
                let power = squares[window..<min(count, window + together)].reduce(0, +) / Double(max(1, together))
                guard power > most else { continue }
                result.windowsBeyond += 1
                let seconds = Double(window) / Self.windowsPerSecond
                let text =
                    "\(timeText(seconds)), channel \(channel + 1): samples apart by about \(level(power)) dBFS RMS in 400 ms"
                if result.firstSeconds.map({ seconds < $0 }) ?? true {
                    (result.first, result.firstSeconds) = (text, seconds)
                }
                if power > worst { (worst, result.worst) = (power, text) }
            }
            let whole = squares.reduce(0, +) / Double(max(1, count))
            if worst == 0, whole > limit * FingerprintTolerance.room(count, deviations: 4) {
                result.facts.append("channel \(channel + 1): samples apart by about \(level(whole)) dBFS RMS")
            }
        }
    }

    /// The level that is farthest beyond its room, by how much, and in words; `nil` if none is.
    private func excess(of mine: Levels, over golden: [Levels], _ limits: FingerprintTolerance) -> (Double, String)? {
        var worst: (excess: Double, words: String)?
        func hold(_ name: String, _ value: Double, _ kept: [Double], room: Double, residual: Double = 0) {
            let kept = kept.map { max($0, limits.floor) }
            guard let low = kept.min(), let high = kept.max() else { return }
            let held = max(value, limits.floor)
            let excess =
                limits.isExact
                ? max(held - high, low - held)
                : max(
                    held - Self.above(high, room: room, residual: residual),
                    Self.below(low, room: room, residual: residual) - held) - 0.005
            guard excess > 0, excess > worst?.excess ?? 0 else { return }
            let before = kept[kept.count / 2]
            worst = (excess, "\(name) \(Self.levelText(value)), was \(Self.levelText(before)) dBFS")
        }
        hold("RMS", mine.rms, golden.map(\.rms), room: limits.level, residual: limits.residual)
        hold("peak", mine.peak, golden.map(\.peak), room: limits.peak, residual: limits.residualPeak)
        if let room = limits.sketch, let middle = golden.first {
            let apart = (mine.sketch - middle.sketch).magnitude
            let excess = Decibels(linear: apart).value - Decibels(linear: room).value
            // Levels say more to people than a sketch, where they say anything.
            if apart > room + 2e-6, worst == nil, excess > 0 {
                worst = (
                    excess, "samples apart by about \(decimalText(Decibels(linear: apart).value, digits: 1)) dBFS RMS"
                )
            }
        }
        for band in mine.bands.indices {
            hold(
                bandName(band), mine.bands[band], golden.map { $0.bands[band] }, room: limits.level,
                residual: limits.residual)
        }
        return worst
    }

    /// The highest level that passes, and the lowest, dB: off by `room`, or by a residual of this amplitude, whichever
    /// is more.
    private static func above(_ level: Double, room: Double, residual: Double) -> Double {
        residual > 0 ? max(level + room, Decibels(linear: Decibels(level).linear + residual).value) : level + room
    }

    private static func below(_ level: Double, room: Double, residual: Double) -> Double {
        residual > 0
            ? min(level - room, Decibels(linear: max(0, Decibels(level).linear - residual)).value) : level - room
    }

    private static func levelText(_ value: Double) -> String {
        value == -.infinity ? "−∞" : decimalText(value, digits: digits)
    }

    private func bandName(_ band: Int) -> String {
        let hertz = { (value: Double) in "\(shortDecimalText(value, digits: 0)) Hz" }
        if crossovers.isEmpty { return "all" }
        if band == 0 { return "below \(hertz(crossovers[0]))" }
        if band == crossovers.count { return "above \(hertz(crossovers[band - 1]))" }
        return "\(shortDecimalText(crossovers[band - 1], digits: 0))–\(hertz(crossovers[band]))"
    }
}
