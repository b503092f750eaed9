public import KKFiles
public import KKPCM

/// What a render job did, or would do if it is only checked.
public struct MixReport: Sendable, KeyedReport {
    public var outputPath: FilePath
    /// Whether it was rendered.
    public var isRendered: Bool
    /// Whether a file with the same bytes existed already and was left unchanged.
    public var isUnchanged = false
    public var format: OutputFormat
    /// In hertz.
    public var sampleRate: Double
    public var layout: ChannelLayout
    public var frameCount: Int64
    /// The dither that was used.
    public var dither = "none"
    /// The factor with which `--on-clip scale` rendered the mix the second time; 1 if it fitted or was normalised to a
    /// loudness.
    public var scale = 1.0
    /// The ceiling of the limiter; `nil` if there was none.
    public var limit: TruePeakCeiling?
    /// How the mix was normalised to a loudness; `nil` if that was not requested.
    public var loudness: LoudnessReport?
    /// How it was normalised to a sample level; `nil` if that was not requested.
    public var normalization: NormalizeReport?
    /// The stem files, in track order; `nil` if none were requested.
    public var stems: [FilePath]?
    /// The file of the trace.
    public var trace: FilePath?
    public var clipping: ClippingReport?
    public var warnings: [FileWarning]
    /// Decisions that the user might not expect, as text.
    public var notices: [String]

    /// Whether a file was written.
    public var isWritten: Bool { isRendered && !isUnchanged }
    /// In seconds.
    public var duration: Double { Double(frameCount) / sampleRate }

    init(of job: RenderJob, isRendered: Bool, frameCount: Int64) {
        (outputPath, format) = (job.output.path, job.format)
        (sampleRate, layout) = (job.plan.sampleRate, job.plan.layout)
        (self.isRendered, self.frameCount) = (isRendered, frameCount)
        (stems, trace) = (job.stems?.paths, job.output.tracePath)
        (warnings, notices) = (job.plan.warnings, job.plan.notices)
    }

    public static func tell(_ key: inout ReportKeys<Self>) {
        key("output", \.outputPath)
        key("container", \.format.container.rawValue)
        key("encoding", \.format.encoding.rawValue)
        key("sample_rate", \.sampleRate)
        key("channels", \.layout.channelCount)
        key("layout", \.layout.name)
        key("frames", \.frameCount)
        key("duration", \.duration)
        key("dither") { $0.isRendered ? $0.dither : nil }
        key("scale") { $0.isRendered ? $0.scale : nil }
        key("limit_dbtp", \.limit?.decibels)
        key("loudness", \.loudness)
        key("normalization", \.normalization)
        key("stems", \.stems)
        key("trace", \.trace)
        key("clipping", \.clipping)
        key("warnings") { $0.warnings.map(\.description) }
        key("notices", \.notices)
        key("written", \.isWritten)
        key("unchanged", \.isUnchanged)
    }
}
