import KKMixing

/// What `kkmix song.mp3::gain=-6dB voice.wav::at=1.5s -o mix.wav` does, in one job.
func mixInOneJob(song: String, voice: String, output: String) throws -> Int64 {
    var music = TrackSpec(path: song)
    music.gain = try Gain(parsing: "-6dB")
    var speech = TrackSpec(path: voice)
    speech.start = try TimeValue(parsing: "1.5s")
    let session = Session(tracks: [music, speech])
    let job = try RenderJob(
        session, output: OutputSpec(path: output), environment: RenderJob.Environment(temporaryFiles: TemporaryFiles()))
    return try job.run().frameCount
}

/// The same by hand: readers, units, a graph, the render loop and a writer.
func mixByHand(song: String, voice: String, output: String) throws -> Int64 {
    let rate = 44_100.0
    let options = ReaderOptions(clientSampleRate: rate)
    let readers = try [song, voice].map { try AudioFileReader(path: $0, options: options) }
    let starts: [Int64] = [0, 66_150]
    let levels = [Decibels(-6).linear, 1]

    let graph = AudioGraph()
    let players = try readers.map { _ in try graph.addNode(.filePlayer) }
    let mixerNode = try graph.addNode(.multiChannelMixer)
    let outputNode = try graph.addNode(.genericOutput)
    try graph.open()

    let mixer = try graph.unit(of: mixerNode, as: MultiChannelMixer.self)
    try mixer.setElementCount(readers.count, scope: .input)
    try mixer.setStreamFormat(.canonical(sampleRate: rate, channels: 2), scope: .output)
    for (bus, reader) in readers.enumerated() {
        let player = try graph.unit(of: players[bus], as: FilePlayer.self)
        try player.setStreamFormat(reader.format, scope: .output)
        try player.schedule(ScheduledSource(reader, startTime: starts[bus]))
        try graph.connect(players[bus], to: mixerNode, bus)
        try mixer.setParameter(MultiChannelMixer.Parameter.volume, Float(levels[bus]), scope: .input, element: bus)
    }
    try graph.connect(mixerNode, to: outputNode)
    try graph.initialize()

    let renderer = try OfflineRenderer(graph)
    let writer = try AudioFileWriter(
        path: output, format: OutputFormat(container: .wav, encoding: .s24), layout: .stereo, sampleRate: rate)
    // Until both players have nothing more.
    try renderer.renderToEnd(into: writer, limit: .max)
    try writer.finalize()
    return writer.framesWritten
}
