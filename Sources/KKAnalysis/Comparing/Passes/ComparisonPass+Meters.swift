internal import KKMath

extension ComparisonPass {
    /// What the meters say, and where they say it first.
    func reportMeters(into result: inout Comparison, first: inout Comparison.Place?) throws {
        guard sides.count == 2 else { return }
        result.measured = measures
        let referencePowers = sides[0].finish(into: &result.reference)
        let actualPowers = sides[1].finish(into: &result.actual)
        if result.reference.pcmSHA256 == nil { result.measured.remove(.hashes) }
        let (reference, actual) = (result.reference, result.actual)
        if measures.contains(.loudness) {
            result.deltaLoudness = difference(reference.loudness, actual.loudness)
            result.deltaLoudnessRange = difference(reference.loudnessRange, actual.loudnessRange, floor: 0)
            holdLoudness(referencePowers, actualPowers, &result, &first)
            holdWeighted(&result, &first)
            hold(.loudnessRange, result.deltaLoudnessRange, &result)
        }
        if measures.contains(.truePeak) {
            result.deltaTruePeak = difference(reference.truePeak, actual.truePeak)
            try holdTruePeak(&result, &first)
        }
        if let thirds = sides[1].thirds, let others = sides[0].thirds {
            let found = thirds.differences(from: others, treble: tolerance[.treble] != nil)
            (result.thirdOctave, result.treble, result.deltaLevel) = (found.largest, found.treble, found.level)
            hold(.thirdOctave, result.thirdOctave?.delta, &result)
            hold(.treble, result.treble?.delta, &result)
            hold(.level, result.deltaLevel, &result)
        }
    }

    /// The actual's level less the reference's; what is quieter than the floor counts as that. `nil` if neither has
    /// one.
    private func difference(_ reference: Double?, _ actual: Double?, floor: Double? = nil) -> Double? {
        guard reference != nil || actual != nil else { return nil }
        let floor = floor ?? tolerance.floor
        return max(floor, actual ?? -.infinity) - max(floor, reference ?? -.infinity)
    }

    private func hold(_ limit: Limit, _ delta: Double?, _ result: inout Comparison) {
        guard let allowed = tolerance[limit], let delta, !(abs(delta) <= allowed) else { return }
        result.missed.append(.limit(limit, allowed: allowed, found: delta, window: nil, channel: nil))
    }

    /// Integrated loudness for the whole, else the momentary loudness of the worst window.
    private func holdLoudness(
        _ reference: [Double], _ actual: [Double], _ result: inout Comparison, _ first: inout Comparison.Place?
    ) {
        guard let allowed = tolerance[.loudness] else { return }
        var worst = 0.0, window = -1, earliest = -1
        for index in 0..<min(reference.count, actual.count) {
            let delta =
                difference(Loudness.level(ofPower: reference[index]), Loudness.level(ofPower: actual[index])) ?? 0
            if abs(delta) > abs(worst) { (worst, window) = (delta, index) }
            if abs(delta) > allowed && earliest < 0 { earliest = index }
        }
        if let delta = result.deltaLoudness, abs(delta) > allowed {
            hold(.loudness, delta, &result)
        } else if abs(worst) > allowed {
            result.missed.append(
                .limit(.loudness, allowed: allowed, found: worst, window: frames(ofWindow: window), channel: nil))
        }
        if earliest >= 0 { raise(&first, frames(ofWindow: earliest)) }
    }

    /// The true peak of the whole, else of the worst window: that of all channels.
    private func holdTruePeak(_ result: inout Comparison, _ first: inout Comparison.Place?) throws {
        guard let allowed = tolerance[.truePeak] else { return }
        hold(.truePeak, result.deltaTruePeak, &result)
        let isMissed = abs(result.deltaTruePeak ?? 0) > allowed
        let windows = TruePeakWindows(state.meter.hops, hop: hop, allowed: allowed, floor: tolerance.floor)
        guard let found = try windows.read(pair, silent: silent, workers: comparator.workers, stopsAtFirst: isMissed)
        else {
            return
        }
        if !isMissed {
            let place = frames(ofHops: found.worst.window)
            result.missed.append(
                .limit(.truePeak, allowed: allowed, found: found.worst.delta, window: place, channel: nil))
        }
        raise(&first, frames(ofHops: found.first.window))
    }

    /// The K-weighted residual of the whole, else of the worst window.
    private func holdWeighted(_ result: inout Comparison, _ first: inout Comparison.Place?) {
        guard let powers = state.weighted?.momentaryPowers, !powers.isEmpty else { return }
        result.weightedResidual = Loudness.level(ofPower: powers.reduce(0, +) / Double(powers.count))
        guard let allowed = tolerance[.weighted] else { return }
        let limit = Loudness.power(ofLevel: allowed)
        let window = powers.indices.max { powers[$0] < powers[$1] } ?? 0
        if let level = result.weightedResidual, level > allowed {
            result.missed.append(.limit(.weighted, allowed: allowed, found: level, window: nil, channel: nil))
        } else if powers[window] > limit {
            let found = Loudness.level(ofPower: powers[window])
            result.missed.append(
                .limit(.weighted, allowed: allowed, found: found, window: frames(ofWindow: window), channel: nil))
        }
        if let earliest = powers.firstIndex(where: { $0 > limit }) { raise(&first, frames(ofWindow: earliest)) }
    }

    /// Frames of the reference in a window of 400 ms.
    private func frames(ofWindow index: Int) -> Range<Int64> {
        let start = max(0, -lag) + Int64(Double(index) * rate / 10)
        return start..<start + Int64(0.4 * rate)
    }

    /// The same of the four hops from one on.
    private func frames(ofHops index: Int) -> Range<Int64> {
        let start = pair.reference.start + Int64(index * hop)
        return start..<start + Int64(ResidualMeter.hopsInWindow * hop)
    }

    /// A window that is missed has its first place where the samples first differ in it, or before it: what is weighted
    /// rings.
    private func raise(_ first: inout Comparison.Place?, _ frames: Range<Int64>) {
        if let known = first, known.frame < frames.upperBound { return }
        let places = state.meter.places
        let next = places.partitioningIndex { $0.frame >= frames.lowerBound }
        // The hop in which the window begins has its first place before it.
        let index = next < places.count && places[next].frame < frames.upperBound ? next : next - 1
        guard places.indices.contains(index) else { return }
        first = Self.place(places[index])
    }
}

extension Tolerance {
    /// What must be measured for its limits.
    var neededMeasures: ComparisonMeasures {
        var needed: ComparisonMeasures = []
        if self[.loudness] != nil || self[.weighted] != nil || self[.loudnessRange] != nil { needed.insert(.loudness) }
        if self[.truePeak] != nil { needed.insert(.truePeak) }
        if [.thirdOctave, .treble, .level].contains(where: { self[$0] != nil }) { needed.insert(.thirdOctaves) }
        return needed
    }
}
