public import KKFiles
public import KKPCM

/// What a render job did.
public struct MixReport: Sendable {
    public var outputPath: String
    public var format: OutputFormat
    public var sampleRate: Double
    public var layout: ChannelLayout
    public var frameCount: Int64
    /// The dither that was used.
    public var dither: String
    /// The level at which `--on-clip scale` rendered the mix the second time; 1 when it fitted.
    public var scale: Double
    public var clipping: ClippingReport?
    public var warnings: [FileWarning]
    public var notices: [String]
}
