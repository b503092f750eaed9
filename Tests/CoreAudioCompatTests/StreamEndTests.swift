import CoreAudioCompat
import Foundation
import KKTestSupport
import Testing

/// Programs for Apple's systems do not tell a stream's end, and want its last packet all the same.
@Suite struct StreamEndTests {
    /// The bytes and lengths of the packets that have come.
    private final class Packets {
        var bytes: [UInt8] = []
        var lengths: [UInt32] = []
    }

    private func parse(_ name: String, by size: Int, tellsEnd: Bool, upTo end: Int = .max) throws -> Packets {
        let bytes = try [UInt8](Data(contentsOf: URL(fileURLWithPath: Fixtures.path(name))).prefix(end))
        return try parse(bytes, by: size, tellsEnd: tellsEnd)
    }

    private func parse(_ bytes: [UInt8], by size: Int, tellsEnd: Bool) throws -> Packets {
        let packets = Packets()
        var made: AudioFileStreamID?
        let status = AudioFileStreamOpen(
            Unmanaged.passUnretained(packets).toOpaque(), { _, _, _, _ in },
            { client, byteCount, packetCount, bytes, descriptions in
                let packets = Unmanaged<Packets>.fromOpaque(client).takeUnretainedValue()
                packets.bytes += UnsafeRawBufferPointer(start: bytes, count: Int(byteCount))
                for index in 0..<Int(packetCount) { packets.lengths.append(descriptions![index].mDataByteSize) }
            }, 0, &made)
        #expect(status == noErr)
        let stream = try #require(made)
        for start in stride(from: 0, to: bytes.count, by: size) {
            let piece = Array(bytes[start..<min(start + size, bytes.count)])
            #expect(AudioFileStreamParseBytes(stream, UInt32(piece.count), piece, []) == noErr)
        }
        if tellsEnd { #expect(AudioFileStreamParseBytes(stream, 0, nil, []) == noErr) }
        #expect(AudioFileStreamClose(stream) == noErr)
        return packets
    }

    /// It was left out: 44 packets of 45. FLAC's and AC-3's had been left to a call that programs do not make.
    @Test(
        arguments: [
            "music.aac", "music.mp3", "mpeg-mono.mp3", "mpeg-id3v1.mp3", "mpeg-vbr.mp3", "mpeg-free.mp3", "music.flac",
            "music.ac3", "music.eac3", "channels-6.eac3", "speech.amr",
        ],
        [61, 1500, 1 << 20])
    func `the last packet comes when its bytes have come`(name: String, size: Int) throws {
        let whole = try parse(name, by: 1 << 20, tellsEnd: true)
        let heard = try parse(name, by: size, tellsEnd: false)
        #expect(whole.lengths.count > (name == "channels-6.eac3" ? 7 : 10))
        #expect(heard.lengths == whole.lengths && heard.bytes == whole.bytes)
    }

    /// Three of ten packets were left out: those of silence are shorter than what was asked for to find their ends.
    @Test func `the last frames of a FLAC that ends in silence come, too`() throws {
        let folder = try ScratchFolder()
        let url = NSURL(fileURLWithPath: "\(folder.root)/silence.flac")
        var format = AudioStreamBasicDescription(), file: ExtAudioFileRef?
        (format.mFormatID, format.mChannelsPerFrame, format.mSampleRate) = (kAudioFormatFLAC, 1, 44100)
        var client = AudioStreamBasicDescription(
            mSampleRate: 44100, mFormatID: kAudioFormatLinearPCM,
            mFormatFlags: kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsPacked, mBytesPerPacket: 2,
            mFramesPerPacket: 1, mBytesPerFrame: 2, mChannelsPerFrame: 1, mBitsPerChannel: 16, mReserved: 0)
        #expect(ExtAudioFileCreateWithURL(url, kAudioFileFLACType, &format, nil, 0, &file) == noErr)
        let made = try #require(file)
        #expect(ExtAudioFileSetProperty(made, kExtAudioFileProperty_ClientDataFormat, 40, &client) == noErr)
        var samples = (0..<40_000).map { $0 < 32_768 ? Int16(truncatingIfNeeded: $0 * $0 / 7) / 4 : 0 }
        samples.withUnsafeMutableBufferPointer {
            var list = AudioBufferList(mNumberBuffers: 1, mBuffers: AudioBuffer($0, numberOfChannels: 1))
            #expect(ExtAudioFileWrite(made, 40_000, &list) == noErr)
        }
        #expect(ExtAudioFileDispose(made) == noErr)
        let bytes = try #require(folder.bytes("silence.flac"))
        for size in [1, 3, 20, 61] {
            let heard = try parse(bytes, by: size, tellsEnd: false)
            #expect(heard.lengths.count == 10 && heard.lengths.suffix(2).allSatisfy { $0 < 16 }, "\(size)")
            #expect(bytes.suffix(heard.bytes.count) == heard.bytes[...], "\(size)")
        }
    }

    /// They came with the last call, or 22 KB late: a length that no header states was looked for in all that could follow.
    @Test func `packets in free format come when four of them have come`() throws {
        let whole = try parse("mpeg-free.mp3", by: 1 << 20, tellsEnd: true)
        let start = try #require(whole.bytes.count < 5000 ? whole.lengths.prefix(4).reduce(0, +) : nil)
        let stopped = try parse("mpeg-free.mp3", by: 64, tellsEnd: false, upTo: 3 * Int(start) / 2)
        #expect(stopped.lengths.count >= 4 && whole.bytes.starts(with: stopped.bytes))
    }

    /// Byte by byte every packet is once all of what has come.
    @Test(arguments: ["music.aac", "music.mp3", "mpeg-free.mp3", "music.flac", "music.ac3", "music.eac3"])
    func `packets do not follow from how the bytes are cut`(
        name: String
    )
        throws
    {
        let whole = try parse(name, by: 1 << 20, tellsEnd: true)
        for size in [1, 7, 417, 418] {
            let heard = try parse(name, by: size, tellsEnd: true)
            #expect(heard.lengths == whole.lengths && heard.bytes == whole.bytes, "\(size)")
        }
    }
}
