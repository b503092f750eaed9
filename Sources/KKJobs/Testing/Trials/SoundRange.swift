internal import KKAnalysis
internal import KKFiles
internal import KKMath
internal import KKPCM

/// What several sounds have as a whole, from the least to the most.
struct SoundRange {
    private let measurements: [Measurement]

    /// - Parameter timed: the source of a sound, which ends when the time for it is over.
    init(_ paths: [FilePath], timed: (any FrameSource) -> any FrameSource) throws {
        measurements = try paths.map { path in
            let sound = try AudioFileReader(path: path)
            return try CaseSound.measure(
                timed(sound), layout: sound.clientLayout, measures: [.loudness, .truePeak, .levels],
                withFingerprint: false
            ).0
        }
    }

    /// Assertions that hold for all of them, and as far beyond as a limit has to be (``CaseCalibration/room``), but at
    /// least by 0.1.
    func assertions(room: Double) -> [String] {
        func bounds(_ value: (Measurement) -> Double?) -> ClosedRange<Double>? {
            let values = measurements.compactMap(value)
            guard values.count == measurements.count, let low = values.min(), let high = values.max() else {
                return nil
            }
            let margin = max(0.1, (high - low) * (room - 1))
            return ((low - margin) * 10).rounded(.down) / 10...((high + margin) * 10).rounded(.up) / 10
        }
        func text(_ value: Double) -> String { shortDecimalText(value, digits: 1) }
        var assertions: [String] = []
        if let loudness = bounds(\.loudness.integrated) {
            assertions.append("loudness \(text(loudness.lowerBound))..\(text(loudness.upperBound))LUFS")
        } else if let rms = bounds(\.rms) {
            assertions.append("rms \(text(rms.lowerBound))..\(text(rms.upperBound))dBFS")
        }
        if let peak = bounds(\.truePeak) { assertions.append("peak <= \(text(peak.upperBound))dBTP") }
        let lengths = measurements.map(\.frameCount)
        if let least = lengths.min(), let most = lengths.max() {
            let margin = Int((Double(most - least) * (room - 1)).rounded(.up))
            assertions.append(
                least == most ? "length \(least)f" : "length \(max(0, least - margin))f..\(most + margin)f")
        }
        return assertions
    }
}
