import AVFAudioCompat
import KKTestSupport
import Testing

@Suite struct ConverterTests {
    private func standard(_ rate: Double, _ channels: AVAudioChannelCount) throws -> AVAudioFormat {
        try #require(AVAudioFormat(standardFormatWithSampleRate: rate, channels: channels))
    }

    private func ramp(_ format: AVAudioFormat, _ frameCount: Int) throws -> AVAudioPCMBuffer {
        let buffer = try #require(AVAudioPCMBuffer(pcmFormat: format, frameCapacity: AVAudioFrameCount(frameCount)))
        buffer.frameLength = AVAudioFrameCount(frameCount)
        for channel in 0..<Int(format.channelCount) {
            for frame in 0..<frameCount { buffer.floatChannelData![channel][frame] = Float(frame % 1000) / 1024 }
        }
        return buffer
    }

    @Test func `samples become other samples`() throws {
        let from = try standard(44100, 2)
        let to = try #require(
            AVAudioFormat(commonFormat: .pcmFormatInt16, sampleRate: 44100, channels: 2, interleaved: true))
        let converter = try #require(AVAudioConverter(from: from, to: to))
        let output = try #require(AVAudioPCMBuffer(pcmFormat: to, frameCapacity: 1000))
        try converter.convert(to: output, from: try ramp(from, 1000))
        #expect(output.frameLength == 1000)
        #expect((0..<1000).allSatisfy { output.int16ChannelData![1][2 * $0] == Int16($0 * 32) })
    }

    @Test func `a buffer without room, of another format or rate is an error`() throws {
        let from = try standard(44100, 1)
        let converter = try #require(AVAudioConverter(from: from, to: from))
        let small = try #require(AVAudioPCMBuffer(pcmFormat: from, frameCapacity: 10))
        #expect(throws: (any Error).self) { try converter.convert(to: small, from: try ramp(from, 11)) }
        #expect(throws: (any Error).self) { try converter.convert(to: small, from: try ramp(try standard(8000, 1), 1)) }
        let faster = try #require(AVAudioConverter(from: from, to: try standard(48000, 1)))
        let output = try #require(AVAudioPCMBuffer(pcmFormat: faster.outputFormat, frameCapacity: 100))
        let error = #expect(throws: (any Error).self) { try faster.convert(to: output, from: try ramp(from, 10)) }
        #expect((error as NSError?)?.code == Int(kAudioConverterErr_OperationNotSupported))
    }

    /// Feeds `frameCount` frames in buffers of `size`, with a pause after each where `pauses`.
    private func convert(
        _ converter: AVAudioConverter, _ input: AVAudioPCMBuffer, size: Int, capacity: AVAudioFrameCount, pauses: Bool
    ) throws -> (samples: [Float], statuses: [AVAudioConverterOutputStatus]) {
        let output = try #require(AVAudioPCMBuffer(pcmFormat: converter.outputFormat, frameCapacity: capacity))
        var position = 0, isPaused = false
        var samples: [Float] = [], statuses: [AVAudioConverterOutputStatus] = []
        while statuses.last != .endOfStream, statuses.count < 10_000 {
            var error: NSError?
            let status = converter.convert(to: output, error: &error) { _, status in
                if pauses { isPaused.toggle() }
                if isPaused {
                    status.pointee = .noDataNow
                    return nil
                }
                let count = min(size, Int(input.frameLength) - position)
                guard count > 0,
                    let part = AVAudioPCMBuffer(pcmFormat: input.format, frameCapacity: AVAudioFrameCount(count))
                else {
                    status.pointee = .endOfStream
                    return nil
                }
                part.frameLength = AVAudioFrameCount(count)
                memcpy(part.floatChannelData![0], input.floatChannelData![0] + position, count * 4)
                position += count
                status.pointee = .haveData
                return part
            }
            #expect(error == nil)
            samples += (0..<Int(output.frameLength)).map { output.floatChannelData![0][$0] }
            statuses.append(status)
        }
        return (samples, statuses)
    }

    @Test func `the output does not depend on the buffers, and ends with the input`() throws {
        let from = try standard(44100, 1), to = try standard(48000, 1)
        let input = try ramp(from, 4410)
        let whole = try convert(
            #require(AVAudioConverter(from: from, to: to)), input, size: 4410, capacity: 10_000, pauses: false)
        #expect(whole.samples.count == 4800 && whole.statuses == [.haveData, .endOfStream])
        let parts = try convert(
            #require(AVAudioConverter(from: from, to: to)), input, size: 100, capacity: 777, pauses: true)
        #expect(parts.samples == whole.samples && parts.statuses.contains(.inputRanDry))
    }

    @Test func `the end is the end until the converter is reset`() throws {
        let format = try standard(44100, 1)
        let converter = try #require(AVAudioConverter(from: format, to: format))
        let input = try ramp(format, 10)
        #expect(try convert(converter, input, size: 10, capacity: 20, pauses: false).samples.count == 10)
        #expect(try convert(converter, input, size: 10, capacity: 20, pauses: false).samples.isEmpty)
        converter.reset()
        #expect(try convert(converter, input, size: 10, capacity: 20, pauses: false).samples.count == 10)
    }

    @Test func `channels go by number, by a map, or by layouts`() throws {
        let mono = try standard(44100, 1), stereo = try standard(44100, 2)
        let output = try #require(AVAudioPCMBuffer(pcmFormat: stereo, frameCapacity: 4))
        let input = try ramp(mono, 4)
        let converter = try #require(AVAudioConverter(from: mono, to: stereo))
        #expect(converter.channelMap == [0, -1])
        try converter.convert(to: output, from: input)
        #expect(output.floatChannelData![0][3] == 3 / 1024 && output.floatChannelData![1][3] == 0)
        converter.channelMap = [-1, 0]
        try converter.convert(to: output, from: input)
        #expect(output.floatChannelData![0][3] == 0 && output.floatChannelData![1][3] == 3 / 1024)
        let mixing = try #require(AVAudioConverter(from: mono, to: stereo))
        mixing.downmix = true
        try mixing.convert(to: output, from: input)
        #expect(output.floatChannelData![0][3] == 3 / 1024 && output.floatChannelData![1][3] == 3 / 1024)
    }

    @Test func `a setting that is impossible is an error of the next conversion`() throws {
        let format = try standard(44100, 2)
        let converter = try #require(AVAudioConverter(from: format, to: format))
        let output = try #require(AVAudioPCMBuffer(pcmFormat: format, frameCapacity: 4))
        converter.sampleRateConverterAlgorithm = AVSampleRateConverterAlgorithm_MinimumPhase
        #expect(converter.sampleRateConverterAlgorithm == AVSampleRateConverterAlgorithm_MinimumPhase)
        let error = #expect(throws: (any Error).self) { try converter.convert(to: output, from: try ramp(format, 4)) }
        #expect((error as NSError?)?.code == Int(kAudioConverterErr_OperationNotSupported))
        converter.sampleRateConverterAlgorithm = AVSampleRateConverterAlgorithm_Mastering
        converter.sampleRateConverterQuality = .max
        #expect(converter.sampleRateConverterQuality == AVAudioQuality.max.rawValue)
        try converter.convert(to: output, from: try ramp(format, 4))
        #expect(output.frameLength == 4)
    }

    @Test func `packets of a codec are decoded`() throws {
        var file: AudioFileID?
        let url = NSURL(fileURLWithPath: Fixtures.path("codec-alac.caf"))
        #expect(AudioFileOpenURL(url, .readPermission, 0, &file) == noErr)
        defer { AudioFileClose(file!) }
        var description = AudioStreamBasicDescription(), size = UInt32(MemoryLayout<AudioStreamBasicDescription>.size)
        #expect(AudioFileGetProperty(file!, kAudioFilePropertyDataFormat, &size, &description) == noErr)
        var cookieSize: UInt32 = 0
        #expect(AudioFileGetPropertyInfo(file!, kAudioFilePropertyMagicCookieData, &cookieSize, nil) == noErr)
        var cookie = Data(count: Int(cookieSize))
        _ = cookie.withUnsafeMutableBytes {
            AudioFileGetProperty(file!, kAudioFilePropertyMagicCookieData, &cookieSize, $0.baseAddress!)
        }
        let from = try #require(AVAudioFormat(streamDescription: &description))
        from.magicCookie = cookie
        let reading = try AVAudioFile(forReading: url as URL)
        let converter = try #require(AVAudioConverter(from: from, to: reading.processingFormat))
        #expect(converter.magicCookie == cookie)
        let output = try #require(
            AVAudioPCMBuffer(pcmFormat: reading.processingFormat, frameCapacity: AVAudioFrameCount(reading.length)))
        var packet: Int64 = 0
        var error: NSError?
        let status = converter.convert(to: output, error: &error) { count, status in
            let buffer = AVAudioCompressedBuffer(format: from, packetCapacity: 4, maximumPacketSize: 65536)
            var packets = min(4, count), bytes = buffer.byteCapacity
            AudioFileReadPacketData(file!, false, &bytes, buffer.packetDescriptions, packet, &packets, buffer.data)
            packet += Int64(packets)
            (buffer.packetCount, buffer.byteLength) = (packets, bytes)
            status.pointee = packets > 0 ? .haveData : .endOfStream
            return packets > 0 ? buffer : nil
        }
        #expect(status == .haveData && error == nil && Int64(output.frameLength) == reading.length)
        let expected = try #require(
            AVAudioPCMBuffer(pcmFormat: reading.processingFormat, frameCapacity: output.frameLength))
        try reading.read(into: expected)
        #expect(memcmp(expected.floatChannelData![0], output.floatChannelData![0], Int(output.frameLength) * 4) == 0)
    }
}
