internal import KKMixing

extension MixReport {
    /// One line for people.
    var text: String {
        let name = Voice.oneLine(outputPath.outputName)
        // Put together by hand: at its first use `joined` looks through all that the program's types conform to, which
        // shows in a short job's time.
        var line = "\(name): \(StreamDescription.rateText(sampleRate)) Hz, \(layout.name), \(format.container.rawValue)"
        line += " \(format.encoding.rawValue), \(countText(frameCount, "frame")) (\(timeText(duration)))"
        if dither != "none" { line += ", dither \(dither)" }
        if scale != 1 { line += ", scaled by \(decimalText(Decibels(linear: scale).value, digits: 2)) dB" }
        if let loudness {
            let (from, to) = (decimalText(loudness.measured, digits: 1), decimalText(loudness.reached, digits: 1))
            line += ", from \(from) to \(to) LUFS, peak \(decimalText(loudness.truePeak, digits: 1)) dBTP"
        }
        if let level = normalization {
            line += ", from \(decimalText(level.measured, digits: 1)) to \(decimalText(level.reached, digits: 1)) dBFS"
            line += level.target.measure == .rms ? " RMS" : " peak"
        }
        if let limit { line += ", limited to \(limit)\(format.encoding.isLossy ? " before encoding" : "")" }
        if let stems { line += ", \(stems.count) \(stems.count == 1 ? "stem" : "stems")" }
        return "\(line)\(isUnchanged ? ", unchanged" : isWritten ? "" : " would be written")"
    }
}
