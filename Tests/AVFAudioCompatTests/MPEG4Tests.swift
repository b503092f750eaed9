import AVFAudioCompat
import KKTestSupport
import Testing

/// AAC in M4A with AVFAudio's classes.
@Suite struct MPEG4Tests {
    private let folder: ScratchFolder
    private let url: URL

    init() throws {
        folder = try ScratchFolder()
        let run = try CommandRun.shell(
            "ffmpeg -v error -i '\(Fixtures.path("music.wav"))' -c:a aac -flags bitexact a.m4a", in: folder.root)
        #expect(run.status == 0, "\(run.errorText)")
        url = URL(fileURLWithPath: "\(folder.root)/a.m4a")
    }

    private func frames(_ file: AVAudioFile) throws -> AVAudioPCMBuffer {
        let buffer = try #require(
            AVAudioPCMBuffer(pcmFormat: file.processingFormat, frameCapacity: AVAudioFrameCount(file.length)))
        file.framePosition = 0
        try file.read(into: buffer)
        return buffer
    }

    private func samples(_ buffer: AVAudioPCMBuffer, _ range: Range<Int>) -> [Float] {
        guard let data = buffer.floatChannelData else { return [] }
        return range.map { data[1][$0] }
    }

    @Test func `a file is read by its processing format, frame by frame`() throws {
        let file = try AVAudioFile(forReading: url)
        #expect(file.length == 44223 && file.processingFormat.commonFormat == .pcmFormatFloat32)
        #expect(file.fileFormat.streamDescription.pointee.mFormatID == kAudioFormatMPEG4AAC)
        #expect(file.fileFormat.settings[AVSampleRateKey] as? Double == 44100)
        let whole = try frames(file)
        #expect(whole.frameLength == 44223 && samples(whole, 0..<44223).contains { $0 > 0.1 })
        file.framePosition = 30001
        let piece = try #require(AVAudioPCMBuffer(pcmFormat: file.processingFormat, frameCapacity: 500))
        try file.read(into: piece)
        #expect(samples(piece, 0..<500) == samples(whole, 30001..<30501))
    }

    @Test func `packets in compressed buffers become samples`() throws {
        var opened: AudioFileID?, size: UInt32 = 0
        #expect(AudioFileOpenURL(url as NSURL, .readPermission, 0, &opened) == noErr)
        let id = try #require(opened)
        #expect(AudioFileGetPropertyInfo(id, kAudioFilePropertyMagicCookieData, &size, nil) == noErr)
        var cookie = [UInt8](repeating: 0, count: Int(size))
        #expect(AudioFileGetProperty(id, kAudioFilePropertyMagicCookieData, &size, &cookie) == noErr)
        let file = try AVAudioFile(forReading: url)
        let converter = try #require(AVAudioConverter(from: file.fileFormat, to: file.processingFormat))
        converter.magicCookie = Data(cookie)
        var next: Int64 = 0, error: NSError?
        let output = try #require(AVAudioPCMBuffer(pcmFormat: file.processingFormat, frameCapacity: 50000))
        let status = converter.convert(to: output, error: &error) { _, status in
            let buffer = AVAudioCompressedBuffer(format: file.fileFormat, packetCapacity: 4, maximumPacketSize: 2048)
            var bytes = buffer.byteCapacity, count: UInt32 = 4
            let read = AudioFileReadPacketData(
                id, false, &bytes, buffer.packetDescriptions, next, &count, buffer.data)
            guard read == noErr || read == kAudioFileEndOfFileError, count > 0 else {
                status.pointee = .endOfStream
                return nil
            }
            next += Int64(count)
            (buffer.packetCount, buffer.byteLength) = (count, bytes)
            status.pointee = .haveData
            return buffer
        }
        #expect(error == nil && status != .error && AudioFileClose(id) == noErr)
        #expect(output.frameLength == 45 * 1024)
        #expect(try samples(output, 1024..<1024 + 44223) == samples(frames(file), 0..<44223))
    }
}
