import Foundation
import KKPCM
import KKTestSupport
import Testing

@testable import KKFiles

@Suite struct ProbeTests {
    /// Opens the bytes up to the probe.
    private func probe(_ bytes: Bytes) throws -> FormatProbe {
        try bytes.asFile { try FormatProbe(ByteSource(path: FilePath($0))) }
    }

    /// An ID3v2 tag of `size` bytes after its header.
    private static func id3(_ size: Int, flags: UInt8 = 0) -> Bytes {
        let seven = [21, 14, 7, 0].map { UInt8(truncatingIfNeeded: size >> $0 & 0x7F) }
        return .text("ID3") + .raw([4, 0, flags]) + .raw(seven) + .raw([UInt8](repeating: 0x55, count: size))
    }

    /// MPEG-1 layer III, 128 kbit/s, 44.1 kHz: 417 bytes a frame, 418 with padding.
    private static func frames(_ count: Int, header: [UInt8] = [0xFF, 0xFB, 0x90, 0x64], length: Int = 417) -> Bytes {
        (0..<count).reduce(Bytes()) { all, _ in all + .raw(header) + .zeros(length - 4) }
    }

    @Test func `every container is known by its first bytes`() throws {
        #expect(try probe(Wave.usual()).fileType == .wav)
        #expect(try probe(Wave.file("RIFX")).fileType == .rifx)
        #expect(try probe(Wave.file("RF64")).fileType == .rf64)
        #expect(try probe(Wave.file("BW64")).fileType == .bw64)
        #expect(try probe(Wave64.file()).fileType == .w64)
        #expect(try probe(AIFF.file("AIFF")).fileType == .aiff)
        #expect(try probe(AIFF.file("AIFC")).fileType == .aifc)
        #expect(try probe(CAF.file()).fileType == .caf)
        #expect(try probe(.text(".snd") + .zeros(20)).fileType == .au)
        #expect(try probe(.text("fLaC") + .zeros(20)).fileType == .flac)
        #expect(try probe(.text("OggS") + .zeros(20)).fileType == .ogg)
        #expect(try probe(.text("wvpk") + .zeros(20)).fileType == .wavpack)
        #expect(try probe(Self.frames(3)).fileType == .mpeg)
    }

    @Test func `what lies behind ID3v2 tags decides, one or several of them`() throws {
        let tags = Self.id3(300) + Self.id3(70_000, flags: 0) + Self.id3(5)
        #expect(try probe(tags + .text("fLaC") + .zeros(20)).fileType == .flac)
        #expect(try probe(tags + Self.frames(3)).fileType == .mpeg)
        let wave = try probe(tags + Wave.usual())
        #expect(wave.fileType == .wav)
        #expect(wave.start == Int64(tags.count))
        #expect(try (tags + Wave.usual()).container().properties.frameCount == 100)
        let footer = Self.id3(40, flags: 0x10) + .text("3DI") + .zeros(7)
        #expect(try probe(footer + Self.frames(3)).warnings.isEmpty)
    }

    @Test func `MPEG audio of every version and layer is known by headers that follow one another`() throws {
        // Layer I 384 kbit/s 44.1 kHz; layer II 192 kbit/s 48 kHz; MPEG-2 layer III 64 kbit/s 22.05 kHz; MPEG-2.5 16
        // kbit/s 8 kHz.
        let kinds: [([UInt8], Int)] = [
            ([0xFF, 0xFF, 0xC0, 0], 416), ([0xFF, 0xFD, 0xA4, 0], 576), ([0xFF, 0xF3, 0x80, 0], 208),
            ([0xFF, 0xE3, 0x28, 0], 144),
        ]
        for (header, length) in kinds {
            #expect(try probe(Self.frames(4, header: header, length: length)).fileType == .mpeg, "\(header)")
        }
        // Free format: the length is where the next header is.
        #expect(try probe(Self.frames(4, header: [0xFF, 0xFB, 0x00, 0x64], length: 1000)).fileType == .mpeg)
        // One frame, alone or before a tag.
        #expect(try probe(Self.frames(1)).fileType == .mpeg)
        #expect(try probe(Self.frames(1) + .text("TAG") + .zeros(125)).fileType == .mpeg)
    }

    @Test func `junk before MPEG audio is passed over, with a warning`() throws {
        for junk in [1, 5000, 60_000, 700_000] {
            var numbers = SeededNumbers(seed: 7)
            let noise = Bytes.raw((0..<junk).map { _ in UInt8(truncatingIfNeeded: numbers.next() >> 9) | 1 })
            let found = try probe(noise + Self.frames(10))
            #expect(found.fileType == .mpeg)
            #expect(found.warnings.map(\.problem) == ["\(junk) bytes before the first MPEG frame are not audio"])
        }
    }

