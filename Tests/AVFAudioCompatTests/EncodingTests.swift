import AVFAudioCompat
import KKAudio
import KKTestSupport
import Testing

/// Converters that make packets, and files that hold them.
@Suite struct EncodingTests: RenderedByHand {
    /// Packets as their bytes and frames.
    struct Packets: Equatable {
        var bytes: [[UInt8]] = []
        var frames: [UInt32] = []
    }

    private static let kinds: [(id: AudioFormatID, rate: Double)] = [
        (kAudioFormatAppleLossless, 44100), (kAudioFormatAppleIMA4, 44100), (kAudioFormatFLAC, 44100),
        (kAudioFormatOpus, 48000), (FourCharCode("vorb").rawValue, 44100), (kAudioFormatMPEGLayer3, 44100),
    ]

    private func format(_ id: AudioFormatID, _ rate: Double) throws -> AVAudioFormat {
        try #require(
            AVAudioFormat(settings: [AVFormatIDKey: id, AVSampleRateKey: rate, AVNumberOfChannelsKey: 2]))
    }

    /// A second of a falling saw, quieter on the right.
    private func sound(_ rate: Double) throws -> AVAudioPCMBuffer {
        let format = try #require(AVAudioFormat(standardFormatWithSampleRate: rate, channels: 2))
        let made = buffer(format, Int(rate)) { Float(100 - $0 % 201) / 256 }
        for frame in 0..<Int(rate) { made.floatChannelData![1][frame] *= 0.5 }
        return made
    }

    /// Hands out a buffer in parts of 1000 frames.
    private func parts(of whole: AVAudioPCMBuffer) -> AVAudioConverterInputBlock {
        var position = 0
        return { _, status in
            let count = min(1000, Int(whole.frameLength) - position)
            status.pointee = count > 0 ? .haveData : .endOfStream
            guard count > 0 else { return nil }
            let part = AVAudioPCMBuffer(pcmFormat: whole.format, frameCapacity: 1000)!
            for channel in 0..<2 {
                memcpy(part.floatChannelData![channel], whole.floatChannelData![channel] + position, 4 * count)
            }
            part.frameLength = AVAudioFrameCount(count)
            position += count
            return part
        }
    }

    private func encoded(
        _ converter: AVAudioConverter, _ input: @escaping AVAudioConverterInputBlock, capacity: AVAudioPacketCount = 4
    ) throws -> Packets {
        let output = AVAudioCompressedBuffer(
            format: converter.outputFormat, packetCapacity: capacity,
            maximumPacketSize: converter.maximumOutputPacketSize)
        var all = Packets(), error: NSError?
        while true {
            let status = converter.convert(to: output, error: &error, withInputFrom: input)
            if let error { throw error }
            guard status == .haveData else { break }
            let data = UnsafeRawBufferPointer(start: output.data, count: Int(output.byteLength))
            let size = Int(output.byteLength / max(1, output.packetCount))
            for index in 0..<Int(output.packetCount) {
                let place = output.packetDescriptions?[index]
                let start = place.map { Int($0.mStartOffset) } ?? size * index
                let end = start + (place.map { Int($0.mDataByteSize) } ?? size)
                all.bytes.append(Array(data[start..<end]))
                all.frames.append(place?.mVariableFramesInPacket ?? 0)
            }
        }
        return all
    }

    /// The same by KKAudio's converter.
    private func expected(_ sound: AVAudioPCMBuffer, _ format: AVAudioFormat) throws -> (Packets, [UInt8]) {
        let samples = (0..<2).map { channel in
            (0..<Int(sound.frameLength)).map { sound.floatChannelData![channel][$0] }
        }
        let own = format.streamDescription.pointee
        let converter = try KKAudio.AudioConverter(
            from: .canonical(sampleRate: own.mSampleRate, channels: 2),
            to: StreamDescription(
                sampleRate: own.mSampleRate, formatID: KKAudio.FourCharCode(rawValue: own.mFormatID),
                formatFlags: FormatFlags(rawValue: own.mFormatFlags), channelsPerFrame: 2))
        var output = KKAudio.AudioBufferList([
            KKAudio.AudioBuffer(channelCount: 2, byteCapacity: 9 * converter.maximumOutputPacketSize)
        ])
        var all = Packets(), places: [PacketDescription] = [], isGiven = false
        while true {
            var count = 9
            try converter.fillComplexBuffer(
                packetCount: &count, into: &output, descriptions: &places
            ) { frames, data in
                frames = isGiven ? 0 : samples[0].count
                if !isGiven { data = KKAudio.AudioBufferList(samples.map { KKAudio.AudioBuffer(samples: $0) }) }
                isGiven = true
            }
            if count == 0 { return (all, converter.compressionMagicCookie) }
            for place in places {
                let start = Int(place.startOffset)
                all.bytes.append(Array(output[0].bytes[start..<start + place.byteCount]))
                all.frames.append(converter.outputDescription.bytesPerPacket > 0 ? 0 : UInt32(place.variableFrames))
            }
        }
    }

    @Test(arguments: kinds) func `packets are those of KKAudio's converter, and are decoded back`(
        id: AudioFormatID, rate: Double
    ) throws {
        let sound = try sound(rate), compressed = try format(id, rate)
        let encoder = try #require(AVAudioConverter(from: sound.format, to: compressed))
        let packets = try encoded(encoder, parts(of: sound))
        let (others, cookie) = try expected(sound, compressed)
        #expect(packets.bytes.count > 8 && packets == others)
        #expect(encoder.magicCookie.map { [UInt8]($0) } ?? [] == cookie)

        let decoder = try #require(AVAudioConverter(from: compressed, to: sound.format))
        decoder.magicCookie = encoder.magicCookie
        decoder.primeInfo = encoder.primeInfo
        let heard = try #require(AVAudioPCMBuffer(pcmFormat: sound.format, frameCapacity: sound.frameLength + 100))
        var position = 0, error: NSError?
        let status = decoder.convert(to: heard, error: &error) { _, status in
            guard position < packets.bytes.count else {
                status.pointee = .endOfStream
                return nil
            }
            let bytes = packets.bytes[position]
            let buffer = AVAudioCompressedBuffer(format: compressed, packetCapacity: 1, maximumPacketSize: bytes.count)
            memcpy(buffer.data, bytes, bytes.count)
            (buffer.packetCount, buffer.byteLength) = (1, UInt32(bytes.count))
            buffer.packetDescriptions?[0] = AudioStreamPacketDescription(
                mStartOffset: 0, mVariableFramesInPacket: packets.frames[position], mDataByteSize: UInt32(bytes.count))
            position += 1
            status.pointee = .haveData
            return buffer
        }
        #expect(status == .haveData && error == nil && heard.frameLength == sound.frameLength)
        // The saw is one of 256ths and 512ths, which 16 bits hold; what is lossy is near it on the average.
        let isLossless = id == kAudioFormatAppleLossless || id == kAudioFormatFLAC
        for channel in 0..<2 {
            let differences = (0..<Int(heard.frameLength)).map {
                abs(heard.floatChannelData![channel][$0] - sound.floatChannelData![channel][$0])
            }
            if isLossless { #expect(differences.max() == 0) }
            #expect(differences.reduce(0, +) / Float(rate) < 0.03)
        }
    }

    @Test func `where the input runs dry the packets so far are given, and the rest comes later`() throws {
        let sound = try sound(44100), compressed = try format(kAudioFormatAppleLossless, 44100)
        let steady = try encoded(
            #require(AVAudioConverter(from: sound.format, to: compressed)), parts(of: sound))
        let converter = try #require(AVAudioConverter(from: sound.format, to: compressed))
        let output = AVAudioCompressedBuffer(
            format: compressed, packetCapacity: 3, maximumPacketSize: converter.maximumOutputPacketSize)
        let source = parts(of: sound)
        var turn = 0, sizes: [Int] = [], isDry = false
        while true {
            let status = converter.convert(to: output, error: nil) { packets, status in
                turn += 1
                if turn % 6 != 0 { return source(packets, status) }
                status.pointee = .noDataNow
                return nil
            }
            sizes += (0..<Int(output.packetCount)).map { Int(output.packetDescriptions![$0].mDataByteSize) }
            isDry = isDry || status == .inputRanDry
            #expect(status != .error)
            if status == .endOfStream { break }
        }
        #expect(isDry && sizes == steady.bytes.map(\.count))
    }

    @Test func `a bit rate is one of the encoder's, and so is its strategy`() throws {
        let sound = try sound(44100)
        let converter = try #require(
            AVAudioConverter(from: sound.format, to: try format(kAudioFormatMPEGLayer3, 44100)))
        #expect(converter.bitRate == 0 && converter.bitRateStrategy == AVAudioBitRateStrategy_Variable)
        #expect(converter.availableEncodeBitRates?.contains(128_000) == true)
        #expect(converter.applicableEncodeBitRates == converter.availableEncodeBitRates)
        #expect(converter.availableEncodeSampleRates?.count == 9)
        #expect(converter.applicableEncodeSampleRates?.contains(44_100) == true)
        #expect(
            converter.availableEncodeChannelLayoutTags == [NSNumber(value: kAudioChannelLayoutTag_Stereo)])
        converter.bitRate = 64_000
        converter.bitRateStrategy = AVAudioBitRateStrategy_Constant
        #expect(converter.bitRate == 64_000)
        // 64,000 · 1152 / 44,100 / 8 bytes.
        let sizes = Set(try encoded(converter, parts(of: sound)).bytes.map(\.count))
        #expect(sizes == [208, 209])
        let changes: [((AVAudioConverter) -> Void, OSStatus)] = [
            ({ $0.bitRate = 65_000 }, kAudioConverterErr_FormatNotSupported),
            (
                { $0.bitRateStrategy = AVAudioBitRateStrategy_VariableConstrained },
                kAudioConverterErr_OperationNotSupported
            ),
        ]
        for (change, code) in changes {
            let other = try #require(AVAudioConverter(from: sound.format, to: converter.outputFormat))
            change(other)
            let error = #expect(throws: (any Error).self) { try encoded(other, parts(of: sound)) }
            #expect((error as NSError?)?.code == Int(code))
        }
        let opus = try #require(AVAudioConverter(from: sound.format, to: try format(kAudioFormatOpus, 48000)))
        #expect(opus.availableEncodeBitRates == [12_000, 512_000])
        #expect(
            opus.applicableEncodeBitRates?.first == 12_000 && opus.applicableEncodeBitRates?.contains(64_000) == true)
        opus.bitRateStrategy = AVAudioBitRateStrategy_Constant
        #expect(opus.bitRateStrategy == AVAudioBitRateStrategy_Constant)
        #expect(Set(try encoded(opus, parts(of: sound)).bytes.map(\.count)).count == 1)
        let lossless = try #require(
            AVAudioConverter(from: sound.format, to: try format(kAudioFormatAppleLossless, 44100)))
        #expect(lossless.availableEncodeSampleRates == [1, 0x1p31])
        let samples = try #require(AVAudioConverter(from: sound.format, to: sound.format))
        #expect(samples.availableEncodeSampleRates == nil && samples.availableEncodeChannelLayoutTags == nil)
        #expect(lossless.availableEncodeBitRates == nil && lossless.bitRateStrategy == nil && lossless.bitRate == 0)
    }

    @Test func `AAC has an average rate and AC-3 a constant one, and other strategies are refused by name`() throws {
        let sound = try sound(48000)
        for (id, own) in [
            (kAudioFormatMPEG4AAC, AVAudioBitRateStrategy_LongTermAverage),
            (kAudioFormatAC3, AVAudioBitRateStrategy_Constant),
        ] {
            let compressed = try format(id, 48000)
            for rate in [0, 128_000] {
                let converter = try #require(AVAudioConverter(from: sound.format, to: compressed))
                converter.bitRate = rate
                #expect(converter.bitRateStrategy == own)
                converter.bitRateStrategy = own
                let sizes = try encoded(converter, parts(of: sound)).bytes.map(\.count)
                #expect((Set(sizes).count == 1) == (own == AVAudioBitRateStrategy_Constant) && sizes.count > 30)
                converter.reset()
                converter.bitRateStrategy = AVAudioBitRateStrategy_Variable
                let error = #expect(throws: NSError.self) { try encoded(converter, parts(of: sound)) }
                #expect(error?.code == Int(kAudioConverterErr_OperationNotSupported))
                #expect(error?.localizedDescription.contains("no bit rate that is variable") == true, "\(error as Any)")
            }
        }
    }

    @Test func `a buffer without room for a packet, or for its description, is an error`() throws {
        let sound = try sound(44100), compressed = try format(kAudioFormatAppleLossless, 44100)
        let converter = try #require(AVAudioConverter(from: sound.format, to: compressed))
        var description = compressed.streamDescription.pointee
        description.mBytesPerPacket = 50_000
        let constant = try #require(AVAudioFormat(streamDescription: &description))
        let other = try #require(AVAudioConverter(from: sound.format, to: constant))
        for (converter, size, code) in [
            (converter, 10, kAudioConverterErr_InvalidOutputSize),
            (other, 50_000, kAudioConverterErr_RequiresPacketDescriptionsError),
        ] {
            let small = AVAudioCompressedBuffer(
                format: converter.outputFormat, packetCapacity: 1, maximumPacketSize: size)
            var error: NSError?
            #expect(converter.convert(to: small, error: &error, withInputFrom: parts(of: sound)) == .error)
            #expect(error?.code == Int(code) && small.packetCount == 0 && small.byteLength == 0)
        }
        #expect(
            AVAudioConverter(from: sound.format, to: try format(kAudioFormatMPEGLayer2, 44100)) == nil)
    }

    // MARK: Files

    @Test(arguments: [kAudioFormatAppleLossless, kAudioFormatAppleIMA4, kAudioFormatFLAC, kAudioFormatOpus])
    func `a CAF file of packets has the frames that were written`(id: AudioFormatID) throws {
        let folder = try ScratchFolder(), url = URL(fileURLWithPath: "\(folder.root)/a.caf")
        let rate = id == kAudioFormatOpus ? 48000 : 44100.0, sound = try sound(rate)
        let settings: [String: Any] = [
            AVFormatIDKey: id, AVSampleRateKey: rate, AVNumberOfChannelsKey: 2, AVEncoderBitRateKey: 96_000,
        ]
        let file = try AVAudioFile(forWriting: url, settings: settings)
        try file.write(from: sound)
        #expect(file.length == Int64(rate) && file.processingFormat == sound.format)
        file.close()
        let read = try AVAudioFile(forReading: url)
        #expect(read.length == Int64(rate) && read.fileFormat == file.fileFormat)
        #expect(read.fileFormat.streamDescription.pointee.mFormatID == id)
        let heard = try #require(AVAudioPCMBuffer(pcmFormat: sound.format, frameCapacity: sound.frameLength))
        try read.read(into: heard)
        let different = memcmp(heard.floatChannelData![1], sound.floatChannelData![1], 4 * Int(rate))
        if id == kAudioFormatAppleLossless || id == kAudioFormatFLAC { #expect(different == 0) }
        if id == kAudioFormatOpus {
            let size = try #require(folder.bytes("a.caf")).count
            #expect(size > 11_000 && size < 13_500)
        }
    }

    @Test(arguments: ["wav", "aif", "caf", "au", "flac"], [8, 16, 24])
    func `the file format is what a reader of the file says`(kind: String, bits: Int) throws {
        // FLAC has no 8 bits.
        if kind == "flac" && bits == 8 || ["aif", "caf", "au"].contains(kind) && bits == 8 { return }
        let folder = try ScratchFolder(), url = URL(fileURLWithPath: "\(folder.root)/a.\(kind)")
        let settings: [String: Any] = [
            AVFormatIDKey: kAudioFormatLinearPCM, AVSampleRateKey: 44100, AVNumberOfChannelsKey: 2,
            AVLinearPCMBitDepthKey: bits, AVLinearPCMIsNonInterleaved: true,
        ]
        let file = try AVAudioFile(forWriting: url, settings: settings)
        try file.write(from: sound(44100))
        file.close()
        let read = try AVAudioFile(forReading: url).fileFormat
        #expect(read == file.fileFormat, "\(read) \(file.fileFormat)")
    }

    @Test(arguments: [kAudioChannelLayoutTag_MPEG_5_0_B, kAudioChannelLayoutTag_MPEG_5_0_A, 147 << 16 | 7] as [UInt32])
    func `the layout of a file has the tag that Audio Format Services give it`(tag: AudioChannelLayoutTag) throws {
        let folder = try ScratchFolder(), url = URL(fileURLWithPath: "\(folder.root)/a.caf")
        let layout = try #require(AVAudioChannelLayout(layoutTag: tag))
        let file = try AVAudioFile(
            forWriting: url,
            settings: [AVFormatIDKey: kAudioFormatLinearPCM, AVSampleRateKey: 44100, AVChannelLayoutKey: layout])
        #expect(file.processingFormat.channelLayout?.layoutTag == tag && file.fileFormat.channelLayout == layout)
    }

    @Test(arguments: [("m4a", kAudioFormatMPEG4AAC), ("mp3", kAudioFormatMPEGLayer3)])
    func `a file whose encoder has bit rates has that of the settings`(kind: String, id: AudioFormatID) throws {
        let folder = try ScratchFolder(), sound = try sound(44100)
        var sizes: [Int] = []
        for rate in [64_000, 192_000] {
            let url = URL(fileURLWithPath: "\(folder.root)/\(rate).\(kind)")
            let settings: [String: Any] = [
                AVFormatIDKey: id, AVSampleRateKey: 44100, AVNumberOfChannelsKey: 2, AVEncoderBitRateKey: rate,
            ]
            let file = try AVAudioFile(forWriting: url, settings: settings)
            for _ in 0..<4 { try file.write(from: sound) }
            file.close()
            sizes.append(try #require(folder.bytes("\(rate).\(kind)")).count)
        }
        // Four seconds of each. AAC's rate is an average, which a sawtooth at few bits is 22 % above.
        #expect(abs(sizes[0] - 32_000) < 8_000 && abs(sizes[1] - 96_000) < 6_000, "\(sizes)")
    }

    /// The strategy was left out of M4A and ADTS. Silence needs next to nothing, and has the whole rate where that is
    /// constant.
    @Test(arguments: ["m4a", "aac"])
    func `an AAC file has the bit rate strategy of the settings`(kind: String) throws {
        let folder = try ScratchFolder()
        let format = try #require(AVAudioFormat(standardFormatWithSampleRate: 48000, channels: 2))
        let silence = try #require(AVAudioPCMBuffer(pcmFormat: format, frameCapacity: 96_000))
        silence.frameLength = 96_000
        var sizes: [Int] = []
        for strategy in [AVAudioBitRateStrategy_Constant, AVAudioBitRateStrategy_LongTermAverage] {
            let settings: [String: Any] = [
                AVFormatIDKey: kAudioFormatMPEG4AAC, AVSampleRateKey: 48000, AVNumberOfChannelsKey: 2,
                AVEncoderBitRateKey: 128_000, AVEncoderBitRateStrategyKey: strategy,
            ]
            let file = try AVAudioFile(
                forWriting: URL(fileURLWithPath: "\(folder.root)/a.\(kind)"), settings: settings)
            try file.write(from: silence)
            file.close()
            sizes.append(try #require(folder.bytes("a.\(kind)")).count)
        }
        #expect(abs(sizes[0] - 32_000) < 2_500 && sizes[1] < 4_000, "\(sizes)")
    }
}
