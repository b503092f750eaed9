import Foundation
import KKCodecs
import KKConvert
import KKPCM
import KKTestSupport
import Testing

@testable import KKFiles

/// codec-flac.caf without its `kuki` chunk, which is its second one, of 62 bytes with its header.
private func withoutCookie(_ change: (inout [UInt8]) -> Void = { _ in }) throws -> [UInt8] {
    var bytes = try fixtureBytes("codec-flac.caf")
    try #require(bytes[52..<56].elementsEqual("kuki".utf8))
    bytes.removeSubrange(52..<114)
    change(&bytes)
    return bytes
}

private func reader(_ bytes: [UInt8]) throws -> AudioFileReader {
    let folder = try KKTestSupport.ScratchFolder()
    try folder.write(bytes, to: "a.caf")
    return try AudioFileReader(path: folder.path("a.caf"))
}

/// The place of the first packet.
private let audio = 110

/// Packets through a converter that is told nothing but their description.
private func converted(_ description: StreamDescription, _ packets: [[UInt8]]) throws -> [[Float]] {
    let format = StreamDescription.canonical(sampleRate: description.sampleRate, channels: description.channelCount)
    let converter = try AudioConverter(from: description, to: format)
    converter.isStrict = true
    var next = packets.makeIterator()
    var result = [[Float]](repeating: [], count: format.channelCount)
    var frameCount = 4096
    while frameCount == 4096 {
        var output = AudioBufferList(for: format, frameCapacity: 4096)
        try converter.fillComplexBuffer(packetCount: &frameCount, into: &output) { packetCount, data, descriptions in
            guard let packet = next.next() else {
                packetCount = 0
                return
            }
            data[0] = AudioBuffer(bytes: packet)
            (packetCount, descriptions) = (1, [PacketDescription(startOffset: 0, byteCount: packet.count)])
        }
        for channel in result.indices { result[channel] += output[channel].samples(as: Float.self) }
    }
    return result
}

@Suite struct CAFWithoutCookieTests {
    @Test("FLAC in CAF without a kuki chunk is read by what its frames and desc say")
    func plain() throws {
        let expected = try AudioFileReader(path: Fixtures.path("codec-flac.caf"))
        let file = try reader(try withoutCookie())
        #expect(file.properties.sourceBitDepth == 16 && file.properties.dataFormat == expected.properties.dataFormat)
        #expect(file.properties.warnings.isEmpty)
        #expect(try file.readAll() == expected.readAll())
    }

    @Test(
        "an average in desc and an empty packet at the end are not believed: frames say themselves how long they are",
        arguments: [6615, 1_000_000_000])
    func average(_ frames: UInt32) throws {
        let file = try reader(
            try withoutCookie { bytes in
                bytes.replaceSubrange(40..<44, with: Bytes.be(frames).all)
                // One packet more, of no bytes, which takes one byte in the table of 30.
                bytes[63] = 31
                bytes[71] = 4
                bytes.insert(0, at: 94)
            })
        #expect(file.properties.frameCount == 13230 && file.properties.dataFormat.framesPerPacket == 4608)
        #expect(try file.readAll() == AudioFileReader(path: Fixtures.path("codec-flac.caf")).readAll())
    }

    /// codec-flac.caf without its cookie, with an average in desc, an empty packet at the end, and a table that counts
    /// the average.
    private func averaged() throws -> [UInt8] {
        try withoutCookie { bytes in
            bytes.replaceSubrange(40..<44, with: Bytes.be(4422 as UInt32).all)
            (bytes[63], bytes[71]) = (31, 4)
            bytes.replaceSubrange(72..<88, with: (.be(4 * 4422 as Int64) + .zeros(8)).all)
            bytes.insert(0, at: 94)
        }
    }

