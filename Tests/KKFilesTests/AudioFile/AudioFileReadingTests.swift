import Foundation
import KKPCM
import KKTestSupport
import Testing

@testable import KKContainers
@testable import KKFiles

@Suite struct AudioFileReadingTests {
    @Test(
        "a file of linear audio has the kind, the format and the bytes that its container says",
        arguments: [
            ("tone-s16.wav", "WAVE"), ("tone-rifx.wav", "WAVE"), ("tone-rf64.wav", "RF64"), ("tone-bw64.wav", "BW64"),
            ("tone-s16.w64", "W64f"),
            ("tone-s24.aiff", "AIFF"), ("tone-fl32.aifc", "AIFC"), ("tone-s16-le.caf", "caff"),
            ("tone-f32-be.caf", "caff"),
            ("codec-s16be.au", "NeXT"), ("tone-alaw.wav", "WAVE"), ("tone-ulaw.aifc", "AIFC"),
            ("channels-6.caf", "caff"), ("odd-padded.wav", "WAVE"),
        ])
    func linear(_ name: String, _ type: String) throws {
        let source = try ByteSource(path: FilePath(Fixtures.path(name)))
        let probe = try FormatProbe(source)
        let container = try Container(source, fileType: probe.fileType, start: probe.start)
        let file = try AudioFile.fixture(name)
        #expect(file.fileType == FourCharCode(type))
        #expect(file.dataFormat == container.dataFormat)
        let byteCount = Int(container.properties.frameCount) * Int(container.dataFormat.bytesPerFrame)
        let data = Array(try fixtureBytes(name)[Int(container.dataOffset)...].prefix(byteCount))
        let all = try file.allPackets(step: 333)
        #expect(all.bytes == data)
        #expect(all.descriptions.isEmpty)
        #expect(try file.packetCount() == container.properties.frameCount)
        #expect(try file.frameCount() == container.properties.frameCount)
        #expect(try file.number("doff") == container.dataOffset)
        #expect(try file.number("pkub") == Int64(container.dataFormat.bytesPerPacket))
        #expect(
            try file.estimatedDuration() == Double(container.properties.frameCount) / container.dataFormat.sampleRate)
    }

    @Test(
        "the packets of MPEG audio are those of the framer, and all of the file's audio",
        arguments: [
            ("mpeg-cbr.mp3", "MPG3"), ("mpeg-vbr.mp3", "MPG3"), ("mpeg-free.mp3", "MPG3"), ("mpeg-layer1.mp3", "MPG1"),
            ("mpeg-layer2.mp3", "MPG2"),
            ("mpeg-mpeg25-8k.mp3", "MPG3"), ("mpeg-vbri.mp3", "MPG3"), ("mpeg-id3v2.mp3", "MPG3"),
            ("mpeg-id3v1.mp3", "MPG3"),
        ])
    func mpeg(_ name: String, _ type: String) throws {
        let bytes = try fixtureBytes(name)
        let run = try FramerRun(MPEGFramer(), bytes)
        let file = try AudioFile.fixture(name)
        #expect(file.fileType == FourCharCode(type))
        let all = try file.allPackets(step: 7, room: 5000)
        #expect(all.bytes == run.packets.flatMap { bytes[$0] })
        #expect(all.descriptions.map(\.byteCount) == run.packets.map(\.count))
        #expect(all.descriptions.allSatisfy { $0.variableFrames == 0 })
        #expect(try file.packetCount() == Int64(run.packets.count))
        #expect(try file.audioByteCount() == Int64(all.bytes.count))
        #expect(try file.number("psze") == Int64(run.packets.map(\.count).max() ?? 0))
        #expect(try file.number("pkub") >= file.number("psze"))
        #expect(try file.number("doff") == Int64(run.packets[0].lowerBound))
    }

    /// It was twice as much, and more than the 32 KB that readers have.
    @Test(
        "the bound for packets of FLAC is what their samples take as they are",
        arguments: ["codec-16.flac", "speech.flac"])
    func bound(_ name: String) throws {
        let file = try AudioFile.fixture(name)
        let format = file.dataFormat, depth = try #require(format.losslessBitDepth)
        let bound = try file.number("pkub")
        #expect(try bound >= file.number("psze"))
        let samples = Int64(format.framesPerPacket) * Int64(format.channelCount)
        #expect(bound > samples * Int64(depth) / 8 && bound < samples * Int64(depth + 1) / 8 + 100)
        #expect(bound < 1 << 15)
    }

    @Test(
        "far beyond the end there are no packets and no bytes, of any number",
        arguments: ["tone-s16.wav", "tone-s16.aiff", "mpeg-cbr.mp3", "codec-alac.caf"])
    func beyond(_ name: String) throws {
        let file = try AudioFile.fixture(name)
        var buffer = AudioBuffer(byteCapacity: 100)
        for number in [1 << 40, 1 << 62, Int64.max] {
            let read = try file.readPackets(from: number, count: .max, into: &buffer)
            #expect(read == PacketRead(packetCount: 0, byteCount: 0, descriptions: [], reachedEnd: true))
            #expect(try file.readBytes(from: number, count: .max, into: &buffer) == 0)
            #expect(try file.packetPlaces(from: number, count: .max).isEmpty)
        }
    }

    @Test(
        "the packets of a stream are where ffprobe sees them",
        .enabled(if: FFmpeg.isInstalled, "ffmpeg is not installed: positions were not compared"),
        arguments: [
            ("tone.aac", "-c:a aac -b:a 96k -f adts", "adts", "aac "),
            ("tone.ac3", "-c:a ac3 -b:a 192k", "ac-3", "ac-3"),
            ("tone.eac3", "-c:a eac3 -b:a 192k", "ec-3", "ec-3"), ("tone.flac", "-c:a flac", "flac", "flac"),
            ("tone.mp2", "-c:a mp2 -b:a 128k", "MPG2", ".mp2"),
        ])
    func streams(_ name: String, _ options: String, _ type: String, _ format: String) throws {
        let bytes = try FFmpeg.encoded("music-48k-f32.wav", "-t 2 \(options)", as: name)
        let packets = try FFmpeg.packets(bytes, name: name)
        let file = try AudioFile(opening: bytes)
        #expect(file.fileType == FourCharCode(type))
        #expect(file.dataFormat.formatID == FourCharCode(format))
        #expect(file.dataFormat.sampleRate == 48_000)
        let all = try file.allPackets(step: 10)
        #expect(all.bytes == packets.flatMap { bytes[$0] })
        #expect(all.descriptions.map(\.byteCount) == packets.map(\.count))
        let offset = try file.number("doff")
        for (index, packet) in packets.enumerated() {
            let byte = try file.byte(ofPacket: Int64(index))
            #expect(byte.byte + offset == Int64(packet.lowerBound))
            #expect(!byte.isEstimate)
        }
    }

    @Test("a CAF file of Apple Lossless has the packets of its table, the cookie, and the sound in it")
    func lossless() throws {
        for name in ["codec-alac.caf", "music-alac.caf"] {
            let source = try ByteSource(path: FilePath(Fixtures.path(name)))
            let container = try Container(source, fileType: .caf, start: 0)
            let file = try AudioFile.fixture(name)
            let reader = try AudioFileReader(path: Fixtures.path(name))
            let all = try file.allPackets(step: 3, room: Int(try file.number("pkub")))
            let data = Array(try fixtureBytes(name)[Int(container.dataOffset)...].prefix(Int(container.dataByteCount)))
            #expect(all.bytes == data)
            // What wrote the other one states whole packets.
            if name == "music-alac.caf" {
                #expect(try file.packetTableInfo().validFrames == reader.properties.frameCount)
            }
            #expect(try file.property("mgic") != .bytes([]))
            #expect(file.dataFormat.framesPerPacket == 4096)
        }
    }

    @Test("packets that have one size in WAVE are those of the block size: IMA, Microsoft ADPCM, GSM")
    func blocks() throws {
        for (name, format): (String, FourCharCode) in [
            ("codec-ima.wav", .dviIMAADPCM), ("codec-ms.wav", .microsoftADPCM), ("codec-gsm.wav", .microsoftGSM),
        ] {
            let file = try AudioFile.fixture(name)
            #expect(file.dataFormat.formatID == format)
            #expect(file.dataFormat.bytesPerPacket > 0 && file.dataFormat.framesPerPacket > 1)
            let source = try ByteSource(path: FilePath(Fixtures.path(name)))
            let container = try Container(source, fileType: .wav, start: 0)
            #expect(try file.packetCount() == container.dataByteCount / Int64(file.dataFormat.bytesPerPacket))
            let frames = try AudioFileReader(path: Fixtures.path(name)).properties.frameCount
            #expect(
                try file.frameCount() >= frames
                    && file.frameCount() - frames < Int64(file.dataFormat.framesPerPacket) * 2)
        }
    }

    @Test("MPEG audio inside WAVE is told apart in packets")
    func mpegInWave() throws {
        let file = try AudioFile.fixture("mpeg-in-wav.wav")
        #expect(file.fileType == "WAVE")
        #expect(file.dataFormat.formatID == .mpegLayer3)
        #expect(try file.packetCount() > 10)
        #expect(try file.allPackets().descriptions.count == Int(try file.packetCount()))
    }

    @Test("a read takes as many packets as the buffer has room for, and -39 comes with those that there are")
    func room() throws {
        let file = try AudioFile.fixture("mpeg-vbr.mp3")
        let sizes = try file.allPackets().descriptions.map(\.byteCount)
        var buffer = AudioBuffer(byteCapacity: sizes[0] + sizes[1] + sizes[2] - 1)
        let two = try file.readPackets(from: 0, count: 5, into: &buffer)
        #expect(two.packetCount == 2)
        #expect(!two.reachedEnd)
        #expect(two.descriptions[1].startOffset == Int64(sizes[0]))
        buffer = AudioBuffer(byteCapacity: 100_000)
        let count = sizes.count
        let last = try file.readPackets(from: Int64(count - 2), count: 5, into: &buffer)
        #expect(last.packetCount == 2 && last.status == -39)
        let exact = try file.readPackets(from: Int64(count - 2), count: 2, into: &buffer)
        #expect(exact.packetCount == 2 && exact.status == 0)
        let behind = try file.readPackets(from: Int64(count) + 10, count: 1, into: &buffer)
        #expect(behind.packetCount == 0 && behind.status == -39)
        buffer = AudioBuffer(byteCapacity: sizes[0] - 1)
        #expect(code { _ = try file.readPackets(from: 0, count: 1, into: &buffer) } == .badPropertySize)
        #expect(code { _ = try file.readPackets(from: -1, count: 1, into: &buffer) } == .invalidPacketOffset)

        let linear = try AudioFile.fixture("tone-s16.wav")
        buffer = AudioBuffer(byteCapacity: 4 * 10 + 3)
        #expect(try linear.readPackets(from: 0, count: 100, into: &buffer).packetCount == 10)
        buffer = AudioBuffer(byteCapacity: 3)
        #expect(code { _ = try linear.readPackets(from: 0, count: 1, into: &buffer) } == .badPropertySize)
        #expect(try linear.readBytes(from: 1, count: 100, into: &buffer) == 3)
        #expect(try linear.readBytes(from: linear.audioByteCount(), count: 100, into: &buffer) == 0)
        #expect(code { _ = try linear.readBytes(from: -1, count: 1, into: &buffer) } == .position)
    }

    @Test(
        "packets, frames and bytes are translated into one another and back, in any order of asking",
        arguments: ["mpeg-vbr.mp3", "codec-alac.caf", "tone-s16.wav", "codec-16.flac"])
    func translation(_ name: String) throws {
        let counted = try AudioFile.fixture(name)
        let count = try counted.packetCount()
        let file = try AudioFile.fixture(name)
        for packet in [count - 1, 0, count / 2, min(count, 3) - 1] {
            let frame = try file.frame(ofPacket: packet)
            let byte = try file.byte(ofPacket: packet)
            #expect(try file.packet(ofFrame: frame) == FramePacketTranslation(frame: frame, packet: packet))
            #expect(try file.packet(ofByte: byte.byte) == BytePacketTranslation(byte: byte.byte, packet: packet))
            #expect(try file.packet(ofByte: byte.byte + 1).byteOffsetInPacket == 1)
            let asked = FramePacketTranslation(packet: packet)
            #expect(
                try file.property("pkfr", .framePacket(asked))
                    == .framePacket(FramePacketTranslation(frame: frame, packet: packet)))
            #expect(try file.property("pkby", .bytePacket(BytePacketTranslation(packet: packet))) == .bytePacket(byte))
        }
        #expect(try file.frame(ofPacket: count) == counted.frameCount())
        #expect(code { _ = try file.frame(ofPacket: count + 1) } == .invalidPacketOffset)
        #expect(code { _ = try file.packet(ofFrame: file.frameCount()) } == .position)
        #expect(code { _ = try file.packet(ofFrame: -1) } == .position)
        let last = try file.packet(ofFrame: file.frameCount() - 1)
        #expect(last.packet == count - 1)
        #expect(code { _ = try file.property("pkfr") } == .badPropertySize)
        #expect(code { _ = try file.property("frpk", .number(1)) } == .badPropertySize)
    }

    @Test("a duration is estimated without a scan, and exact after one")
    func duration() throws {
        // Without a tag nothing but the packets says how long it is.
        let bare = try AudioFile.fixture("music-vbr-notag.mp3")
        let estimate = try bare.estimatedDuration()
        guard case .scanned(let scan) = bare.content.packets else { throw CocoaError(.featureUnsupported) }
        #expect(!scan.isComplete)
        #expect(scan.index.packetCount <= 32)
        _ = try bare.packetCount()
        let exact = try bare.estimatedDuration()
        #expect(exact == Double(try bare.frameCount()) / bare.dataFormat.sampleRate)
        #expect(abs(estimate - exact) / exact < 0.5)
        // A tag says it at once.
        let tagged = try AudioFile.fixture("music-vbr.mp3")
        let stated = try tagged.estimatedDuration()
        guard case .scanned(let first) = tagged.content.packets else { throw CocoaError(.featureUnsupported) }
        #expect(first.index.packetCount == 1)
        let table = try tagged.packetTableInfo()
        #expect(stated == Double(table.validFrames) / tagged.dataFormat.sampleRate)
        _ = try tagged.packetCount()
        #expect(try tagged.estimatedDuration() == stated)
        let sum = table.validFrames + table.primingFrames + table.remainderFrames
        #expect(try tagged.frameCount() == sum)
        let rate = Double(try tagged.audioByteCount()) * 8 * tagged.dataFormat.sampleRate / Double(sum)
        #expect(abs(Double(try tagged.number("brat")) - rate) < 1000)
    }

    @Test(
        "AudioFileStream gives the same packets, however the bytes are pushed into it",
        arguments: [
            "tone-s16.wav", "tone-s24.aiff", "mpeg-vbr.mp3", "mpeg-id3v2.mp3", "codec-16.flac", "codec-24.flac",
        ])
    func pushed(_ name: String) throws {
        let bytes = try fixtureBytes(name)
        var pushed: [UInt8] = []
        var count = 0
        let stream = try AudioFileStream(
            propertyListener: { _, _, _ in },
            packets: { _, packets in
                pushed += packets.bytes
                count += packets.packetCount
            })
        var offset = 0
        while offset < bytes.count {
            let end = min(bytes.count, offset + 777)
            try stream.parse(bytes[offset..<end])
            offset = end
        }
        try stream.parse([])
        let file = try AudioFile.fixture(name)
        #expect(try file.allPackets().bytes == pushed)
        #expect(try file.packetCount() == Int64(count))
    }

    @Test("bytes come from a caller's functions as from a file, however few at a time")
    func callbacks() throws {
        for name in ["tone-s16.wav", "mpeg-vbr.mp3", "codec-alac.caf", "tone-s16.aiff", "codec-16.flac"] {
            let memory = MemoryFile(try fixtureBytes(name))
            memory.readLimit = 1000
            let file = try AudioFile(opening: memory.callbacks)
            #expect(try file.allPackets().bytes == AudioFile.fixture(name).allPackets().bytes)
            #expect(file.dataFormat == (try AudioFile.fixture(name).dataFormat))
            #expect(try AudioFile(opening: memory.bytes).allPackets().bytes == file.allPackets().bytes)
            memory.fails = true
            var buffer = AudioBuffer(byteCapacity: 10_000)
            #expect(throws: AudioFileError.self) { try file.readPackets(from: 0, count: 1, into: &buffer) }
        }
    }

    @Test("after close everything is -38")
    func closed() throws {
        let file = try AudioFile.fixture("tone-s16.wav")
        try file.close()
        try file.close()
        var buffer = AudioBuffer(byteCapacity: 100)
        #expect(code { _ = try file.readPackets(from: 0, count: 1, into: &buffer) } == .notOpen)
        #expect(code { _ = try file.readBytes(from: 0, count: 1, into: &buffer) } == .notOpen)
        #expect(code { _ = try file.property("ffmt") } == .notOpen)
        #expect(code { try file.setProperty("info", .dictionary([])) } == .notOpen)
        #expect(code { _ = try file.writePackets([]) } == .notOpen)
        #expect(code { _ = try file.userData("fmt ") } == .notOpen)
        #expect(code { try file.optimize() } == .notOpen)
        #expect(AudioFileError.Code.notOpen.rawValue == -38)
    }

    @Test("what was opened to be read is not written, and the other way round")
    func permission() throws {
        let folder = try KKTestSupport.ScratchFolder()
        try folder.write(try fixtureBytes("tone-s16.wav"), to: "a.wav")
        let file = try AudioFile(opening: folder.path("a.wav"))
        #expect(code { _ = try file.writePackets([0, 0, 0, 0]) } == .wrongPermission)
        #expect(code { try file.setProperty("info", .dictionary([])) } == .wrongPermission)
        #expect(code { try file.setUserData("abcd", []) } == .wrongPermission)
        let other = try AudioFile.fixture("codec-alac.3gp")
        #expect(code { try other.setProperty("info", .dictionary([])) } == .wrongPermission)
        let written = try AudioFile(opening: folder.path("a.wav"), permission: .write)
        var buffer = AudioBuffer(byteCapacity: 100)
        #expect(code { _ = try written.readPackets(from: 0, count: 1, into: &buffer) } == .wrongPermission)
        let readers = AudioFileCallbacks(read: { _, _ in [] }, size: { 0 })
        #expect(code { _ = try AudioFile(opening: readers, permission: .readWrite) } == .wrongPermission)
        #expect(code { _ = try AudioFile(opening: folder.path("none.wav")) } == .fileNotFound)
        #expect(
            code { _ = try AudioFile(opening: Fixtures.path("mpeg-cbr.mp3"), permission: .readWrite) }
                == .operationNotSupported)
        #expect(folder.contents == ["a.wav"])
    }

    @Test(
        "no read that fails is passed over while a file is opened and its packets are listed",
        arguments: ["mpeg-id3v1.mp3", "mpeg-id3v2.mp3", "codec-id3.flac"])
    func failedReads(name: String) throws {
        let bytes = try fixtureBytes(name)
        var (failing, reads, hasFailed) = (0, 0, true)
        while hasFailed {
            (failing, reads, hasFailed) = (failing + 1, 0, false)
            let callbacks = AudioFileCallbacks(
                read: { position, count in
                    reads += 1
                    hasFailed = hasFailed || reads == failing
                    if reads == failing { throw AudioFileError(.unspecified, kind: .io, path: name, "reading failed") }
                    return Array(bytes.dropFirst(Int(position)).prefix(count))
                }, size: { Int64(bytes.count) })
            let isRead = (try? AudioFile(opening: callbacks).packetPlaces(from: 0, count: 10_000)) != nil
            #expect(isRead != hasFailed, "read \(failing)")
        }
        #expect(failing > 4)
    }
}
