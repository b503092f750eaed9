internal import KKPCM

extension AudioUnit {
    /// ``latency`` in frames of the output: what a host cuts off in front, and renders more at the end.
    public var latencyFrameCount: Int { Int((latency * timeRate).rounded()) }

    /// ``tailTime`` in frames of the output; `nil` for what never ends.
    public var tailFrameCount: Int? {
        let count = (tailTime * timeRate).rounded()
        return count < 0x1p62 ? Int(count) : nil
    }

    private var timeRate: Double { (outputs.first ?? inputs.first ?? global).format.sampleRate }
}