    @Test("an AudioFile counts the frames that the packets have, and not an average in desc")
    func averageInFile() throws {
        let file = try AudioFile(opening: try averaged())
        #expect(try file.packetPlaces(from: 0, count: 9).map(\.frameCount) == [4608, 4608, 4014, 0])
        #expect(
            try file.frameCount() == 13230 && file.estimatedDuration() == 0.3 && file.dataFormat.framesPerPacket == 4608
        )
        #expect(try file.packetTableInfo() == PacketTableInfo(validFrames: 13230))
        #expect(
            file.warnings.map(\.problem) == ["the packet table states 17688 frames, 13230 can be decoded"]
                && file.magicCookie == nil)
    }

    @Test("a change of such a file leaves it as long as it sounds, again and again")
    func averageChanged() throws {
        let memory = MemoryFile(try averaged())
        let expected = try AudioFileReader(path: Fixtures.path("codec-flac.caf")).readAll()
        for title in ["one", "two"] {
            let file = try AudioFile(opening: memory.callbacks, permission: .readWrite)
            try file.setProperty("info", .dictionary([FileProperties.Tag(key: "title", value: title)]))
            try file.close()
            #expect(try AudioFile(opening: memory.bytes).packetTableInfo().validFrames == 13230)
            #expect(try reader(memory.bytes).readAll() == expected)
        }
    }

    @Test("a stream tells the frames that the packets have, and not an average in desc")
    func averageInStream() throws {
        var frames: [Int] = []
        let stream = try AudioFileStream { _, packets in frames += packets.descriptions.map(\.variableFrames) }
        try stream.parse(try averaged())
        try stream.parse([])
        #expect(frames == [4608, 4608, 4014])
    }

    @Test(
        "a packet that is shorter than its header has no number of its own, however many bytes have come behind it",
        arguments: [1, 7, 100_000])
    func shortInStream(_ portion: Int) throws {
        var bytes = try averaged()
        // The third packet of two bytes' size is one of five bytes, and the fourth, which was empty, is the rest of it.
        let last = Int(bytes[92] & 0x7F) << 7 | Int(bytes[93])
        bytes.replaceSubrange(92..<95, with: [5, UInt8((last - 5) >> 7) | 0x80, UInt8((last - 5) & 0x7F)])
        var (frames, place) = ([Int](), 0)
        let stream = try AudioFileStream { _, packets in frames += packets.descriptions.map(\.variableFrames) }
        while place < bytes.count {
            try stream.parse(Array(bytes[place..<min(bytes.count, place + portion)]))
            place += portion
        }
        try stream.parse([])
        #expect(frames == [4608, 4608, 4608, 4608])
    }

    @Test(
        "what ffmpeg puts into CAF is what it has taken it from",
        .enabled(if: FFmpeg.isInstalled, "ffmpeg is not installed"),
        arguments: [
            ("codec-16.flac", "-c:a copy"), ("codec-24.flac", "-c:a copy"), ("codec-16.flac", "-c:a flac"),
            ("channels-6.flac", "-c:a flac"),
        ])
    func ofFFmpeg(_ name: String, _ options: String) throws {
        let file = try reader(try FFmpeg.encoded(name, options, as: "a.caf"))
        let original = try AudioFileReader(path: Fixtures.path(name))
        #expect(file.properties.sourceBitDepth == original.properties.sourceBitDepth)
        #expect(try file.readAll() == original.readAll())
    }

    @Test("its packets are decoded without a cookie, whether a file or a stream gives them")
    func packets() throws {
        let expected = try AudioFileReader(path: Fixtures.path("codec-flac.caf")).readAll()
        let bytes = try withoutCookie()
        let file = try AudioFile(opening: bytes)
        #expect(file.magicCookie == nil)
        let all = try file.allPackets()
        let packets = all.descriptions.map {
            Array(all.bytes[Int($0.startOffset)..<Int($0.startOffset) + $0.byteCount])
        }
        #expect(try converted(file.dataFormat, packets) == expected)
        let run = try StreamRun(bytes, portions: [100])
        #expect(run.bytes == all.bytes && run.sizes == packets.map(\.count))
        guard case .format(let reported) = try run.value(.dataFormat) else { throw CocoaError(.featureUnsupported) }
        #expect(try converted(reported, packets) == expected)
    }

    @Test("a first frame that leaves its depth to the missing chunk is an error with its byte, unless desc has it")
    func depth() throws {
        func leave(_ bytes: inout [UInt8]) {
            bytes[audio + 3] &= 0xF1
            bytes[audio + 5] = FLACFrameHeader.checksum(bytes.span.extracting(audio..<audio + 5))
        }
        let error = try #require(throws: AudioFileError.self) { try reader(try withoutCookie(leave)) }
        #expect(error.code == .invalidChunk && error.position == .byte(Int64(audio)))
        #expect(
            error.problem
                == "this CAF file of FLAC has no kuki chunk, and its first FLAC frame does not state the bit depth either"
        )
        #expect(error.nextStep != nil)
        let file = try reader(
            try withoutCookie { bytes in
                leave(&bytes)
                bytes[35] = 1
            })
        #expect(file.properties.sourceBitDepth == 16)
    }

    @Test("a first packet that is no frame is an error with its byte")
    func noFrame() throws {
        let error = try #require(throws: AudioFileError.self) { try reader(try withoutCookie { $0[audio] = 0 }) }
        #expect(error.code == .invalidChunk && error.position == .byte(Int64(audio)))
        #expect(
            error.problem
                == "this CAF file of FLAC has no kuki chunk, and its first packet is not a FLAC frame, which would contain the missing values"
        )
    }

    @Test("frames of other channels than desc says are refused, of another rate are played at theirs with a warning")
    func other() throws {
        #expect(throws: AudioFileError.self) { try reader(try withoutCookie { $0[47] = 1 }) }
        let file = try reader(
            try withoutCookie { $0.replaceSubrange(20..<28, with: Bytes.be(Double(48000).bitPattern).all) })
        #expect(file.properties.dataFormat.sampleRate == 44100 && file.properties.warnings.count == 1)
    }
}
