import Foundation
import KKPCM
import KKTestSupport
import Testing

@testable import KKFiles

private typealias Folder = KKTestSupport.ScratchFolder

private func pcm(_ bits: Int, _ channels: Int = 2, big: Bool = false, float: Bool = false) -> StreamDescription {
    var flags: FormatFlags = float ? .isFloat : bits == 8 && !big ? [] : .isSignedInteger
    if big, bits > 8 { flags.insert(.isBigEndian) }
    return .linearPCM(sampleRate: 44_100, channels: channels, bits: bits, flags: flags)
}

private func companded(_ id: FourCharCode) -> StreamDescription {
    StreamDescription(
        sampleRate: 8000, formatID: id, bytesPerPacket: 1, framesPerPacket: 1, bytesPerFrame: 1, channelsPerFrame: 1,
        bitsPerChannel: 8)
}

private let aac = StreamDescription(sampleRate: 48_000, formatID: "aac ", framesPerPacket: 1024, channelsPerFrame: 2)

private let linearFiles: [(String, StreamDescription)] = {
    var files: [(String, StreamDescription)] = []
    for format in [pcm(16), pcm(8), pcm(24), pcm(32, float: true), companded(.uLaw), pcm(16, 6)] {
        files.append(("WAVE", format))
    }
    files.append(("RF64", pcm(16)))
    files.append(("W64f", pcm(24)))
    files.append(("W64f", pcm(64, float: true)))
    for format in [pcm(16, big: true), pcm(24, 1, big: true), pcm(16, 6, big: true)] { files.append(("AIFF", format)) }
    files.append(("AIFC", pcm(32, big: true, float: true)))
    files.append(("AIFC", companded(.aLaw)))
    for format in [pcm(16), pcm(24, big: true), pcm(32, big: true, float: true), companded(.aLaw), pcm(16, 8)] {
        files.append(("caff", format))
    }
    return files
}()

@Suite struct AudioFileWritingTests {
    @Test(
        "what is written is read back, with its kind, format and bytes",
        arguments: linearFiles)
    func roundTrip(_ type: String, _ format: StreamDescription) throws {
        let folder = try Folder()
        let path = folder.path("out")
        let bytes = pattern(Int(format.bytesPerPacket) * 1001)
        let file = try AudioFile(creating: path, fileType: FourCharCode(type), format: format)
        #expect(try file.writePackets(Array(bytes.prefix(Int(format.bytesPerPacket) * 400))) == 400)
        #expect(!folder.contents.contains("out"))
        try file.writeBytes(Array(bytes.dropFirst(Int(format.bytesPerPacket) * 400)))
        #expect(try file.allPackets().bytes == bytes)
        try file.close()
        #expect(folder.contents == ["out"])
        let read = try AudioFile(opening: path)
        #expect(read.fileType == FourCharCode(type))
        #expect(read.dataFormat == format)
        #expect(try read.allPackets().bytes == bytes)
        #expect(read.warnings.isEmpty)
        #expect(try read.number("optm") == 1)
        // The same bytes through a caller's functions.
        let memory = MemoryFile(pattern(77))
        let other = try AudioFile(creating: memory.callbacks, fileType: FourCharCode(type), format: format)
        try other.writePackets(bytes)
        try other.close()
        #expect(memory.bytes == folder.bytes("out"))
    }

    @Test("the same samples make the file that AudioFileWriter makes") func sameAsWriter() throws {
        let folder = try KKFilesTests.ScratchFolder()
        let kinds: [(OutputContainer, FourCharCode, KKFiles.Encoding)] = [
            (.wav, "WAVE", .s16), (.rf64, "RF64", .s24), (.w64, "W64f", .f32), (.aiff, "AIFF", .s24),
            (.caf, "caff", .f32),
        ]
        for (container, type, encoding) in kinds {
            let path = folder.file("a-\(container)")
            try written(path, container, encoding, (0..<2).map { SeededNumbers.noise(777, seed: UInt64($0)) })
            let file = try AudioFile(opening: path)
            let copy = MemoryFile()
            let out = try AudioFile(creating: copy.callbacks, fileType: type, format: file.dataFormat)
            try out.writePackets(try file.allPackets().bytes)
            try out.close()
            #expect(copy.bytes == contents(path), "\(container)")
        }
    }

