// A unit of one's own in a graph: player → bit crusher → output. BitCrusher.swift has the unit: a kernel, its
// parameters, and the component by which the graph finds it.
//
//   swift run bit-crusher IN.wav OUT.wav [BITS [HOLD]]
import KKAudio

let words = Array(CommandLine.arguments.dropFirst())
let numbers = words.dropFirst(2).compactMap { Float($0) }
guard (2...4).contains(words.count), numbers.count == words.count - 2 else {
    leave("usage: bit-crusher IN.wav OUT.wav [BITS [HOLD]]", status: 64)
}

func run(input: String, output: String, settings: [Float]) throws {
    let reader = try AudioFileReader(path: input)

    // The graph knows kkmix's units and this one.
    let graph = AudioGraph(components: AudioComponent.all + [BitCrusher.component])
    let playerNode = try graph.addNode(.filePlayer)
    let crusherNode = try graph.addNode(BitCrusher.description)
    let outputNode = try graph.addNode(.genericOutput)
    try graph.connect(playerNode, to: crusherNode)
    try graph.connect(crusherNode, to: outputNode)
    try graph.open()

    let player = try graph.unit(of: playerNode, as: FilePlayer.self)
    try player.setStreamFormat(reader.format, scope: .output)
    try player.setChannelLayout(reader.clientLayout, scope: .output)
    try player.schedule(ScheduledSource(reader))
    let crusher = try graph.unit(of: crusherNode, as: Effect<BitCrusher>.self)
    for (id, value) in zip([BitCrusher.Parameter.bits, BitCrusher.Parameter.hold], settings) {
        // A value that somebody wrote is refused outside the range; setting it alone would take the nearest end.
        try crusher.checkParameter(id, value)
        try crusher.setParameter(id, value)
    }
    try graph.initialize()

    let renderer = try OfflineRenderer(graph)
    let writer = try AudioFileWriter(
        path: output, format: OutputFormat(container: .wav, encoding: .s24), layout: reader.clientLayout,
        sampleRate: reader.format.sampleRate)
    var slice = PCMBuffer(channelCount: reader.format.channelCount, frameCapacity: renderer.maximumFrameCount)
    let length = reader.frameCount ?? 0
    while writer.framesWritten < length {
        try renderer.render(Int(min(Int64(renderer.maximumFrameCount), length - writer.framesWritten)), into: &slice)
        try writer.write(slice)
    }
    try writer.finalize()
}

do {
    try run(input: words[0], output: words[1], settings: numbers)
} catch {
    leave("bit-crusher: \(error)", status: 65)
}
