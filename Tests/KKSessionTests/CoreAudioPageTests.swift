import Foundation
import KKMixing
import KKTestSupport
import Testing

/// docs/core-audio.md says what is otherwise than in Core Audio; each row is tried here.
@Suite struct CoreAudioPageTests {
    /// A row of the page, and what holds it.
    struct Difference: Sendable, CustomTestStringConvertible {
        let name: String
        let holds: @Sendable () throws -> Bool
        var testDescription: String { name }
    }

    static let differences = [
        Difference(name: "errors") {
            let error = try #require(throws: AudioFileError.self) { try AudioFileReader(path: "/nowhere/a.wav") }
            return error.status == -43 && error.description.contains("/nowhere/a.wav") && error.nextStep != nil
        },
        Difference(name: "who pulls") {
            let desk = try Desk()
            let started = try Desk()
            try started.graph.start()
            return try started.asked == 0 && started.heard(8, by: 8) == desk.heard(8, by: 8) && desk.asked == 1
        },
        Difference(name: "device outputs") {
            [.remoteIO, .halOutput, .defaultOutput].allSatisfy {
                AudioComponent.findNext($0)?.description == .genericOutput
            }
        },
        Difference(name: "slices") {
            let whole = try Desk().heard(1000, by: 1000)
            return try [1, 37, 512].allSatisfy { try Desk().heard(1000, by: $0) == whole }
        },
        Difference(name: "inside a graph") {
            let desk = try Desk()
            let mixer = try desk.graph.unit(of: desk.mixer, as: MultiChannelMixer.self)
            try desk.graph.uninitialize()
            let int16 = StreamDescription.linearPCM(
                sampleRate: 48_000, channels: 1, bits: 16, flags: .isSignedInteger)
            try desk.graph.setBufferListCallback(desk.mixer, 1) { _, _, _, frames, list in
                for frame in 0..<frames { list[0].bytes[2 * frame + 1] = 0x20 }
            }
            try mixer.setStreamFormat(int16, scope: .input, element: 1)
            try desk.graph.initialize()
            return try desk.heard(4, by: 4) == Desk.ramp(0..<4).map { $0 + 0.25 }
                && mixer.streamFormat(.output).isCanonical
        },
        Difference(name: "a graph's threads") {
            let desk = try Desk()
            let (parameters, mixer) = (desk.graph.parameters, desk.mixer)
            let thread = Thread {
                try? parameters.set(MultiChannelMixer.Parameter.volume, 0.5, of: mixer, scope: .output)
            }
            thread.start()
            while !thread.isFinished { Thread.sleep(forTimeInterval: 0.001) }
            // That a type is not `Sendable` no program can ask; the compiler can.
            let errors = try CompilerProbe.errors("let graph = AudioGraph()\nshare(graph.parameters)\nshare(graph)")
            return try errors.contains("'AudioGraph' does not conform") && !errors.contains("'GraphParameters'")
                && desk.heard(4, by: 4) == Desk.ramp(0..<4).map { $0 / 2 }
        },
        Difference(name: "update in a notification") {
            let desk = try Desk()
            let (mixer, graph) = (desk.mixer, desk.graph)
            desk.graph.addRenderNotify { [unowned graph] flags, time, _, _, _ in
                guard flags.contains(.preRender), time.sampleTime == 4 else { return }
                try? graph.setInputCallback(mixer, 1, Desk.give)
                try? graph.update()
            }
            return try desk.heard(8, by: 4) == Desk.ramp(0..<4) + Desk.ramp(4..<8).map { 2 * $0 }
        },
        Difference(name: "waiting for one's own slice") {
            let desk = try Desk()
            var status: Int32?
            desk.graph.addRenderNotify { [unowned graph = desk.graph] _, _, _, _, _ in
                do throws(GraphError) { try graph.uninitialize() } catch { status = error.status }
            }
            _ = try desk.heard(4, by: 4)
            return status == -10863
        },
        Difference(name: "units of your own") {
            let own = ComponentDescription(type: .effectUnit, subType: "page", manufacturer: "test")
            let component = AudioComponent(own, "Test: mixer") { MultiChannelMixer() }
            _ = try AudioGraph(components: AudioComponent.all + [component]).addNode(own)
            return AudioComponent.findNext(own) == nil
                && isThrown(GraphError.self) { _ = try AudioGraph().addNode(own) }
        },
        Difference(name: "a rate conversion's start") {
            // An impulse in the middle stays where it was in time.
            var sound = [Float](repeating: 0, count: 2001)
            sound[1000] = 1
            let source = try ResampledSource(ArraySource([sound], sampleRate: 48_000), sampleRate: 96_000)
            let samples = try source.readAll()[0]
            return samples.count == 4002 && samples.indices.max { samples[$0] < samples[$1] } == 2000
        },
        Difference(name: "a file without its end") {
            let folder = try ScratchFolder()
            do {
                let writer = try AudioFileWriter(
                    path: folder.path("a.wav"), format: OutputFormat(container: .wav, encoding: .s16), layout: .mono,
                    sampleRate: 48_000)
                try writer.write(PCMBuffer(channelCount: 1, frameCapacity: 100))
            }
            return try FileManager.default.contentsOfDirectory(atPath: folder.path("")).isEmpty
        },
        Difference(name: "damaged packets") {
            let folder = try ScratchFolder()
            var bytes = try [UInt8](Data(contentsOf: URL(fileURLWithPath: Fixtures.path("speech.flac"))))
            for index in bytes.count / 2..<bytes.count / 2 + 16 { bytes[index] ^= 0x5A }
            try Data(bytes).write(to: URL(fileURLWithPath: folder.path("a.flac")))
            let whole = try AudioFileReader(path: Fixtures.path("speech.flac")).readAll()
            let reader = try AudioFileReader(path: folder.path("a.flac"))
            let damaged = try reader.readAll()
            return damaged[0].count == whole[0].count && damaged != whole && !reader.warnings.isEmpty
                && isThrown(AudioFileError.self) {
                    let options = ReaderOptions(strict: true)
                    _ = try AudioFileReader(path: folder.path("a.flac"), options: options).readAll()
                }
        },
    ]