    @Test(
        "packets of a stream come out of CAF and of their own kind of file as they went in",
        .enabled(if: FFmpeg.isInstalled, "ffmpeg is not installed: nothing was decoded"),
        arguments: [
            ("a.aac", "-c:a aac -f adts", "adts"), ("a.ac3", "-c:a ac3", "ac-3"),
            ("a.mp3", "-c:a libmp3lame -q:a 3", "MPG3"),
            ("a.flac", "-c:a flac", "flac"), ("a.mp2", "-c:a mp2", "MPG2"), ("a.eac3", "-c:a eac3", "ec-3"),
        ])
    func coded(_ name: String, _ options: String, _ type: String) throws {
        let folder = try Folder()
        try folder.write(try FFmpeg.encoded("music-48k-f32.wav", "-t 2 \(options)", as: name), to: name)
        let file = try AudioFile(opening: folder.path(name))
        let all = try file.allPackets(room: 1 << 17)
        // Its own kind, as a stream.
        let stream = try AudioFile(
            creating: folder.path("b-\(name)"), fileType: FourCharCode(type), format: file.dataFormat)
        if let cookie = file.magicCookie, type == "flac" { try stream.setProperty("mgic", .bytes(cookie)) }
        var packets = all.descriptions
        for index in packets.indices where file.dataFormat.framesPerPacket == 0 {
            packets[index].variableFrames = Int(
                try file.frame(ofPacket: Int64(index + 1)) - file.frame(ofPacket: Int64(index)))
        }
        try stream.writePackets(all.bytes, packets)
        try stream.close()
        let again = try AudioFile(opening: folder.path("b-\(name)"))
        #expect(again.fileType == FourCharCode(type))
        #expect(try again.allPackets(room: 1 << 17).bytes == all.bytes)
        #expect(again.dataFormat == file.dataFormat)
        let decode = "/usr/bin/ffmpeg -v error -i FILE -f f32le -c:a pcm_f32le -"
        func sound(_ name: String) throws -> [UInt8] {
            let run = try CommandRun.shell(decode.replacingOccurrences(of: "FILE", with: name), in: folder.root)
            #expect(run.status == 0 && run.errorText.isEmpty, "\(run.errorText)")
            return run.output
        }
        let one = try sound(name)
        #expect(one.count > 100_000)
        // Without its notes an MP3 is decoded with priming and remainder.
        if type != "MPG3" { #expect(try sound("b-\(name)") == one) }
        // CAF.
        let caf = try AudioFile(creating: folder.path("c.caf"), fileType: "caff", format: file.dataFormat)
        if let cookie = file.magicCookie { try caf.setProperty("mgic", .bytes(cookie)) }
        for (index, packet) in packets.enumerated() {
            let part = Array(all.bytes[Int(packet.startOffset)..<Int(packet.startOffset) + packet.byteCount])
            let description = PacketDescription(
                startOffset: 0, variableFrames: packet.variableFrames, byteCount: packet.byteCount)
            try caf.writePackets(part, [description], at: Int64(index))
        }
        let info = try file.packetTableInfo()
        try caf.setProperty("pnfo", .packetTableInfo(info))
        try caf.close()
        let model = try CAFFile(path: folder.path("c.caf"))
        // In a container AAC goes without ADTS's headers.
        let header = type == "adts" ? 7 : 0
        #expect(model.audio.byteCount == Int64(all.bytes.count - header * packets.count))
        let read = try AudioFile(opening: folder.path("c.caf"))
        let bare = packets.flatMap { all.bytes[Int($0.startOffset) + header..<Int($0.startOffset) + $0.byteCount] }
        #expect(try read.allPackets(room: 1 << 17).bytes == bare)
        #expect(
            try read.allPackets(room: 1 << 17).descriptions.map(\.byteCount) == packets.map { $0.byteCount - header })
        #expect(try read.packetTableInfo() == info)
        // Debian's ffmpeg has no E-AC-3 in CAF. Without its notes an MP3 is decoded with priming and remainder there,
        // too.
        if type != "ec-3" { #expect(try sound("c.caf") == sound("b-\(name)")) }
    }

    @Test("packets that differ are written behind one another, and need descriptions") func order() throws {
        let memory = MemoryFile()
        let file = try AudioFile(creating: memory.callbacks, fileType: "caff", format: aac)
        #expect(code { try file.writePackets(pattern(10)) } == .parameter)
        #expect(code { try file.writeBytes(pattern(10)) } == .operationNotSupported)
        let packet = [PacketDescription(startOffset: 0, byteCount: 10)]
        #expect(code { try file.writePackets(pattern(9), packet) } == .parameter)
        #expect(code { try file.writePackets(pattern(10), packet, at: 1) } == .invalidPacketOffset)
        #expect(try file.writePackets(pattern(10), packet, at: 0) == 1)
        #expect(code { try file.writePackets(pattern(10), packet, at: 0) } == .invalidPacketOffset)
        let linear = try AudioFile(creating: MemoryFile().callbacks, fileType: "caff", format: pcm(16))
        #expect(code { try linear.writePackets(pattern(10)) } == .parameter)
        #expect(try linear.writePackets(pattern(12)) == 3)
        #expect(code { try linear.writePackets(pattern(4), at: 4) } == .invalidPacketOffset)
        try linear.writePackets([9, 9, 9, 9], at: 1)
        var expected = pattern(12)
        for index in 4..<8 { expected[index] = 9 }
        #expect(try linear.allPackets().bytes == expected)
        #expect(code { try linear.writeBytes([1], at: 13) } == .position)
    }

    @Test("a kind of file takes the formats that it holds, and no others") func formats() throws {
        func refusal(_ type: String, _ format: StreamDescription) -> AudioFileError.Code? {
            code { _ = try AudioFile(creating: MemoryFile().callbacks, fileType: FourCharCode(type), format: format) }
        }
        #expect(refusal("WAVE", pcm(16, big: true)) == .unsupportedDataFormat)
        #expect(refusal("AIFF", pcm(16)) == .unsupportedDataFormat)
        #expect(refusal("AIFF", pcm(32, big: true, float: true)) == .unsupportedDataFormat)
        #expect(refusal("WAVE", aac) == .unsupportedDataFormat)
        #expect(refusal("MPG3", pcm(16)) == .unsupportedDataFormat)
        #expect(refusal("WAVE", .canonical(sampleRate: 44_100, channels: 2)) == .unsupportedDataFormat)
        #expect(refusal("NeXT", pcm(16)) == .unsupportedDataFormat)
        #expect(refusal("NeXT", pcm(16, big: true)) == nil)
        #expect(refusal("AIFC", pcm(16)) == nil)
        #expect(refusal("BW64", pcm(16)) == nil)
        #expect(refusal("m4af", aac) == nil)
        #expect(refusal("m4af", pcm(16)) == .unsupportedDataFormat)
        #expect(refusal("MooV", aac) == .unsupportedFileType)
        #expect(refusal("caff", aac) == nil)
    }

    @Test("nothing is at the path before close, and an existing file needs eraseFile") func place() throws {
        let folder = try Folder()
        try folder.write([1, 2, 3], to: "a.wav")
        let existing = code { _ = try AudioFile(creating: folder.path("a.wav"), fileType: "WAVE", format: pcm(16)) }
        #expect(existing == .duplicateFileName)
        var file: AudioFile? = try AudioFile(
            creating: folder.path("a.wav"), fileType: "WAVE", format: pcm(16), flags: .eraseFile)
        try file?.writePackets(pattern(400))
        #expect(folder.bytes("a.wav") == [1, 2, 3])
        file = nil
        #expect(folder.contents == ["a.wav"])
        #expect(folder.bytes("a.wav") == [1, 2, 3])
        let other = try AudioFile(creating: folder.path("a.wav"), fileType: "WAVE", format: pcm(16), flags: .eraseFile)
        try other.writePackets(pattern(400))
        try other.close()
        #expect(try AudioFile(opening: folder.path("a.wav")).allPackets().bytes == pattern(400))
    }

    @Test("an empty file of every kind is complete") func empty() throws {
        for (type, format) in linearFiles + [("caff", aac)] {
            let memory = MemoryFile()
            let file = try AudioFile(creating: memory.callbacks, fileType: FourCharCode(type), format: format)
            try file.close()
            let read = try AudioFile(opening: memory.bytes)
            #expect(try read.packetCount() == 0)
            #expect(read.dataFormat == format)
        }
    }
}
