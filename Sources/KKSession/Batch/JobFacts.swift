/// What is told of a job's output, whoever made it: this run, an earlier one, or another machine's.
public struct JobFacts: Hashable, Sendable, Codable {
    /// Of the file.
    public var byteCount: Int64
    /// Of the file's bytes, 64 hexadecimal digits.
    public var sha256: String
    public var frameCount: Int64
    /// In hertz.
    public var sampleRate: Double
    public var channelCount: Int
    public var layout: String
    public var container: String
    public var encoding: String
    public var dither: String
    /// The factor of `--on-clip scale`; 1 where there was none.
    public var scale: Double
    public var clipping: JobClipping?
    /// In the order in which a mix tells them.
    public var warnings: [String]
    public var notices: [String]

    enum CodingKeys: String, CodingKey {
        case byteCount = "bytes", sha256, frameCount = "frames", sampleRate = "sample_rate", channelCount = "channels", layout, container, encoding
        case dither, scale, clipping, warnings, notices
    }
}

/// Where a job's mix passed full scale.
public struct JobClipping: Hashable, Sendable, Codable {
    /// Samples that could not be held.
    public var sampleCount: Int64
    /// 1 being full scale.
    public var worstAmplitude: Float
    public var worstFrame: Int64
    /// From 0.
    public var worstChannel: Int
    /// The line for people.
    public var text: String

    enum CodingKeys: String, CodingKey {
        case sampleCount = "samples", worstAmplitude = "worst_amplitude", worstFrame = "worst_frame", worstChannel = "worst_channel", text
    }
}
