import KKConvert
import KKPCM
import KKTestSupport
import Testing

/// The pull interface: what the callback may do, and that pieces make no difference.
@Suite struct AudioConverterFillingTests {
    private static let short = integers(16, in: 16)
    private static let planes = StreamDescription.canonical(sampleRate: 48_000, channels: 2)
    private static let slower = StreamDescription.canonical(sampleRate: 44_100, channels: 2)

    private static func noise(_ count: Int) -> AudioBufferList {
        ReferenceFormat(description: short).list(
            (1...2).map { SeededNumbers.noise(count, seed: $0).map { 0.5 * Double($0) } })
    }

    /// An error of a callback's own.
    private struct Dry: Error {}

    @Test(arguments: [planes, slower, integers(8, in: 8, rate: 96_000)])
    func `pieces make no difference, on either side`(output: StreamDescription) throws {
        let list = Self.noise(3000)
        var settings = AudioConverter.Settings()
        settings.dither = .shaped
        let converter = try AudioConverter(from: Self.short, to: output, settings: settings)
        let whole = try drained(converter, Supply(list, as: Self.short)) { _ in 10_000 }
        for (given, wanted) in [(1, 700), (5000, 700), (17, 1), (600, 513), (100, 4096)] {
            converter.reset()
            #expect(try drained(converter, Supply(list, as: Self.short) { _ in given }) { _ in wanted } == whole)
        }
        var numbers = SeededNumbers(seed: 5)
        converter.reset()
        #expect(
            try drained(converter, Supply(list, as: Self.short) { _ in Int(numbers.next() % 2000) }) {
                1 + $0 * 37 % 900
            } == whole)
        #expect(whole[0].byteCount > 2000)
    }

    @Test(arguments: [
        AudioBufferList(), AudioBufferList([AudioBuffer(bytes: [])]),
        AudioBufferList([AudioBuffer(channelCount: 2, bytes: [1, 2, 3])]),
    ])
    func
        `a callback that leaves another list than it was given is an error or the end`(
            left: AudioBufferList
        ) throws
    {
        for output in [Self.planes, Self.slower] {
            let converter = try AudioConverter(from: Self.short, to: output)
            var list = AudioBufferList(for: output, frameCapacity: 100)
            for count in [100, 1, 0, -1] {
                for throwing in [true, false] {
                    var packetCount = 100
                    // What it came to is the callback's to say; that it came back is the test.
                    _ = try? converter.fillComplexBuffer(packetCount: &packetCount, into: &list) { count_, data in
                        data = left
                        count_ = count
                        if throwing { throw Dry() }
                    }
                    #expect(list.buffers.allSatisfy { $0.byteCount == 0 })
                }
                converter.reset()
                #expect(try drained(converter, Supply(Self.noise(300), as: Self.short)) { _ in 100 }[0].byteCount > 500)
                converter.reset()
            }
        }
    }

    @Test func `no more is asked for than is needed, and what is given too much is used later`() throws {
        let converter = try AudioConverter(from: Self.short, to: Self.planes)
        let supply = Supply(Self.noise(1000), as: Self.short) { _ in 250 }
        var output = AudioBufferList(for: Self.planes, frameCapacity: 400)
        var counts: [Int] = []
        for wanted in [100, 100, 100, 400, 0, 400, 400] {
            var count = wanted
            try converter.fillComplexBuffer(packetCount: &count, into: &output, input: supply.give)
            counts.append(count)
            #expect(output.buffers.allSatisfy { $0.byteCount == 4 * count })
        }
        #expect(counts == [100, 100, 100, 400, 0, 300, 0])
        #expect(supply.requests == [100, 50, 200, 350, 100])
    }

    @Test func `the end is reported once, and holds until the reset`() throws {
        for description in [Self.planes, Self.slower] {
            let converter = try AudioConverter(from: Self.short, to: description)
            let supply = Supply(Self.noise(50), as: Self.short)
            #expect(try drained(converter, supply)[0].byteCount == 4 * (description == Self.planes ? 50 : 46))
            let asked = supply.requests.count
            #expect(try drained(converter, supply)[0].byteCount == 0)
            #expect(supply.requests.count == asked)
            converter.reset()
            #expect(try drained(converter, Supply(Self.noise(50), as: Self.short))[0].byteCount > 0)
        }
    }

    @Test func `an error comes with what was made before it, and afterwards it goes on`() throws {
        let list = Self.noise(2000)
        for description in [Self.planes, Self.slower] {
            let whole = try drained(AudioConverter(from: Self.short, to: description), Supply(list, as: Self.short))
            let converter = try AudioConverter(from: Self.short, to: description)
            let supply = Supply(list, as: Self.short) { min($0, 150) }
            var calls = 0, errors = 0
            var all = AudioBufferList(for: description, frameCapacity: 0)
            while true {
                var output = AudioBufferList(for: description, frameCapacity: 400)
                var count = 400
                var isEnd = false
                do {
                    try converter.fillComplexBuffer(packetCount: &count, into: &output) { packets, data in
                        calls += 1
                        // What comes with the error is not looked at.
                        if calls % 3 == 2 { throw Dry() }
                        supply.give(&packets, &data)
                    }
                    isEnd = count < 400
                } catch {
                    #expect(error is Dry)
                    errors += 1
                }
                #expect(output[1].byteCount == 4 * count)
                for index in 0..<2 { all[index].bytes += output[index].bytes.prefix(4 * count) }
                if isEnd { break }
            }
            for index in 0..<2 { all[index].byteCount = all[index].bytes.count }
            #expect(errors > 3 && all == whole)
        }
    }

    @Test func `the callback finds its own memory again, and may write into it`() throws {
        let converter = try AudioConverter(from: integers(8, in: 8, channels: 1), to: integers(16, in: 16, channels: 1))
        var output = AudioBufferList(for: converter.outputDescription, frameCapacity: 6)
        var found: [Int] = [], next: UInt8 = 0
        for _ in 0..<3 {
            var count = 6
            try converter.fillComplexBuffer(packetCount: &count, into: &output) { packets, data in
                #expect(data.buffers.count == 1 && data[0].channelCount == 1 && data[0].byteCount == 0)
                found.append(data[0].bytes.count)
                if data[0].bytes.isEmpty { data[0] = AudioBuffer(byteCapacity: 4) }
                for index in 0..<4 {
                    data[0].bytes[index] = next
                    next += 1
                }
                data[0].byteCount = 4
                packets = 4
            }
            #expect(count == 6)
        }
        #expect(found == [0, 4, 4, 4, 4])
        #expect(output[0].samples(as: Int16.self) == (12..<18).map { Int16($0) << 8 })
    }

    @Test func `buffers that do not hold what was announced are refused, and the next ones are taken`() throws {
        let converter = try AudioConverter(from: Self.short, to: Self.planes)
        var output = AudioBufferList(for: Self.planes, frameCapacity: 8)
        let wrong: [(Int, AudioBufferList)] = [
            (3, AudioBufferList([AudioBuffer(channelCount: 2, bytes: Array(repeating: 1, count: 8))])),
            (1, AudioBufferList([AudioBuffer(channelCount: 2, bytes: Array(repeating: 1, count: 6))])),
            (1, AudioBufferList([AudioBuffer(channelCount: 1, bytes: [1, 2, 3, 4])])),
            (1, AudioBufferList([])),
        ]
        for (packetCount, list) in wrong {
            var count = 8
            let code = code {
                try converter.fillComplexBuffer(packetCount: &count, into: &output) { packets, data in
                    packets = packetCount
                    data = list
                }
            }
            #expect(code == .invalidInputSize && count == 0)
        }
        var count = 8
        let code = code {
            try converter.fillComplexBuffer(packetCount: &count, into: &output) { packets, data in
                data[0] = AudioBuffer(channelCount: 2, bytes: [1, 2, 3, 4])
                data[0].byteCount = 8
                packets = 2
            }
        }
        #expect(code == .invalidInputSize)
        count = 8
        try converter.fillComplexBuffer(
            packetCount: &count, into: &output, input: Supply(Self.noise(8), as: Self.short).give)
        #expect(count == 8)
    }

    @Test func `an output without room is refused, and so is a call from inside the callback`() throws {
        let converter = try AudioConverter(from: Self.short, to: Self.planes)
        let supply = Supply(Self.noise(100), as: Self.short)
        for (wanted, list) in [
            (9, AudioBufferList(for: Self.planes, frameCapacity: 8)),
            (-1, AudioBufferList(for: Self.planes, frameCapacity: 8)),
            (4, AudioBufferList(for: Self.short, frameCapacity: 8)), (4, AudioBufferList()),
        ] {
            var count = wanted, output = list
            #expect(
                code { try converter.fillComplexBuffer(packetCount: &count, into: &output, input: supply.give) }
                    == .invalidOutputSize)
            #expect(count == 0 && supply.requests == [])
        }
        var output = AudioBufferList(for: Self.planes, frameCapacity: 8)
        var count = 8, inner: [AudioConverterError.Code?] = []
        try converter.fillComplexBuffer(packetCount: &count, into: &output) { packets, data in
            var list = AudioBufferList(for: Self.planes, frameCapacity: 8)
            var other = 8
            inner.append(code { try converter.fillComplexBuffer(packetCount: &other, into: &list, input: supply.give) })
            inner.append(code { try converter.apply(converter.settings) })
            inner.append(code { try converter.convertComplexBuffer(frameCount: 0, from: data, into: &list) })
            supply.give(&packets, &data)
        }
        #expect(inner == [.operationNotSupported, .operationNotSupported, .operationNotSupported] && count == 8)
    }

    @Test func `one buffer goes to one buffer, in one call or in several`() throws {
        var settings = AudioConverter.Settings()
        settings.dither = .tpdf
        settings.seed = 3
        let input = Self.noise(1200)[0]
        let bytes = integers(8, in: 8, [])
        let converter = try AudioConverter(from: Self.short, to: bytes, settings: settings)
        var whole = AudioBuffer(channelCount: 2, byteCapacity: 2400)
        try converter.convertBuffer(input, into: &whole)
        #expect(whole.byteCount == 2400)
        converter.reset()
        var parts: [UInt8] = []
        for range in [0..<4, 4..<400, 400..<4800] {
            var part = AudioBuffer(channelCount: 2, byteCapacity: 2400)
            try converter.convertBuffer(AudioBuffer(channelCount: 2, bytes: Array(input.bytes[range])), into: &part)
            parts += part.bytes.prefix(part.byteCount)
        }
        #expect(parts == whole.bytes)
        converter.reset()
        #expect(try drained(converter, Supply(AudioBufferList([input]), as: Self.short))[0].bytes == whole.bytes)
    }

    @Test func `one buffer is refused with the size that is wrong, or when the rate changes`() throws {
        let converter = try AudioConverter(from: Self.short, to: integers(8, in: 8))
        var output = AudioBuffer(channelCount: 2, byteCapacity: 4)
        #expect(
            code { try converter.convertBuffer(AudioBuffer(channelCount: 2, bytes: [1, 2, 3]), into: &output) }
                == .invalidInputSize)
        #expect(
            code { try converter.convertBuffer(AudioBuffer(channelCount: 2, byteCapacity: 12), into: &output) } == nil
                && output.byteCount == 0)
        let three = AudioBuffer(channelCount: 2, bytes: Array(repeating: 0, count: 12))
        #expect(
            code { try converter.convertBuffer(three, into: &output) } == .invalidOutputSize && output.bytes.count == 4)
        let planes = try AudioConverter(from: Self.short, to: Self.planes)
        #expect(code { try planes.convertBuffer(three, into: &output) } == .invalidOutputSize)
        let slower = try AudioConverter(from: Self.short, to: Self.slower)
        #expect(code { try slower.convertBuffer(three, into: &output) } == .operationNotSupported)
        var list = AudioBufferList(for: Self.slower, frameCapacity: 10)
        #expect(
            code { try slower.convertComplexBuffer(frameCount: 3, from: AudioBufferList([three]), into: &list) }
                == .operationNotSupported)
        #expect(
            code { try planes.convertComplexBuffer(frameCount: 4, from: AudioBufferList([three]), into: &list) }
                == .invalidInputSize)
        #expect(
            code { try planes.convertComplexBuffer(frameCount: -1, from: AudioBufferList([three]), into: &list) }
                == .parameter)
    }
}
