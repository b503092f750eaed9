public import KKPCM

/// What was measured of two sounds. −∞ and what was not measured are null.
extension Comparison: KeyedReport {
    public static func tell(_ key: inout ReportKeys<Self>) {
        key("measured") { comparison in
            Measure.allCases.filter { comparison.measured.contains($0.option) }
        }
        key("frames_compared", \.framesCompared)
        key("aligned_frames", \.alignment)
        key("lag_frames", \.lag)
        key("gain_db", \.foundGain)
        key("inverted", \.isInverted)
        key("inverted_channels") { $0.diagnosis?.invertedChannels.map { $0 + 1 } ?? [] }
        key("swapped", \.isSwapped)
        key("channel_map") { $0.diagnosis?.channelMap.map { $0 + 1 } }
        key("undone_residual_db", \.diagnosis?.residual)
        for facts in Limit.allCases.map(\.facts) {
            if let band = facts.band { key(band.key) { band.frequency($0) } }
            if let name = facts.key { key(name) { facts.value($0) } }
        }
        key("first", \.firstPlaces)
        key("worst", \.worstPlaces)
    }

    /// What is reported of it where there is more to say than of a comparison alone.
    package struct Summary: KeyedReport {
        private let comparison: Comparison

        package init(_ comparison: Comparison) { self.comparison = comparison }

        package static func tell(_ key: inout ReportKeys<Self>) {
            key("frames_compared", \.comparison.framesCompared)
            key("lag_frames", \.comparison.lag)
            key("gain_db", \.comparison.foundGain)
            key("inverted", \.comparison.isInverted)
            key("swapped", \.comparison.isSwapped)
            key("peak_residual_dbfs", \.comparison.peakResidual)
            key("rms_residual_dbfs", \.comparison.rmsResidual)
            key("delta_lufs", \.comparison.deltaLoudness)
            key("delta_true_peak_db", \.comparison.deltaTruePeak)
            key("first", \.comparison.firstPlaces)
            key("worst", \.comparison.worstPlaces)
        }
    }

    /// A place in both sounds.
    package struct Places: KeyedReport {
        let place: Place
        let shift: Int64

        package static func tell(_ key: inout ReportKeys<Self>) {
            key("frame", \.place.frame)
            key("actual_frame") { $0.place.frame + $0.shift }
            key("channel") { $0.place.channel + 1 }
            key("dbfs", \.place.level)
        }
    }

    private var lag: Int64 { diagnosis?.lag ?? alignment }
    private var foundGain: Double? { diagnosis?.gain ?? gain }
    private var isInverted: Bool { diagnosis?.isInverted ?? false }
    private var isSwapped: Bool { diagnosis?.isSwapped ?? false }
    private var firstPlaces: Places? { first.map { Places(place: $0, shift: alignment) } }
    private var worstPlaces: Places? { worst.map { Places(place: $0, shift: alignment) } }

    /// What can be measured of two sounds.
    private enum Measure: String, Codable, CaseIterable {
        case residual, loudness, truePeak = "true-peak", thirdOctaves = "third-octaves", hashes

        /// Of the residual, which is measured every time, none.
        var option: ComparisonMeasures {
            switch self {
            case .residual: []
            case .loudness: .loudness
            case .truePeak: .truePeak
            case .thirdOctaves: .thirdOctaves
            case .hashes: .hashes
            }
        }
    }
}