    @Test func `noise is not taken for MPEG audio`() throws {
        for seed: UInt64 in 1...12 {
            var numbers = SeededNumbers(seed: seed)
            let noise = Bytes.raw((0..<400_000).map { _ in UInt8(truncatingIfNeeded: numbers.next() >> 9) })
            let error = try #require(noise.openingError())
            #expect(error.problem.contains("not a recognised audio file"))
        }
    }

    @Test func `free format is looked for no further than its decoder reads it`() throws {
        let header: [UInt8] = [0xFF, 0xFB, 0x00, 0x64]
        #expect(try probe(Self.frames(5, header: header, length: 3460)).fileType == .mpeg)
        let error = Self.frames(5, header: header, length: 3461).openingError()
        #expect(error?.problem.hasPrefix("this is not a recognised audio file") == true, "\(error?.problem ?? "")")
    }

    @Test func `what is no audio is called by its name, with the right status`() throws {
        let cases: [(Bytes, String, FailureKind)] = [
            (Bytes(), "empty", .badData),
            (.text("version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 3\n"), "Git LFS pointer", .badData),
            (.text("\n <!DOCTYPE html><html>"), "HTML page", .badData),
            (.text("{\"a\": 1}\n"), "JSON text", .badData),
            (.text("Dear all,\nhere is Größe.\n"), "plain text", .badData),
            (.be(28 as UInt32) + .text("ftypavif") + .zeros(16), "AVIF picture", .badData),
            (.raw([0x77, 0x0B]) + .zeros(30), "swapped in pairs", .unavailable),
            (.raw([0x0B, 0x77]) + .zeros(30), "starts with 0B 77", .badData),
            // One header, whose length leads beyond what is looked at.
            (.raw([0xFF, 0xF1, 0x50, 0x83, 0xFF, 0xFF, 0xFC]) + .zeros(5000), "starts with FF F1", .badData),
            (.text("MThd") + .zeros(30), "MIDI", .badData),
            (.raw([0x50, 0x4B, 3, 4]) + .zeros(30), "ZIP", .badData),
            (.raw([0x1F, 0x8B, 8]) + .zeros(30), "gzip", .badData),
            (.raw([0x89, 0x50, 0x4E, 0x47]) + .zeros(30), "PNG", .badData),
            (.raw([0xFF, 0xD8, 0xFF, 0xE0]) + .zeros(30), "JPEG", .badData),
            (Self.id3(500), "tags but no audio", .badData),
            (Self.id3(500) + .text("TAG") + .zeros(125), "tags but no audio", .badData),
            (Self.id3(500) + .zeros(100), "tags but no audio", .badData),
            (.raw([1, 2, 3, 0xAB]), "starts with 01 02 03 AB", .badData),
            (.text("RIFF") + .zeros(4) + .text("WEBP"), "WebP", .badData),
        ]
        for (bytes, words, kind) in cases {
            let error = try #require(bytes.openingError(), "\(words)")
            #expect(error.problem.contains(words), "\(error.problem)")
            #expect(error.kind == kind, "\(words)")
            #expect(error.nextStep != nil, "\(words)")
        }
    }

    @Test func `a missing file and a folder are told from each other`() throws {
        func error(_ path: String) -> AudioFileError? {
            do throws(AudioFileError) {
                _ = try AudioFileReader(path: path)
                return nil
            } catch {
                return error
            }
        }
        #expect(error("/nowhere/at/all.wav")?.kind == .noInput)
        #expect(error("/nowhere/at/all.wav")?.code == .fileNotFound)
        #expect(error(NSTemporaryDirectory())?.problem == "this is a folder")
        #expect(error(NSTemporaryDirectory())?.kind == .noInput)
    }

    @Test func `a tag larger than its file is no crash`() throws {
        let huge: Bytes = .text("ID3") + .raw([3, 0, 0, 0x7F, 0x7F, 0x7F, 0x7F])
        #expect(huge.openingError()?.problem.contains("tags but no audio") == true)
        let ape: Bytes = .text("APETAGEX") + .le(2000 as UInt32, .max, 1, 0xA000_0000) + .zeros(8)
        #expect(ape.openingError()?.problem.contains("tags but no audio") == true)
    }

    @Test func `endless junk through a pipe is refused`() throws {
        let pipe = Pipe()
        let writer = Thread {
            // Ends when the reader closes its side: the writes fail then, SIGPIPE being ignored.
            let junk = Data(repeating: 0x80, count: 1 << 16)
            while (try? pipe.fileHandleForWriting.write(contentsOf: junk)) != nil {}
        }
        signal(SIGPIPE, SIG_IGN)
        writer.start()
        do throws(AudioFileError) {
            let source = try ByteSource(path: "/dev/fd/\(pipe.fileHandleForReading.fileDescriptor)")
            try? pipe.fileHandleForReading.close()
            _ = try FormatProbe(source)
            Issue.record("junk was recognized")
        } catch {
            #expect(error.problem.contains("not a recognised audio file"))
        }
    }
}
