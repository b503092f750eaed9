import Foundation
import KKMixing
import KKTestSupport
import Testing

/// Packets in Core Audio files: the reader gives what `AudioFile`, `AudioConverter` and the packet table give, to the
/// bit.
@Suite struct CAFPacketReaderTests {
    let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    /// The packets of a file in a Core Audio file, as docs/audio-files.md has it.
    func wrapped(_ name: String, table: PacketTableInfo? = nil) throws -> String {
        let input = try AudioFile(opening: Fixtures.path(name))
        let output = folder.path(name + ".caf")
        let file = try AudioFile(
            creating: output, fileType: AudioFile.TypeID.caf, format: input.dataFormat, flags: .eraseFile)
        if let cookie = input.magicCookie { try file.setProperty(AudioFile.Property.magicCookieData, .bytes(cookie)) }
        if let layout = input.channelLayout { try file.setProperty(AudioFile.Property.channelLayout, .layout(layout)) }
        var buffer = AudioBuffer(byteCapacity: 1 << 18)
        var packet: Int64 = 0
        while true {
            let read = try input.readPackets(from: packet, count: 100, into: &buffer)
            if read.packetCount == 0 { break }
            try file.writePackets(Array(buffer.bytes[..<read.byteCount]), read.descriptions)
            packet += Int64(read.packetCount)
        }
        try file.setProperty(AudioFile.Property.packetTableInfo, .packetTableInfo(table ?? input.packetTableInfo()))
        try file.close()
        return output
    }

    /// Packets in a Core Audio file, out of a file that `AudioFile` does not tell apart.
    func wrapped(
        _ stream: PacketStream, framesPerPacket: UInt32, table: PacketTableInfo, named name: String
    ) throws -> String {
        var format = stream.description
        format.framesPerPacket = framesPerPacket
        let output = folder.path(name)
        let file = try AudioFile(creating: output, fileType: AudioFile.TypeID.caf, format: format, flags: .eraseFile)
        if !stream.magicCookie.isEmpty {
            try file.setProperty(AudioFile.Property.magicCookieData, .bytes(stream.magicCookie))
        }
        for packet in stream.packets {
            try file.writePackets(packet, [PacketDescription(startOffset: 0, byteCount: packet.count)])
        }
        try file.setProperty(AudioFile.Property.packetTableInfo, .packetTableInfo(table))
        try file.close()
        return output
    }

    /// All that `AudioConverter` makes of the packets of a file.
    ///
    /// - Parameter cut: tells it of the file's table.
    func converted(
        _ path: String, cut: (AudioConverter, PacketTableInfo) throws -> Void = { try $0.setPacketTable($1) }
    ) throws -> [[Float]] {
        let file = try AudioFile(opening: path)
        let format = StreamDescription.canonical(
            sampleRate: file.dataFormat.sampleRate, channels: file.dataFormat.channelCount)
        let converter = try AudioConverter(from: file.dataFormat, to: format)
        if let cookie = file.magicCookie { try converter.setMagicCookie(cookie) }
        try cut(converter, try file.packetTableInfo())
        var count = 200_000
        var list = AudioBufferList(for: format, frameCapacity: count)
        var packet: Int64 = 0
        try converter.fillComplexBuffer(packetCount: &count, into: &list) { packetCount, data, descriptions in
            var buffer = AudioBuffer(byteCapacity: 1 << 18)
            let read = try file.readPackets(from: packet, count: packetCount, into: &buffer)
            (packetCount, descriptions) = (read.packetCount, read.descriptions)
            data[0] = AudioBuffer(channelCount: format.channelCount, bytes: Array(buffer.bytes[..<read.byteCount]))
            packet += Int64(read.packetCount)
        }
        return list.buffers.map { $0.samples(as: Float.self) }
    }

    func same(_ one: [[Float]], _ other: [[Float]]) -> Bool {
        one.map { $0.map(\.bitPattern) } == other.map { $0.map(\.bitPattern) }
    }

    func read(_ reader: AudioFileReader, slice: Int, limit: Int = .max) throws -> [[Float]] {
        var buffer = PCMBuffer(channelCount: reader.format.channelCount, frameCapacity: slice)
        var result = [[Float]](repeating: [], count: reader.format.channelCount)
        while result[0].count < limit {
            let count = try reader.read(into: &buffer, at: 0, frameCount: min(slice, limit - result[0].count))
            if count == 0 { break }
            buffer.frameLength = count
            for channel in result.indices { result[channel] += buffer.samples(ofChannel: channel) }
        }
        return result
    }