    @Test(arguments: differences) func `what the page says is otherwise is so`(difference: Difference) throws {
        #expect(try difference.holds())
    }

    @Test func `the page has these rows and no others`() throws {
        let page = try String(contentsOfFile: "\(Fixtures.root)/docs/core-audio.md", encoding: .utf8)
        let table = try #require(page.components(separatedBy: "What differs, each held by a test:").last)
        let rows = table.split(separator: "\n").prefix { $0.hasPrefix("|") }.dropFirst(2)
        #expect(
            rows.map { row in row.split(separator: "|")[0].trimmingCharacters(in: .whitespaces) }
                == Self.differences.map(\.name))
    }

    private static func isThrown<E: Error>(_ type: E.Type, _ body: () throws -> Void) -> Bool {
        do { try body() } catch { return error is E }
        return false
    }
}

/// A mixer of two mono buses before the output, of which the first counts frames up.
final class Desk {
    let graph = AudioGraph()
    let output: Node, mixer: Node
    private(set) var asked = 0

    static let give: @Sendable (inout RenderActionFlags, AudioTime, Int, Int, inout PCMBuffer) throws -> Void = {
        _, time, _, frames, buffer in
        let start = Int(time.sampleTime)
        buffer.fill(channel: 0, with: ramp(start..<start + frames))
    }

    static func ramp(_ frames: Range<Int>) -> [Float] { frames.map { Float($0) / 1024 } }

    init() throws {
        output = try graph.addNode(.genericOutput)
        mixer = try graph.addNode(.multiChannelMixer)
        try graph.open()
        let unit = try graph.unit(of: mixer, as: MultiChannelMixer.self)
        try unit.setElementCount(2, scope: .input)
        for bus in 0..<2 {
            try unit.setStreamFormat(.canonical(sampleRate: 48_000, channels: 1), scope: .input, element: bus)
        }
        try unit.setStreamFormat(.canonical(sampleRate: 48_000, channels: 1), scope: .output)
        try graph.connect(mixer, to: output)
        try graph.setInputCallback(mixer, 0) { [unowned self] flags, time, bus, frames, buffer in
            asked += 1
            try Self.give(&flags, time, bus, frames, &buffer)
        }
        try graph.initialize()
    }

    func heard(_ frameCount: Int, by request: Int) throws -> [Float] {
        let renderer = try OfflineRenderer(graph)
        var buffer = PCMBuffer(channelCount: 1, frameCapacity: renderer.maximumFrameCount)
        var heard: [Float] = []
        while heard.count < frameCount {
            try renderer.render(min(request, frameCount - heard.count), into: &buffer)
            heard += buffer.samples(ofChannel: 0)
        }
        return heard
    }
}
