public import KKPCM

extension ChannelMatrix {
    /// The gains from one layout to another. Nothing is normalised: a level never depends on the number of channels.
    ///
    /// A channel that the output also has goes only there, at full level. For the others these rules apply, in order:
    ///
    /// | input | output has | goes to |
    /// |---|---|---|
    /// | mono (or C alone) | C | C × 1 |
    /// | | L, R | L × 1, R × 1 |
    /// | C | L, R | L × √½, R × √½ |
    /// | LFE | – | dropped |
    /// | Ls, Lsd | Ls or Lsd | × 1, and × √½ when the input has that channel too |
    /// | | Rls | the same |
    /// | | L | × √½ |
    /// | Rls | Ls or Lsd | × 1, and × √½ when the input has that channel too |
    /// | | L | × √½ |
    /// | Cs | Ls, Rs | × √½ each |
    /// | | Rls, Rrs | × √½ each |
    /// | | L, R | × ½ each |
    /// | Lc | L | × 1 |
    /// | Lt | L | × 1 |
    /// | L | Lt | × 1 |
    ///
    /// and the right side likewise. From 5.1 and its relatives to stereo these are the coefficients of ITU-R BS.775-3,
    /// annex 4.
    ///
    /// To mono: half the sum of what stereo would be, so stereo gives ½ and ½, 5.1 gives L ½, R ½, C √½, Ls √⅛, Rs √⅛.
    /// One mono to another × 1.
    ///
    /// If either layout has a discrete or unknown channel, channels are matched by number: channel n to channel n × 1,
    /// and those without a partner are dropped. This is also true for a channel without a matching rule, if the output
    /// channel with its number has no counterpart in the input. A layout with direct surrounds (Lsd, Rsd: WAVE's side
    /// pair) but no plain ones is mixed as if they were plain.
    public static func mixing(_ from: ChannelLayout, to: ChannelLayout) -> ChannelMatrix {
        let (from, to) = (from.withPlainSurrounds, to.withPlainSurrounds)
        if from == to { return .identity(from.channelCount) }
        if !from.hasPlaces || !to.hasPlaces { return byNumber(from.channelCount, to.channelCount) }
        if to.isMono {
            if from.isMono { return .identity(1) }
            let stereo = mixing(from, to: .stereo)
            var matrix = ChannelMatrix(inputCount: from.channelCount, outputCount: 1)
            for input in from.labels.indices {
                matrix[output: 0, input: input] =
                    0.5 * (stereo[output: 0, input: input] + stereo[output: 1, input: input])
            }
            return matrix
        }
        var matrix = ChannelMatrix(inputCount: from.channelCount, outputCount: to.channelCount)
        for (input, label) in from.labels.enumerated() {
            let places = from.isMono ? to.placesOfMono : to.places(of: label, from: from)
            for place in places { matrix[output: place.output, input: input] = place.gain }
            if places.isEmpty, label != .lfe, input < to.channelCount, !from.labels.contains(to.labels[input]) {
                matrix[output: input, input: input] = 1
            }
        }
        return matrix
    }

    /// Channel n to channel n, as far as both sides have one.
    static func byNumber(_ inputCount: Int, _ outputCount: Int) -> ChannelMatrix {
        var matrix = ChannelMatrix(inputCount: inputCount, outputCount: outputCount)
        for channel in 0..<min(inputCount, outputCount) { matrix[output: channel, input: channel] = 1 }
        return matrix
    }
}

extension ChannelLayout {
    fileprivate typealias Place = (output: Int, gain: Float)

    fileprivate var isMono: Bool { self == .mono || labels == [.center] }

    fileprivate var hasPlaces: Bool { labels.allSatisfy { $0 != .unknown && $0.discreteIndex == nil } }

    fileprivate var placesOfMono: [Place] {
        let center = places([.mono], 1) + places([.center], 1)
        return center.isEmpty ? places([.left, .right], 1) : center
    }

    /// Where a channel of `from` goes in this layout.
    fileprivate func places(of label: ChannelLabel, from: ChannelLayout) -> [Place] {
        let own = places([label], 1)
        if !own.isEmpty { return own }
        for rule in ChannelLabel.rules where rule.label == label {
            let targets = places(rule.targets, rule.gain)
            guard targets.count == rule.targets.count else { continue }
            let isTaken = rule.yields && rule.targets.contains { from.labels.contains($0) }
            return isTaken ? targets.map { ($0.output, ChannelLabel.half) } : targets
        }
        return []
    }

    private func places(_ targets: [ChannelLabel], _ gain: Float) -> [Place] {
        targets.compactMap { target in labels.firstIndex(of: target).map { ($0, gain) } }
    }
}

extension ChannelLabel {
    /// √½: half the power.
    fileprivate static let half: Float = 0.70710678118654752

    /// One line of the table: used when all its targets exist. A rule that yields gives half the power to a target
    /// which the input has too.
    fileprivate struct Rule: Sendable {
        var label: ChannelLabel
        var targets: [ChannelLabel]
        var gain: Float
        var yields = false
    }

    fileprivate static let rules: [Rule] =
        [
            Rule(label: .mono, targets: [.center], gain: 1),
            Rule(label: .mono, targets: [.left, .right], gain: 1),
            Rule(label: .center, targets: [.left, .right], gain: half),
            Rule(label: .centerSurround, targets: [.leftSurround, .rightSurround], gain: half),
            Rule(label: .centerSurround, targets: [.rearSurroundLeft, .rearSurroundRight], gain: half),
            Rule(label: .centerSurround, targets: [.left, .right], gain: 0.5),
        ] + side(.left, .leftSurround, .leftSurroundDirect, .rearSurroundLeft, .leftCenter, .leftTotal)
        + side(.right, .rightSurround, .rightSurroundDirect, .rearSurroundRight, .rightCenter, .rightTotal)

    private static func side(
        _ front: ChannelLabel, _ surround: ChannelLabel, _ direct: ChannelLabel, _ rear: ChannelLabel,
        _ inner: ChannelLabel,
        _ total: ChannelLabel
    ) -> [Rule] {
        [
            Rule(label: surround, targets: [direct], gain: 1, yields: true),
            Rule(label: surround, targets: [rear], gain: 1, yields: true),
            Rule(label: surround, targets: [front], gain: half),
            Rule(label: direct, targets: [surround], gain: 1, yields: true),
            Rule(label: direct, targets: [rear], gain: 1, yields: true),
            Rule(label: direct, targets: [front], gain: half),
            Rule(label: rear, targets: [surround], gain: 1, yields: true),
            Rule(label: rear, targets: [direct], gain: 1, yields: true),
            Rule(label: rear, targets: [front], gain: half),
            Rule(label: inner, targets: [front], gain: 1),
            Rule(label: total, targets: [front], gain: 1),
            Rule(label: front, targets: [total], gain: 1),
        ]
    }
}
