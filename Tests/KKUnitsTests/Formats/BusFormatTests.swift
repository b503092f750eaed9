import KKConvert
import KKPCM
import KKTestSupport
import KKUnits
import Testing

/// Buses in every linear PCM: bytes come in by a callback, go out by a list of buffers, and are what AudioConverter makes
/// of them.
@Suite struct BusFormatTests {
    static let formats: [StreamDescription] = [
        .linearPCM(sampleRate: 44_100, channels: 2, bits: 16, flags: .isSignedInteger),
        .linearPCM(
            sampleRate: 44_100, channels: 2, bits: 16, flags: [.isSignedInteger, .isBigEndian, .isNonInterleaved]),
        .linearPCM(sampleRate: 44_100, channels: 2, bits: 24, flags: .isSignedInteger),
        .linearPCM(sampleRate: 44_100, channels: 2, bits: 20, containerBits: 32, flags: .isSignedInteger),
        .linearPCM(sampleRate: 44_100, channels: 2, bits: 32, flags: [.isSignedInteger, .isBigEndian]),
        .linearPCM(sampleRate: 44_100, channels: 2, bits: 8, flags: []),
        .linearPCM(sampleRate: 44_100, channels: 2, bits: 32, flags: .isFloat),
        .linearPCM(sampleRate: 44_100, channels: 2, bits: 64, flags: [.isFloat, .isNonInterleaved]),
        .fixedPoint(sampleRate: 44_100, channels: 2),
        .canonical(sampleRate: 44_100, channels: 2),
    ]

    private static let frameCount = 3_000
    private static let noise = [SeededNumbers.noise(frameCount, seed: 1), SeededNumbers.noise(frameCount, seed: 2)]

    /// `channels` as AudioConverter writes them.
    private func bytes(_ channels: [[Float]], _ format: StreamDescription) throws -> AudioBufferList {
        var list = AudioBufferList(for: format, frameCapacity: channels[0].count)
        try AudioConverter(from: .canonical(sampleRate: 44_100, channels: channels.count), to: format)
            .convertComplexBuffer(
                frameCount: channels[0].count, from: AudioBufferList(channels.map { AudioBuffer(samples: $0) }),
                into: &list)
        return list
    }

    private func samples(_ list: AudioBufferList, _ format: StreamDescription, _ count: Int) throws -> [[Float]] {
        let canonical = StreamDescription.canonical(sampleRate: 44_100, channels: format.channelCount)
        var made = AudioBufferList(for: canonical, frameCapacity: count)
        try AudioConverter(from: format, to: canonical).convertComplexBuffer(frameCount: count, from: list, into: &made)
        return made.buffers.map { $0.samples(as: Float.self) }
    }

    /// A callback that gives the frames of `list` by sample time, and leaves what is after them.
    private func give(_ list: AudioBufferList, _ format: StreamDescription) -> BufferListCallback {
        { _, time, _, frames, buffers in
            let size = Int(format.bytesPerFrame), first = Int(time.sampleTime) * size
            for index in list.buffers.indices {
                #expect(buffers.buffers[index].byteCount == frames * size)
                for byte in 0..<max(0, min(frames * size, list.buffers[index].bytes.count - first)) {
                    buffers.buffers[index].bytes[byte] = list.buffers[index].bytes[first + byte]
                }
            }
        }
    }

