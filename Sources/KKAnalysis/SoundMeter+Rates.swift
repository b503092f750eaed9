internal import KKPCM

extension SoundMeter {
    /// The sample rates that meters accept, in hertz. A file's header may state others.
    public static let sampleRates: ClosedRange<Double> = 1...10_000_000

    static func check(sampleRate: Double) throws(AnalysisError) {
        guard !sampleRates.contains(sampleRate) else { return }
        let text =
            sampleRate.magnitude < 1e15 && sampleRate == sampleRate.rounded()
            ? String(Int64(sampleRate)) : String(sampleRate)
        throw AnalysisError(
            .badData, "a rate of \(text) Hz cannot be measured", nextStep: "meters take 1 to 10,000,000 Hz")
    }
}
