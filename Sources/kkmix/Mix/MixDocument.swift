internal import KKMixing

/// `{"schema":1,"jobs":[…]}`: what `mix --json` prints.
struct MixDocument: Codable {
    var schema = 1
    var jobs: [Job]

    struct Job: Codable {
        var output: String
        var container: String
        var encoding: String
        var sample_rate: Double
        var channels: Int
        var layout: String
        var frames: Int64
        var duration: Double
        @OrNull var dither: String? = nil
        @OrNull var scale: Double? = nil
        @OrNull var limit_dbtp: Double? = nil
        @OrNull var loudness: Loudness? = nil
        @OrNull var stems: [String]? = nil
        @OrNull var trace: String? = nil
        @OrNull var clipping: Clipping? = nil
        var warnings: [String]
        var notices: [String]
        var written: Bool
        /// Whether a file with the same bytes was there, and was left alone.
        var unchanged = false

        init(_ report: MixReport, plan: MixPlan) {
            self.init(report.format, plan: plan, output: report.outputPath, frames: report.frameCount)
            dither = report.dither
            scale = report.scale
            limit_dbtp = report.limit?.decibels
            loudness = report.loudness.map(Loudness.init)
            stems = report.stems
            trace = report.trace
            clipping = report.clipping.map(Clipping.init)
            warnings = report.warnings.map(\.description)
            unchanged = report.isUnchanged
            written = !unchanged
        }

        /// A job that has been checked and not run.
        init(planned job: RenderJob) {
            self.init(job.format, plan: job.plan, output: job.output.path, frames: job.plan.frameCount)
            stems = job.stems?.paths
            trace = job.output.tracePath
        }

        init(_ conversion: ConversionReport) {
            let (end, result) = (conversion.description.to, conversion.result)
            output = conversion.description.output
            container = conversion.description.format.container.rawValue
            encoding = end.encoding
            sample_rate = end.format.sampleRate
            channels = end.layout.channelCount
            layout = end.layout.name
            frames = result?.frameCount ?? end.frameCount
            duration = Double(frames) / sample_rate
            dither = result?.dither
            scale = result?.scale
            limit_dbtp = result?.limit?.decibels
            clipping = result?.clipping.map(Clipping.init)
            warnings = (result?.warnings ?? conversion.description.warnings).map(\.description)
            notices = conversion.description.notices
            written = result != nil
        }

        private init(_ format: OutputFormat, plan: MixPlan, output: String, frames: Int64) {
            self.output = output
            container = format.container.rawValue
            encoding = format.encoding.rawValue
            sample_rate = plan.sampleRate
            channels = plan.layout.channelCount
            layout = plan.layout.name
            self.frames = frames
            duration = Double(frames) / plan.sampleRate
            warnings = plan.warnings.map(\.description)
            notices = plan.notices
            written = false
        }

        /// One line for people.
        var text: String {
            let name = Voice.oneLine(outputName(output))
            // Put together by hand: at its first use `joined` looks through all that the program's types conform to,
            // which shows in a short job's time.
            var line = "\(name): \(StreamDescription.rateText(sample_rate)) Hz, \(layout), \(container) \(encoding)"
            line += ", \(groupedText(frames)) frames (\(timeText(duration)))"
            if let dither, dither != "none" { line += ", dither \(dither)" }
            if let scale, scale != 1 {
                line += ", scaled by \(decimalText(Decibels(linear: scale).value, digits: 2)) dB"
            }
            if let loudness {
                let (from, to) = (
                    decimalText(loudness.measured_integrated_lufs, digits: 1),
                    decimalText(loudness.integrated_lufs, digits: 1)
                )
                line += ", from \(from) to \(to) LUFS, peak \(decimalText(loudness.true_peak_dbtp, digits: 1)) dBTP"
            }
            if let limit_dbtp {
                let isLossy = Encoding(rawValue: encoding)?.isLossy == true
                line += ", limited to \(TruePeakCeiling(decibels: limit_dbtp))\(isLossy ? " before encoding" : "")"
            }
            if let stems { line += ", \(stems.count) \(stems.count == 1 ? "stem" : "stems")" }
            return "\(line)\(unchanged ? ", unchanged" : written ? "" : " would be written")"
        }
    }
    /// How the mix was brought to its loudness.
    struct Loudness: Codable {
        var target_lufs: Double
        @OrNull var ceiling_dbtp: Double?
        var measured_integrated_lufs: Double
        var measured_true_peak_dbtp: Double
        var gain_db: Double
        var integrated_lufs: Double
        var true_peak_dbtp: Double
        var passes: Int

        init(_ report: LoudnessReport) {
            target_lufs = report.target.loudness
            ceiling_dbtp = report.target.ceiling?.decibels
            measured_integrated_lufs = report.measured
            measured_true_peak_dbtp = report.measuredTruePeak
            gain_db = report.gain
            integrated_lufs = report.reached
            true_peak_dbtp = report.truePeak
            passes = report.passes
        }
    }

    /// Where and how the mix passed full scale; amplitudes are of full scale, and channels count from 1.
    struct Clipping: Codable {
        var clipped_samples: Int64
        @OrNull var worst_amplitude: Float?
        var worst_frame: Int64
        var worst_channel: Int
        var contributions: [Contribution]

        struct Contribution: Codable {
            var path: String
            @OrNull var amplitude: Float?
        }

        init(_ report: ClippingReport) {
            clipped_samples = report.sampleCount
            worst_amplitude = report.worstAmplitude
            worst_frame = report.worstFrame
            worst_channel = report.worstChannel + 1
            contributions = report.contributions.map { Contribution(path: $0.path, amplitude: $0.amplitude) }
        }
    }
}
