import KKAudio

/// 1. I/O pass-through: the input element's output is connected with the output element's input. No callback, no other
///    unit.
func passThrough(input: String, output: String) throws {
    let bench = try Bench(input: input, enablingInput: true)
    try bench.graph.connect(bench.io, 1, to: bench.io, 0)
    try bench.render(to: output)
}

/// 2. I/O with a mixer between the elements, and no callback: the mixer takes the level down by half.
func throughMixer(input: String, output: String) throws {
    let bench = try Bench(input: input, enablingInput: true)
    let mixerNode = try bench.graph.addNode(.multiChannelMixer)
    let mixer = try bench.graph.unit(of: mixerNode, as: MultiChannelMixer.self)
    try mixer.setElementCount(1, scope: .input)
    try mixer.setProperty(.streamFormat, bench.reader.format, scope: .output)
    try mixer.setParameter(MultiChannelMixer.Parameter.volume, 0.5, scope: .input, element: 0)
    try bench.graph.connect(bench.io, 1, to: mixerNode, 0)
    try bench.graph.connect(mixerNode, to: bench.io, 0)
    try bench.render(to: output)
}

/// 3. I/O with a render callback: the output element asks the callback, which renders the input element itself and
///    turns the frames over.
func throughCallback(input: String, output: String) throws {
    let bench = try Bench(input: input, enablingInput: true)
    let unit = bench.unit
    try bench.graph.setInputCallback(bench.io, 0) { [unowned unit] flags, time, _, frames, buffer in
        try unit.render(&flags, time: time, bus: 1, frameCount: frames, into: &buffer)
        for channel in 0..<buffer.channelCount {
            buffer.withMutableChannel(channel) { span in
                for frame in 0..<frames { span[frame] = -span[frame] }
            }
        }
    }
    try bench.render(to: output)
}

/// 4. Output only, with one callback that supplies everything. The input element stays disabled, as it is by default.
func outputOnly(input: String, output: String) throws {
    let bench = try Bench(input: input, enablingInput: false)
    try bench.graph.setInputCallback(bench.io, 0, bench.fileCallback)
    try bench.render(to: output)
}

/// 5. Output only, with two callbacks into a mixer, one of them by way of an equaliser: the file with its treble taken
///    down, and a quiet click every thousand frames.
func twoCallbacks(input: String, output: String) throws {
    let bench = try Bench(input: input, enablingInput: false)
    let format = bench.reader.format
    let equalizerNode = try bench.graph.addNode(.iPodEQ), mixerNode = try bench.graph.addNode(.multiChannelMixer)
    let equalizer = try bench.graph.unit(of: equalizerNode, as: IPodEQ.self)
    try equalizer.setProperty(.streamFormat, format, scope: .input)
    try equalizer.setPresentPreset(named: "Treble Reducer")
    let mixer = try bench.graph.unit(of: mixerNode, as: MultiChannelMixer.self)
    try mixer.setElementCount(2, scope: .input)
    try mixer.setProperty(.streamFormat, format, scope: .input, element: 1)
    try mixer.setProperty(.streamFormat, format, scope: .output)

    try bench.graph.setInputCallback(equalizerNode, 0, bench.fileCallback)
    try bench.graph.connect(equalizerNode, to: mixerNode, 0)
    try bench.graph.setInputCallback(mixerNode, 1) { _, time, _, frames, buffer in
        for channel in 0..<buffer.channelCount {
            buffer.withMutableChannel(channel) { span in
                for frame in 0..<frames where (time.sampleTime + Int64(frame)) % 1000 == 0 { span[frame] = 0.125 }
            }
        }
    }
    try bench.graph.connect(mixerNode, to: bench.io, 0)
    try bench.render(to: output)
}

/// 6. Input only: the output element is disabled, and a callback is told of every slice that has come in, renders it
///    and looks at it. The largest sample is printed, and what is written is silence.
func analysis(input: String, output: String) throws {
    let bench = try Bench(input: input, enablingInput: true)
    let unit = bench.unit
    try unit.setProperty(.enableIO, false, scope: .output, element: 0)
    // A unit that nothing is connected with is not initialized by its graph.
    try bench.graph.connect(bench.io, 1, to: bench.io, 0)
    let peak = Peak(channelCount: bench.reader.format.channelCount, frameCapacity: unit.maximumFramesPerSlice)
    unit.inputCallback = { [unowned unit] flags, time, bus, frames in
        try peak.look(at: unit, flags, time, bus, frames)
    }
    try bench.render(to: output)
    print("peak \(peak.largest)")
}

/// The largest sample so far, and the memory to look at a slice.
private final class Peak {
    private var slice: PCMBuffer
    private(set) var largest: Float = 0

    init(channelCount: Int, frameCapacity: Int) {
        slice = PCMBuffer(channelCount: channelCount, frameCapacity: frameCapacity)
    }

    func look(at unit: GenericOutput, _ flags: RenderActionFlags, _ time: AudioTime, _ bus: Int, _ frames: Int) throws {
        var flags = flags
        try unit.render(&flags, time: time, bus: bus, frameCount: frames, into: &slice)
        for channel in 0..<slice.channelCount {
            slice.withChannel(channel) { span in
                for frame in 0..<frames { largest = max(largest, span[frame].magnitude) }
            }
        }
    }
}