    /// Reader, converter and table agree, in any slices and from any frame.
    func check(_ path: String, _ table: PacketTableInfo, isBitExact: Bool = true) throws -> [[Float]] {
        let expected = try converted(path)
        let reader = try AudioFileReader(path: path, options: ReaderOptions(strict: true))
        #expect(reader.properties.frameCount == table.validFrames && expected[0].count == Int(table.validFrames))
        #expect(try reader.property("xpti") == .packetTableInfo(table))
        #expect(reader.properties.lengthSource == .gaplessTag && reader.properties.fileType == .caf)
        let samples = try read(reader, slice: 4096)
        #expect(same(samples, expected), "\(path)")
        for slice in [1, 333] where slice > 1 || samples[0].count < 50_000 {
            try reader.seek(to: 0)
            #expect(same(try read(reader, slice: slice), samples))
        }
        for frame in [samples[0].count - 5, 0, 4096, 3000, 3001] where frame < samples[0].count {
            try reader.seek(to: Int64(frame))
            #expect(
                same(
                    try read(reader, slice: 700, limit: 2000),
                    samples.map { Array($0[frame..<min($0.count, frame + 2000)]) }))
        }
        return samples
    }

    @Test(arguments: [
        ("music.mp3", 44_223, 1105, 752), ("speech.flac", 20_000, 0, 480), ("music.flac", 44_223, 0, 833),
        ("codec-24.flac", 13_230, 0, 594),
        ("channels-6.flac", 480, 0, 3616),
    ])
    func `packets with a table sound as in their own file`(
        name: String, valid: Int64, priming: Int64, remainder: Int64
    ) throws {
        let path = try wrapped(name)
        let table = PacketTableInfo(validFrames: valid, primingFrames: priming, remainderFrames: remainder)
        #expect(try AudioFile(opening: path).packetTableInfo() == table)
        let samples = try check(path, table)
        let plain = try AudioFileReader(path: Fixtures.path(name))
        #expect(same(samples, try read(plain, slice: 4096)))
        let reader = try AudioFileReader(path: path)
        #expect(
            reader.fileLayout == plain.fileLayout && reader.properties.sourceBitDepth == plain.properties.sourceBitDepth
        )
    }

    @Test func `a table with other numbers cuts other frames off`() throws {
        let path = try wrapped(
            "music-alac.caf", table: PacketTableInfo(validFrames: 42_056, primingFrames: 1000, remainderFrames: 2000))
        let samples = try check(path, PacketTableInfo(validFrames: 42_056, primingFrames: 1000, remainderFrames: 2000))
        let whole = try read(try AudioFileReader(path: Fixtures.path("music-alac.caf")), slice: 4096)
        #expect(same(samples, whole.map { Array($0[1000..<43_056]) }))
        let mp3 = try wrapped(
            "music.mp3", table: PacketTableInfo(validFrames: 40_000, primingFrames: 2000, remainderFrames: 4080))
        let part = try check(mp3, PacketTableInfo(validFrames: 40_000, primingFrames: 2000, remainderFrames: 4080))
        let music = try read(try AudioFileReader(path: Fixtures.path("music.mp3")), slice: 4096)
        #expect(same(part, music.map { Array($0[895..<40_895]) }))
    }

    @Test(arguments: ["codec-opus.opus", "channels-6.opus"])
    func `Opus has its pre-skip cut off by the table, and its channels in the order of WAVE`(name: String) throws {
        let stream = try PacketStream(path: Fixtures.path(name))
        let plain = try AudioFileReader(path: Fixtures.path(name))
        let expected = try read(plain, slice: 4096)
        let priming = plain.properties.priming ?? 0
        let table = PacketTableInfo(
            validFrames: Int64(expected[0].count), primingFrames: priming,
            remainderFrames: Int64(960 * stream.packets.count) - priming - Int64(expected[0].count))
        let path = try wrapped(stream, framesPerPacket: 960, table: table, named: "opus.caf")
        let samples = try check(path, table)
        #expect(same(samples, expected))
        #expect(try AudioFileReader(path: path).fileLayout == plain.fileLayout)
    }

    @Test func `an average for the length of Opus packets, as FFmpeg writes it, is not believed`() throws {
        let stream = try PacketStream(path: Fixtures.path("codec-opus.opus"))
        let frames = Int64(stream.packets.count)
        let path = try wrapped(
            stream, framesPerPacket: 968, table: PacketTableInfo(validFrames: 968 * frames), named: "average.caf")
        let reader = try AudioFileReader(path: path)
        let plain = try read(try AudioFileReader(path: Fixtures.path("codec-opus.opus")), slice: 4096)
        let samples = try read(reader, slice: 4096)
        #expect(reader.properties.frameCount == 960 * frames && reader.warnings.count == 1)
        #expect(same(samples.map { Array($0[312..<312 + plain[0].count]) }, plain))
    }

    /// The file with another number of frames in each packet, by its `desc` chunk.
    func claiming(_ frames: UInt32, _ path: String) throws -> String {
        var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
        let place = try #require(bytes.indices.first { bytes[$0...].starts(with: "desc".utf8) }) + 12 + 20
        for index in 0..<4 { bytes[place + index] = UInt8(truncatingIfNeeded: frames >> UInt32(24 - 8 * index)) }
        let output = folder.path("claiming.caf")
        try Data(bytes).write(to: URL(fileURLWithPath: output))
        return output
    }

    @Test(arguments: ["music.flac", "music-alac.caf"], [1, 2048, 4095])
    func `a header that gives every packet fewer frames than it has makes nothing silent`(
        name: String, frames: UInt32
    ) throws {
        let path = try wrapped(name)
        let reader = try AudioFileReader(path: try claiming(frames, path), options: ReaderOptions(strict: true))
        let samples = try read(reader, slice: 4096)
        #expect(same(samples, try read(try AudioFileReader(path: path), slice: 4096)))
        try reader.seek(to: 30_000)
        #expect(same(try read(reader, slice: 333), samples.map { Array($0[30_000...]) }))
    }

    @Test(arguments: ["music.flac", "music-alac.caf"])
    func `one packet that has fewer frames than all others is no reason to move those behind it`(name: String) throws {
        let path = try wrapped(name)
        let expected = try read(try AudioFileReader(path: path), slice: 4096)
        let file = try AudioFile(opening: path)
        let output = folder.path("short.caf")
        let copy = try AudioFile(
            creating: output, fileType: AudioFile.TypeID.caf, format: file.dataFormat, flags: .eraseFile)
        if let cookie = file.magicCookie { try copy.setProperty(AudioFile.Property.magicCookieData, .bytes(cookie)) }
        let last = try #require(try file.packetPlaces(from: 0, count: 100).last?.packet)
        var buffer = AudioBuffer(byteCapacity: 1 << 18)
        for packet in 0...last {
            // The last packet, which is a short one, in place of the fourth, too.
            let read = try file.readPackets(from: packet == 3 ? last : packet, count: 1, into: &buffer)
            try copy.writePackets(
                Array(buffer.bytes[..<read.byteCount]), [PacketDescription(startOffset: 0, byteCount: read.byteCount)])
        }
        try copy.setProperty(AudioFile.Property.packetTableInfo, .packetTableInfo(try file.packetTableInfo()))
        try copy.close()
        let reader = try AudioFileReader(path: output)
        let samples = try read(reader, slice: 1000)
        let rest = Int(last) * 4096..<expected[0].count
        for channel in expected.indices {
            let silence = [Float](repeating: 0, count: 4096 - rest.count)
            let wanted = expected[channel][..<12_288] + expected[channel][rest] + silence + expected[channel][16_384...]
            #expect(samples[channel] == Array(wanted))
        }
        #expect(
            reader.warnings.count == 1
                && reader.warnings.first?.problem.hasPrefix("packet 3: the packet has \(rest.count) frames") == true)
    }

    @Test func `IMA4 is the sound of the same packets in AIFF-C, and needs no table`() throws {
        let stream = try PacketStream(path: Fixtures.path("codec-ima4.aifc"))
        let expected = try read(try AudioFileReader(path: Fixtures.path("codec-ima4.aifc")), slice: 4096)
        var format = stream.description
        (format.bytesPerPacket, format.framesPerPacket) = (68, 64)
        for table in [nil, PacketTableInfo(validFrames: 13_230, primingFrames: 0, remainderFrames: 18)] {
            let path = folder.path("ima4.caf")
            let file = try AudioFile(creating: path, fileType: AudioFile.TypeID.caf, format: format, flags: .eraseFile)
            try file.writePackets(Array(stream.packets.joined()), [])
            if let table { try file.setProperty(AudioFile.Property.packetTableInfo, .packetTableInfo(table)) }
            try file.close()
            let reader = try AudioFileReader(path: path, options: ReaderOptions(strict: true))
            let samples = try read(reader, slice: 1000)
            #expect(same(samples, expected.map { Array($0[..<Int(table?.validFrames ?? 13_248)]) }))
            #expect(same(samples, try converted(path)))
            try reader.seek(to: 12_345)
            #expect(same(try read(reader, slice: 50), samples.map { Array($0[12_345...]) }))
        }
    }

    @Test func `six channels of IMA4 in the order that the file names come in the order of WAVE`() throws {
        // Every sample of a packet without differences is its start: a level for each stored channel, C L R Ls Rs LFE.
        let packet = (1...6).flatMap { [UInt8($0 * 10), 0] + [UInt8](repeating: 0, count: 32) }
        let format = StreamDescription(
            sampleRate: 44_100, formatID: .appleIMA4, bytesPerPacket: 204, framesPerPacket: 64, channelsPerFrame: 6)
        let path = folder.path("six.caf")
        let file = try AudioFile(creating: path, fileType: AudioFile.TypeID.caf, format: format, flags: .eraseFile)
        try file.setProperty(
            AudioFile.Property.channelLayout,
            .layout(ChannelLayout([.center, .left, .right, .leftSurround, .rightSurround, .lfe])))
        try file.writePackets(packet + packet, [])
        try file.close()
        let reader = try AudioFileReader(path: path)
        #expect(reader.fileLayout == .fiveOne)
        let samples = try read(reader, slice: 100)
        #expect(samples.map { ($0[0] * 12.8).rounded() } == [2, 3, 1, 6, 4, 5] && samples[0].count == 128)
    }

    @Test(arguments: ["music-alac.caf", "music.flac"])
    func `a packet that cannot be decoded is silent, with one warning at its byte, and strictly an error`(
        name: String
    ) throws {
        let path = try wrapped(name)
        let place = try AudioFile(opening: path).packetPlaces(from: 3, count: 1)[0]
        var expected = try read(try AudioFileReader(path: path), slice: 4096)
        for channel in expected.indices {
            for frame in 0..<4096 { expected[channel][Int(place.firstFrame) + frame] = 0 }
        }
        var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
        for index in 0..<40 { bytes[Int(place.offset) + index] = 0xFF }
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        let reader = try AudioFileReader(path: path)
        #expect(same(try read(reader, slice: 1000), expected))
        try reader.seek(to: 0)
        #expect(same(try read(reader, slice: 5000), expected))
        #expect(reader.warnings.count == 1 && reader.warnings.first?.position == .byte(place.offset))
        #expect(reader.warnings.first?.consequence == "4096 frames of silence replace it")
        let error = #expect(throws: AudioFileError.self) {
            _ = try read(try AudioFileReader(path: path, options: ReaderOptions(strict: true)), slice: 1000)
        }
        #expect(error?.position == .byte(place.offset))
    }

    @Test(arguments: ["music-alac.caf", "codec-opus.caf", "music.flac"])
    func `damaged remarks beside the packets take no sound away`(name: String) throws {
        let path = name.hasSuffix(".caf") ? Fixtures.path(name) : try wrapped(name)
        let expected = try read(try AudioFileReader(path: path), slice: 4096)
        let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
        // Lists of 99 items that hold none, after desc.
        for type in ["mark", "regn", "strg", "info", "chan"] {
            let chunk = Array(type.utf8) + [0, 0, 0, 0, 0, 0, 0, 8, 0, 0, 0, 99, 0, 0, 0, 99]
            let damaged = folder.path(type + ".caf")
            try Data(bytes[..<52] + chunk + bytes[52...]).write(to: URL(fileURLWithPath: damaged))
            #expect(same(try read(try AudioFileReader(path: damaged), slice: 4096), expected), "\(type)")
        }
    }

    /// The file with bytes of its own at `offset`.
    func damaged(_ path: String, at offset: Int64, _ bytes: [UInt8]) throws -> String {
        var all = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
        for (index, byte) in bytes.enumerated() { all[Int(offset) + index] = byte }
        let output = folder.path("damaged.caf")
        try Data(all).write(to: URL(fileURLWithPath: output))
        return output
    }

    @Test(arguments: [0, 8, 15])
    func `an Opus packet that claims another length costs its own frames, and moves none`(packet: Int) throws {
        let path = Fixtures.path("codec-opus.caf")
        let expected = try read(try AudioFileReader(path: path), slice: 4096)
        let place = try AudioFile(opening: path).packetPlaces(from: Int64(packet), count: 1)[0]
        // 63 frames in a packet, which no packet has; two in place of one; and none of any length.
        let head = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))[Int(place.offset)...].prefix(2)
        for bytes in [[head[head.startIndex] | 3, 0x3F], [head[head.startIndex] | 1], [0x03, 0x00]] as [[UInt8]] {
            let reader = try AudioFileReader(path: try damaged(path, at: place.offset, bytes))
            #expect(reader.properties.frameCount == Int64(expected[0].count))
            let samples = try read(reader, slice: 1000)
            let lost = max(0, Int(place.firstFrame) - 312)..<min(expected[0].count, Int(place.firstFrame) - 312 + 960)
            #expect(samples[0].count == expected[0].count)
            #expect(samples[0][..<lost.lowerBound].elementsEqual(expected[0][..<lost.lowerBound]))
            #expect(samples[0][lost].allSatisfy { $0 == 0 } && reader.warnings.first?.position == .byte(place.offset))
            // The decoder's memory of the lost packet fades, in a tone slowly; a shift by any number of frames would
            // stay.
            let level = expected[0].map(abs).max() ?? 0
            let difference = zip(samples[0].suffix(960), expected[0].suffix(960)).map { abs($0 - $1) }.max() ?? 0
            #expect(packet == 15 || difference < level / 1000, "packet \(packet), \(bytes): \(difference) of \(level)")
        }
    }

    @Test func `a packet that the table gives more frames than one can have is refused, not made silence`() throws {
        let path = try wrapped("music.flac")
        var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
        let description = try #require(bytes.indices.first { bytes[$0...].starts(with: "desc".utf8) }) + 12
        let table = try #require(bytes.indices.first { bytes[$0...].starts(with: "pakt".utf8) })
        // Both differ now: a packet's size, and its frames, 2^31.
        for index in 16..<24 { bytes[description + index] = 0 }
        let entries: [UInt8] = [0x87, 0x00, 0x88, 0x80, 0x80, 0x80, 0x00]
        bytes.replaceSubrange((table + 36)..., with: entries)
        for index in 4..<20 { bytes[table + index] = 0 }
        bytes[table + 11] = UInt8(24 + entries.count)
        bytes[table + 19] = 1
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        // The packet itself says how many it has.
        #expect(try AudioFileReader(path: path).properties.frameCount == 4096)
        let data = try #require(bytes.indices.first { bytes[$0...].starts(with: "data".utf8) }) + 16
        for index in 0..<4 { bytes[data + index] = 0 }
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        let error = #expect(throws: AudioFileError.self) { try AudioFileReader(path: path) }
        #expect(error?.problem.contains("at most") == true, "\(error.map { "\($0)" } ?? "none")")
    }

    @Test func `a table whose numbers cannot be is reported, and what the packets hold is used`() throws {
        for name in ["music.mp3", "music-alac.caf"] {
            let path = try wrapped(name)
            var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
            let table = try #require(bytes.indices.first { bytes[$0...].starts(with: "pakt".utf8) }) + 12
            func numbers(_ valid: UInt8, _ priming: UInt8) throws -> AudioFileReader {
                for index in 8..<24 { bytes[table + index] = 0 }
                bytes[table + 8] = valid
                bytes[table + 16] = priming
                try Data(bytes).write(to: URL(fileURLWithPath: path))
                return try AudioFileReader(path: path)
            }
            let all: Int64 = name == "music.mp3" ? 46_080 : 44_223
            for (valid, priming) in [(0, 0), (0, 0xFF), (0xFF, 0)] as [(UInt8, UInt8)] {
                let reader = try numbers(valid, priming)
                #expect(
                    reader.properties.frameCount == all && reader.warnings.count == 1, "\(name), \(valid), \(priming)")
                #expect(try read(reader, slice: 4096)[0].count == Int(all))
            }
            // More than there is: what is there.
            bytes[table + 8] = 0
            let more = try numbers(0x01, 0)
            #expect(more.warnings.count == 1 && more.properties.frameCount == all)
        }
    }
}
