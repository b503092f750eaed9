internal import KKPCM

/// The head of a graph that is rendered by hand: one input, one output, nothing in between.
///
/// Its input is rendered straight into the caller's buffer. Both buses always have one format and layout: setting either sets both.
public final class GenericOutput: AudioUnit {
    public init() {
        super.init(.genericOutput, inputCount: 1, outputCount: 1)
    }

    override func formatDidChange(_ scope: Scope, _ element: Int) {
        let (changed, other) = scope == .input ? (inputs[0], outputs[0]) : (outputs[0], inputs[0])
        other.format = changed.format
        other.layout = changed.layout
    }

    override func process(
        _ flags: inout RenderActionFlags, time: AudioTime, bus: Int, frameCount: Int, into buffer: inout PCMBuffer
    ) throws {
        flags.formUnion(try pullInput(0, flags, time: time, frameCount: frameCount, into: &buffer))
    }
}
