internal import KKMixing

/// What `test --calibrate` says to people.
struct CalibrationText {
    let calibration: CaseCalibration

    init(_ calibration: CaseCalibration) {
        self.calibration = calibration
    }

    var lines: [String] {
        // Each was compared in both directions.
        let pairs = calibration.pairCount / 2
        let same = calibration.samePairCount / 2
        var lines = [
            Voice.oneLine(
                "\(calibration.name): \(calibration.runCount) runs, "
                    + (same == pairs ? "all with the same samples" : "\(pairs - same) of \(pairs) pairs differ"))
        ]
        if calibration.failedCount > 0 {
            let count = calibration.failedCount
            lines.append(
                row(
                    "failed",
                    "\(count) of \(count + calibration.runCount) runs made no sound: \(calibration.failure ?? "")"))
        }
        if calibration.lengthSpread > 0 {
            lines.append(row("length", "\(groupedText(calibration.lengthSpread)) frames apart"))
        }
        for spread in calibration.spreads {
            let allowed = Tolerance.default[spread.limit].map {
                "; 'default' allows \(shortDecimalText($0, digits: 2)) \(spread.limit.unit)"
            }
            lines.append(
                row(
                    spread.limit.rawValue,
                    "\(decimalText(spread.worst, digits: 2)) \(spread.limit.unit) apart\(allowed ?? "")"))
        }
        if let tolerance = calibration.tolerance {
            lines.append(row("holds", "tolerance: \(tolerance.name)"))
        } else {
            lines.append(row("holds", "no named tolerance"))
        }
        if calibration.isBeyondLimits {
            lines.append(
                row(
                    "own limits",
                    "none on samples: the runs differ by as much as the sound itself. Let the program make the same noise each time ({seed}), or compare loudness and spectrum"
                ))
        }
        let room = "\(shortDecimalText(calibration.room, digits: 2)) times the largest difference"
        let decibels = shortDecimalText(Decibels(linear: calibration.room).value, digits: 1)
        if let limits = calibration.proposedLimits {
            lines.append(row("own limits", "limits: \(limits)   # \(room), or \(decibels) dB above it"))
        }
        if let limits = calibration.spectrumLimits { lines.append(row("spectrum", "limits: \(limits)   # \(room)")) }
        if !calibration.assertions.isEmpty {
            let list = calibration.assertions.joined(separator: ", ")
            lines.append(row("no golden", "golden: none, assert: [\(list)]"))
        }
        return lines
    }

    private func row(_ name: String, _ text: String) -> String { "  \(name.left(12, gap: 1))\(text)" }
}
