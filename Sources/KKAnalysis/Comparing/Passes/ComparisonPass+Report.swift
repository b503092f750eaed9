internal import KKMath

extension ComparisonPass {
    /// Everything that was measured, and held against the tolerance.
    ///
    /// - Throws: what the sources throw, of which some windows may be read once more.
    func report(into result: inout Comparison) throws {
        let meter = state.meter
        result.framesCompared = overlap
        (result.reference.frameCount, result.actual.frameCount) = (pair.reference.position, pair.actual.position)
        result.reference.peak = Double(meter.referencePeak)
        result.actual.peak = Double(meter.actualPeak)
        if let place = state.notFinite {
            result.missed = [.notFinite(place.name, frame: place.frame, channel: place.channel)]
            return
        }
        result.worst = meter.worst.map(Self.place)
        result.peakResidual = result.worst?.level
        let channels = meter.totals.indices
        let loudest = channels.max { meter.totals[$0].rms < meter.totals[$1].rms } ?? 0
        let farthest = channels.max { meter.totals[$0].relative < meter.totals[$1].relative } ?? 0
        result.rmsResidual = Measurement.level(meter.totals[loudest].rms)
        result.relativeResidual = Measurement.level(meter.totals[farthest].relative)
        result.gain = gain
        if meter.referencePeak == 0, meter.actualPeak == 0, !comparator.allowsSilence { result.missed.append(.silence) }
        let (excess, allowed) = (
            result.actual.frameCount - result.reference.frameCount, tolerance.length.frames(at: rate)
        )
        if abs(excess) > allowed { result.missed.append(.length(excess, allowed: allowed)) }
        let peak = Double(meter.worst?.value ?? 0)
        if let allowed = tolerance[.lsb], !(peak <= allowed * step) {
            result.missed.append(
                .limit(.lsb, allowed: allowed, found: peak / step, window: nil, channel: result.worst?.channel))
        }
        if let allowed = tolerance[.peak], !(Decibels(linear: peak).value <= allowed) {
            result.missed.append(
                .limit(.peak, allowed: allowed, found: result.peakResidual, window: nil, channel: result.worst?.channel)
            )
        }
        hold(.rms, whole: meter.totals[loudest].rms, loudest, meter.rms, &result)
        hold(.relative, whole: meter.totals[farthest].relative, farthest, meter.relative, &result)
        result.dropout = Measurement.level(meter.dropout.value.squareRoot())
        result.burst = Measurement.level(meter.burst.value.squareRoot())
        holdParts(.dropout, meter.dropoutLimit, meter.dropout, &result)
        holdParts(.burst, meter.burstLimit, meter.burst, &result)
        if let match = state.match, match.map != Array(channels) || !match.invertedChannels(match.map).isEmpty {
            result.missed.append(.arrangement)
        }
        var first = meter.first.map(Self.place)
        try reportMeters(into: &result, first: &first)
        result.first = first
    }

    static func place(_ found: ResidualMeter.Place) -> Comparison.Place {
        Comparison.Place(frame: found.frame, channel: found.channel, level: Measurement.level(Double(found.value)))
    }

    /// The factor with which the reference fits the actual best, in dB; `nil` if it is not above 0, and where it would
    /// not leave 1 dB less than there is.
    private var gain: Double? {
        var product = 0.0, power = 0.0, actualPower = 0.0
        for sums in state.meter.totals {
            product += 0.5 * (sums.reference + sums.actual - sums.residual)
            power += sums.reference
            actualPower += sums.actual
        }
        guard power > 0, product > 0, product / power * product >= 0.5573 * actualPower else { return nil }
        return Measurement.level(isIdentical ? 1 : product / power)
    }

    /// Holds a ratio of amplitudes against its limit, for the whole and else in the worst window.
    private func hold(
        _ limit: Limit, whole: Double, _ channel: Int, _ window: ResidualMeter.Reading, _ result: inout Comparison
    ) {
        guard let allowed = tolerance[limit] else { return }
        // In decibels, as it is reported; and what is not a number keeps no limit.
        func isMissed(_ value: Double) -> Bool { !(Decibels(linear: value).value <= allowed) }
        func level(_ value: Double) -> Double { value.isFinite ? Decibels(linear: value).value : .infinity }
        if isMissed(whole) {
            result.missed.append(.limit(limit, allowed: allowed, found: level(whole), window: nil, channel: channel))
        } else if isMissed(window.value) {
            result.missed.append(
                .limit(
                    limit, allowed: allowed, found: level(window.value), window: window.window, channel: window.channel)
            )
        }
    }

    /// Holds a ratio of powers in a part of a hop against its limit.
    private func holdParts(_ limit: Limit, _ power: Double, _ window: ResidualMeter.Reading, _ result: inout Comparison)
    {
        guard let allowed = tolerance[limit], !(window.value <= power) else { return }
        let found = Measurement.level(window.value.squareRoot())
        result.missed.append(
            .limit(limit, allowed: allowed, found: found, window: window.window, channel: window.channel))
    }
}
