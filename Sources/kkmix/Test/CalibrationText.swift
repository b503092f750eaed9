internal import KKMixing

/// What `test --calibrate` says to people.
struct CalibrationText {
    let calibration: CaseCalibration

    init(_ calibration: CaseCalibration) {
        self.calibration = calibration
    }

    var lines: [String] {
        let pairs = calibration.pairCount
        let same = calibration.samePairCount
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
                    "none: the runs differ by as much as the sound itself. Let the program make the same noise each time ({seed}), or test it only with assertions"
                ))
        }
        if let limits = calibration.proposedLimits {
            lines.append(row("own limits", "limits: \(limits)   # with 3 dB, or half as much again, to spare"))
        }
        return lines
    }

    private func row(_ name: String, _ text: String) -> String { "  \(name.left(12, gap: 1))\(text)" }
}
