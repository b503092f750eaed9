internal import KKPCM

extension Measurement {
    /// A quantity that is measured as one number, named by its key in documents. Each case has a row with its name,
    /// unit and texts.
    public enum Quantity: String, Hashable, Sendable, Codable, CaseIterable {
        case sampleRate = "sample_rate", channels
        case integrated = "integrated_lufs", momentary = "momentary_max_lufs", shortTerm = "short_term_max_lufs",
            range = "range_lu", truePeak = "true_peak_dbtp", samplePeak = "sample_peak_dbfs", rms = "rms_dbfs",
            noiseFloor = "noise_floor_dbfs"

        /// The quantities in decibels, in the order of documents and texts.
        public static let levels = allCases.filter { !$0.measures.isEmpty }

        /// `true peak`
        public var title: String { row.title }
        /// `dBTP`; empty for counts.
        public var unit: String { row.unit }
        /// The measures of a meter that it needs.
        public var measures: Measures { row.measures }
        /// Its keyword in assertions; `nil` for none.
        public var assertion: String? { row.assertion }
        /// Why a sound may have no value, for assertions; `nil` if only silence has none, which counts as −∞.
        public var absence: String? { row.absence }

        public func value(of measurement: Measurement) -> Double? { row.value(measurement) }

        private var row: Row {
            switch self {
            case .sampleRate: Row("sample rate", "Hz") { $0.sampleRate }
            case .channels: Row("channels", "") { Double($0.layout.channelCount) }
            case .integrated:
                Row("integrated", "LUFS", .loudness, "loudness", "no block of 400 ms is above the gate") {
                    $0.loudness.integrated
                }
            case .momentary:
                Row("momentary max", "LUFS", .loudness, "momentary", "it is silent or shorter than 400 ms") {
                    $0.loudness.momentaryMaximum
                }
            case .shortTerm:
                Row("short-term max", "LUFS", .loudness, "short-term", "it is silent or shorter than 3 s") {
                    $0.loudness.shortTermMaximum
                }
            case .range: Row("range", "LU", .loudness, "range", "it is silent or too short") { $0.loudness.range }
            case .truePeak: Row("true peak", "dBTP", .truePeak, "true-peak") { $0.truePeak }
            case .samplePeak: Row("sample peak", "dBFS", .levels, "sample-peak") { $0.samplePeak }
            case .rms: Row("RMS", "dBFS", .levels, "rms") { $0.rms }
            case .noiseFloor: Row("noise floor", "dBFS", .levels) { $0.noiseFloor }
            }
        }
    }

    private struct Row {
        let title, unit: String
        let measures: Measures
        let assertion, absence: String?
        let value: (Measurement) -> Double?

        init(
            _ title: String, _ unit: String, _ measures: Measures = [], _ assertion: String? = nil,
            _ absence: String? = nil, _ value: @escaping (Measurement) -> Double?
        ) {
            (self.title, self.unit, self.measures, self.value) = (title, unit, measures, value)
            (self.assertion, self.absence) = (assertion, absence)
        }
    }
}
