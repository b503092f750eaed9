import KKCodecs
import KKConvert
import KKPCM
import KKTestSupport
import Testing

/// What goes wrong with packets: their bytes, their descriptions, the cookie.
@Suite struct PacketDamageTests {
    private static let canonical = StreamDescription.canonical(sampleRate: 48_000, channels: 2)

    /// Packets of irregular lengths of which some have lost their marker.
    private static func damaged(_ numbers: [Int], isConstant: Bool = false) -> ToyPackets {
        var stream = ToyPackets(
            isConstant ? Array(repeating: 40, count: 30) : (0..<30).map { 20 + $0 }, isConstant: isConstant)
        for number in numbers { stream.packets[number][0] = 0 }
        return stream
    }

    @Test(arguments: [false, true])
    func `a damaged packet costs its own frames, which are silent`(isConstant: Bool) throws {
        let numbers = [0, 7, 8, 29]
        let stream = Self.damaged(numbers, isConstant: isConstant)
        var expected = stream.samples
        for number in numbers {
            for frame in 0..<stream.frameCounts[number] {
                for channel in 0..<2 { expected[channel][stream.start(ofPacket: number) + frame] = 0 }
            }
        }
        let converter = try AudioConverter.toy(stream.description)
        let supply = PacketSupply(stream, namesFrames: !isConstant)
        #expect(try converter.drained(supply).channels == expected)
        #expect(converter.damage.count == 4 && converter.damage.first.map(\.number) == [0, 7, 8, 29])
        #expect(converter.damage.first.map(\.frameCount) == numbers.map { stream.frameCounts[$0] })
        #expect(converter.damage.first.allSatisfy { $0.error.problem == "the packet has no marker" })
        let length = stream.frameCounts[7]
        #expect(
            converter.damage.first[1].description
                == "packet 7: the packet has no marker; \(length) frames of silence in its place")
        converter.reset()
        #expect(converter.damage == PacketDamage())
    }

    @Test func `where nobody knows its length, a damaged packet is left out`() throws {
        let stream = Self.damaged([3])
        let converter = try AudioConverter.toy(stream.description)
        let start = stream.start(ofPacket: 3)
        let expected = stream.samples.map { Array($0[..<start] + $0[(start + 23)...]) }
        #expect(try converter.drained(PacketSupply(stream, namesFrames: false)).channels == expected)
        #expect(
            converter.damage.first == [
                DamagedPacket(number: 3, frameCount: 0, error: CodecError(format: "toy ", "the packet has no marker"))
            ])
        #expect(converter.damage.first[0].description == "packet 3: the packet has no marker; it is left out")
    }

    @Test func `a description that claims more frames than a packet can have is not believed`() throws {
        let stream = Self.damaged([1])
        let converter = try AudioConverter.toy(stream.description)
        let supply = PacketSupply(stream)
        var errors: [any Error] = []
        let all = try converter.drained(errors: &errors) { packets, data, descriptions in
            supply.give(&packets, &data, &descriptions)
            for index in descriptions.indices { descriptions[index].variableFrames = 1 << 40 }
        }
        #expect(
            all.channels[0].count == stream.samples[0].count - 21 + 128 && converter.damage.first[0].frameCount == 128)
    }

    @Test func `strict stops at the packet, with its number, and can be made to go on`() throws {
        let stream = Self.damaged([4, 20])
        let lenient = try AudioConverter.toy(stream.description)
        let whole = try lenient.drained(PacketSupply(stream))
        let converter = try AudioConverter.toy(stream.description)
        converter.isStrict = true
        var errors: [any Error] = []
        #expect(try converter.drained(errors: &errors, input: PacketSupply(stream).give) == whole)
        let both = errors.compactMap { $0 as? AudioConverterError }
        #expect(both.map(\.place) == ["AudioConverter packet 4", "AudioConverter packet 20"])
        #expect(
            both.allSatisfy {
                $0.code == .unspecified && $0.kind == .badData && $0.problem == "the packet has no marker"
            })
        #expect(converter.damage.count == 2)
    }

    @Test func `all damaged packets are counted, and the first 32 are named`() throws {
        var stream = ToyPackets(Array(repeating: 5, count: 40))
        for index in 0..<40 { stream.packets[index] = [] }
        let converter = try AudioConverter.toy(stream.description)
        #expect(
            try converter.drained(PacketSupply(stream)).channels
                == [[Float]](repeating: [Float](repeating: 0, count: 200), count: 2))
        #expect(converter.damage.count == 40 && converter.damage.first.map(\.number) == Array(0..<32))
    }

    @Test func `packets that do not lie where they are said to are refused, and the next ones are taken`() throws {
        let stream = ToyPackets.irregular(10)
        let converter = try AudioConverter.toy(stream.description)
        var output = AudioBufferList(for: Self.canonical, frameCapacity: 10_000)
        let six = AudioBuffer(channelCount: 2, bytes: [0x5A, 0, 1, 2, 3, 4])
        let wrong: [(Int, [AudioBuffer], [PacketDescription], AudioConverterError.Code)] = [
            (1, [six], [], .requiresPacketDescriptions),
            (2, [six], [PacketDescription(startOffset: 0, byteCount: 6)], .requiresPacketDescriptions),
            (1, [six], [PacketDescription(startOffset: 1, byteCount: 6)], .invalidInputSize),
            (1, [six], [PacketDescription(startOffset: -1, byteCount: 6)], .invalidInputSize),
            (1, [six], [PacketDescription(startOffset: .max, byteCount: 6)], .invalidInputSize),
            (1, [six], [PacketDescription(startOffset: 6, byteCount: .max)], .invalidInputSize),
            (1, [six], [PacketDescription(startOffset: 0, byteCount: -1)], .invalidInputSize),
            (1, [six], [PacketDescription(startOffset: 0, variableFrames: -1, byteCount: 6)], .invalidInputSize),
            (1, [six, six], [PacketDescription(startOffset: 0, byteCount: 6)], .invalidInputSize),
            (1, [], [PacketDescription(startOffset: 0, byteCount: 6)], .invalidInputSize),
        ]
        for (packetCount, buffers, descriptions, expected) in wrong {
            var count = 100
            let code = code {
                try converter.fillComplexBuffer(packetCount: &count, into: &output) {
                    packets, data, packetDescriptions in
                    #expect(packetDescriptions.isEmpty && data.buffers.count == 1)
                    packets = packetCount
                    data.buffers = buffers
                    packetDescriptions = descriptions
                }
            }
            #expect(code == expected && count == 0)
        }
        let constant = ToyPackets([50], isConstant: true)
        let fixed = try AudioConverter.toy(constant.description)
        var count = 100
        #expect(
            code {
                try fixed.fillComplexBuffer(packetCount: &count, into: &output) { packets, data in
                    data[0] = AudioBuffer(channelCount: 2, bytes: Array(repeating: 0, count: 403))
                    packets = 2
                }
            } == .invalidInputSize)
        #expect(try converter.drained(PacketSupply(stream)).channels == stream.samples)
    }

    @Test func `a decoder that wants a cookie gets it before the first packet`() throws {
        let stream = ToyPackets.irregular(10)
        let converter = try AudioConverter(from: stream.description, to: Self.canonical) {
            description, cookie throws(CodecError) in
            guard cookie == [1, 2, 3] else { throw CodecError(format: "toy ", "a cookie of \(cookie.count) bytes") }
            return ToyDecoder(description)
        }
        try converter.setPacketTable(PacketTableInfo(validFrames: 100, primingFrames: 10))
        #expect(code { _ = try converter.drained(PacketSupply(stream)) } == .formatNotSupported)
        #expect(code { try converter.setProperty("dmgc", .magicCookie([4])) } == .formatNotSupported)
        try converter.setProperty("dmgc", .magicCookie([1, 2, 3]))
        #expect(code { try converter.setMagicCookie([4]) } == .formatNotSupported)
        #expect(try converter.property("dmgc") == .magicCookie([1, 2, 3]))
        #expect(try converter.drained(PacketSupply(stream)).channels == stream.samples.map { Array($0[10..<110]) })
    }

    @Test func `a codec that there is not is refused at once, and so is one that gives something else`() throws {
        let stream = ToyPackets.irregular(1)
        #expect(code { _ = try AudioConverter(from: stream.description, to: Self.canonical) } == .formatNotSupported)
        #expect(code { _ = try AudioConverter(from: Self.canonical, to: stream.description) } == .formatNotSupported)
        var silent = stream.description
        silent.channelsPerFrame = 0
        #expect(code { _ = try AudioConverter.toy(silent, to: Self.canonical) } == .formatNotSupported)
        #expect(
            code {
                _ = try AudioConverter(from: stream.description, to: Self.canonical) { _, _ throws(CodecError) in
                    ToyDecoder(.canonical(sampleRate: 44_100, channels: 2))
                }
            } == .formatNotSupported)
    }

    @Test func `what is for packets alone is refused for samples, and what is for samples for packets`() throws {
        let plain = try AudioConverter(from: Self.canonical, to: Self.canonical)
        #expect(code { try plain.setMagicCookie([]) } == .propertyNotSupported)
        #expect(code { try plain.setPacketTable(nil) } == .propertyNotSupported)
        #expect(
            code { try plain.setPacketTable(PacketTableInfo(validFrames: 10, primingFrames: 1, remainderFrames: 0)) }
                == .propertyNotSupported)
        // The table of a file of samples, which cuts nothing off.
        try plain.setPacketTable(PacketTableInfo(validFrames: 10, primingFrames: 0, remainderFrames: 0))
        try plain.setProperty("prim", .primeInfo(.init(leadingFrames: 0, trailingFrames: 0)))
        #expect(
            code { try plain.setProperty("prim", .primeInfo(.init(leadingFrames: 1, trailingFrames: 0))) }
                == .propertyNotSupported)
        #expect(code { try plain.setProperty("dmgc", .magicCookie([])) } == .propertyNotSupported)
        #expect(!plain.decodesPackets && plain.packetTable == nil && plain.magicCookie == [] && plain.damage.count == 0)
        let stream = ToyPackets.irregular(1)
        let converter = try AudioConverter.toy(stream.description)
        var list = AudioBufferList(for: Self.canonical, frameCapacity: 10)
        var buffer = AudioBuffer(bytes: [])
        #expect(
            code { try converter.convertComplexBuffer(frameCount: 0, from: list, into: &list) }
                == .operationNotSupported)
        #expect(code { try converter.convertBuffer(buffer, into: &buffer) } == .operationNotSupported)
        #expect(code { _ = try converter.outputByteCount(forInput: 10) } == .operationNotSupported)
        #expect(try converter.inputByteCount(forOutput: 400) == 100 * converter.maximumInputPacketSize)
        for (leading, trailing) in [(-1, 0), (0, -1), (0, 1 << 21)] {
            let info = AudioConverter.PrimeInfo(leadingFrames: leading, trailingFrames: trailing)
            #expect(code { try converter.setProperty("prim", .primeInfo(info)) } == .parameter)
        }
        #expect(code { try converter.setPacketTable(PacketTableInfo(validFrames: -1)) } == .parameter)
        #expect(code { try converter.setProperty("prim", .number(1)) } == .badPropertySize)
        #expect(code { try converter.setProperty("dmgc", .number(1)) } == .badPropertySize)
        let table: [(FourCharCode, AudioConverter.PropertyValue)] = [
            ("acid", .description(stream.description)), ("icdp", .description(stream.description)),
            ("acod", .description(Self.canonical)),
            ("xips", .number(UInt32(2 * 4 * 128 + 4096))), ("mobs", .number(4)), ("dmgc", .magicCookie([])),
            ("prim", .primeInfo(AudioConverter.PrimeInfo(leadingFrames: 0, trailingFrames: 0))),
        ]
        for (id, value) in table { #expect(try converter.property(id) == value) }
    }
}
