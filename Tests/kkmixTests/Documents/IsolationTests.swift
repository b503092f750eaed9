import KKTestSupport
import Testing

/// What the compiler says of programs that hand a graph, or a unit, from one thread to another.
@Suite struct IsolationTests {
    /// The errors of a program whose main actor has a callback, as words of the compiler's.
    private func errors(_ body: String) throws -> String {
        let folder = try ScratchFolder()
        try folder.write(
            Array(
                """
                import KKAudio

                @MainActor final class Screen { var level: Float = 0 }

                @MainActor func show(on screen: Screen) throws {
                \(body)
                }
                """.utf8), to: "probe.swift")
        let run = try CommandRun.shell(
            """
            maps=; for map in \(CommandRun.products)/C*.build/module.modulemap \(Fixtures.root)/Sources/C*/module.modulemap; do
                maps="$maps -Xcc -fmodule-map-file=$map"
            done
            swiftc -emit-sil -swift-version 6 -I \(CommandRun.products)/Modules $maps probe.swift -o /dev/null
            """, in: folder.root)
        #expect((run.status == 0) == !run.errorText.contains("error:"), "\(run.errorText)")
        return run.errorText
    }

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
}
