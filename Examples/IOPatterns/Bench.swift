import KKAudio

/// A graph with an I/O unit whose input element reads a file, and a writer for what its output element gives.
struct Bench {
    let graph = AudioGraph()
    let io: Node
    let unit: GenericOutput
    let reader: AudioFileReader

    /// The graph is open; both elements have the file's format. Input is enabled when asked for.
    init(input path: String, enablingInput: Bool) throws {
        reader = try AudioFileReader(path: path)
        io = try graph.addNode(.genericOutput)
        try graph.open()
        unit = try graph.unit(of: io, as: GenericOutput.self)
        try unit.setProperty(.streamFormat, reader.format, scope: .input, element: 0)
        try unit.setProperty(.streamFormat, reader.format, scope: .output, element: 1)
        if enablingInput {
            try unit.setProperty(.enableIO, true, scope: .input, element: 1)
            try unit.setInputSource(reader)
        }
    }

    /// A callback that gives the file's frames, one slice after the other.
    var fileCallback: RenderCallback {
        { [reader] flags, _, _, frames, buffer in
            // The buffer is silent at first, so a file that ends leaves silence behind.
            if try reader.readFully(into: &buffer, at: 0, frameCount: frames) == 0 { flags.insert(.outputIsSilence) }
        }
    }

    /// Starts the graph and writes as many frames as the file has, at 24 bits.
    func render(to path: String) throws {
        try graph.initialize()
        try graph.start()
        let renderer = try OfflineRenderer(graph)
        let writer = try AudioFileWriter(
            path: path, format: OutputFormat(container: .wav, encoding: .s24), layout: reader.clientLayout,
            sampleRate: renderer.format.sampleRate)
        var slice = PCMBuffer(channelCount: renderer.format.channelCount, frameCapacity: renderer.maximumFrameCount)
        let length = reader.frameCount ?? 0
        while writer.framesWritten < length {
            try renderer.render(
                Int(min(Int64(renderer.maximumFrameCount), length - writer.framesWritten)), into: &slice)
            try writer.write(slice)
        }
        try writer.finalize()
        graph.stop()
    }
}
