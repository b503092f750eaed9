public import KKFiles

/// What a render job did.
public struct MixReport: Sendable {
    public var outputPath: String
    /// Whether a file with the same bytes was there, and was left alone.
    public var isUnchanged = false
    public var format: OutputFormat
    public var frameCount: Int64
    /// The dither that was used.
    public var dither: String
    /// The factor at which `--on-clip scale` rendered the mix the second time; 1 when it fitted, or was brought to a
    /// loudness.
    public var scale: Double
    /// The ceiling at which the mix was limited.
    public var limit: TruePeakCeiling?
    /// How the mix was brought to its loudness; `nil` when none was asked for.
    public var loudness: LoudnessReport?
    /// The files of the tracks' contributions, in the order of the tracks; `nil` when none were asked for.
    public var stems: [String]?
    /// The file of the trace.
    public var trace: String?
    public var clipping: ClippingReport?
    public var warnings: [FileWarning]
}
