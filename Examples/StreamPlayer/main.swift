// A player of a stream, written as a Core Audio programmer writes it: an MP3 is parsed as its bytes arrive, its packets
// are stored, and a converter's callback hands them one at a time to a graph of mixer → iPod EQ → output, whose render
// callback asks the converter.
//
//   curl … | swift run stream-player - OUT.wav [PRESET]
import KKAudio

let words = Array(CommandLine.arguments.dropFirst())
guard words.count == 2 || words.count == 3 else { leave("usage: stream-player IN.mp3|- OUT.wav [PRESET]", status: 64) }

func run(input: String, output: String, preset: String?) throws {
    // AudioFileStreamOpen: the listener hears of each property, the other callback gets the packets.
    let bytes = ByteStream(path: input)
    let store = PacketStore()
    let stream = try AudioFileStream(
        typeHint: "MPG3", propertyListener: { _, property, _ in print("property \(property.code)") },
        packets: { _, packets in store.add(packets) })
    var isOver = false
    func arrive() throws {
        let portion = bytes.next()
        isOver = portion.isEmpty
        try stream.parse(portion)
    }

    // Until readyToProducePackets, there is nothing to make a converter of.
    while !isOver, try stream.property(.readyToProducePackets) != .flag(true) { try arrive() }
    guard case .format(let description) = try stream.property(.dataFormat) else {
        leave("stream-player: no packets in \(input)", status: 65)
    }
    let format = StreamDescription.canonical(sampleRate: description.sampleRate, channels: description.channelCount)

    // AudioConverterNew, and what the stream knows of priming and remainder.
    let converter = try AudioConverter(from: description, to: format)
    if case .packetTable(let table)? = try? stream.property(.packetTableInfo) { try converter.setPacketTable(table) }

    // NewAUGraph … AUGraphOpen, and the stream's format from unit to unit.
    let graph = AudioGraph()
    let mixerNode = try graph.addNode(.multiChannelMixer)
    let equalizerNode = try graph.addNode(.iPodEQ)
    let outputNode = try graph.addNode(.genericOutput)
    try graph.connect(mixerNode, to: equalizerNode)
    try graph.connect(equalizerNode, to: outputNode)
    try graph.open()
    let mixer = try graph.unit(of: mixerNode, as: MultiChannelMixer.self)
    let equalizer = try graph.unit(of: equalizerNode, as: IPodEQ.self)
    try mixer.setElementCount(1, scope: .input)
    try mixer.setProperty(.streamFormat, format, scope: .input, element: 0)
    try mixer.setProperty(.streamFormat, format, scope: .output, element: 0)
    if let preset { try equalizer.setPresentPreset(named: preset) }

    // AUGraphSetNodeInputCallback: AudioConverterFillComplexBuffer, with the store as its input.
    var framesGiven: Int64 = 0
    var isPlaying = true
    try graph.setInputCallback(mixerNode, 0) { flags, _, _, frames, buffer in
        var list = AudioBufferList(for: format, frameCapacity: frames)
        var count = frames
        try converter.fillComplexBuffer(packetCount: &count, into: &list, input: store.give)
        buffer.silence(0..<frames)
        for channel in 0..<format.channelCount {
            buffer.fill(channel: channel, with: list[channel].samples(as: Float.self))
        }
        if count == 0 { flags.insert(.outputIsSilence) }
        framesGiven += Int64(count)
        isPlaying = count == frames
    }
    try graph.initialize()
    try graph.start()

    // The network and the hardware take turns: a slice is rendered when its packets are there: as many as it takes, and
    // eight more.
    let renderer = try OfflineRenderer(graph, maximumFrameCount: 4096)
    let writer = try AudioFileWriter(
        path: output, format: OutputFormat(container: .wav, encoding: .s24), layout: .standard(format.channelCount),
        sampleRate: format.sampleRate)
    var slice = PCMBuffer(channelCount: format.channelCount, frameCapacity: 4096)
    while isPlaying {
        while store.count < 8 + 4096 / Int(max(1, description.framesPerPacket)), !isOver { try arrive() }
        try renderer.render(4096, into: &slice)
        slice.frameLength = Int(framesGiven - writer.framesWritten)
        try writer.write(slice)
    }
    try writer.finalize()
    graph.stop()
}

do {
    try run(input: words[0], output: words[1], preset: words.count == 3 ? words[2] : nil)
} catch {
    leave("stream-player: \(error)", status: 65)
}
