internal import KKMath

extension Limit {
    /// All facts about a limit, for options, documents, messages and tables.
    public struct Facts: Sendable {
        public enum Kind: Sendable {
            /// In steps of the reference's integers.
            case steps
            /// Relative to full scale; values of 0 and above limit nothing.
            case level
            /// Relative to the reference.
            case ratio
            /// The difference of the two sounds, in either direction.
            case difference
            /// How much less the actual sound has; more does not count.
            case fall
            /// A duration.
            case extent
        }

        public let kind: Kind
        /// The unit after a number: `dBFS`; empty for durations.
        public let unit: String
        /// The title in a table: `largest residual`.
        public let title: String
        /// The text before a number: `loudness differs by`.
        public let claim: String
        /// The key of the measured value in a document; `nil` if it has none of its own.
        public var key: String?
        /// The measured value in ``unit``; `nil` is −∞ or not measured.
        public var value: @Sendable (Comparison) -> Double? = { _ in nil }
        /// The frequency band concerned, if it is one band.
        public var band: Band?
        /// The values of the two sounds, if each has its own.
        public var side: Side?
        /// Whether it applies to every window as well as to the whole sound.
        public var isWindowed = false
        /// The largest useful value.
        public var most = Double.infinity

        /// The centre frequency of the band in hertz, and its key in a document.
        public struct Band: Sendable {
            public let key: String
            public let frequency: @Sendable (Comparison) -> Double?
        }

        public struct Side: Sendable {
            public let unit: String
            public let value: @Sendable (Comparison.Side) -> Double?
        }

        init(_ kind: Kind, _ unit: String, _ title: String, _ claim: String) {
            (self.kind, self.unit, self.title, self.claim) = (kind, unit, title, claim)
            if kind == .level || kind == .ratio { most = 0 }
        }

        func with(_ key: String, _ value: @escaping @Sendable (Comparison) -> Double?) -> Facts {
            var facts = self
            (facts.key, facts.value) = (key, value)
            return facts
        }

        func with(band key: String, _ frequency: @escaping @Sendable (Comparison) -> Double?) -> Facts {
            var facts = self
            facts.band = Band(key: key, frequency: frequency)
            return facts
        }

        func with(sides unit: String, _ value: @escaping @Sendable (Comparison.Side) -> Double?) -> Facts {
            var facts = self
            facts.side = Side(unit: unit, value: value)
            return facts
        }

        func with(most: Double) -> Facts {
            var facts = self
            facts.most = most
            return facts
        }

        /// A sample's residual is the same in a window; a loudness range and a long-term spectrum take more than 400
        /// ms; dropout and burst have windows of their own; lag and length are the whole's.
        var inWindows: Facts {
            var facts = self
            facts.isWindowed = true
            return facts
        }
    }

    public var unit: String { facts.unit }
    public var isWindowed: Bool { facts.isWindowed }

    public var facts: Facts {
        switch self {
        case .lsb:
            var facts = Facts(.steps, "LSB", "largest residual in steps", "largest residual")
            facts.value = \.residualSteps
            return facts
        case .peak:
            return Facts(.level, "dBFS", "largest residual", "largest residual")
                .with("peak_residual_dbfs", \.peakResidual)
        case .rms:
            return Facts(.level, "dBFS", "RMS of the residual", "RMS of the residual")
                .with("rms_residual_dbfs", \.rmsResidual).inWindows
        case .relative:
            return Facts(.ratio, "dB", "residual beside the reference", "residual beside the reference")
                .with("relative_residual_db", \.relativeResidual).inWindows
        case .weighted:
            return Facts(.level, "LUFS", "K-weighted residual", "K-weighted residual")
                .with("weighted_residual_lufs", \.weightedResidual).inWindows
        case .loudness:
            return Facts(.difference, "LU", "loudness", "loudness differs by")
                .with("delta_lufs", \.deltaLoudness).with(sides: "LUFS", \.loudness).inWindows
        case .loudnessRange:
            return Facts(.difference, "LU", "loudness range", "loudness range differs by")
                .with("delta_range_lu", \.deltaLoudnessRange).with(sides: "LU", \.loudnessRange)
        case .truePeak:
            return Facts(.difference, "dB", "true peak", "true peak differs by")
                .with("delta_true_peak_db", \.deltaTruePeak).with(sides: "dBTP", \.truePeak).inWindows
        case .thirdOctave:
            return Facts(.difference, "dB", "third octave", "a third octave differs by")
                .with("third_octave_db", \.thirdOctave?.delta)
                .with(band: "third_octave_hz", \.thirdOctave?.frequency)
        case .treble:
            return Facts(.difference, "dB", "third octave of the treble", "a third octave of the treble differs by")
                .with("treble_db", \.treble?.delta).with(band: "treble_hz", \.treble?.frequency)
        case .level:
            return Facts(
                .difference, "dB", "third octaves up to 4 kHz together", "third octaves up to 4 kHz differ together by"
            ).with("delta_level_db", \.deltaLevel)
        case .dropout:
            return Facts(.fall, "dB", "largest fall in 10 ms", "a level falls by").with("dropout_db", \.dropout)
        case .burst:
            // What is left of 25 ms may well be louder than they are.
            return Facts(
                .ratio, "dB", "residual beside 25 ms of the reference", "residual beside 25 ms of the reference"
            ).with("burst_db", \.burst).with(most: 6)
        case .lag: return Facts(.extent, "", "shift", "shift")
        case .length: return Facts(.extent, "", "length", "length")
        }
    }
}

extension Comparison {
    /// The largest residual sample in steps of the reference's integers.
    var residualSteps: Double? { peakResidual.map { step > 0 ? Decibels($0).linear / step : 0 } ?? 0 }
}
