internal import KKDSP
internal import KKMath
internal import KKPCM

extension SourcePosition: CustomStringConvertible {
    /// A setting of a position that is a number.
    struct Number: Sendable {
        let key: String
        /// What may be written after it.
        let unit: String
        let range: ClosedRange<Double>
        let path: any WritableKeyPath<SourcePosition, Double> & Sendable
    }

    static let numbers = [
        Number(key: "reference", unit: "m", range: 0.001...10_000, path: \.attenuation.referenceDistance),
        Number(key: "maximum", unit: "m", range: 0.001...1_000_000, path: \.attenuation.maximumDistance),
        Number(key: "attenuation", unit: "dB", range: 0...1000, path: \.attenuation.maximumAttenuation),
        Number(key: "occlusion", unit: "dB", range: -100...0, path: \.occlusion),
        Number(key: "obstruction", unit: "dB", range: -100...0, path: \.obstruction),
        Number(key: "min-gain", unit: "", range: 0...10, path: \.minGain),
        Number(key: "max-gain", unit: "", range: 0...10, path: \.maxGain),
    ]
    private static let curves: [(name: String, curve: DistanceAttenuation.Curve)] = [
        ("power", .power), ("exponential", .exponential), ("inverse", .inverse), ("linear", .linear),
    ]
    private static let (headphones, doppler, curve) = ("headphones", "doppler", "curve")
    private static let keys = [curve] + numbers.map(\.key)

    /// Whether what comes after a comma, as `occlusion=-6dB`, is a position's.
    static func isSetting(_ text: String) -> Bool { keys.contains(text.parts(at: "=", maxSplits: 1)[0]) }

    /// Reads an azimuth, and behind commas an elevation, a distance, `headphones` and `doppler`; then, behind colons,
    /// settings.
    public init(parsing text: String) throws(SessionError) {
        var parts = text.parts(at: ":").flatMap { $0.parts(at: ",") }
        let end = parts.firstIndex { $0.contains("=") || [Self.headphones, Self.doppler].contains($0) } ?? parts.count
        let place = try Self.place(parts[..<end].joined(separator: ","))
        self.init(
            azimuth: place[0], elevation: place.count > 1 ? place[1] : 0, distance: place.count > 2 ? place[2] : 0)
        parts.removeFirst(end)
        var seen: Set<String> = []
        for part in parts {
            let words = part.parts(at: "=", maxSplits: 1)
            guard seen.insert(words[0]).inserted else {
                throw SessionError(.usage, "the position has '\(words[0])' twice", nextStep: "keep one of them")
            }
            if words.count == 1 {
                guard [Self.headphones, Self.doppler].contains(part) else { throw Self.wrongPlace(text) }
                if part == Self.headphones { isForHeadphones = true } else { hasDopplerShift = true }
            } else {
                try set(words[0], words[1])
            }
        }
    }

    private mutating func set(_ key: String, _ text: String) throws(SessionError) {
        func wrong(_ wanted: String) -> SessionError {
            SessionError(.usage, "'\(text)' is not a value of the position's '\(key)'", nextStep: "write \(wanted)")
        }
        if key == Self.curve {
            guard let found = Self.curves.first(where: { $0.name == text }) else {
                throw wrong("one of \(Self.curves.map(\.name).joined(separator: ", "))")
            }
            attenuation.curve = found.curve
            return
        }
        guard let row = Self.numbers.first(where: { $0.key == key }) else {
            throw SessionError(
                .usage, "a position has no setting '\(key)'",
                nextStep: NearMiss.of(key, among: Self.keys).map { "did you mean '\($0)'?" }
                    ?? "its settings are \(Self.keys.joined(separator: ", ")), and the words headphones and doppler")
        }
        let lower = text.lowercased(), unit = row.unit.lowercased()
        let digits = lower.hasSuffix(unit) ? lower.dropLast(unit.utf8.count) : lower[...]
        let number = row.unit.isEmpty ? (try? Gain(parsing: text))?.linear : Double(signedDecimal: digits)
        guard let number, row.range.contains(number) else {
            let ends = [row.range.lowerBound, row.range.upperBound].map { shortDecimalText($0, digits: 9) }
            let also = row.unit.isEmpty ? ", or decibels: -20dB" : " \(row.unit)"
            throw wrong("\(ends[0]) to \(ends[1])\(also)")
        }
        self[keyPath: row.path] = number
    }

    /// One to three numbers.
    static func place(_ text: String) throws(SessionError) -> [Double] {
        let parts = text.parts(at: ","), ranges = [azimuths, elevations, distances]
        let numbers = zip(parts, ranges).compactMap { part, range in
            Double(signedDecimal: part[...]).flatMap { range.contains($0) ? $0 : nil }
        }
        guard !numbers.isEmpty, numbers.count == parts.count else { throw wrongPlace(text) }
        return numbers
    }

    private static func wrongPlace(_ text: String) -> SessionError {
        SessionError(
            .usage, "'\(text)' is not a position",
            nextStep:
                "write degrees to the right (-180 to 180), degrees up (-90 to 90) and metres: position=-30 or position=90,0,2"
        )
    }

    /// As it is written on the command line.
    public var description: String {
        let place = [azimuth, elevation, distance].map { shortDecimalText($0, digits: 9) }
        let words = (isForHeadphones ? [Self.headphones] : []) + (hasDopplerShift ? [Self.doppler] : [])
        let plain = SourcePosition(azimuth: 0), curve = attenuation.curve
        let named = Self.curves.first { $0.curve == curve && curve != plain.attenuation.curve }
        let settings = Self.numbers.filter { self[keyPath: $0.path] != plain[keyPath: $0.path] }.map {
            "\($0.key)=\(shortDecimalText(self[keyPath: $0.path], digits: 9))\($0.unit)"
        }
        return
            ([(place + words).joined(separator: ",")] + (named.map { ["\(Self.curve)=\($0.name)"] } ?? []) + settings)
            .joined(separator: ":")
    }
}
