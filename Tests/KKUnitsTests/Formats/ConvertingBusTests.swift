import KKConvert
import KKPCM
import KKTestSupport
import KKUnits
import Testing

/// Units that convert between their two sides, each of which is any linear PCM.
@Suite struct ConvertingBusTests {
    enum Kind: CaseIterable, Sendable {
        case converter, output

        func makeUnit() -> AudioUnit { self == .converter ? Converter() : GenericOutput() }
    }

    /// What AudioConverter makes of frames.
    private func converted(
        _ list: AudioBufferList, _ from: StreamDescription, _ to: StreamDescription, _ count: Int
    ) throws -> AudioBufferList {
        var made = AudioBufferList(for: to, frameCapacity: count)
        try AudioConverter(from: from, to: to).convertComplexBuffer(frameCount: count, from: list, into: &made)
        return made
    }

    private func bytes(_ list: AudioBufferList) -> [[UInt8]] {
        list.buffers.map { Array($0.bytes.prefix($0.byteCount)) }
    }

    /// The bytes of a unit that is given some, in slices.
    private func rendered(
        _ kind: Kind, _ list: AudioBufferList, _ from: StreamDescription, _ to: StreamDescription, _ count: Int
    ) throws -> [[UInt8]] {
        let unit = kind.makeUnit(), size = Int(from.bytesPerFrame)
        try unit.setStreamFormat(to, scope: .output)
        try unit.setStreamFormat(from, scope: .input)
        try unit.setRenderCallback(
            bufferList: { _, time, _, frames, buffers in
                let first = Int(time.sampleTime) * size
                for index in list.buffers.indices {
                    for byte in 0..<max(0, min(frames * size, list.buffers[index].byteCount - first)) {
                        buffers[index].bytes[byte] = list.buffers[index].bytes[first + byte]
                    }
                }
            }, bus: 0)
        try unit.initialize()
        var made = [[UInt8]](repeating: [], count: to.isInterleaved ? 1 : to.channelCount), done = 0
        for slice in [100, 1, 63, count - 164] {
            var flags: RenderActionFlags = [], output = AudioBufferList(for: to, frameCapacity: slice)
            try unit.render(
                &flags, time: AudioTime(sampleTime: Int64(done), sampleRate: to.sampleRate), frameCount: slice,
                into: &output)
            for (index, part) in bytes(output).enumerated() { made[index] += part }
            done += slice
        }
        return made
    }

    @Test(arguments: BusFormatTests.formats, BusFormatTests.formats)
    func `frames of any linear PCM go out in any other as AudioConverter makes them`(
        from: StreamDescription, to: StreamDescription
    ) throws {
        let count = 300, canonical = format(44_100, 2)
        let noise = (1...2).map { AudioBuffer(samples: SeededNumbers.noise(count, seed: $0)) }
        let list = try converted(AudioBufferList(noise), canonical, from, count)
        // Inside there is Float32.
        let expected = try converted(converted(list, from, canonical, count), canonical, to, count)
        for kind in Kind.allCases { #expect(try rendered(kind, list, from, to, count) == bytes(expected)) }
    }

    @Test(arguments: Kind.allCases) func `rate, depth, byte order and interleaving change together`(kind: Kind) throws {
        let count = 800, from = BusFormatTests.formats[0]
        let to = StreamDescription.linearPCM(
            sampleRate: 48_000, channels: 2, bits: 24, flags: [.isSignedInteger, .isBigEndian, .isNonInterleaved])
        let noise = (1...2).map { AudioBuffer(samples: SeededNumbers.noise(count, seed: $0)) }
        let list = try converted(AudioBufferList(noise), format(44_100, 2), from, count)
        let plain = Converter()
        try plain.setStreamFormat(format(44_100, 2), scope: .input)
        try plain.setStreamFormat(format(48_000, 2), scope: .output)
        let samples = try converted(list, from, format(44_100, 2), count).buffers.map { $0.samples(as: Float.self) }
        try plain.setRenderCallback(give(samples), bus: 0)
        try plain.initialize()
        let exact = AudioBufferList(try plain.rendered(600).map { AudioBuffer(samples: $0) })
        #expect(
            try rendered(kind, list, from, to, 600) == bytes(converted(exact, format(48_000, 2), to, 600)))
    }

    /// Not a number, denormals and what is beyond full scale.
    @Test func `a bus that is set to the canonical format passes every bit, as one that was not set does`() throws {
        let samples: [Float] = [
            Float(bitPattern: 0x7FA0_0001), Float(bitPattern: 0xFFC1_2345), -0.0, .leastNonzeroMagnitude, 3e38,
            -.infinity,
        ]
        for isSet in [false, true] {
            let unit = GenericOutput()
            if isSet {
                for scope in [Scope.input, .output] { try unit.setStreamFormat(format(44_100, 2), scope: scope) }
            }
            var memory = 0
            try unit.setRenderCallback(
                { _, _, _, _, buffer in
                    buffer.withMutableChannel(0) { span in
                        memory = unsafe span.withUnsafeBufferPointer { Int(bitPattern: $0.baseAddress) }
                        for index in samples.indices { span[index] = samples[index] }
                    }
                }, bus: 0)
            try unit.initialize()
            var buffer = PCMBuffer(channelCount: 2, frameCapacity: samples.count), flags: RenderActionFlags = []
            try unit.render(
                &flags, time: AudioTime(sampleTime: 0, sampleRate: 44_100), frameCount: samples.count, into: &buffer)
            #expect(buffer.samples(ofChannel: 0).map(\.bitPattern) == samples.map(\.bitPattern))
            // Nobody stands between: the callback wrote into the client's own memory.
            let own = buffer.withChannel(0) { span in
                unsafe span.withUnsafeBufferPointer { Int(bitPattern: $0.baseAddress) }
            }
            #expect(memory == own)
        }
    }
}
