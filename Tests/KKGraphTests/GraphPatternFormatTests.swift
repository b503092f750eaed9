import KKConvert
import KKFiles
import KKGraph
import KKPCM
import KKTestSupport
import KKUnits
import Testing

/// The six ways to use an I/O unit, and two files in a mixer, with buses of integers as programs had them: the same sound
/// to half a step.
@Suite struct GraphPatternFormatTests {
    enum Pattern: CaseIterable {
        case passThrough, mixer, renderCallback, outputOnly, inputOnly, twoCallbacks, twoFiles, filePlayers
    }

    static let float = StreamDescription.canonical(sampleRate: 44_100, channels: 2)
    static let formats: [StreamDescription] = [
        .linearPCM(sampleRate: 44_100, channels: 2, bits: 16, flags: .isSignedInteger),
        .fixedPoint(sampleRate: 44_100, channels: 2), float,
    ]

    private static let frameCount = 2_000
    /// Numbers that 16 bits hold, with room for a sum.
    private static let sound = [1, 2].map { seed in
        SeededNumbers.noise(frameCount, seed: seed).map { ($0 * 12_000).rounded() / 32_768 }
    }

    private static let frames = (0..<frameCount).map { frame in sound.map { Int16($0[frame] * 32_768) } }

    private func list(_ samples: [[Float]], in format: StreamDescription) throws -> AudioBufferList {
        var list = AudioBufferList(for: format, frameCapacity: samples[0].count)
        try AudioConverter(from: Self.float, to: format).convertComplexBuffer(
            frameCount: samples[0].count, from: AudioBufferList(samples.map { AudioBuffer(samples: $0) }), into: &list)
        return list
    }

    private func samples(_ list: AudioBufferList, in format: StreamDescription, _ count: Int) throws -> [[Float]] {
        var made = AudioBufferList(for: Self.float, frameCapacity: count)
        try AudioConverter(from: format, to: Self.float)
            .convertComplexBuffer(frameCount: count, from: list, into: &made)
        return made.buffers.map { $0.samples(as: Float.self) }
    }

    /// What a pattern gives in a format, as samples.
    private func run(_ pattern: Pattern, in format: StreamDescription, request: Int) throws -> [[Float]] {
        let graph = AudioGraph()
        let head = try graph.addNode(.genericOutput), mixer = try graph.addNode(.multiChannelMixer)
        let equalizer = try graph.addNode(.iPodEQ)
        try graph.open()
        let unit = try graph.unit(of: head, as: GenericOutput.self)
        try unit.setStreamFormat(format, scope: .output)
        try unit.setStreamFormat(format, scope: .input)
        try unit.setStreamFormat(format, scope: .output, element: 1)
        try unit.setStreamFormat(Self.float, scope: .input, element: 1)
        try unit.setInputSource(ArraySource(Self.sound, sampleRate: 44_100))
        try unit.setIOEnabled(true, scope: .input, element: 1)
        let desk = try graph.unit(of: mixer, as: MultiChannelMixer.self)
        try desk.setElementCount(2, scope: .input)
        for bus in 0..<2 { try desk.setStreamFormat(format, scope: .input, element: bus) }
        try graph.unit(of: equalizer, as: IPodEQ.self).setStreamFormat(format, scope: .input)
        let bytes = try list(Self.sound, in: format), size = Int(format.bytesPerFrame)
        let file: BufferListCallback = { _, time, _, frames, list in
            let first = Int(time.sampleTime) * size
            for index in list.buffers.indices {
                for byte in 0..<frames * size { list[index].bytes[byte] = bytes.buffers[index].bytes[first + byte] }
            }
        }
        var heard: [[Float]] = [[], []]
        switch pattern {
        case .passThrough:
            try graph.connect(head, 1, to: head, 0)
        case .mixer:
            try graph.connect(head, 1, to: mixer, 0)
            try graph.connect(mixer, to: head)
            try desk.setParameter(MultiChannelMixer.Parameter.volume, 0.7, scope: .input)
        case .renderCallback:
            try graph.setBufferListCallback(head, 0) { [unowned unit] flags, time, _, frames, list in
                try unit.render(&flags, time: time, bus: 1, frameCount: frames, into: &list)
            }
        case .outputOnly:
            try graph.setBufferListCallback(head, 0, file)
        case .inputOnly:
            try unit.setIOEnabled(false, scope: .output, element: 0)
            try graph.connect(mixer, to: head)
            unit.inputCallback = { [unowned unit] _, time, _, frames in
                var flags: RenderActionFlags = []
                var list = AudioBufferList(for: format, frameCapacity: frames)
                try unit.render(&flags, time: time, bus: 1, frameCount: frames, into: &list)
                for (channel, part) in try samples(list, in: format, frames).enumerated() { heard[channel] += part }
            }
        case .twoCallbacks:
            try graph.setBufferListCallback(equalizer, 0, file)
            try graph.connect(equalizer, to: mixer, 0)
            try graph.setBufferListCallback(mixer, 1, file)
            try graph.connect(mixer, to: head)
        case .twoFiles:
            // As programs mix files: each has a reader in the bus's own format, and the mixer gives it to the output.
            for bus in 0..<2 {
                let reader = try AudioFileReader(
                    InputBytes(bytes: WaveFile.pcm16(Self.frames), name: "\(bus).wav"))
                try reader.setClientFormat(format)
                try graph.setBufferListCallback(mixer, bus) { _, _, _, frames, list in
                    _ = try reader.read(into: &list, frameCount: frames)
                }
            }
            try desk.setStreamFormat(format, scope: .output)
            try graph.connect(mixer, to: head)
        case .filePlayers:
            for bus in 0..<2 {
                let player = try graph.addNode(.filePlayer)
                try graph.unit(of: player, as: FilePlayer.self)
                    .schedule(ScheduledSource(ArraySource(Self.sound, sampleRate: 44_100)))
                try graph.connect(player, to: mixer, bus)
            }
            try graph.connect(mixer, to: head)
        }
        try graph.initialize()
        let renderer = try OfflineRenderer(graph, maximumFrameCount: request)
        #expect(renderer.format == format)
        var rendered: [[Float]] = [[], []], done = 0
        var list = AudioBufferList(for: format, frameCapacity: request)
        while done < Self.frameCount {
            let count = min(request, Self.frameCount - done)
            try renderer.render(count, into: &list)
            for (channel, part) in try samples(list, in: format, count).enumerated() { rendered[channel] += part }
            done += count
        }
        return pattern == .inputOnly ? heard : rendered
    }

    @Test(arguments: Pattern.allCases, [500, 2_000])
    func `a pattern sounds the same in 16 bits, 8.24 and Float32`(pattern: Pattern, request: Int) throws {
        let exact = try run(pattern, in: Self.float, request: request)
        #expect(exact[0].contains { abs($0) > 0.1 })
        for (format, step) in zip(Self.formats, [0x1p-15, 0x1p-24, 0] as [Float]) {
            let found = try run(pattern, in: format, request: request)
            for (one, other) in zip(exact, found) {
                #expect(zip(one, other).allSatisfy { abs($0 - $1) <= step / 2 }, "\(format)")
            }
        }
    }
}
