internal import KKMath
internal import KKPCM
public import KKDSP
internal import KKUnits

extension EQSpec {
    /// Reads `rock`, or `peak:1k:-3dB:1oct+highshelf:8k:2dB`: kind, frequency, gain and width; fields that a kind does
    /// not have are left out.
    ///
    /// A width is octaves (`1oct`) or Q (`0.7q`); the default is one octave.
    public init(parsing text: String) throws(SessionError) {
        if let preset = EQPreset.all.first(where: { $0.keyword == text }) {
            self = .preset(preset.keyword)
            return
        }
        guard text.contains(":") else {
            throw EQPreset.unknown(
                text, otherwise: "see kkmix presets, or write bands: peak:1k:-3dB:1oct+highshelf:8k:2dB")
        }
        let parts = Self.parts(of: text)
        guard parts.count <= NBandEQ.maximumBandCount else {
            throw SessionError(
                .usage, "\(parts.count) EQ bands are too many", nextStep: "write at most \(NBandEQ.maximumBandCount)")
        }
        var bands: [EQBandSpec] = []
        for part in parts { bands.append(try EQBandSpec(parsing: part)) }
        self = .bands(bands)
    }

    /// The bands' texts: a `+` after a colon is a sign.
    private static func parts(of text: String) -> [String] {
        text.split(separator: "+", omittingEmptySubsequences: false).reduce(into: []) { parts, part in
            if let last = parts.last, last.hasSuffix(":") {
                parts[parts.count - 1] += "+" + part
            } else {
                parts.append(String(part))
            }
        }
    }
}

extension EQSpec: CustomStringConvertible {
    /// As it is written on the command line.
    public var description: String {
        switch self {
        case .preset(let name): name
        case .bands(let bands): bands.map(Self.text).joined(separator: "+")
        }
    }

    private static func text(of band: EQBandSpec) -> String {
        let (kind, number) = (band.kind, { shortDecimalText($0, digits: 3) })
        let width =
            switch band.width {
            case .octaves(let octaves): ":\(number(octaves))oct"
            case .quality(let quality): ":\(number(quality))q"
            }
        return "\(kind.keyword):\(number(band.frequency))" + (kind.usesGain ? ":\(number(band.gain))dB" : "")
            + (kind.usesBandwidth ? width : "")
    }
}

extension FilterType {
    /// As the command line spells it.
    public var keyword: String {
        switch self {
        case .parametric: "peak"
        case .lowPass: "lowpass"
        case .highPass: "highpass"
        case .resonantLowPass: "resonant-lowpass"
        case .resonantHighPass: "resonant-highpass"
        case .bandPass: "bandpass"
        case .bandStop: "bandstop"
        case .lowShelf: "lowshelf"
        case .highShelf: "highshelf"
        case .resonantLowShelf: "resonant-lowshelf"
        case .resonantHighShelf: "resonant-highshelf"
        }
    }

    /// The form of a band of this kind: `peak:FREQUENCY:GAIN:WIDTH`.
    fileprivate var form: String {
        keyword + ":FREQUENCY" + (usesGain ? ":GAIN" : "") + (usesBandwidth ? "[:WIDTH]" : "")
    }
}

extension EQBandSpec {
    fileprivate init(parsing text: String) throws(SessionError) {
        let fields = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
        guard let kind = FilterType.allCases.first(where: { $0.keyword == fields[0] }) else {
            let kinds = FilterType.allCases.map(\.keyword)
            throw SessionError(
                .usage, "'\(fields[0])' is not a kind of EQ band",
                nextStep: NearMiss.of(fields[0].lowercased(), among: kinds).map { "did you mean '\($0)'?" }
                    ?? "the kinds are \(kinds.joined(separator: " "))")
        }
        let required = 2 + (kind.usesGain ? 1 : 0)
        guard (required...required + (kind.usesBandwidth ? 1 : 0)).contains(fields.count) else {
            throw SessionError(
                .usage, "the EQ band '\(text)' has \(fields.count) fields", nextStep: "write \(kind.form)")
        }
        let frequency = try Self.frequency(fields[1])
        let gain = kind.usesGain ? try Self.gain(fields[2]) : 0
        self.init(kind, frequency: frequency, gain: gain)
        if kind.usesBandwidth && fields.count > required { width = try Self.width(fields[required]) }
    }

    /// `80`, `80Hz`, `1.5k`, `1.5kHz`.
    private static func frequency(_ text: String) throws(SessionError) -> Double {
        var digits = text.lowercased()
        if digits.hasSuffix("hz") { digits.removeLast(2) }
        let factor = digits.hasSuffix("k") ? 1000.0 : 1
        if factor > 1 { digits.removeLast() }
        guard let value = Double(decimal: digits).map({ $0 * factor }), value >= EQBand.lowestFrequency else {
            throw SessionError(
                .usage, "'\(text)' is not a frequency of an EQ band",
                nextStep: "write hertz from \(decimalText(EQBand.lowestFrequency, digits: 0)) up: 80, 1.5k")
        }
        return value
    }

    /// `-3dB`, `+2.5dB`.
    private static func gain(_ text: String) throws(SessionError) -> Double {
        let digits = text.lowercased().hasSuffix("db") ? text.dropLast(2) : ""
        let range = EQBand.gainRange
        guard let value = Double(signedDecimal: digits), range.contains(value) else {
            throw SessionError(
                .usage, "'\(text)' is not a gain of an EQ band",
                nextStep:
                    "write decibels from \(decimalText(range.lowerBound, digits: 0))dB to \(decimalText(range.upperBound, digits: 0))dB"
            )
        }
        return value
    }

    /// `1oct`, `0.7q`.
    private static func width(_ text: String) throws(SessionError) -> Width {
        let lower = text.lowercased()
        if lower.hasSuffix("oct"), let octaves = Double(decimal: lower.dropLast(3)),
            EQBand.bandwidthRange.contains(octaves)
        {
            return .octaves(octaves)
        }
        if lower.hasSuffix("q"), let quality = Double(decimal: lower.dropLast()), (0.19...28).contains(quality) {
            return .quality(quality)
        }
        throw SessionError(
            .usage, "'\(text)' is not a width of an EQ band",
            nextStep: "write octaves from 0.05oct to 5oct, or a Q from 0.19q to 28q")
    }
}
