internal import KKMixing

extension Arguments {
    /// What `--rate` says.
    func sampleRate() throws(SessionError) -> Double? {
        guard let text = self["--rate"] else { return nil }
        let kilo = text.lowercased().hasSuffix("k")
        guard let number = Double(kilo ? String(text.dropLast()) : text), number.isFinite else {
            throw SessionError(.usage, "'\(text)' is not a sample rate", nextStep: "write hertz: --rate 48000 or 48k")
        }
        let rate = kilo ? number * 1000 : number
        guard (1...10_000_000).contains(rate) else {
            throw SessionError(
                .usage, "the sample rate \(text) is out of range", nextStep: "rates go from 1 to 10,000,000 Hz")
        }
        // People say 44 for 44.1, and 22 for 22.05.
        let isSlip = { (hertz: Int) in rate == Double(hertz) / 1000 || rate == Double(hertz / 1000) }
        if !kilo, let hertz = Self.kilohertzRates.first(where: isSlip) {
            let meant = rate == Double(hertz) / 1000 ? text : shortDecimalText(Double(hertz) / 1000, digits: 3)
            throw SessionError(
                .usage, "the sample rate \(text) would be \(text) Hz",
                nextStep: "did you mean \(meant)k? (\(text) Hz is \(shortDecimalText(rate / 1000, digits: 6))k)")
        }
        return rate
    }

    /// Rates of audio, in hertz, that people write in kilohertz; a thousandth of one is nobody's rate, but a slip.
    private static let kilohertzRates = [
        8_000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000, 64_000, 88_200, 96_000, 176_400, 192_000,
        352_800, 384_000,
        705_600, 768_000,
    ]
}
