import CoreAudioCompat
import Foundation
import KKTestSupport
import Testing

/// AAC streams that are written through the C API: what recorders for the network do.
@Suite struct ADTSWritingCallTests {
    private let folder: ScratchFolder
    private let url: NSURL

    init() throws {
        folder = try ScratchFolder()
        url = NSURL(fileURLWithPath: "\(folder.root)/a.aac")
    }

    private static let frameCount = 10_001
    private static let sound: [Int16] = (0..<frameCount).flatMap { (frame: Int) -> [Int16] in
        let (left, right): (Double, Double) = (8000 * sin(Double(frame) * 0.11), 6000 * sin(Double(frame) * 0.03))
        return [Int16(left), Int16(right)]
    }

    private func aac() -> AudioStreamBasicDescription {
        var format = AudioStreamBasicDescription()
        (format.mFormatID, format.mChannelsPerFrame, format.mSampleRate) = (kAudioFormatMPEG4AAC, 2, 44100)
        return format
    }

    /// Every packet has a header of AAC LC, 44.1 kHz, stereo, with its size; the sound is that which was written, after
    /// the 1024 frames before it of which ADTS does not tell.
    private func check() throws {
        let bytes = try #require(folder.bytes("a.aac"))
        var (place, packets) = (0, 0)
        while place + 7 <= bytes.count {
            #expect(bytes[place] == 0xFF && bytes[place + 1] == 0xF1 && bytes[place + 2] == 0x50)
            #expect(bytes[place + 3] & 0xFC == 0x80)
            let size = Int(bytes[place + 3] & 3) << 11 | Int(bytes[place + 4]) << 3 | Int(bytes[place + 5] >> 5)
            place += max(7, size)
            packets += 1
        }
        #expect(place == bytes.count && packets == (1024 + Self.frameCount + 1023) / 1024)
        var extended: ExtAudioFileRef?, client = pcm16(channels: 2), length: Int64 = 0, size: UInt32 = 8
        #expect(ExtAudioFileOpenURL(url, &extended) == noErr)
        let reader = try #require(extended)
        #expect(ExtAudioFileGetProperty(reader, kExtAudioFileProperty_FileLengthFrames, &size, &length) == noErr)
        #expect(length == Int64(1024 * packets))
        #expect(ExtAudioFileSetProperty(reader, kExtAudioFileProperty_ClientDataFormat, 40, &client) == noErr)
        var heard = [Int16](repeating: 0, count: 2 * 1024 * packets), frames = UInt32(1024 * packets)
        heard.withUnsafeMutableBufferPointer {
            var list = AudioBufferList(mNumberBuffers: 1, mBuffers: AudioBuffer($0, numberOfChannels: 2))
            #expect(ExtAudioFileRead(reader, &frames, &list) == noErr)
        }
        #expect(ExtAudioFileDispose(reader) == noErr && frames == UInt32(1024 * packets))
        let wrong = (2 * 2000..<2 * 8000).filter { abs(Int(heard[$0 + 2048]) - Int(Self.sound[$0])) > 400 }
        #expect(wrong.isEmpty, "\(wrong.prefix(5))")
    }

    @Test(arguments: [false, true])
    func `packets of a converter that have no headers get them in an AAC file`(withCookie: Bool) throws {
        var pcm = pcm16(channels: 2), format = aac(), made: AudioConverterRef?, size: UInt32 = 40
        #expect(AudioConverterNew(&pcm, &format, &made) == noErr)
        let converter = try #require(made)
        let current = kAudioConverterCurrentOutputStreamDescription
        #expect(AudioConverterGetProperty(converter, current, &size, &format) == noErr)
        var file: AudioFileID?, largest: UInt32 = 0
        #expect(AudioFileCreateWithURL(url, kAudioFileAAC_ADTSType, &format, .eraseFile, &file) == noErr)
        let output = try #require(file)
        if withCookie {
            var cookie = [UInt8](repeating: 0, count: 200)
            size = 200
            #expect(
                AudioConverterGetProperty(converter, kAudioConverterCompressionMagicCookie, &size, &cookie) == noErr)
            #expect(AudioFileSetProperty(output, kAudioFilePropertyMagicCookieData, size, cookie) == noErr)
        }
        size = 4
        let room = kAudioConverterPropertyMaximumOutputPacketSize
        #expect(AudioConverterGetProperty(converter, room, &size, &largest) == noErr)
        var memory = [UInt8](repeating: 0, count: 3 * Int(largest)), written: Int64 = 0, isOver = false
        var places = [AudioStreamPacketDescription](repeating: AudioStreamPacketDescription(), count: 3)
        let frames = GivenFrames(Self.sound), data = Unmanaged.passUnretained(frames).toOpaque()
        while !isOver {
            memory.withUnsafeMutableBytes {
                var packets: UInt32 = 3
                var list = AudioBufferList(
                    mNumberBuffers: 1,
                    mBuffers: AudioBuffer(mNumberChannels: 2, mDataByteSize: 3 * largest, mData: $0.baseAddress))
                #expect(
                    AudioConverterFillComplexBuffer(converter, GivenFrames.give, data, &packets, &list, &places)
                        == noErr)
                isOver = packets == 0
                let bytes = list.mBuffers.mDataByteSize, wanted = packets
                guard packets > 0 else { return }
                #expect(
                    AudioFileWritePackets(output, false, bytes, &places, written, &packets, $0.baseAddress!) == noErr)
                #expect(packets == wanted)
                written += Int64(packets)
            }
        }
        #expect(AudioConverterDispose(converter) == noErr && AudioFileClose(output) == noErr)
        withExtendedLifetime(frames) {}
        try check()
    }

    @Test func `an extended file makes an AAC stream of linear PCM`() throws {
        var format = aac(), file: ExtAudioFileRef?, client = pcm16(channels: 2)
        #expect(ExtAudioFileCreateWithURL(url, kAudioFileAAC_ADTSType, &format, nil, 0, &file) == noErr)
        let writer = try #require(file)
        #expect(ExtAudioFileSetProperty(writer, kExtAudioFileProperty_ClientDataFormat, 40, &client) == noErr)
        var samples = Self.sound
        samples.withUnsafeMutableBufferPointer {
            for part in [0..<3001, 3001..<3002, 3002..<Self.frameCount] {
                let part = UnsafeMutableBufferPointer(rebasing: $0[2 * part.lowerBound..<2 * part.upperBound])
                var list = AudioBufferList(mNumberBuffers: 1, mBuffers: AudioBuffer(part, numberOfChannels: 2))
                #expect(ExtAudioFileWrite(writer, UInt32(part.count / 2), &list) == noErr)
            }
        }
        #expect(ExtAudioFileDispose(writer) == noErr)
        try check()
    }
}
