internal import KKMath

extension Limit {
    /// What there is to know of a limit, in one place: options, documents, messages and tables read it here.
    public struct Facts: Sendable {
        public enum Kind: Sendable {
            /// Of the reference's integers.
            case steps
            /// Beside full scale; 0 and more limit nothing.
            case level
            /// Beside the reference.
            case ratio
            /// Of the actual from the reference, either way.
            case difference
            /// How much less the actual has; what it has more is none.
            case fall
            /// Of time.
            case extent
        }

        public let kind: Kind
        /// As it follows a number: `dBFS`; empty for what has a time's unit.
        public let unit: String
        /// In a table: `largest residual`.
        public let title: String
        /// Before a number: `loudness differs by`.
        public let claim: String
        /// What two sounds have of it, as a document calls it; `nil` where that says it by itself.
        public var key: String?
        /// That, in ``unit``; `nil` is nothing, or not measured.
        public var value: @Sendable (Comparison) -> Double? = { _ in nil }
        /// Where one band of the spectrum has it.
        public var band: Band?
        /// Where each of the two sounds has it by itself.
        public var side: Side?
        /// Whether it is held in every window as well as for the whole.
        public var isWindowed = false
        /// The largest number that limits anything.
        public var most = Double.infinity

        /// The band's middle in hertz, and what a document calls it.
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
