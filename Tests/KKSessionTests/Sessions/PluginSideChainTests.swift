import KKMixing
import KKTestSupport
import Testing

/// LV2 plug-ins with a side chain as units with a second bus. Those of `Tests/PluginToys` add twice the key, on the left.
@Suite struct PluginSideChainTests {
    private static let length = 3_000
    private let folder: ScratchFolder
    private let host: FilePath

    init() throws {
        folder = try ScratchFolder()
        let sources = "\(Fixtures.root)/Tests/PluginToys/toys.lv2"
        let script = "#!/bin/sh\nLV2_PATH=\(folder.root) exec \(CommandRun.products)/kkmix-plugin-host \"$@\"\n"
        try folder.write(Array(script.utf8), to: "host")
        let built = try CommandRun.shell(
            "chmod +x host && cp -r \(sources) . && clang -O1 -shared -fPIC -o toys.lv2/toys.so \(sources)/toys.c",
            in: folder.root)
        try #require(built.status == 0, "\(built.errorText)")
        host = FilePath(folder.path("host"))
    }

    private func noise(_ count: Int, seed: UInt64) -> [[Float]] {
        (0..<UInt64(count)).map { SeededNumbers.noise(Self.length, seed: seed + $0).map { $0 / 8 } }
    }

    private func give(_ channels: [[Float]]) -> RenderCallback {
        { _, time, _, frames, buffer in
            for (channel, samples) in channels.enumerated() {
                for index in 0..<frames where samples.indices.contains(Int(time.sampleTime) + index) {
                    buffer.fill(channel: channel, at: index, with: [samples[Int(time.sampleTime) + index]])
                }
            }
        }
    }

    private func heard(_ label: String, _ sound: [[Float]], key: [[Float]]?, slice: Int = 512) throws -> [[Float]] {
        let plugin = try #require(try PluginCatalog.lv2("urn:kkmix:toy:\(label)", program: host).first)
        let unit = try plugin.component(program: host).makeInstance()
        #expect(unit.elementCount(.input) == 2)
        try unit.setStreamFormat(.canonical(sampleRate: 48_000, channels: sound.count), scope: .input)
        try unit.setRenderCallback(give(sound), bus: 0)
        if let key {
            try unit.setStreamFormat(.canonical(sampleRate: 48_000, channels: key.count), scope: .input, element: 1)
            try unit.setRenderCallback(give(key), bus: 1)
        }
        try unit.initialize()
        var heard = sound.map { _ in [Float]() }, time: Int64 = 0
        var buffer = PCMBuffer(channelCount: sound.count, frameCapacity: slice)
        while heard[0].count < Self.length + 1_024 {
            var flags: RenderActionFlags = .offlineRender
            try unit.render(
                &flags, time: AudioTime(sampleTime: time, sampleRate: 48_000), frameCount: slice, into: &buffer)
            for channel in sound.indices { heard[channel] += buffer.samples(ofChannel: channel) }
            time += Int64(slice)
        }
        return heard.map { Array($0[1_024..<1_024 + Self.length]) }
    }

    private func sum(_ sound: [Float], _ key: [Float]) -> [Float] { zip(sound, key).map { $0 + 2 * $1 } }

    @Test(arguments: [1, 63, 512, 1_156]) func `the key comes in at bus 1, at its frame, whatever the slices are`(
        slice: Int
    ) throws {
        let sound = noise(2, seed: 1), key = noise(2, seed: 3)
        let heard = try heard("keyed", sound, key: key, slice: slice)
        #expect(heard == [sum(sound[0], key[0]), sum(sound[1], key[1])])
    }

    @Test func `without a key the side chain is silent`() throws {
        let sound = noise(2, seed: 1)
        #expect(try heard("keyed", sound, key: nil) == sound)
        #expect(try heard("keyed2", sound, key: nil) == sound)
    }

    @Test func `one channel of a key is for all, and several are their mean for one`() throws {
        let sound = noise(2, seed: 1), key = noise(2, seed: 3)
        #expect(try heard("keyed", sound, key: [key[0]]) == [sum(sound[0], key[0]), sum(sound[1], key[0])])
        let mean = zip(key[0], key[1]).map { $0 / 2 + $1 / 2 }
        #expect(try heard("keyed2", sound, key: key) == [sum(sound[0], mean), sound[1]])
    }

    @Test func `a graph connects a source with it`() throws {
        let plugin = try #require(try PluginCatalog.lv2("urn:kkmix:toy:keyed", program: host).first)
        let component = try plugin.component(program: host),
            graph = AudioGraph(components: AudioComponent.all + [component])
        let sound = noise(1, seed: 1), key = noise(1, seed: 2)
        let kinds: [ComponentDescription] = [.multiSplitter, .multiSplitter, component.description, .genericOutput]
        let nodes = try kinds.map { try graph.addNode($0) }
        try graph.open()
        for (node, samples) in zip(nodes, [sound, key]) {
            let unit = try graph.unit(of: node, as: MultiSplitter.self)
            try unit.setStreamFormat(.canonical(sampleRate: 48_000, channels: 1), scope: .input)
            try unit.setRenderCallback(give(samples), bus: 0)
        }
        try graph.connect(nodes[0], 0, to: nodes[2], 0)
        try graph.connect(nodes[1], 0, to: nodes[2], EffectUnit.keyBus)
        try graph.connect(nodes[2], 0, to: nodes[3], 0)
        try graph.initialize()
        let renderer = try OfflineRenderer(graph)
        var buffer = PCMBuffer(channelCount: 1, frameCapacity: 4_096), heard: [Float] = []
        while heard.count < 4_096 {
            _ = try renderer.render(512, into: &buffer)
            heard += buffer.samples(ofChannel: 0)
        }
        #expect(Array(heard[1_024..<1_024 + Self.length]) == sum(sound[0], key[0]))
    }
}