    @Test(arguments: formats, Cut.all) func `a mixer's bus takes bytes of any linear PCM from a callback`(
        format: StreamDescription, cut: Cut
    ) throws {
        let list = try bytes(Self.noise, format)
        let mixer = MultiChannelMixer()
        try mixer.setStreamFormat(format, scope: .input, element: 3)
        #expect(try mixer.streamFormat(.input, element: 3) == format)
        try mixer.setRenderCallback(bufferList: give(list, format), bus: 3)
        try mixer.initialize()
        let quiet = [Float](repeating: 0, count: 100)
        // What the callback leaves is silence, of unsigned samples too.
        #expect(
            try mixer.rendered(Self.frameCount + 100, cut) == samples(list, format, Self.frameCount).map { $0 + quiet })
    }

    @Test(arguments: formats, Cut.all) func `a unit's output gives bytes of any linear PCM`(
        format: StreamDescription, cut: Cut
    ) throws {
        let mixer = MultiChannelMixer()
        try mixer.setRenderCallback(KKUnitsTests.give(Self.noise), bus: 0)
        try mixer.setStreamFormat(format, scope: .output)
        try mixer.initialize()
        let expected = try bytes(Self.noise, format)
        var made = expected.buffers.map { _ in [UInt8]() }
        var done = 0, numbers = SeededNumbers(seed: 9)
        while done < Self.frameCount {
            let slice = if case .every(let count) = cut { count } else { 1 + Int(numbers.next() % 1156) }
            let count = min(slice, Self.frameCount - done)
            var flags: RenderActionFlags = [], list = AudioBufferList(for: format, frameCapacity: count)
            try mixer.render(
                &flags, time: AudioTime(sampleTime: Int64(done), sampleRate: 44_100), frameCount: count, into: &list)
            for index in made.indices { made[index] += list.buffers[index].bytes.prefix(list.buffers[index].byteCount) }
            done += count
        }
        #expect(made == expected.buffers.map(\.bytes))
    }

    @Test(arguments: formats) func `a connection carries what its format can hold`(format: StreamDescription) throws {
        let filter = LowPassFilter(), output = GenericOutput()
        try filter.setStreamFormat(format, scope: .output)
        try filter.setRenderCallback(KKUnitsTests.give(Self.noise), bus: 0)
        try output.makeConnection(from: filter, to: 0)
        #expect(try output.streamFormat(.input) == format)
        try filter.initialize()
        try output.initialize()
        let plain = LowPassFilter()
        try plain.setRenderCallback(KKUnitsTests.give(Self.noise), bus: 0)
        try plain.initialize()
        let exact = try plain.rendered(1_000)
        #expect(try output.rendered(1_000) == samples(bytes(exact, format), format, 1_000))
    }

    @Test func `a callback that gives Float32 is refused by a bus of another format`() throws {
        let mixer = MultiChannelMixer()
        try mixer.setStreamFormat(Self.formats[0], scope: .input)
        try mixer.setRenderCallback(KKUnitsTests.give(Self.noise), bus: 0)
        #expect(code { try mixer.initialize() } == .formatNotSupported)
        try mixer.setRenderCallback(bufferList: { _, _, _, _, _ in }, bus: 0)
        try mixer.initialize()
        #expect(code { try mixer.setRenderCallback(KKUnitsTests.give(Self.noise), bus: 0) } == .formatNotSupported)
        #expect(try mixer.rendered(10) == [[Float]](repeating: [Float](repeating: 0, count: 10), count: 2))
    }

    @Test func `both ends of a connection have one format, to the bit`() throws {
        let mixer = MultiChannelMixer(), output = GenericOutput()
        try mixer.setStreamFormat(Self.formats[0], scope: .output)
        try output.makeConnection(from: mixer, to: 0)
        try mixer.setStreamFormat(Self.formats[2], scope: .output)
        try mixer.initialize()
        #expect(code { try output.initialize() } == .formatNotSupported)
    }

    @Test func `a callback that puts other buffers in the place of its own is an error, and the next slice is sound`()
        throws
    {
        let mixer = MultiChannelMixer(), format = Self.formats[0]
        try mixer.setStreamFormat(format, scope: .input)
        var spoils = true
        try mixer.setRenderCallback(
            bufferList: { _, _, _, _, list in if spoils { list = AudioBufferList([AudioBuffer(bytes: [1])]) } }, bus: 0)
        try mixer.initialize()
        #expect(code { _ = try mixer.rendered(64) } == .parameter)
        spoils = false
        #expect(try mixer.rendered(64)[0].allSatisfy { $0 == 0 })
    }

    @Test(arguments: formats) func `a callback may give a list of its own that holds the slice`(
        format: StreamDescription
    ) throws {
        let whole = try bytes(Self.noise, format), size = Int(format.bytesPerFrame)
        let mixer = MultiChannelMixer()
        try mixer.setStreamFormat(format, scope: .input)
        try mixer.setRenderCallback(
            bufferList: { _, time, _, frames, list in
                // Every other slice exactly its size, the others longer than the longest.
                let room = time.sampleTime % 128 == 0 ? frames : 5_000, first = Int(time.sampleTime) * size
                list = AudioBufferList(for: format, frameCapacity: room)
                for index in list.buffers.indices {
                    for byte in 0..<frames * size { list[index].bytes[byte] = whole.buffers[index].bytes[first + byte] }
                    list[index].byteCount = room * size
                }
            }, bus: 0)
        try mixer.initialize()
        let heard = try mixer.rendered(2_944, .every(64))
        #expect(heard == (try samples(whole, format, Self.frameCount).map { Array($0.prefix(2_944)) }))
    }

    /// What a callback may do to the list that it is given.
    enum Spoiling: CaseIterable, Sendable {
        case short, throwing, none, appending

        func spoil(_ list: inout AudioBufferList, _ frames: Int) throws {
            switch self {
            case .short: list = AudioBufferList([AudioBuffer(channelCount: 2, byteCapacity: 4 * frames - 1)])
            case .throwing: list = AudioBufferList([AudioBuffer(bytes: [])])
            case .none: list = AudioBufferList()
            case .appending: list.buffers.append(list.buffers[0])
            }
            if self == .throwing || self == .appending { throw Trouble() }
        }

        struct Trouble: Error {}
    }

    @Test(arguments: Spoiling.allCases, [64, 512])
    func `whatever a callback does to its list, the bus has its own for the next slice`(
        spoiling: Spoiling, frames: Int
    ) throws {
        for unit in [MultiChannelMixer(), GenericOutput()] {
            var isSpoilt = true
            try unit.setStreamFormat(Self.formats[0], scope: .input)
            try unit.setRenderCallback(
                bufferList: { _, _, _, frames, list in
                    if isSpoilt { try spoiling.spoil(&list, frames) } else { list[0].bytes[4 * frames - 1] = 0x40 }
                }, bus: 0)
            try unit.initialize()
            func slice(_ frames: Int) throws -> [Float] {
                // No longer than the slice: the bus takes its room from nobody else.
                var buffer = PCMBuffer(channelCount: 2, frameCapacity: frames), flags: RenderActionFlags = []
                try unit.render(
                    &flags, time: AudioTime(sampleTime: 0, sampleRate: 44_100), frameCount: frames, into: &buffer)
                return buffer.samples(ofChannel: 1)
            }
            #expect(throws: (any Error).self) { try slice(64) }
            isSpoilt = false
            #expect(try slice(frames) == Array(repeating: 0, count: frames - 1) + [0.5])
        }
    }

    @Test func `a list of another shape is refused before anything is pulled, and remembered`() throws {
        let output = GenericOutput()
        var calls = 0
        try output.setRenderCallback({ _, _, _, _, _ in calls += 1 }, bus: 0)
        try output.initialize()
        var list = AudioBufferList(), flags: RenderActionFlags = []
        let time = AudioTime(sampleTime: 0, sampleRate: 44_100)
        for frames in [64, -1, .min] {
            #expect(code { try output.render(&flags, time: time, frameCount: frames, into: &list) } == .parameter)
            #expect((output.takeLastRenderError() as? AudioUnitError)?.code == .parameter)
        }
        #expect(calls == 0)
    }

    @Test func `sizes that follow from the others are filled in`() throws {
        let mixer = MultiChannelMixer()
        let short = StreamDescription(
            sampleRate: 44_100, formatID: .linearPCM, formatFlags: [.isSignedInteger, .isPacked], channelsPerFrame: 2,
            bitsPerChannel: 16)
        try mixer.setStreamFormat(short, scope: .input)
        #expect(try mixer.streamFormat(.input) == Self.formats[0])
        try mixer.setProperty(.sampleRate, 48_000, scope: .input)
        #expect(try mixer.streamFormat(.input).sampleRate == 48_000 && mixer.streamFormat(.input).bitsPerChannel == 16)
    }

    @Test func `what is no linear PCM is refused, and so are sizes that contradict each other`() {
        let mixer = MultiChannelMixer()
        var torn = Self.formats[0]
        torn.bytesPerFrame = 5
        torn.bytesPerPacket = 5
        let packets = StreamDescription(sampleRate: 44_100, formatID: .appleLossless, channelsPerFrame: 2)
        let law = StreamDescription(
            sampleRate: 8_000, formatID: .uLaw, bytesPerPacket: 1, framesPerPacket: 1, bytesPerFrame: 1,
            channelsPerFrame: 1)
        let wide = StreamDescription.linearPCM(
            sampleRate: 44_100, channels: 1 << 31, bits: 16, flags: [.isSignedInteger, .isNonInterleaved])
        for format in [torn, packets, law, wide] {
            #expect(code { try mixer.setStreamFormat(format, scope: .input) } == .formatNotSupported, "\(format)")
        }
    }

    @Test func `a list of another shape is refused`() throws {
        let mixer = MultiChannelMixer()
        try mixer.setStreamFormat(Self.formats[0], scope: .output)
        try mixer.setRenderCallback(KKUnitsTests.give(Self.noise), bus: 0)
        try mixer.initialize()
        var flags: RenderActionFlags = []
        for list in [AudioBufferList(), AudioBufferList([AudioBuffer(channelCount: 2, byteCapacity: 39)])] {
            var list = list
            #expect(
                code {
                    try mixer.render(
                        &flags, time: AudioTime(sampleTime: 0, sampleRate: 44_100), frameCount: 10, into: &list)
                } == .parameter)
        }
    }
}
