import KKCodecs
import KKConvert
import KKPCM
import KKTestSupport
import Testing

/// Packets of a codec through the converter: pieces, priming, dryness. What the packets hold is known to the bit.
@Suite struct PacketConverterTests {
    private static let canonical = StreamDescription.canonical(sampleRate: 48_000, channels: 2)
    private static let slower = StreamDescription.canonical(sampleRate: 44_100, channels: 2)

    private struct Dry: Error {}

    @Test func `the samples are the packets', whatever is in between`() throws {
        let stream = ToyPackets.irregular(60)
        let converter = try AudioConverter.toy(stream.description)
        #expect(converter.decodesPackets)
        #expect(try converter.drained(PacketSupply(stream)).channels == stream.samples)
        #expect(try converter.drained(PacketSupply(stream)).channels == [[], []], "the end holds until the reset")
    }

    @Test(arguments: [canonical, slower, integers(8, in: 8, rate: 96_000)])
    func `portions make no difference, on either side`(output: StreamDescription) throws {
        let stream = ToyPackets.irregular(30)
        var settings = AudioConverter.Settings()
        settings.dither = .shaped
        let converter = try AudioConverter.toy(stream.description, to: output, settings: settings)
        // The samples go the same way as they would without a decoder.
        let plain = try AudioConverter(from: Self.canonical, to: output, settings: settings)
        let samples = AudioBufferList(stream.samples.map { AudioBuffer(samples: $0) })
        let whole = try drained(plain, Supply(samples, as: Self.canonical)) { _ in 20_000 }
        #expect(whole[0].byteCount > 1200)
        for (given, wanted) in [(1, 700), (500, 700), (3, 1), (7, 513), (2, 8192)] {
            converter.reset()
            #expect(try converter.drained(PacketSupply(stream) { _ in given }) { _ in wanted } == whole)
        }
        var numbers = SeededNumbers(seed: 5)
        converter.reset()
        #expect(
            try converter.drained(PacketSupply(stream) { _ in Int(numbers.next() % 9) }) { 1 + $0 * 37 % 900 } == whole)
    }

    @Test func `before FLAC's cookie no packet is longer than the bound says`() throws {
        let flac = StreamDescription(sampleRate: 48_000, formatID: .flac, channelsPerFrame: 2)
        let converter = try AudioConverter(from: flac, to: Self.canonical)
        #expect(converter.maximumInputPacketSize >= 2 * 4 * 65_535)
    }

    @Test func `at least as many packets are asked for as hold the frames, and too many are used later`() throws {
        let stream = ToyPackets(Array(repeating: 100, count: 20), isConstant: true)
        let converter = try AudioConverter.toy(stream.description)
        let supply = PacketSupply(stream) { $0 + 2 }
        var output = AudioBufferList(for: Self.canonical, frameCapacity: 1000)
        var counts: [Int] = []
        for wanted in [250, 250, 1, 900, 1000] {
            var count = wanted
            try converter.fillComplexBuffer(packetCount: &count, into: &output, input: supply.give)
            counts.append(count)
        }
        #expect(counts == [250, 250, 1, 900, 599])
        #expect(supply.requests == [3, 1, 7, 8, 5])
    }

    @Test(arguments: [(0, 1000), (30, 900), (64, 777), (500, 500), (130, 0), (0, 5000), (3000, 10)])
    func `a packet table cuts to its valid frames, and then no packets are asked for`(priming: Int, valid: Int) throws {
        let stream = ToyPackets(Array(repeating: 64, count: 16))
        let table = PacketTableInfo(
            validFrames: Int64(valid), primingFrames: Int64(priming),
            remainderFrames: Int64(max(0, 1024 - priming - valid)))
        let expected = stream.samples.map { Array($0.dropFirst(priming).prefix(valid)) }
        let converter = try AudioConverter.toy(stream.description)
        try converter.setPacketTable(table)
        #expect(converter.packetTable == table)
        for (given, wanted) in [(1, 100), (16, 4096), (3, 1)] {
            converter.reset()
            let supply = PacketSupply(stream) { _ in given }
            #expect(try converter.drained(supply) { _ in wanted }.channels == expected)
            let needed = min(16, (priming + valid + 63) / 64)
            #expect(supply.position == min(16, (needed + given - 1) / given * given) || valid == 0)
        }
        try converter.setPacketTable(nil)
        #expect(try converter.drained(PacketSupply(stream)).channels == stream.samples && converter.packetTable == nil)
    }

    @Test(arguments: [(0, 0), (30, 0), (0, 30), (100, 200), (64, 64), (0, 1023), (600, 500), (2000, 0)])
    func `prime info cuts both ends of a stream of unknown length`(leading: Int, trailing: Int) throws {
        let stream = ToyPackets(Array(repeating: 64, count: 16))
        let expected = stream.samples.map { Array($0.dropFirst(leading).dropLast(trailing)) }
        let converter = try AudioConverter.toy(stream.description)
        let info = AudioConverter.PrimeInfo(leadingFrames: leading, trailingFrames: trailing)
        try converter.setProperty("prim", .primeInfo(info))
        #expect(try converter.property("prim") == .primeInfo(info))
        for (given, wanted) in [(1, 100), (16, 4096), (3, 1)] {
            converter.reset()
            #expect(try converter.drained(PacketSupply(stream) { _ in given }) { _ in wanted }.channels == expected)
        }
    }

    @Test(arguments: [(20, 44), (1, 63), (20, 50), (64, 30), (20, 0)])
    func `trailing frames that the last packet leaves out itself are not cut off twice`(last: Int, trailing: Int) throws
    {
        let stream = ToyPackets(Array(repeating: 64, count: 15) + [last])
        var description = stream.description
        description.framesPerPacket = 64
        let given = 15 * 64 + last
        let expected = stream.samples.map { Array($0.prefix(min(given, 16 * 64 - trailing)).dropFirst(70)) }
        for output in [Self.canonical, Self.slower] {
            let converter = try AudioConverter.toy(description, to: output)
            try converter.setProperty(
                "prim", .primeInfo(AudioConverter.PrimeInfo(leadingFrames: 70, trailingFrames: trailing)))
            let samples = AudioBufferList(expected.map { AudioBuffer(samples: $0) })
            let plain = try drained(
                AudioConverter(from: Self.canonical, to: output), Supply(samples, as: Self.canonical))
            for (packets, wanted) in [(1, 100), (16, 4096), (3, 1)] {
                converter.reset()
                #expect(try converter.drained(PacketSupply(stream) { _ in packets }) { _ in wanted } == plain)
            }
        }
    }

    @Test func `the valid frames become so many at another rate`() throws {
        let stream = ToyPackets(Array(repeating: 64, count: 40))
        let converter = try AudioConverter.toy(stream.description, to: Self.slower)
        try converter.setPacketTable(PacketTableInfo(validFrames: 2000, primingFrames: 500, remainderFrames: 60))
        #expect(try converter.drained(PacketSupply(stream)).channels[0].count == 1838)
    }

    @Test func `an error comes with what was made before it, and afterwards it goes on`() throws {
        let stream = ToyPackets.irregular(60)
        for output in [Self.canonical, Self.slower] {
            let converter = try AudioConverter.toy(stream.description, to: output)
            let whole = try converter.drained(PacketSupply(stream))
            converter.reset()
            let supply = PacketSupply(stream) { _ in 2 }
            var calls = 0, errors: [any Error] = []
            let all = try converter.drained(portion: { _ in 400 }, errors: &errors) { packets, data, descriptions in
                calls += 1
                if calls % 3 == 2 { throw Dry() }
                supply.give(&packets, &data, &descriptions)
            }
            #expect(errors.count > 5 && errors.allSatisfy { $0 is Dry } && all == whole)
        }
    }

    @Test func `a reset drops the packets that are left, and begins with the priming`() throws {
        let stream = ToyPackets(Array(repeating: 64, count: 16))
        let converter = try AudioConverter.toy(stream.description)
        try converter.setPacketTable(PacketTableInfo(validFrames: 900, primingFrames: 70, remainderFrames: 54))
        var output = AudioBufferList(for: Self.canonical, frameCapacity: 200)
        var count = 200
        try converter.fillComplexBuffer(packetCount: &count, into: &output, input: PacketSupply(stream) { _ in 9 }.give)
        converter.reset()
        #expect(try converter.drained(PacketSupply(stream)).channels == stream.samples.map { Array($0[70..<970]) })
    }

    @Test func `packets of one size need no descriptions`() throws {
        let stream = ToyPackets(Array(repeating: 50, count: 7), isConstant: true)
        let converter = try AudioConverter.toy(stream.description)
        #expect(converter.maximumInputPacketSize == 202)
        #expect(try converter.outputByteCount(forInput: 404) == 400 && converter.inputByteCount(forOutput: 404) == 606)
        #expect(code { _ = try converter.outputByteCount(forInput: 403) } == .invalidInputSize)
        var output = AudioBufferList(for: Self.canonical, frameCapacity: 1000)
        var count = 1000, isGiven = false
        try converter.fillComplexBuffer(packetCount: &count, into: &output) { packets, data in
            packets = isGiven ? 0 : 7
            data[0] = AudioBuffer(channelCount: 2, bytes: stream.packets.flatMap { $0 })
            isGiven = true
        }
        #expect(count == 350)
        #expect(output.channels == stream.samples)
    }

    @Test func `the decoder's layout is the input's, unless one is set`() throws {
        let stream = ToyPackets.irregular(20, channels: 6)
        var settings = AudioConverter.Settings()
        settings.outputLayout = .stereo
        let converter = try AudioConverter.toy(
            stream.description, to: Self.canonical, settings: settings, layout: .fiveOne)
        #expect(converter.channelMatrix.rows == ChannelMatrix.mixing(.fiveOne, to: .stereo).rows)
        #expect(try converter.property("icl ") == .layout(.fiveOne))
        let left = try converter.drained(PacketSupply(stream)).channels[0]
        let expected = stream.samples[0].indices.map {
            stream.samples[0][$0] + 0.70710677 * stream.samples[2][$0] + 0.70710677 * stream.samples[4][$0]
        }
        #expect(left.count == expected.count && zip(left, expected).allSatisfy { abs($0 - $1) < 1e-6 })
    }
}
