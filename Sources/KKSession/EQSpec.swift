public import KKDSP
internal import KKPCM

/// An equaliser as a person writes it: a preset's name, or bands joined by `+`.
public enum EQSpec: Hashable, Sendable, Codable {
    /// One of the iPod EQ's presets, by the name of the command line: `rock`, `r-and-b`.
    case preset(String)
    case bands([EQBand])

    /// Whether every bit passes.
    public var isFlat: Bool {
        switch self {
        case .preset(let name): name == EQPreset.flat.keyword
        case .bands(let bands): bands.allSatisfy { $0.kind.usesGain && $0.gain == 0 }
        }
    }

    /// - Throws: `SessionError` for a band that a mix at `sampleRate` has no room for.
    func check(sampleRate: Double, place: String) throws(SessionError) {
        guard case .bands(let bands) = self, let band = bands.first(where: { $0.frequency > sampleRate / 2 }) else { return }
        throw SessionError(
            .usage, "an EQ band at \(decimalText(band.frequency, digits: 0)) Hz is beyond half the mix's rate", place: place,
            nextStep: "use at most \(decimalText(sampleRate / 2, digits: 0)) Hz, or a higher --rate")
    }
}
