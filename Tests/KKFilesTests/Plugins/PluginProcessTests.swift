import KKFiles
import KKPCM
import KKTestSupport
import Testing

/// Plug-ins of `Tests/PluginToys`, good ones and bad ones, each in a process of its own.
@Suite struct PluginProcessTests {
    private let folder: KKTestSupport.ScratchFolder
    private let plugins: [PluginDescription]
    private static let program = FilePath("\(CommandRun.products)/kkmix-plugin-host")

    init() throws {
        folder = try KKTestSupport.ScratchFolder()
        let built = try CommandRun.shell(
            "clang -O1 -shared -fPIC -o toys.so \(Fixtures.root)/Tests/PluginToys/ladspa.c", in: folder.root)
        try #require(built.status == 0, "\(built.errorText)")
        plugins = try PluginCatalog.plugins(of: FilePath(folder.path("toys.so")), program: Self.program)
    }

    private func play(
        _ label: String, _ sound: [[Float]], values: [Float] = [], slice: Int = 4_096, deadline: Int = 10_000,
        blockLength: Int = 1_024
    ) throws -> (sound: [[Float]], latency: Int) {
        let plugin = try #require(plugins.first { $0.label == label })
        let process = try PluginProcess(
            plugin, sampleRate: 48_000, channelCount: sound.count, values: values,
            blockLength: blockLength, program: Self.program, deadline: deadline)
        let count = sound[0].count + process.latency
        var buffer = PCMBuffer(channelCount: sound.count, frameCapacity: count)
        for (channel, samples) in sound.enumerated() { buffer.fill(channel: channel, with: samples) }
        buffer.frameLength = count
        for start in stride(from: 0, to: count, by: slice) {
            try process.process(start..<min(count, start + slice), in: &buffer, values: values)
        }
        return (sound.indices.map { Array(buffer.samples(ofChannel: $0)[process.latency...]) }, process.latency)
    }

    @Test func `a library says what it has`() throws {
        #expect(plugins.map(\.label).prefix(3) == ["toy_amp", "toy_swap", "toy_late"])
        let amplifier = plugins[0]
        #expect(amplifier.id == 1 && amplifier.name == "Toy amplifier" && amplifier.isEffect)
        #expect(amplifier.controls == [0] && amplifier.audioInputs == [1] && amplifier.audioOutputs == [2])
        #expect(amplifier.ports[0].name == "Gain (factor)" && amplifier.ports[0].upper == 4)
    }

    @Test(arguments: [1, 63, 1_024, 4_096]) func `it plays, and slices show in no bit`(slice: Int) throws {
        let sound = (1...2).map { SeededNumbers.noise(3_000, seed: $0).map { $0 / 4 } }
        let louder = try play("toy_amp", sound, values: [2], slice: slice)
        #expect(louder.sound == sound.map { $0.map { $0 * 2 } } && louder.latency == 1_024)
        #expect(try play("toy_swap", sound, slice: slice).sound == [sound[1], sound[0]])
        let late = try play("toy_late", sound, slice: slice)
        #expect(late.sound == sound && late.latency == 1_024 + 37)
    }

    @Test func `the length of its blocks changes the latency alone, and a copy has the sound of the first`() throws {
        let noise = SeededNumbers.noise(3_000, seed: 1)
        for blockLength in [64, 333, 4_096] {
            let late = try play("toy_late", [noise, noise], blockLength: blockLength)
            #expect(late.sound == [noise, noise] && late.latency == blockLength + 37)
        }
    }

    @Test func `a reset begins again`() throws {
        let process = try PluginProcess(
            try #require(plugins.first { $0.label == "toy_late" }), sampleRate: 48_000, channelCount: 1, values: [],
            program: Self.program)
        func heard() throws -> [Float] {
            var buffer = PCMBuffer(channelCount: 1, frameCapacity: 1_500)
            buffer.fill(channel: 0, with: SeededNumbers.noise(1_500, seed: 3))
            buffer.frameLength = 1_500
            try process.process(0..<1_500, in: &buffer, values: [])
            return buffer.samples(ofChannel: 0)
        }
        let first = try heard()
        try process.reset()
        #expect(try heard() == first)
    }

    @Test func `what a plug-in prints, and its hunger, disturb nobody`() throws {
        let sound = [SeededNumbers.noise(2_000, seed: 1)]
        #expect(try play("toy_talk", sound).sound == sound)
    }

    /// They misbehave at the first sample of 0.5 or more.
    @Test(arguments: [
        ("toy_crash", "crashed (Aborted)"), ("toy_killed", "crashed (Killed)"), ("toy_exit", "ended its process"),
        ("toy_over", "crashed (Segmentation fault)"), ("toy_under", "crashed (Segmentation fault)"),
        ("toy_over_4000", "crashed (Segmentation fault)"), ("toy_over_16384", "crashed (Segmentation fault)"),
        ("toy_over_262144", "crashed (Segmentation fault)"), ("toy_under_262144", "crashed (Segmentation fault)"),
        ("toy_hungry", "crashed (Aborted)"), ("toy_nan", "gave a sample that is infinite or no number"),
    ])
    func `one that fails is an error with its name and the frame`(label: String, problem: String) throws {
        var sound = [Float](repeating: 0.25, count: 4_000)
        sound[2_500] = 0.75
        let error = #expect(throws: AudioFileError.self) { try play(label, [sound]) }
        #expect(error?.kind == .unavailable && error?.problem == problem)
        #expect(error?.position == .frame(2_048) && error?.path.hasSuffix("toys.so, \(label)") == true)
    }

    @Test func `one that does not answer is stopped`() throws {
        let error = #expect(throws: AudioFileError.self) { try play("toy_hang", [[0.75]], deadline: 200) }
        #expect(error?.problem == "did not answer for 0.2 seconds, and was stopped" && error?.position == .frame(0))
    }

    @Test func `what is no library of plug-ins is refused`() throws {
        try folder.write([1, 2, 3], to: "noise.so")
        let error = #expect(throws: AudioFileError.self) {
            try PluginCatalog.plugins(of: FilePath(folder.path("noise.so")), program: Self.program)
        }
        #expect(error?.problem == "is no library of LADSPA plug-ins that can be loaded")
        let missing = #expect(throws: AudioFileError.self) {
            try PluginCatalog.plugins(of: FilePath(folder.path("toys.so")), program: "/nowhere/kkmix-plugin-host")
        }
        #expect(missing?.kind == .unavailable && missing?.nextStep?.contains("KKMIX_PLUGIN_HOST") == true)
    }
}
