public import KKPCM

/// How much a sound may differ from its reference: a name and limits that can be set one by one.
public struct Tolerance: Hashable, Sendable {
    /// The name for `--tolerance`. Changed limits are reported in addition.
    public var name: String
    /// The limits in levels and steps; `nil` is no limit. Neither ``Limit/lag`` nor ``Limit/length`` is here.
    private var levels: [Double?]
    /// How far the actual sound may be shifted. If above 0, the shift is searched for and removed before measuring.
    public var lag: Extent
    /// How much longer or shorter the actual sound may be. An excess up to this length, and up to the shift if there is
    /// one, is ignored (for a shift at most half of the longer sound); the rest is compared with silence.
    public var length: Extent
    /// Lower loudnesses and true peaks count as this value when compared, so that silence and near silence are not
    /// infinitely far apart. LUFS, dBTP.
    public var floor: Double
    /// Whether layouts such as 5.1 and 5.1 (side) are the same: codecs with only one kind of surround pair change one
    /// to the other.
    public var takesOtherSurrounds: Bool

    public init(
        name: String, lag: Extent = .frames(0), length: Extent = .frames(0), floor: Double = -70,
        takesOtherSurrounds: Bool = false
    ) {
        self.name = name
        levels = Limit.allCases.map { _ in nil }
        self.lag = lag
        self.length = length
        self.floor = floor
        self.takesOtherSurrounds = takesOtherSurrounds
    }

    /// Whether a layout is accepted for another one with the same number of channels: if either has numbered channels
    /// without names.
    public func takesLayout(_ actual: ChannelLayout, for reference: ChannelLayout) -> Bool {
        if actual == reference || !actual.namesChannels || !reference.namesChannels { return true }
        return takesOtherSurrounds && actual.withPlainSurrounds == reference.withPlainSurrounds
    }

    /// A limit in its unit; `nil` for none, and for ``Limit/lag`` and ``Limit/length``, which are durations.
    public subscript(limit: Limit) -> Double? {
        get { Limit.allCases.firstIndex(of: limit).flatMap { levels[$0] } }
        set {
            guard let index = Limit.allCases.firstIndex(of: limit) else { return }
            levels[index] = newValue
        }
    }

    /// The limits that differ from those of the tolerance with this name.
    public var changedLimits: [Limit] {
        guard let known = Tolerance(named: name) else { return [] }
        return Limit.allCases.filter { limit in
            switch limit {
            case .lag: lag != known.lag
            case .length: length != known.length
            default: self[limit] != known[limit]
            }
        }
    }

    func with(_ limit: Limit, _ value: Double) -> Tolerance {
        var changed = self
        changed[limit] = value
        return changed
    }
}

extension Tolerance {
    /// No sample differs.
    public static let exact = Tolerance(name: "exact").with(.lsb, 0)
    /// No sample differs by more than one step of the reference's integers: 1/32,768 for 16 bits; at most 24 bits
    /// count. A floating-point reference has steps of 2⁻²³, a lossy one steps of 16 bits.
    public static let lsb = Tolerance(name: "lsb").with(.lsb, 1)
    /// No difference that can be heard or that a meter would show.
    public static let `default` = Tolerance(name: "default").with(.peak, -80).with(.rms, -90).with(.loudness, 0.1).with(
        .truePeak, 0.2)
    /// The same sound through a lossy encoder: MPEG layer III at 96 kbit/s, Vorbis of quality 3, Opus at 64 kbit/s, or
    /// better.
    ///
    /// In songs, drums, guitars, speech and pink noise, such encoders leave residual samples of up to −3.8 dBFS, and a
    /// residual of up to −4.4 dB relative to the sound in 400 ms. They change the loudness of such a window by up to
    /// 1.3 LU, the third octaves up to 4 kHz by up to 0.8 dB, and those above by up to 5.3 dB. LAME lowers the level by
    /// 0.45 dB up to 160 kbit/s. Levels in 10 ms fall by at most 6.3 dB; the residual in 25 ms is up to 0.4 dB relative
    /// to the sound. White noise and tones above 16 kHz are not included, because encoders do not keep them. A codec's
    /// frame is that of MPEG layer III, 1,152 frames.
    public static let lossy = Tolerance(
        name: "lossy", lag: .seconds(0.05), length: .frames(1_152), floor: -50, takesOtherSurrounds: true
    )
    .with(.peak, -3).with(.relative, -4).with(.loudness, 1.5).with(.thirdOctave, 1).with(.treble, 6).with(.level, 0.6)
    .with(.dropout, 8).with(.burst, 0.5)
    /// The same piece: for other renderers, other reverbs, or codecs at low bit rates.
    public static let loose = Tolerance(
        name: "loose", lag: .seconds(0.2), length: .seconds(0.2), floor: -50, takesOtherSurrounds: true
    )
    .with(.relative, -1).with(.loudness, 3).with(.thirdOctave, 6).with(.treble, 9)

    /// All tolerances, from strict to loose.
    public static let all = [exact, lsb, `default`, lossy, loose]

    /// A tolerance by its name.
    public init?(named name: String) {
        guard let known = Self.all.first(where: { $0.name == name }) else { return nil }
        self = known
    }
}

/// In a document a tolerance is its limits by the names of their options, and null for what is not limited. A lag and a
/// length are seconds or frames, as they were said, and null in the other unit.
extension Tolerance: KeyedReport {
    public static func tell(_ key: inout ReportKeys<Self>) {
        for limit in Limit.allCases {
            switch limit {
            case .lag, .length:
                let extent = limit == .lag ? \Tolerance.lag : \Tolerance.length
                key("\(limit.rawValue)_seconds") {
                    if case .seconds(let seconds) = $0[keyPath: extent] { seconds } else { nil as Double? }
                }
                key("\(limit.rawValue)_frames") {
                    if case .frames(let frames) = $0[keyPath: extent] { frames } else { nil as Int64? }
                }
            default: key(limit.rawValue) { $0[limit] }
            }
        }
    }
}

extension ChannelLayout {
    /// Whether any channel has a place, and not a number alone.
    var namesChannels: Bool { labels.contains { $0.discreteIndex == nil && $0 != .unknown } }
}
