import KKCodecs
import KKConvert
import KKPCM
import KKTestSupport
import Testing

/// Samples through the converter into packets, and back by its own decoders.
@Suite struct EncodingConverterTests {
    private static func packets(
        _ formatID: FourCharCode, depth: Int? = nil, rate: Double = 48_000, channels: Int = 2
    ) -> StreamDescription {
        let flags: [Int: UInt32] = [16: 1, 20: 2, 24: 3, 32: 4]
        return StreamDescription(
            sampleRate: rate, formatID: formatID, formatFlags: FormatFlags(rawValue: depth.flatMap { flags[$0] } ?? 0),
            channelsPerFrame: UInt32(channels))
    }

    /// Sounds that are hard on one part of an encoder or another, as integers of so many bits.
    private static func sounds(_ depth: Int, frameCount: Int, channels: Int) -> [[[Int32]]] {
        var numbers = SeededNumbers(seed: 3)
        let top = Int32(truncatingIfNeeded: Int64(1) << Int64(depth - 1) - 1)
        let tonal = music(frameCount, channels: channels).map { $0.map { Int32(Double($0) * Double(top)) } }
        func each(_ sample: (Int, Int) -> Int32) -> [[Int32]] {
            (0..<channels).map { channel in (0..<frameCount).map { sample($0, channel) } }
        }
        return [
            tonal,
            each { _, _ in Int32(truncatingIfNeeded: Int64(bitPattern: numbers.next()) >> Int64(64 - depth)) },
            each { frame, _ in frame % 2 == 0 ? top : -top - 1 },
            each { frame, _ in frame % 700 == 3 ? Int32(frame % 5) - 2 : 0 },
            each { _, channel in Int32(channel) },
        ]
    }

    @Test(arguments: [FourCharCode.appleLossless, .flac], [16, 20, 24, 32])
    func `lossless packets give the samples back to the bit`(formatID: FourCharCode, depth: Int) throws {
        // A decoder gives Float32, so of 32 bits the upper 24 are compared.
        let unused = Int32(max(0, depth - 24))
        for channels in [1, 2, 3, 8] {
            for (index, sound) in Self.sounds(depth, frameCount: 5000, channels: channels).enumerated() {
                let pcm = integers(depth, in: 32, channels: channels, [.isSignedInteger, .isNonInterleaved])
                let list = AudioBufferList(
                    sound.map { AudioBuffer(samples: $0.map { ($0 >> unused) << unused }) })
                let converter = try AudioConverter(
                    from: pcm, to: Self.packets(formatID, depth: depth, channels: channels))
                let all = try converter.encoded(Supply(list, as: pcm))
                #expect(all.packets.count == 2)
                #expect(try converter.decoded(all, to: pcm) == list, "sound \(index) of \(channels) channels")
            }
        }
    }

