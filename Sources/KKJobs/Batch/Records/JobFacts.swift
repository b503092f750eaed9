internal import KKFiles
internal import KKPCM
internal import KKSession

/// The reported facts of a job's output, whether made by this run, an earlier one or another machine.
public struct JobFacts: Hashable, Sendable, Codable {
    /// Of the file; `nil` of one that was not written.
    @OrNull public var byteCount: Int64? = nil
    /// Of the file's bytes, 64 hexadecimal digits.
    @OrNull public var sha256: String? = nil
    public var frameCount: Int64
    /// In hertz.
    public var sampleRate: Double
    public var channelCount: Int
    public var layout: String
    public var container: String
    public var encoding: String
    /// `nil` of one that was not rendered.
    @OrNull public var dither: String? = nil
    /// The factor of `--on-clip scale`; 1 where there was none.
    @OrNull public var scale: Double? = nil
    @OrNull public var clipping: JobClipping? = nil
    /// Clipping before all others, by its text.
    public var warnings: [String]
    public var notices: [String]

    enum CodingKeys: String, CodingKey {
        case byteCount = "bytes", sha256, frameCount = "frames", sampleRate = "sample_rate", channelCount = "channels",
            layout, container, encoding
        case dither, scale, clipping, warnings, notices
    }
}

extension JobFacts {
    /// The warnings without that of clipping, which has the output's name in front.
    public var otherWarnings: [String] { warnings.filter { $0 != clipping?.text } }

    /// Those of a job that is checked and not run, or of one that is done.
    init(_ report: MixReport, of plan: MixPlan) {
        frameCount = report.frameCount
        sampleRate = report.sampleRate
        channelCount = report.layout.channelCount
        layout = report.layout.name
        container = report.format.container.rawValue
        encoding = report.format.encoding.rawValue
        let clipping = report.clipping.map { JobClipping($0, text: $0.summary(plan, report.format)) }
        warnings = (clipping.map { [$0.text] } ?? []) + report.warnings.map(\.description)
        notices = report.notices
        self.clipping = clipping
        if report.isRendered { (dither, scale) = (report.dither, report.scale) }
    }
}

/// Where a job's mix exceeded full scale.
public struct JobClipping: Hashable, Sendable, Codable {
    /// The number of clipped samples.
    public var sampleCount: Int64
    /// 1 being full scale; `nil` beyond all numbers.
    @OrNull public var worstAmplitude: Float?
    public var worstFrame: Int64
    /// From 1.
    public var worstChannel: Int
    /// The message for people.
    public var text: String

    init(_ report: ClippingReport, text: String) {
        sampleCount = report.sampleCount
        worstAmplitude = report.worstAmplitude.isFinite ? report.worstAmplitude : nil
        worstFrame = report.worstFrame
        worstChannel = report.worstChannel + 1
        self.text = text
    }

    enum CodingKeys: String, CodingKey {
        case sampleCount = "clipped_samples", worstAmplitude = "worst_amplitude", worstFrame = "worst_frame",
            worstChannel = "worst_channel", text
    }
}
