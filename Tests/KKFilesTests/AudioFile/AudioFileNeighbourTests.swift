import Foundation
import KKPCM
import KKTestSupport
import Testing

@testable import KKContainers
@testable import KKFiles

@Suite struct AudioFileNeighbourTests {
    @Test(
        "what a packet needs of its neighbours is answered, and there is no packet before the first or behind the last")
    func dependencies() throws {
        let file = try AudioFile.fixture("music-vbr.mp3")
        func asked(_ id: FourCharCode, _ packet: Int64) throws -> PacketDependency? {
            guard case .dependency(let answer) = try file.property(id, .dependency(PacketDependency(packet: packet)))
            else { return nil }
            return answer
        }
        #expect(try file.property("rrap") == .number(0))
        #expect(try asked("pkrl", 3)?.prerollPacketCount == 3)
        #expect(try asked("pkdp", 15) == PacketDependency(packet: 15, prerollPacketCount: 10, independentPacket: 15))
        #expect(try asked("pind", 15)?.independentPacket == 14)
        #expect(try asked("nind", 15)?.independentPacket == 16)
        let last = try file.packetCount() - 1
        #expect(code { _ = try asked("pind", 0) } == .invalidPacketOffset)
        #expect(code { _ = try asked("nind", last) } == .invalidPacketOffset)
        #expect(code { _ = try asked("pkdp", last + 1) } == .invalidPacketOffset)
        #expect(code { _ = try asked("nind", .max) } == .invalidPacketOffset)
        #expect(code { _ = try file.property("pkdp") } == .badPropertySize)
        #expect(
            try AudioFile.fixture("tone-s16.wav").property("fnme")
                == .text("16-bit little-endian signed integer, interleaved"))
    }

    @Test("CAF's list of formats is what the packets can be taken for") func formatList() throws {
        let core = CAFDescription(
            sampleRate: 24_000, formatID: "aac ", bytesPerPacket: 0, framesPerPacket: 1024, channelsPerFrame: 2,
            bitsPerChannel: 0)
        let double = CAFDescription(
            sampleRate: 48_000, formatID: "aach", bytesPerPacket: 0, framesPerPacket: 2048, channelsPerFrame: 2,
            bitsPerChannel: 0)
        let tag: UInt32 = 101 << 16 | 2
        let list = CAFFormatList(items: [
            CAFFormatList.Item(format: double, channelLayoutTag: tag),
            CAFFormatList.Item(format: core, channelLayoutTag: tag),
        ])
        let chunks = [StoredChunk(list), StoredChunk(CAFPacketTable(core))].flatMap(ChunkFamily.caf.bytes)
        let file = try AudioFile(opening: CAFHeader.bytes(core, chunks: chunks, audioByteCount: 0))
        #expect(try file.property("flst") == .descriptions([double.streamDescription, core.streamDescription]))
        #expect(
            try AudioFile.fixture("tone-s16.wav").property("flst")
                == .descriptions([AudioFile.fixture("tone-s16.wav").dataFormat]))
    }

    @Test("global info: every kind that is said to be written in a format is written in it, and the others are not")
    func globalInfo() throws {
        #expect(try AudioFile.globalInfo("afrf") == .codes(AudioFile.TypeID.all))
        guard case .codes(let writable) = try AudioFile.globalInfo("afwf") else {
            throw CocoaError(.featureUnsupported)
        }
        for type in AudioFile.TypeID.all {
            guard case .codes(let formats) = try AudioFile.globalInfo("fmid", .code(type)) else {
                throw CocoaError(.featureUnsupported)
            }
            #expect(!formats.isEmpty)
            for id in formats where writable.contains(type) {
                let isBig = [AudioFile.TypeID.aiff, AudioFile.TypeID.aifc, AudioFile.TypeID.next].contains(type)
                let packets = StreamDescription(
                    sampleRate: 48_000, formatID: id, framesPerPacket: 1024, channelsPerFrame: 1)
                let companded = StreamDescription(
                    sampleRate: 48_000, formatID: id, bytesPerPacket: 1, framesPerPacket: 1, bytesPerFrame: 1,
                    channelsPerFrame: 1, bitsPerChannel: 8)
                let linear = StreamDescription.linearPCM(
                    sampleRate: 48_000, channels: 1, bits: 16,
                    flags: isBig ? [.isSignedInteger, .isBigEndian] : .isSignedInteger)
                let format = id == .linearPCM ? linear : id == .uLaw || id == .aLaw ? companded : packets
                // Of what is found in boxes two formats are written.
                let isBoxed = [AudioFile.TypeID.m4a, AudioFile.TypeID.m4b, AudioFile.TypeID.mpeg4].contains(type)
                let isWritten = !isBoxed || id == .aac || id == .appleLossless
                #expect(
                    code { _ = try AudioFile(creating: MemoryFile().callbacks, fileType: type, format: format) }
                        == (isWritten ? nil : .unsupportedDataFormat), "\(type) \(id)")
            }
            guard case .texts(let extensions) = try AudioFile.globalInfo("fext", .code(type)) else {
                throw CocoaError(.featureUnsupported)
            }
            #expect(!extensions.isEmpty)
            for name in extensions {
                guard case .codes(let types) = try AudioFile.globalInfo("text", .text(name.uppercased())) else {
                    throw CocoaError(.featureUnsupported)
                }
                #expect(types.contains(type))
            }
            if !writable.contains(type) {
                #expect(
                    code { _ = try AudioFile(creating: MemoryFile().callbacks, fileType: type, format: .silence) }
                        == .unsupportedFileType)
            }
        }
        #expect(try AudioFile.globalInfo("ftnm", .code("caff")) == .text("CAF"))
        #expect(code { _ = try AudioFile.globalInfo("ftnm", .code("abcd")) } == .unsupportedFileType)
        #expect(code { _ = try AudioFile.globalInfo("ftnm") } == .badPropertySize)
        #expect(code { _ = try AudioFile.globalInfo("ahfs") } == .unsupportedProperty)
    }

    @Test("global info: what a kind is called elsewhere names it, and what is only read has its formats")
    func names() throws {
        for (list, names, types) in [("auti", "futi", "tuti"), ("amim", "fmim", "tmim")]
            as [(FourCharCode, FourCharCode, FourCharCode)]
        {
            guard case .texts(let all) = try AudioFile.globalInfo(list) else { throw CocoaError(.featureUnsupported) }
            #expect(Set(all).count == all.count && all.count > 10)
            for type in AudioFile.TypeID.all {
                guard case .texts(let found) = try AudioFile.globalInfo(names, .code(type)) else {
                    throw CocoaError(.featureUnsupported)
                }
                for name in found {
                    guard case .codes(let kinds) = try AudioFile.globalInfo(types, .text(name.uppercased())) else {
                        throw CocoaError(.featureUnsupported)
                    }
                    #expect(all.contains(name) && kinds.contains(type))
                }
            }
        }
        #expect(try AudioFile.globalInfo("tuti", .text("com.apple.m4a-audio")) == .codes([AudioFile.TypeID.m4a]))
        #expect(try AudioFile.globalInfo("tmim", .text("audio/x-wav")) == .codes([AudioFile.TypeID.wave]))
        #expect(try AudioFile.globalInfo("tuti", .text("no.such")) == .codes([]))
        guard case .codes(let formats) = try AudioFile.globalInfo("fmid", .code(AudioFile.TypeID.m4a)),
            case .descriptions(let linear) = try AudioFile.globalInfo(
                "sdid", .codes([AudioFile.TypeID.quickTime, .linearPCM]))
        else { throw CocoaError(.featureUnsupported) }
        #expect(formats.contains(.aac) && formats.contains(.appleLossless) && !formats.contains(.linearPCM))
        #expect(linear.count == 12)
    }

    @Test("AudioFile and AudioFileStream say the same of all files that both know") func agreement() throws {
        var known = 0
        for name in try FileManager.default.contentsOfDirectory(atPath: Fixtures.path("")).sorted()
        where name.contains(".") {
            // A stream gives whole packets, and this one ends in the middle of one.
            guard name != "truncated.mp3", let file = try? AudioFile.fixture(name), let bytes = try? fixtureBytes(name),
                bytes.count < 1 << 20
            else { continue }
            let run = try StreamRun(bytes, portions: [1 << 16])
            guard run.error == nil, run.packetCount > 0 else { continue }
            known += 1
            func stream(_ property: AudioFileStreamProperty, of argument: Int64 = 0) -> AudioFileStreamProperty.Value? {
                try? run.value(property, of: argument)
            }
            #expect(stream(.fileFormat) == .code(file.fileType), "\(name)")
            #expect(stream(.dataFormat) == .format(file.dataFormat), "\(name)")
            #expect(stream(.magicCookieData) == file.magicCookie.map { .bytes($0) }, "\(name)")
            #expect(stream(.channelLayout) == file.channelLayout.map { .layout($0) }, "\(name)")
            let numbers: [AudioFileStreamProperty] = [
                .dataOffset, .audioDataPacketCount, .audioDataByteCount, .maximumPacketSize, .packetSizeUpperBound,
            ]
            for property in numbers {
                // What a header claims is all that a stream has before its end.
                let isClaim = property == .audioDataByteCount && ["size-larger.wav", "truncated.wav"].contains(name)
                guard !isClaim, let value = stream(property) else { continue }
                #expect(value == .number(try file.number(property.code)), "\(name) \(property.code)")
            }
            if case .packetTable(let table)? = stream(.packetTableInfo), !name.hasPrefix("truncated") {
                #expect(try file.packetTableInfo() == table, "\(name)")
            }
            let all = try file.allPackets(room: Int(max(1 << 16, file.number("pkub"))))
            #expect(run.bytes == all.bytes, "\(name)")
            #expect(try Int64(run.packetCount) == file.packetCount(), "\(name)")
            #expect(run.sizes == all.descriptions.map(\.byteCount), "\(name)")
            #expect(run.frames == all.descriptions.map(\.variableFrames), "\(name)")
            for packet in [0, file.content.index == nil ? 5 : 1] where packet < run.packetCount {
                let packet = Int64(packet)
                let byte = try file.byte(ofPacket: packet).byte
                #expect(stream(.packetToByte, of: packet) == .offset(byte, isEstimated: false), "\(name)")
                if let frame = stream(.packetToFrame, of: packet) {
                    #expect(frame == .number(try file.frame(ofPacket: packet)), "\(name)")
                }
                guard
                    case .dependency(let needed) = try file.property(
                        "pkrl", .dependency(PacketDependency(packet: packet)))
                else { continue }
                #expect(stream(.packetToRollDistance, of: packet) == .number(needed.prerollPacketCount), "\(name)")
            }
        }
        #expect(known > 60)
    }
}

extension StreamDescription {
    fileprivate static var silence: StreamDescription {
        .linearPCM(sampleRate: 48_000, channels: 1, bits: 16, flags: .isSignedInteger)
    }
}
