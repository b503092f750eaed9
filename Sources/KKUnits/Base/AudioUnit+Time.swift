internal import KKPCM

extension AudioUnit {
    /// ``latency`` in frames of the output: a host cuts that much off the start, and renders that much more at the end.
    public var latencyFrameCount: Int { Int((latency * timeRate).rounded()) }

    /// ``tailTime`` in frames of the output; `nil` if it never ends.
    public var tailFrameCount: Int? {
        let count = (tailTime * timeRate).rounded()
        return count < 0x1p62 ? Int(count) : nil
    }

    private var timeRate: Double { (outputs.first ?? inputs.first ?? global).format.sampleRate }
}
