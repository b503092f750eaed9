internal import KKPCM

/// A unit that gives more frames than it takes, or fewer: both sides have one format, and a pace.
///
/// The input is pulled on a time line of its own, which begins with the output's, in slices of the unit's own choosing;
/// so the output is the same whatever slices it is asked for. It ends where the input's end is heard at the rate that
/// holds then.
///
/// Latency 0, as the input is looked into ahead; tail 0. A bypassed unit pulls as many frames as it gives.
///
/// ## Allocation
/// In ``AudioUnit/initialize()``.
public class TimeEffect: EffectUnit {
    private var paced: PacedInput?

    // What a kind of unit overrides.

    /// Input frames for one of the output, and what frequencies are multiplied by.
    var pace: (rate: Double, pitch: Double) { (1, 1) }

    /// How it is stretched; `nil` for not at all. What it is at the initialization holds.
    var windows: StretchWindows? { nil }

    init(_ component: ComponentDescription, parameters: [ParameterInfo]) {
        super.init(component, inputCount: 1, parameters: parameters)
    }

    override func prepare() throws(AudioUnitError) {
        paced = try PacedInput(of: self, bus: 0, windows: windows)
        update()
    }

    override func unprepare() { paced = nil }

    override func resetState() { paced?.reset() }

    override func parameterDidChange(_ id: ParameterID, _ scope: Scope, _ element: Int) { update() }

    override func endTime(ofOutput bus: Int, from time: AudioTime) -> Int64? {
        if isBypassed { return super.endTime(ofOutput: bus, from: time) }
        return inputs[0].isSupplied ? paced?.endTime(ofInput: inputs[0].endTime) : 0
    }

    override func process(
        _ flags: inout RenderActionFlags, time: AudioTime, bus: Int, frameCount: Int, into buffer: inout PCMBuffer
    ) throws {
        guard let paced, !isBypassed else {
            return try super.process(&flags, time: time, bus: bus, frameCount: frameCount, into: &buffer)
        }
        guard global.isRamping else {
            return try paced.render(time.sampleTime, frameCount: frameCount, into: &buffer, at: 0)
        }
        for frame in 0..<frameCount {
            global.followRamps(to: frame) { parameterDidChange($0, .global, 0) }
            try paced.render(time.sampleTime, frameCount: 1, into: &buffer, at: frame)
        }
    }

    private func update() {
        let pace = pace
        paced?.set(rate: pace.rate, pitch: pace.pitch)
    }
}
