internal import KKMixing

/// `{"schema":1,"files":[…]}`: what `measure --json` prints.
typealias MeasureDocument = FilesDocument<MeasuredFile>

/// Every key is there, null where there is no such value: silence has no level. Decibels have three decimals,
/// offsets nine.
struct MeasuredFile: Codable {
    var path: String
    var sample_rate: Double
    var channels: Int
    var layout: String
    var frames: Int
    @OrNull var integrated_lufs: Double?
    @OrNull var momentary_max_lufs: Double?
    @OrNull var short_term_max_lufs: Double?
    @OrNull var range_lu: Double?
    @OrNull var true_peak_dbtp: Double?
    @OrNull var sample_peak_dbfs: Double?
    @OrNull var rms_dbfs: Double?
    @OrNull var noise_floor_dbfs: Double?
    @OrNull var dc_offset: Double?
    var clipped_samples: Int
    var clipped_runs: Int
    var leading_silence_frames: Int
    var trailing_silence_frames: Int
    var non_finite_samples: Int
    @OrNull var first_non_finite: Place?
    @OrNull var pcm_sha256: String?
    var channel_levels: [Channel]
    @OrNull var profile: Judgement?
    var warnings: [String]

    init(_ report: MeasureReport, _ profile: LoudnessProfile?) {
        let measurement = report.measurement, loudness = measurement.loudness
        path = report.path
        sample_rate = measurement.sampleRate
        channels = measurement.layout.channelCount
        layout = measurement.layout.name
        frames = measurement.frameCount
        integrated_lufs = rounded(loudness.integrated)
        momentary_max_lufs = rounded(loudness.momentaryMaximum)
        short_term_max_lufs = rounded(loudness.shortTermMaximum)
        range_lu = rounded(loudness.range)
        true_peak_dbtp = rounded(measurement.truePeak)
        sample_peak_dbfs = rounded(measurement.samplePeak)
        rms_dbfs = rounded(measurement.rms)
        noise_floor_dbfs = rounded(measurement.noiseFloor)
        dc_offset = rounded(measurement.frameCount > 0 ? measurement.dcOffset : nil, to: 1e9)
        clipped_samples = measurement.clippedSampleCount
        clipped_runs = measurement.clippedRunCount
        leading_silence_frames = measurement.leadingSilence
        trailing_silence_frames = measurement.trailingSilence
        non_finite_samples = measurement.nonFiniteCount
        first_non_finite = measurement.levels.firstNonFinite.map { Place(frame: $0.frame, channel: $0.channel + 1) }
        pcm_sha256 = measurement.pcmSHA256
        channel_levels = zip(measurement.layout.labels, measurement.channels).map { label, level in
            Channel(label: "\(label)", level, isEmpty: measurement.frameCount == 0)
        }
        self.profile = profile.map { Judgement($0, measurement) }
        warnings = report.warnings
    }

    /// A sample: frames count from 0, channels from 1.
    struct Place: Codable {
        var frame: Int
        var channel: Int
    }

    struct Channel: Codable {
        var label: String
        @OrNull var true_peak_dbtp: Double?
        @OrNull var sample_peak_dbfs: Double?
        @OrNull var sample_peak_frame: Int?
        @OrNull var rms_dbfs: Double?
        @OrNull var dc_offset: Double?
        var clipped_samples: Int
        var clipped_runs: Int
        var non_finite_samples: Int

        init(label: String, _ level: ChannelLevel, isEmpty: Bool) {
            self.label = label
            true_peak_dbtp = rounded(Measurement.level(level.truePeak))
            sample_peak_dbfs = rounded(Measurement.level(level.peak))
            sample_peak_frame = level.peakFrame
            rms_dbfs = rounded(Measurement.level(level.rms))
            dc_offset = rounded(isEmpty ? nil : level.dcOffset, to: 1e9)
            clipped_samples = level.clippedSampleCount
            clipped_runs = level.clippedRunCount
            non_finite_samples = level.nonFiniteCount
        }
    }

    /// What a profile says of a file.
    struct Judgement: Codable {
        var name: String
        var passed: Bool
        var limits: [Limit]

        struct Limit: Codable {
            var quantity: LoudnessProfile.Quantity
            var unit: String
            @OrNull var minimum: Double?
            @OrNull var maximum: Double?
            @OrNull var value: Double?
            var passed: Bool
        }

        init(_ profile: LoudnessProfile, _ measurement: Measurement) {
            let verdicts = profile.verdicts(on: measurement)
            name = profile.name
            passed = verdicts.allSatisfy(\.isKept)
            limits = verdicts.map { verdict in
                Limit(
                    quantity: verdict.limit.quantity, unit: verdict.limit.unit,
                    minimum: verdict.limit.minimum,
                    maximum: verdict.limit.maximum, value: rounded(verdict.value), passed: verdict.isKept)
            }
        }
    }
}

/// `{"schema":1,"profiles":[…]}`: what `measure --list-profiles --json` prints.
struct ProfilesDocument: Codable {
    var schema = 1
    var profiles = LoudnessProfile.all
}

/// A number that prints the same everywhere and has no more digits than it means: halves go away from zero, and there
/// is no negative zero.
private func rounded(_ value: Double?, to unit: Double = 1000) -> Double? {
    guard let value, value.isFinite else { return nil }
    return (value * unit).rounded() / unit + 0
}
