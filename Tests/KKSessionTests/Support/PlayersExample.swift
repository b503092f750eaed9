import KKAudio

/// Music, and a voice twice over it from 1.5 s on, as two players would play them on one device.
func playTogether(music: String, voice: String, output: String) throws -> Int64 {
    let (graph, players) = try AudioGraph.players(2, format: .canonical(sampleRate: 44_100, channels: 2))
    for (player, path) in zip(players, [music, voice]) {
        let reader = try AudioFileReader(path: path)
        try player.setSource(reader, layout: reader.fileLayout)
    }
    try graph.initialize()
    players[0].volume = 0.5
    players[0].play()
    players[1].numberOfLoops = 1
    players[1].play(atTime: 1.5)

    let renderer = try OfflineRenderer(graph)
    let writer = try AudioFileWriter(
        path: output, format: OutputFormat(container: .wav, encoding: .s24), layout: .stereo, sampleRate: 44_100)
    // Until neither plays any more.
    try renderer.renderToEnd(into: writer, limit: .max)
    try writer.finalize()
    return writer.framesWritten
}
