import Foundation
import KKCodecs
import KKConvert
import KKFiles
import KKPCM
import KKTestSupport
import Testing

/// Packets that were encoded and put into a CAF file, for ffmpeg and for the house's own reader.
@Suite struct EncodedFileTests {
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    /// A converter that has encoded samples which stand at the top of 32 bits, and its packets.
    private func encode(
        _ sound: [[Int32]], _ formatID: FourCharCode, depth: Int? = nil
    ) throws -> (converter: AudioConverter, packets: [[UInt8]]) {
        let rate = 48_000.0
        let flags: [Int: UInt32] = [16: 1, 20: 2, 24: 3, 32: 4]
        let packets = StreamDescription(
            sampleRate: rate, formatID: formatID, formatFlags: FormatFlags(rawValue: depth.flatMap { flags[$0] } ?? 0),
            channelsPerFrame: UInt32(sound.count))
        let pcm = StreamDescription.linearPCM(
            sampleRate: rate, channels: sound.count, bits: 32, flags: [.isSignedInteger, .isNonInterleaved])
        let converter = try AudioConverter(from: pcm, to: packets)
        var all: [[UInt8]] = []
        var output = AudioBufferList([AudioBuffer(byteCapacity: 20 * converter.maximumOutputPacketSize)])
        var places: [PacketDescription] = []
        var isGiven = false
        while true {
            var count = 20
            try converter.fillComplexBuffer(packetCount: &count, into: &output, descriptions: &places) {
                frames, data in
                frames = isGiven ? 0 : sound[0].count
                if !isGiven { data = AudioBufferList(sound.map { AudioBuffer(samples: $0) }) }
                isGiven = true
            }
            if count == 0 { break }
            all += places.map { place in
                Array(output[0].bytes[Int(place.startOffset)..<Int(place.startOffset) + place.byteCount])
            }
        }
        return (converter, all)
    }

    /// Writes samples that stand at the top of 32 bits to a CAF file of packets.
    private func write(
        _ sound: [[Int32]], to name: String, _ formatID: FourCharCode, depth: Int? = nil
    ) throws -> String {
        let (converter, packets) = try encode(sound, formatID, depth: depth)
        let path = "\(folder.root)/\(name)"
        let file = try AudioFile(creating: path, fileType: "caff", format: converter.outputDescription)
        for packet in packets {
            try file.writePackets(packet, [PacketDescription(startOffset: 0, byteCount: packet.count)])
        }
        let cookie = converter.compressionMagicCookie
        if !cookie.isEmpty { try file.setProperty(AudioFile.Property.magicCookieData, .bytes(cookie)) }
        let prime = converter.primeInfo
        try file.setProperty(
            AudioFile.Property.packetTableInfo,
            .packetTableInfo(
                PacketTableInfo(
                    validFrames: Int64(sound[0].count), primingFrames: Int64(prime.leadingFrames),
                    remainderFrames: Int64(prime.trailingFrames))))
        try file.close()
        return path
    }

    /// A swept tone with a little noise, of so many of the upper bits.
    private func sound(_ frameCount: Int, channels: Int, depth: Int, level: Double = 0.6) -> [[Int32]] {
        var random = Seeded(state: 5)
        return (0..<channels).map { channel in
            (0..<frameCount).map { frame in
                let phase = Double(frame) * (0.02 + 0.01 * Double(channel)) + Double(frame * frame) * 1e-7
                let noise = Double(Int64(bitPattern: random.next()) >> 40) * 0x1p-23 * 1e-3
                let value = Int32((sin(phase) * level + noise) * 0x1p31 * 0.9)
                return (value >> Int32(32 - depth)) << Int32(32 - depth)
            }
        }
    }

