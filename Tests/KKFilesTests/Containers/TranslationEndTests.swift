import KKPCM
import KKTestSupport
import Testing

@testable import KKFiles

/// Packets, frames and bytes that a file does not have, up to the largest number that there is.
@Suite struct TranslationEndTests {
    /// Without those that are not streams; and between the packets of fragments there are other bytes.
    private static let sounds = SmallSound.all.filter { !$0.name.hasSuffix("behind") && $0.type != "mp4f" }

    private static func code(of body: () throws -> Void) -> AudioFileStreamError.Code? {
        do { try body() } catch { return (error as? AudioFileStreamError)?.code }
        return nil
    }

    @Test("a stream that has ended refuses what is beyond its last packet with 'pck?'", arguments: sounds)
    func stream(_ sound: SmallSound) throws {
        let run = try StreamRun(sound.bytes())
        let format = try run.format()
        let packets = Int64(run.packetCount)
        let frames = Int64(format.framesPerPacket)
        #expect(packets > 0 && frames > 0)
        #expect(
            try run.value(.frameToPacket, of: packets * frames - 1)
                == .place(packet: packets - 1, offset: frames - 1, isEstimated: false))
        guard case .place(let last, _, _) = try run.value(.byteToPacket, of: Int64(run.bytes.count) - 1) else {
            throw Missing()
        }
        #expect(last == packets - 1)
        for frame in [packets * frames, 1 << 50, .max, -1, .min] as [Int64] {
            #expect(
                Self.code { _ = try run.value(.frameToPacket, of: frame) } == .invalidPacketOffset, "frame \(frame)")
        }
        for byte in [Int64(run.bytes.count), 1 << 50, .max, -1, .min] as [Int64] {
            #expect(Self.code { _ = try run.value(.byteToPacket, of: byte) } == .invalidPacketOffset, "byte \(byte)")
        }
        // The one after the last is a place, and has no sound to be whole.
        #expect(try run.value(.packetToFrame, of: packets) == .number(packets * frames))
        #expect(Self.code { _ = try run.value(.packetToByte, of: packets) } == nil)
        for property in [AudioFileStreamProperty.packetToRollDistance, .packetToDependencyInfo] {
            #expect(Self.code { _ = try run.value(property, of: packets - 1) } == nil)
            #expect(Self.code { _ = try run.value(property, of: packets) } == .invalidPacketOffset)
        }
        for packet in [packets + 1, 1 << 50, .max, -1, .min] as [Int64] {
            for property in [
                AudioFileStreamProperty.packetToFrame, .packetToByte, .packetToRollDistance, .packetToDependencyInfo,
            ] {
                #expect(
                    Self.code { _ = try run.value(property, of: packet) } == .invalidPacketOffset,
                    "\(property.code) of \(packet)")
            }
            #expect(Self.code { _ = try run.stream.seek(toPacket: packet) } == .invalidPacketOffset)
        }
    }

    @Test(
        "so does one that goes on, by the count in its header; where none is known there is no end, and no number is too large to say so"
    )
    func unended() throws {
        let wave = try StreamRun()
        wave.push(Array(try fixtureBytes("tone-s16.wav").prefix(300)))
        #expect(try wave.value(.frameToPacket, of: 6614) == .place(packet: 6614, offset: 0, isEstimated: false))
        #expect(Self.code { _ = try wave.value(.frameToPacket, of: 6615) } == .invalidPacketOffset)
        #expect(try wave.value(.byteToPacket, of: 26_459) == .place(packet: 6614, offset: 3, isEstimated: false))
        #expect(Self.code { _ = try wave.value(.byteToPacket, of: 26_460) } == .invalidPacketOffset)
        let mpeg = try StreamRun()
        mpeg.push(Array(try fixtureBytes("music.mp3").prefix(5000)))
        #expect(
            try mpeg.value(.frameToPacket, of: 1 << 50)
                == .place(packet: (1 << 50) / 1152, offset: (1 << 50) % 1152, isEstimated: false))
        #expect(Self.code { _ = try mpeg.value(.packetToFrame, of: .max) } == .invalidPacketOffset)
        #expect(Self.code { _ = try mpeg.value(.packetToByte, of: .max) } == .invalidPacketOffset)
        guard case .place(_, 0, true) = try mpeg.value(.byteToPacket, of: .max) else { throw Missing() }
    }

    @Test("a byte behind junk between packets is still in its packet")
    func behindJunk() throws {
        let packet = BuiltFrame.adts([UInt8](repeating: 1, count: 40))
        let run = try StreamRun(
            SmallSound.repeated(packet, 5) + [UInt8](repeating: 0, count: 300) + SmallSound.repeated(packet, 5))
        #expect(run.packetCount == 10)
        #expect(
            try run.value(.byteToPacket, of: 5 * 47 + 300 + 3 * 47 + 7)
                == .place(packet: 8, offset: 7, isEstimated: false))
        #expect(Self.code { _ = try run.value(.byteToPacket, of: 10 * 47 + 300) } == .invalidPacketOffset)
        #expect(try run.stream.seek(toPacket: 10).byteOffset == 10 * 47 + 300)
    }

    @Test(
        "a file refuses frames and bytes that it does not have with -40, and packets with 'pck?'",
        arguments: SmallSound.all)
    func file(_ sound: SmallSound) throws {
        let file = try AudioFile(opening: sound.bytes())
        let (packets, frames) = (try file.packetCount(), try file.frameCount())
        let end = try file.byte(ofPacket: packets).byte
        #expect(try file.packet(ofFrame: frames - 1).packet == packets - 1)
        #expect(try file.packet(ofByte: end - 1).packet == packets - 1)
        #expect(try file.frame(ofPacket: packets) == frames)
        for frame in [frames, 1 << 50, .max, -1, .min] as [Int64] {
            #expect(
                KKFilesTests.code { _ = try file.property("frpk", .framePacket(FramePacketTranslation(frame: frame))) }
                    == .position, "frame \(frame)")
        }
        for byte in [file.content.dataByteCount, 1 << 50, .max, -1, .min] as [Int64] {
            #expect(
                KKFilesTests.code { _ = try file.property("bypk", .bytePacket(BytePacketTranslation(byte: byte))) }
                    == .position, "byte \(byte)")
        }
        for packet in [packets + 1, 1 << 50, .max - 1, .max, -1, .min] as [Int64] {
            #expect(
                KKFilesTests.code {
                    _ = try file.property("pkfr", .framePacket(FramePacketTranslation(packet: packet)))
                } == .invalidPacketOffset)
            #expect(
                KKFilesTests.code { _ = try file.property("pkby", .bytePacket(BytePacketTranslation(packet: packet))) }
                    == .invalidPacketOffset)
            for id in ["pkrl", "pkdp", "pind", "nind"] as [FourCharCode] {
                #expect(
                    KKFilesTests.code { _ = try file.property(id, .dependency(PacketDependency(packet: packet))) }
                        == .invalidPacketOffset)
            }
        }
        var buffer = AudioBuffer(byteCapacity: 1 << 16)
        for start in [packets, 1 << 50, .max - 1, .max] as [Int64] {
            for count in [0, 1, .max] {
                #expect(try file.readPackets(from: start, count: count, into: &buffer).packetCount == 0)
            }
            #expect(try file.packetPlaces(from: start, count: .max).isEmpty)
        }
        #expect(try file.readBytes(from: .max, count: .max, into: &buffer) == 0)
    }

    @Test("packets whose frames nobody can count are an error with its byte, and no overflow")
    func uncountable() throws {
        let head = CAF.file(
            CAF.description("ima4", packetBytes: 1, packetFrames: .max, bits: 0),
            .text("data") + .be(-1 as Int64) + .be(0 as UInt32)
        ).all
        let callbacks = AudioFileCallbacks(
            name: "endless",
            read: { position, count in
                position < Int64(head.count)
                    ? Array(head[Int(position)...].prefix(count)) : [UInt8](repeating: 0, count: min(count, 1 << 16))
            }, size: { 1 << 61 })
        let error = failure { _ = try AudioFile(opening: callbacks) }
        #expect(error?.position != nil && error?.kind == .badData, "\(error.map { "\($0)" } ?? "no error")")
        let run = try StreamRun()
        run.push(head + [UInt8](repeating: 0, count: 100))
        if run.error == nil {
            for property in [AudioFileStreamProperty.packetToFrame, .packetToByte] {
                #expect(Self.code { _ = try run.value(property, of: .max) } == .invalidPacketOffset)
            }
        }
    }

    private struct Missing: Error {}
}
