internal import KKPCM

extension EffectUnit {
    /// The highest rate whose memory an effect with memory in seconds takes.
    package static var highestRate: Double { 3_000_000 }

    /// - Throws: `formatNotSupported` for a rate above ``highestRate``.
    func checkRate() throws(AudioUnitError) {
        let rate = outputs[0].format.sampleRate
        guard rate <= Self.highestRate else {
            throw AudioUnitError(
                .formatNotSupported, place: name, "a rate of \(rate) Hz is impossible", nextStep: "use at most 3 MHz")
        }
    }

    /// The rate of both buses, or the highest one that there is memory for.
    var workingRate: Double { min(outputs[0].format.sampleRate, Self.highestRate) }
}
