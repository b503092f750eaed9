/// A factory curve of the iPod equaliser: ten peaks, one octave wide each.
///
/// ## Names, numbers and filters
/// The gains are those of the ten-band store of iTunes and the Music app, which keeps hundredths of a dB; several
/// public copies of it agree. No public source gives Core Audio's factory numbers, so these are the project's own and
/// stay as they are: 0 is Flat, the others follow in alphabetical order. Hosts match presets by ``name``. Nor is the
/// shape of Apple's filters public: here each band is a peak of the ``EQBand`` kind `parametric`, one octave wide, the
/// ends of the spectrum included.
public struct EQPreset: Hashable, Sendable {
    /// Its index in ``all``.
    public let number: Int
    /// As Core Audio spells it: "R&B", "Hip-Hop", "Spoken Word".
    public let name: String
    /// As the command line spells it: "r-and-b", "hip-hop", "spoken-word".
    public let keyword: String
    /// dB, one for each of ``frequencies``.
    public let gains: [Double]

    /// Hz, the centres of the ten bands.
    public static let frequencies = [32.0, 64, 125, 250, 500, 1000, 2000, 4000, 8000, 16000]

    /// The preset with this name, in either spelling, in upper or lower case.
    public init?(named text: String) {
        let wanted = text.lowercased()
        guard let found = Self.all.first(where: { $0.name.lowercased() == wanted || $0.keyword == wanted }) else {
            return nil
        }
        self = found
    }

    /// Its bands, low to high. One at or above ``BiquadCoefficients/highestFrequency`` of the rate is left out: there
    /// is no sound for it to act on.
    public func bands(sampleRate: Double) -> [EQBand] {
        zip(Self.frequencies, gains).compactMap { frequency, gain in
            guard frequency < BiquadCoefficients.highestFrequency * sampleRate else { return nil }
            return EQBand(.parametric, frequency: frequency, gain: gain, bandwidth: 1)
        }
    }

    init(number: Int, name: String, gains: [Double]) {
        self.number = number
        self.name = name
        self.gains = gains
        keyword = Self.keyword(of: name)
    }

    /// Lower case, a hyphen for a space, "-and-" for "&".
    private static func keyword(of name: String) -> String {
        var text = ""
        for character in name.lowercased() {
            switch character {
            case " ": text.append("-")
            case "&": text.append(contentsOf: "-and-")
            default: text.append(character)
            }
        }
        return text
    }
}
