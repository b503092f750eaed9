internal import KKPCM

/// A unit that gives more or fewer frames than it takes. Both sides have the same format.
///
/// The input is pulled on its own time line, which begins with the output's, in slices that the unit chooses, so the
/// output does not depend on the requested slices. The output ends with the end of the input, at the rate of that time.
///
/// Latency 0, because the unit looks ahead in its input; tail 0. A bypassed unit pulls as many frames as it gives.
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

    override func apply(_ preset: FactoryPreset) {
        let chosen = presets[Int(preset.number)]
        set(chosen)
        for (id, _) in chosen.values { parameterDidChange(id, .global, 0) }
    }

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