    @Test(
        .enabled(if: OtherPrograms.areThere),
        arguments: [
            (FourCharCode.appleLossless, 16), (.appleLossless, 20), (.appleLossless, 24), (.appleLossless, 32),
            (.flac, 16), (.flac, 24),
        ])
    func `ffmpeg and the reader have the samples to the bit`(formatID: FourCharCode, depth: Int) throws {
        for channels in [1, 2] {
            let sound = sound(20_001, channels: channels, depth: depth)
            let path = try write(sound, to: "\(formatID.rawValue)-\(depth)-\(channels).caf", formatID, depth: depth)
            #expect(
                try OtherPrograms.integers(path, channels: channels).map { $0.prefix(20_001) } == sound.map { $0[...] })
            let heard = try readAll(path).samples
            #expect(heard == sound.map { $0.map { Float($0) * 0x1p-31 } })
        }
    }

    @Test(.enabled(if: OtherPrograms.areThere))
    func `ALAC's channels are where ffmpeg looks for them, and in the reader's order`() throws {
        for channels in [3, 4, 5, 6, 7, 8] {
            let sound = (1...channels).map { channel in
                (0..<5000).map { (index: Int) -> Int32 in Int32(channel) << 20 + Int32(index % 64) << 16 }
            }
            let path = try write(sound, to: "\(channels).caf", .appleLossless, depth: 16)
            #expect(try readAll(path).samples == sound.map { $0.map { Float($0) * 0x1p-31 } })
            let heard = try OtherPrograms.integers(path, channels: channels)
            #expect(Set(heard.map { $0[0] }) == Set(sound.map { $0[0] }), "\(channels)")
        }
    }

    @Test(.enabled(if: OtherPrograms.areThere), arguments: [(16, 0.6), (24, 0.6), (24, 0.001), (16, 0)])
    func `ALAC is about as short as ffmpeg's`(depth: Int, level: Double) throws {
        let sound = sound(100_000, channels: 2, depth: depth, level: level)
        let path = try write(sound, to: "own.caf", .appleLossless, depth: depth)
        let other = "\(folder.root)/other.caf"
        _ = try OtherPrograms.run([
            "-i", path, "-c:a", "alac", "-sample_fmt", depth == 16 ? "s16p" : "s32p", other,
        ])
        func size(_ path: String) throws -> Int { try Data(contentsOf: URL(fileURLWithPath: path)).count }
        let (own, theirs) = (try size(path), try size(other))
        #expect(Double(own) < 1.03 * Double(theirs), "\(own) bytes, and \(theirs)")
    }

    @Test(.enabled(if: OtherPrograms.areThere))
    func `IMA4 sounds as the reader has it in ffmpeg, and better than ffmpeg's own`() throws {
        let sound = sound(50_000, channels: 2, depth: 16)
        let path = try write(sound, to: "own.caf", .appleIMA4)
        let heard = try readAll(path).samples
        #expect(heard[0].count == 50_000)
        let theirs = try OtherPrograms.integers(path, channels: 2).map { $0.map { Float($0) * 0x1p-31 } }
        #expect(firstDifference(heard.map { Array($0.prefix(49_000)) }, in: theirs) == nil)
        let wave = "\(folder.root)/other.aifc"
        let pcm = try write(sound, to: "pcm.caf", .flac, depth: 16)
        _ = try OtherPrograms.run(["-i", pcm, "-c:a", "adpcm_ima_qt", "-f", "aiff", wave])
        let wanted = sound.map { $0.map { Float($0) * 0x1p-31 } }
        let (own, other) = (ratio(wanted, heard), ratio(wanted, try readAll(wave).samples))
        #expect(own > other - 0.1, "\(own) dB, and \(other)")
    }

    @Test(arguments: [
        (FourCharCode.opus, OutputContainer.opus, Encoding.opus), (.vorbis, .ogg, .vorbis), (.mpegLayer3, .mp3, .mp3),
        (.aac, .m4a, .aac), (.ac3, .ac3, .ac3),
    ])
    func `lossy packets sound as the same encoder's file does`(
        formatID: FourCharCode, container: OutputContainer, encoding: Encoding
    ) throws {
        let sound = sound(48_000, channels: 2, depth: 24)
        let wanted = sound.map { $0.map { Float($0) * 0x1p-31 } }
        let (converter, packets) = try encode(sound, formatID)
        let stream = PacketStream(
            formatID, sampleRate: 48_000, channels: 2, magicCookie: converter.compressionMagicCookie, packets: packets)
        let heard = try decodeAll(stream).map { Array($0.dropFirst(converter.primeInfo.leadingFrames).prefix(48_000)) }
        let other = "\(folder.root)/other.\(container.rawValue)"
        let writer = try AudioFileWriter(
            path: other, format: OutputFormat(container: container, encoding: encoding), layout: .stereo,
            sampleRate: 48_000)
        var buffer = PCMBuffer(channelCount: 2, frameCapacity: 48_000)
        for channel in 0...1 { buffer.fill(channel: channel, with: wanted[channel]) }
        buffer.frameLength = 48_000
        try writer.write(buffer)
        try writer.finalize()
        // AC-3 does not say its priming.
        let unsaid = formatID == .ac3 ? converter.primeInfo.leadingFrames : 0
        let theirs = try readAll(other).samples.map { Array($0.dropFirst(unsaid)) }
        #expect(heard[0].count == 48_000)
        let (own, usual) = (ratio(wanted, heard), ratio(wanted, theirs))
        #expect(own > usual - 0.5 && own > 10, "\(own) dB, and \(usual)")
    }

    private func ratio(_ sound: [[Float]], _ heard: [[Float]]) -> Double {
        var (signal, noise) = (0.0, 0.0)
        for (one, other) in zip(sound, heard) {
            for (wanted, got) in zip(one, other) {
                signal += Double(wanted) * Double(wanted)
                noise += Double(wanted - got) * Double(wanted - got)
            }
        }
        return 10 * log10(signal / noise)
    }
}
