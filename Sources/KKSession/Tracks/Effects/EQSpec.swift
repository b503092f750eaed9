internal import KKDSP
internal import KKPCM

/// An equaliser as written on the command line: a preset's name, or bands joined by `+`.
public enum EQSpec: Hashable, Sendable, Codable {
    /// A preset of the iPod EQ, by its command-line name: `rock`, `r-and-b`.
    case preset(String)
    case bands([EQBandSpec])

    /// Whether it leaves every bit unchanged.
    public var isFlat: Bool {
        switch self {
        case .preset(let name): name == EQPreset.flat.keyword
        case .bands(let bands): bands.allSatisfy { $0.kind.usesGain && $0.gain == 0 }
        }
    }

    /// - Throws: `SessionError` for a band that a mix at `sampleRate` has no room for.
    func check(sampleRate: Double, place: String) throws(SessionError) {
        guard case .bands(let bands) = self else { return }
        for band in bands { try band.check(sampleRate: sampleRate, place: place) }
    }
}
