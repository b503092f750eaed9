// A graph of mixer → iPod EQ → output, written as a Core Audio programmer writes it: the mixer's bus 0 is filled by a
// render callback that reads a file, and formats and maximumFramesPerSlice are set unit by unit.
//
//   swift run graph-mixer IN.wav OUT.wav [PRESET]
import KKAudio

let words = Array(CommandLine.arguments.dropFirst())
guard words.count == 2 || words.count == 3 else { leave("usage: graph-mixer IN.wav OUT.wav [PRESET]", status: 64) }

func run(input: String, output: String, preset: String?) throws {
    let reader = try AudioFileReader(path: input)
    let format = reader.format

    // NewAUGraph, AUGraphAddNode, AUGraphConnectNodeInput, AUGraphOpen
    let graph = AudioGraph()
    let outputNode = try graph.addNode(ComponentDescription(type: "auou", subType: "genr"))
    let equalizerNode = try graph.addNode(ComponentDescription(type: "aufx", subType: "ipeq"))
    let mixerNode = try graph.addNode(ComponentDescription(type: "aumx", subType: "mcmx"))
    try graph.connect(mixerNode, 0, to: equalizerNode, 0)
    try graph.connect(equalizerNode, 0, to: outputNode, 0)
    try graph.open()

    // AUGraphNodeInfo
    guard let mixer = try graph.nodeInfo(mixerNode).unit, let equalizer = try graph.nodeInfo(equalizerNode).unit,
        let generic = try graph.nodeInfo(outputNode).unit
    else { return }

    // AudioUnitSetProperty
    try mixer.setProperty(.elementCount, 1, scope: .input)
    try mixer.setProperty(.streamFormat, format, scope: .input, element: 0)
    try mixer.setProperty(.streamFormat, format, scope: .output, element: 0)
    try equalizer.setProperty(.streamFormat, format, scope: .output, element: 0)
    try generic.setProperty(.streamFormat, format, scope: .output, element: 0)
    for unit in [mixer, equalizer, generic] { try unit.setProperty(.maximumFramesPerSlice, 4096) }
    if let preset {
        let presets = try equalizer.property(.factoryPresets)
        guard let chosen = presets.first(where: { $0.name == preset }) else {
            leave(
                "graph-mixer: there is no preset \(preset); use \(presets.map(\.name).joined(separator: ", "))",
                status: 64)
        }
        try equalizer.setProperty(.presentPreset, chosen)
    }

    // AUGraphSetNodeInputCallback: as many frames as the file still has, and silence after its end.
    try graph.setInputCallback(mixerNode, 0) { flags, _, _, frames, buffer in
        if try reader.readFully(into: &buffer, at: 0, frameCount: frames) == 0 { flags.insert(.outputIsSilence) }
    }

    // AUGraphInitialize, CAShow, AUGraphStart
    try graph.initialize()
    print(graph)
    try graph.start()

    // No hardware asks for frames, so this loop does.
    let writer = try AudioFileWriter(
        path: output, format: OutputFormat(container: .wav, encoding: .s24), layout: reader.clientLayout,
        sampleRate: format.sampleRate)
    var slice = PCMBuffer(channelCount: format.channelCount, frameCapacity: 4096)
    var time = AudioTime(sampleTime: 0, sampleRate: format.sampleRate)
    let length = reader.frameCount ?? 0
    while time.sampleTime < length {
        let frames = Int(min(4096, length - time.sampleTime))
        var flags: RenderActionFlags = .offlineRender
        try generic.render(&flags, time: time, frameCount: frames, into: &slice)
        try writer.write(slice)
        time = time.advanced(by: frames)
    }
    try writer.finalize()
    graph.stop()
    try graph.uninitialize()
    try graph.close()
}

do {
    try run(input: words[0], output: words[1], preset: words.count == 3 ? words[2] : nil)
} catch {
    leave("graph-mixer: \(error)", status: 65)
}
