import KKTestSupport
import Testing

/// What the compiler says of programs that hand a graph, a unit, a queue or a converter from one thread to another.
@Suite struct IsolationTests {
    private func errors(_ body: String) throws -> String { try CompilerProbe.errors(body) }

    private let graph = """
        let graph = AudioGraph()
        let head = try graph.addNode(.genericOutput)
        try graph.open()
        try graph.setInputCallback(head, 0) { _, _, _, _, _ in screen.level = 1 }
        try graph.initialize()
        """
    private let unit = """
        let mixer = MultiChannelMixer()
        try mixer.setRenderCallback({ _, _, _, _, _ in screen.level = 1 }, bus: 0)
        try mixer.initialize()
        """
    private let slice = """
        var buffer = PCMBuffer(channelCount: 2, frameCapacity: 64), flags: RenderActionFlags = []
        try mixer.render(&flags, time: AudioTime(sampleTime: 0, sampleRate: 44_100), frameCount: 64, into: &buffer)
        """

    @Test func `a callback of the main actor runs where its graph or unit is rendered by it`() throws {
        #expect(try errors("\(graph)\n_ = try OfflineRenderer(graph)\n\(unit)\n\(slice)") == "")
    }

    @Test func `a graph with a callback of the main actor does not go to another thread`() throws {
        #expect(try errors("\(graph)\nTask.detached { _ = try OfflineRenderer(graph) }").contains("data race"))
    }

    @Test func `a unit with a callback of the main actor does not go to another thread`() throws {
        #expect(try errors("\(unit)\nTask.detached {\n\(slice)\n}").contains("data race"))
    }

    private static let queue = """
        let pcm = StreamDescription.linearPCM(sampleRate: 44_100, channels: 1, bits: 16, flags: .isSignedInteger)
        let queue = try AudioQueue(output: pcm) { _, _ in screen.level = 1 }
        """
    private static let converter = """
        let pcm = StreamDescription.linearPCM(sampleRate: 44_100, channels: 1, bits: 16, flags: .isSignedInteger)
        let converter = try AudioConverter(from: pcm, to: .canonical(sampleRate: 44_100, channels: 1))
        """
    private static let player = """
        let player = AudioPlayer()
        player.didFinish = { _, _ in screen.level = 1 }
        """

    @Test func `a queue, a converter and a player are used where they were made`() throws {
        let uses = "try queue.start()\nconverter.reset()\nplayer.play()"
        let made = [Self.queue, Self.converter.split(separator: "\n")[1...].joined(separator: "\n"), Self.player]
        #expect(try errors((made + [uses]).joined(separator: "\n")) == "")
    }

    /// The last word of each is what still has the object when the other thread gets it.
    @Test(arguments: [
        (queue, "try queue.start()", ""), (converter, "converter.reset()", "converter.reset()"),
        (player, "player.play()", ""),
    ])
    func `a queue, a converter or a player that this thread still has does not go to another thread`(
        made: String, use: String, after: String
    ) throws {
        #expect(try errors("\(made)\nTask.detached { \(use) }\n\(after)").contains("data race"))
    }

    @Test func `parameters go to other threads, and their graph goes with the last that has it`() throws {
        let graph = "let graph = AudioGraph()", parameters = "let parameters = graph.parameters"
        #expect(try errors("\(graph)\n\(parameters)\nshare(parameters)") == "")
        #expect(try errors("\(graph)\nshare(graph)").contains("does not conform to the 'Sendable' protocol"))
        let use = "Task.detached { try graph.open() }"
        #expect(try errors("\(graph)\n\(use)") == "")
        #expect(try errors("\(graph)\n\(use)\n\(use)").contains("data race"))
    }

    private let engine = """
        let engine = AVAudioEngine()
        let node = AVAudioSourceNode { _, _, _, _ in screen.level = 1; return noErr }
        engine.attach(node)
        """

    @Test func `an engine with a block of the main actor does not go to another thread`() throws {
        func errors(_ body: String) throws -> String {
            try CompilerProbe.errors("\(engine)\n\(body)", importing: "AVFAudioCompat")
        }
        #expect(try errors("try engine.start()") == "")
        #expect(try errors("Task.detached { try engine.start() }").contains("data race"))
        #expect(try errors("share(engine)").contains("does not conform to the 'Sendable' protocol"))
    }
}
