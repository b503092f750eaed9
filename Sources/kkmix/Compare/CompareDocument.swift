internal import KKMixing

/// `{"schema":1,"cases":[…]}`: what `compare --json` prints. −∞ and what was not measured are null; `measured` says
/// which measures were made.
struct CompareDocument: Codable {
    var schema = 1
    var cases: [Case]

    init(_ report: ComparisonReport, plot: String?) {
        cases = [Case(report, plot: plot)]
    }

    struct Case: Codable {
        var verdict: Verdict
        var passed: Bool
        var reference: Side
        var actual: Side
        var tolerance: String
        var limits: ToleranceFacts
        /// Those that are not the tolerance's own.
        var changed_limits: [Limit]
        /// In words, as for people.
        var missed: [String]
        var measured: [Measure]
        var frames_compared: Int64
        var aligned_frames: Int64
        var lag_frames: Int64
        @OrNull var gain_db: Double?
        var inverted: Bool
        var inverted_channels: [Int]
        var swapped: Bool
        @OrNull var channel_map: [Int]?
        @OrNull var undone_residual_db: Double?
        @OrNull var peak_residual_dbfs: Double?
        @OrNull var rms_residual_dbfs: Double?
        @OrNull var relative_residual_db: Double?
        @OrNull var weighted_residual_lufs: Double?
        @OrNull var delta_lufs: Double?
        @OrNull var delta_range_lu: Double?
        @OrNull var delta_true_peak_db: Double?
        @OrNull var third_octave_hz: Double?
        @OrNull var third_octave_db: Double?
        @OrNull var treble_hz: Double?
        @OrNull var treble_db: Double?
        @OrNull var delta_level_db: Double?
        @OrNull var first: Place?
        @OrNull var worst: Place?
        @OrNull var residual: String?
        @OrNull var plot: String?
        var warnings: [String]

        init(_ report: ComparisonReport, plot: String?) {
            self.plot = plot
            let found = report.comparison
            verdict = found.verdict
            passed = found.passed
            reference = Side(found.reference, path: report.referencePath)
            actual = Side(found.actual, path: report.actualPath)
            tolerance = found.tolerance.name
            limits = ToleranceFacts(found.tolerance)
            changed_limits = found.tolerance.changedLimits
            missed = ComparisonWords(found).missed
            measured = Measure.allCases.filter { $0.option.map(found.measured.contains) ?? true }
            frames_compared = found.framesCompared
            aligned_frames = found.alignment
            lag_frames = found.diagnosis?.lag ?? found.alignment
            gain_db = found.diagnosis?.gain ?? found.gain
            inverted = found.diagnosis?.isInverted ?? false
            inverted_channels = found.diagnosis?.invertedChannels.map { $0 + 1 } ?? []
            swapped = found.diagnosis?.isSwapped ?? false
            channel_map = found.diagnosis?.channelMap.map { $0 + 1 }
            undone_residual_db = found.diagnosis?.residual
            peak_residual_dbfs = found.peakResidual
            rms_residual_dbfs = found.rmsResidual
            relative_residual_db = found.relativeResidual
            weighted_residual_lufs = found.weightedResidual
            delta_lufs = found.deltaLoudness
            delta_range_lu = found.deltaLoudnessRange
            delta_true_peak_db = found.deltaTruePeak
            third_octave_hz = found.thirdOctave?.frequency
            third_octave_db = found.thirdOctave?.delta
            treble_hz = found.treble?.frequency
            treble_db = found.treble?.delta
            delta_level_db = found.deltaLevel
            first = found.first.map { Place($0, shift: found.alignment) }
            worst = found.worst.map { Place($0, shift: found.alignment) }
            residual = report.residualPath
            warnings = report.warnings.map(\.description)
        }
    }

    struct Side: Codable {
        var path: String
        var frames: Int64
        var sample_rate: Double
        var channels: Int
        /// Of a sound that does not say so, null.
        @OrNull var layout: String?
        @OrNull var pcm_sha256: String?
        @OrNull var integrated_lufs: Double?
        @OrNull var range_lu: Double?
        @OrNull var true_peak_dbtp: Double?

        init(_ side: Comparison.Side, path: String) {
            self.path = path
            frames = side.frameCount
            sample_rate = side.sampleRate
            channels = side.channelCount
            layout = side.layout?.name
            pcm_sha256 = side.pcmSHA256
            integrated_lufs = side.loudness
            range_lu = side.loudnessRange
            true_peak_dbtp = side.truePeak
        }
    }

    struct Place: Codable {
        /// Of the reference, whatever the shift; and of the actual.
        var frame: Int64
        var actual_frame: Int64
        /// Counted from 1.
        var channel: Int
        @OrNull var dbfs: Double?

        init(_ place: Comparison.Place, shift: Int64) {
            frame = place.frame
            actual_frame = place.frame + shift
            channel = place.channel + 1
            dbfs = place.level
        }
    }

    /// What can be measured of two sounds.
    enum Measure: String, Codable, CaseIterable {
        case residual, loudness, truePeak = "true-peak", thirdOctaves = "third-octaves", hashes

        /// Without one it is made every time.
        var option: ComparisonMeasures? {
            switch self {
            case .residual: nil
            case .loudness: .loudness
            case .truePeak: .truePeak
            case .thirdOctaves: .thirdOctaves
            case .hashes: .hashes
            }
        }
    }
}