    @Test(arguments: PacketEncoders.formatIDs)
    func `any cut of requests and of input gives the same packets`(formatID: FourCharCode) throws {
        let pcm = StreamDescription.canonical(sampleRate: 44_100, channels: 2)
        let list = AudioBufferList(music(30_000, channels: 2, rate: 44_100).map { AudioBuffer(samples: $0) })
        let converter = try AudioConverter(
            from: pcm, to: Self.packets(formatID, rate: formatID == .opus ? 48_000 : 44_100))
        let whole = try converter.encoded(Supply(list, as: pcm), room: 600) { _ in 500 }
        let (cookie, prime) = (converter.compressionMagicCookie, converter.primeInfo)
        #expect(whole.packets.count > 7)
        var numbers = SeededNumbers(seed: 9)
        for (given, wanted) in [(1000, 1), (7, 2), (30_000, 3), (4095, 500)] {
            converter.reset()
            let supply = Supply(list, as: pcm) { _ in given }
            #expect(try converter.encoded(supply, room: 1 + wanted) { _ in wanted } == whole)
        }
        converter.reset()
        #expect(
            try converter.encoded(Supply(list, as: pcm) { _ in Int(numbers.next() % 3000) }) { 1 + $0 % 5 } == whole)
        #expect(converter.compressionMagicCookie == cookie && converter.primeInfo == prime)
    }

    @Test(arguments: PacketEncoders.formatIDs, [1, 64, 959, 4096, 10_000])
    func `the prime info says which frames are the sound, to the frame`(formatID: FourCharCode, length: Int) throws {
        let pcm = StreamDescription.canonical(sampleRate: 48_000, channels: 1)
        let sound = music(length, channels: 1)
        let list = AudioBufferList(sound.map { AudioBuffer(samples: $0) })
        let converter = try AudioConverter(from: pcm, to: Self.packets(formatID, channels: 1))
        let all = try converter.encoded(Supply(list, as: pcm))
        let prime = converter.primeInfo
        let frames = all.frames.reduce(0) { $0 + max($1, Int(converter.outputDescription.framesPerPacket)) }
        #expect(prime.leadingFrames + length + prime.trailingFrames == frames)
        let byTable = try converter.decoded(all, to: pcm) {
            try $0.setPacketTable(
                PacketTableInfo(
                    validFrames: Int64(length), primingFrames: Int64(prime.leadingFrames),
                    remainderFrames: Int64(prime.trailingFrames)))
        }
        let byPrimeInfo = try converter.decoded(all, to: pcm) {
            try $0.setProperty(AudioConverter.Property.primeInfo, .primeInfo(prime))
        }
        #expect(byTable == byPrimeInfo && byTable[0].byteCount == 4 * length)
        if formatID != .appleIMA4 {
            // The decoder knows how long packets are where the description does not say.
            let byDecoder = try converter.decoded(all, to: pcm, framesPerPacket: 0) {
                try $0.setProperty(AudioConverter.Property.primeInfo, .primeInfo(prime))
            }
            #expect(byDecoder == byTable)
        }
        if length == 10_000 {
            let floor: [FourCharCode: Double] = [.appleLossless: 130, .flac: 130, .appleIMA4: 30, .vorbis: 20]
            let ratio = signalToNoise(sound, byTable.channels)
            #expect(ratio > floor[formatID] ?? 15, "\(formatID): \(ratio) dB")
        }
    }

    @Test func `rate and channels are converted before they are encoded, as for samples`() throws {
        let pcm = StreamDescription.canonical(sampleRate: 44_100, channels: 1)
        let list = AudioBufferList(music(20_000, channels: 1, rate: 44_100).map { AudioBuffer(samples: $0) })
        var settings = AudioConverter.Settings()
        settings.channelMap = [0, 0]
        let output = Self.packets(.appleLossless, depth: 16)
        let converter = try AudioConverter(from: pcm, to: output, settings: settings)
        let samples = integers(16, in: 16, [.isSignedInteger])
        let plain = try AudioConverter(from: pcm, to: samples, settings: settings)
        let expected = try drained(plain, Supply(list, as: pcm))
        let all = try converter.encoded(Supply(list, as: pcm))
        #expect(try converter.decoded(all, to: samples) == expected)
        #expect(expected[0].byteCount / 4 == 21_769)
    }

    @Test func `channels go where the codec wants them, and come back`() throws {
        let pcm = integers(16, in: 16, channels: 6, [.isSignedInteger])
        let frames = (0..<6000).flatMap { frame in (1...6).map { Int16($0 * 1000 + frame % 50) } }
        let list = AudioBufferList([AudioBuffer(channelCount: 6, samples: frames)])
        for formatID in [FourCharCode.appleLossless, .flac] {
            let converter = try AudioConverter(from: pcm, to: Self.packets(formatID, depth: 16, channels: 6))
            #expect(try converter.decoded(converter.encoded(Supply(list, as: pcm)), to: pcm) == list)
        }
        // The order of a client with a layout of its own is undone.
        var settings = AudioConverter.Settings()
        settings.inputLayout = .mpegFiveOneD
        let converter = try AudioConverter(
            from: pcm, to: Self.packets(.appleLossless, depth: 16, channels: 6), settings: settings)
        let heard = try converter.decoded(converter.encoded(Supply(list, as: pcm)), to: pcm)
        #expect(heard[0].samples(as: Int16.self).prefix(6) == [2000, 3000, 1000, 6000, 4000, 5000])
        settings.outputLayout = .discrete(6)
        #expect(code { try converter.apply(settings) } == .parameter)
    }

    @Test func `the output's description is completed`() throws {
        let pcm = integers(24, in: 24, channels: 2, [.isSignedInteger], rate: 44_100)
        func made(_ formatID: FourCharCode, _ rate: Double = 0) throws -> [String] {
            let open = StreamDescription(sampleRate: rate, formatID: formatID, channelsPerFrame: 0)
            return try AudioConverter(from: pcm, to: open).outputDescription.fields.dropFirst(2).map(\.value)
        }
        #expect(try made(.appleLossless) == ["0x00000003", "0", "4096", "0", "2", "0"])
        #expect(try made(.flac) == ["0x00000003", "0", "4096", "0", "2", "0"])
        #expect(try made(.appleIMA4) == ["0x00000000", "68", "64", "0", "2", "0"])
        #expect(try made(.opus) == ["0x00000000", "0", "960", "0", "2", "0"])
        #expect(try made(.vorbis) == ["0x00000000", "0", "0", "0", "2", "0"])
        #expect(try made(.mpegLayer3) == ["0x00000000", "0", "1152", "0", "2", "0"])
        #expect(try made(.mpegLayer3, 22_050) == ["0x00000000", "0", "576", "0", "2", "0"])
        var longer = Self.packets(.opus)
        longer.framesPerPacket = 2880
        #expect(try AudioConverter(from: pcm, to: longer).outputDescription == longer)
        longer.framesPerPacket = 1000
        #expect(code { _ = try AudioConverter(from: pcm, to: longer) } == .formatNotSupported)
    }

    @Test func `an encoder's properties are Core Audio's`() throws {
        typealias Property = AudioConverter.Property
        let pcm = StreamDescription.canonical(sampleRate: 44_100, channels: 2)
        let list = AudioBufferList(music(20_000, channels: 2, rate: 44_100).map { AudioBuffer(samples: $0) })
        let converter = try AudioConverter(from: pcm, to: Self.packets(.mpegLayer3, rate: 44_100))
        func size() throws -> Int {
            converter.reset()
            let all = try converter.encoded(Supply(list, as: pcm))
            return all.packets.reduce(0) { $0 + $1.count }
        }
        #expect(code { _ = try converter.property(Property.encodeBitRate) } == .propertyNotSupported)
        guard case .ranges(let rates) = try converter.property(Property.applicableEncodeBitRates) else {
            Issue.record("no ranges")
            return
        }
        #expect(rates.count == 14 && rates.first == 32_000...32_000 && rates.last == 320_000...320_000)
        try converter.setProperty(Property.encodeBitRate, .number(64_000))
        #expect(try converter.property(Property.encodeBitRate) == .number(64_000))
        let small = try size()
        try converter.setProperty(Property.encodeBitRate, .number(320_000))
        // 20,000 frames and LAME's own in packets of 1044 bytes.
        #expect(try size() > 4 * small)
        #expect(code { try converter.setProperty(Property.encodeBitRate, .number(65_000)) } == .formatNotSupported)
        #expect(try converter.property(Property.encodeBitRate) == .number(320_000))

        #expect(try converter.property(Property.applicableEncodeSampleRates) == converter.property("vesr"))
        #expect(converter.availableEncodeSampleRates.count == 9)
        #expect(try converter.property(Property.availableEncodeChannelLayoutTags) == .numbers([101 << 16 | 2]))
        let samples = try AudioConverter(from: pcm, to: pcm)
        #expect(code { _ = try samples.property(Property.applicableEncodeSampleRates) } == .propertyNotSupported)

        let lossless = try AudioConverter(from: pcm, to: Self.packets(.flac, rate: 44_100))
        #expect(try lossless.property("vesr") == .ranges([1...655_350]))
        #expect(code { try lossless.setProperty(Property.encodeBitRate, .number(1)) } == .propertyNotSupported)
        #expect(try lossless.property(Property.bitDepthHint) == .number(24))
        try lossless.setProperty(Property.bitDepthHint, .number(16))
        #expect(lossless.outputDescription.formatFlags.rawValue == 1)
        #expect(code { try lossless.setProperty(Property.bitDepthHint, .number(17)) } == .formatNotSupported)
        let usual = try lossless.encoded(Supply(list, as: pcm)).packets.joined().count
        try lossless.setProperty(Property.codecQuality, .number(0))
        #expect(try lossless.property(Property.codecQuality) == .number(0))
        #expect(try lossless.encoded(Supply(list, as: pcm)).packets.joined().count > usual)
        guard case .magicCookie(let cookie) = try lossless.property(Property.compressionMagicCookie) else {
            Issue.record("no cookie")
            return
        }
        #expect(try FLACStreamInfo(cookie).frameCount == 20_000 && FLACStreamInfo(cookie).soundChecksum != nil)
        let largest = lossless.maximumOutputPacketSize
        #expect(try lossless.property(Property.maximumOutputPacketSize) == .number(UInt32(largest)))
        #expect(try lossless.inputByteCount(forOutput: 3 * largest) == 3 * 4096 * 4)
        #expect(try lossless.outputByteCount(forInput: 4096 * 4) >= 2 * largest)
    }

    @Test func `no packet is longer than it may be`() throws {
        for channels in [1, 2, 5] {
            let pcm = StreamDescription.canonical(sampleRate: 48_000, channels: channels)
            var numbers = SeededNumbers(seed: 8)
            let noise = (0..<channels).map { _ in
                AudioBuffer(samples: (0..<9000).map { _ in Float(Int32(truncatingIfNeeded: numbers.next())) * 0x1p-31 })
            }
            for formatID in PacketEncoders.formatIDs where formatID != .mpegLayer3 || channels < 3 {
                var settings = AudioConverter.Settings()
                settings.codecQuality = 0x7F
                let converter = try AudioConverter(
                    from: pcm, to: Self.packets(formatID, channels: channels), settings: settings)
                let all = try converter.encoded(Supply(AudioBufferList(noise), as: pcm))
                #expect(all.packets.map(\.count).max() ?? 0 <= converter.maximumOutputPacketSize)
            }
        }
    }

    private struct Dry: Error {}

    @Test func `an error of the callback costs nothing, and an empty stream has no packets`() throws {
        let pcm = StreamDescription.canonical(sampleRate: 48_000, channels: 1)
        let list = AudioBufferList(music(9000, channels: 1).map { AudioBuffer(samples: $0) })
        let converter = try AudioConverter(from: pcm, to: Self.packets(.appleLossless, channels: 1))
        let whole = try converter.encoded(Supply(list, as: pcm))
        converter.reset()
        let supply = Supply(list, as: pcm) { _ in 3000 }
        var output = AudioBufferList([AudioBuffer(byteCapacity: 10 * converter.maximumOutputPacketSize)])
        var (bytes, places): ([UInt8], [PacketDescription]) = ([], [])
        var call = 0
        var isEnd = false
        while !isEnd {
            var count = 10
            do {
                try converter.fillComplexBuffer(packetCount: &count, into: &output, descriptions: &places) {
                    packets, data in
                    call += 1
                    if call % 2 == 1 { throw Dry() }
                    supply.give(&packets, &data)
                }
                isEnd = true
            } catch is Dry {}
            bytes += output[0].bytes.prefix(output[0].byteCount)
        }
        #expect(bytes == Array(whole.packets.joined()))
        for formatID in PacketEncoders.formatIDs {
            let converter = try AudioConverter(from: pcm, to: Self.packets(formatID, channels: 1))
            let none = Supply(AudioBufferList([AudioBuffer(bytes: [])]), as: pcm)
            #expect(try converter.encoded(none).packets.isEmpty)
            #expect(converter.primeInfo.trailingFrames == 0)
        }
    }

    @Test func `what cannot be encoded is refused by name`() throws {
        let pcm = StreamDescription.canonical(sampleRate: 48_000, channels: 2)
        func refusal(_ output: StreamDescription, _ input: StreamDescription = pcm) -> AudioConverterError.Code? {
            code { _ = try AudioConverter(from: input, to: output) }
        }
        #expect(refusal(Self.packets(.mpegLayer2)) == .formatNotSupported)
        #expect(refusal(Self.packets(.appleLossless, channels: 9)) == .formatNotSupported)
        #expect(refusal(Self.packets(.mpegLayer3, channels: 3)) == .formatNotSupported)
        #expect(refusal(Self.packets(.mpegLayer3, rate: 96_000)) == .formatNotSupported)
        #expect(refusal(Self.packets(.opus, rate: 44_100)) == .formatNotSupported)
        #expect(refusal(Self.packets(.flac), Self.packets(.appleIMA4)) == .formatNotSupported)
        let converter = try AudioConverter(from: pcm, to: Self.packets(.flac))
        var (output, places) = (AudioBufferList([AudioBuffer(byteCapacity: 100)]), [PacketDescription]())
        var count = 1
        #expect(
            code {
                try converter.fillComplexBuffer(packetCount: &count, into: &output, descriptions: &places) { _, _ in }
            } == .invalidOutputSize)
        count = 1
        #expect(
            code { try converter.fillComplexBuffer(packetCount: &count, into: &output) { _, _ in } }
                == .requiresPacketDescriptions)
        #expect(
            code { try converter.convertBuffer(AudioBuffer(bytes: []), into: &output[0]) } == .operationNotSupported)
    }
}
