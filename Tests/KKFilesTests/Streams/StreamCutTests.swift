import KKPCM
import KKTestSupport
import Testing

@testable import KKContainers
@testable import KKFiles

/// What a stream may keep of some bytes, whatever they claim: themselves some times over, with room to grow, and what
/// it is made of.
private func bound(_ byteCount: Int) -> Int { 4 * byteCount + (1 << 15) }

@Suite struct StreamCutTests {
    @Test("every parser of streams and of files has a small sound in the table")
    func table() throws {
        let types = Set(SmallSound.all.map(\.type))
        #expect(types == Set(AudioFile.TypeID.all))
        #expect(types.isSuperset(of: ContainerFormat.all.flatMap(\.streams).map(\.typeID)))
        var probed: Set<FileType> = []
        var ways: Set<String> = []
        for sound in SmallSound.all {
            let bytes = try sound.bytes()
            if let type = try? FormatProbe(ByteSource(bytes: bytes)).fileType { probed.insert(type) }
            // What the table calls it, it is.
            #expect(try AudioFile(opening: bytes).fileType == sound.type, "\(sound.name)")
            let run = try StreamRun(bytes)
            if run.error?.code != .notOptimized {
                #expect(try run.value(.fileFormat) == .code(sound.type), "\(sound.name)")
            }
            if run.stream.constant != nil { ways.insert("constant") }
            if run.stream.table != nil { ways.insert("table") }
            if let framer = run.stream.framer { ways.insert("\(type(of: framer))") }
        }
        let unstreamed = FileType.allCases.filter { $0.kind?.demuxer != nil }
        #expect(
            probed
                == Set(FileType.allCases).subtracting(unstreamed).subtracting([
                    .ogg, .wavpack, .matroska, .webm, .synth, .raw,
                ]))
        #expect(
            ways == [
                "constant", "table", "MPEGFramer", "ADTSFramer", "AC3Framer", "AMRFramer", "FLACFramer", "MP4Framer",
            ])
    }

    @Test(
        "a stream cut at any byte ends, in bounded memory, with packets or an error with its byte, and is a beginning of the whole",
        arguments: SmallSound.all)
    func cut(_ sound: SmallSound) throws {
        let bytes = try sound.bytes()
        let whole = try StreamRun(bytes)
        for end in 0..<bytes.count {
            let run = try StreamRun(Array(bytes[..<end]), portions: [97])
            // Free format has no sizes in its headers: the fewer frames, the more places look like one.
            if sound.name != "mpeg-free.mp3" { #expect(whole.bytes.starts(with: run.bytes), "cut at \(end)") }
            #expect(run.error == nil || run.packetCount == 0 && run.error?.byteOffset != nil, "cut at \(end)")
            #expect(run.stream.window.greatestCount <= end)
            if end % 7 == 0 { #expect(Holdings.byteCount(of: run.stream as Any) < bound(end), "cut at \(end)") }
        }
    }

    @Test("with any byte turned round a stream ends, and in bounded memory", arguments: SmallSound.all)
    func turned(_ sound: SmallSound) throws {
        let bytes = try sound.bytes()
        for place in bytes.indices {
            // Headers also with a single wrong bit.
            for mask in place < 128 ? [0xFF, 0x01, 0x80] : [0xFF] as [UInt8] {
                var damaged = bytes
                damaged[place] ^= mask
                let run = try StreamRun(damaged)
                #expect(run.error == nil || run.error?.byteOffset != nil, "byte \(place)")
                if place < 128 {
                    #expect(Holdings.byteCount(of: run.stream as Any) < bound(bytes.count), "byte \(place)")
                }
            }
        }
    }

    /// Structures without an end: how each begins, and what comes without end after it. Where `isEndless`, nothing
    /// tells that there is no end.
    static let structures: [(name: String, head: [UInt8], noise: [UInt8], isEndless: Bool)] = [
        (
            "a chunk of 2^60 bytes",
            (Bytes.text("caff") + .be(1, 0 as UInt16) + .text("free") + .be(1 << 60 as Int64)).all, [0], true
        ),
        (
            "a text of 2^60 bytes",
            (Bytes.text("caff") + .be(1, 0 as UInt16) + .text("info") + .be(1 << 60 as Int64)).all, [65], true
        ),
        (
            "a chunk of four gigabytes",
            (Bytes.text("RIFF") + .le(UInt32.max) + .text("WAVELIST") + .le(0xFFFF_FFF0 as UInt32)).all, [65], true
        ),
        ("an ID3 tag of 256 MiB", Array("ID3".utf8) + [4, 0, 0, 0x7F, 0x7F, 0x7F, 0x7F], [0x41], true),
        (
            "an APE tag of four gigabytes",
            Array("APETAGEX".utf8) + [0xD0, 7, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF, 0, 0, 0, 0, 0, 0, 0, 0xA0], [0], true
        ),
        ("lyrics without an end", Array("LYRICSBEGIN".utf8), Array("LYRICSEN".utf8), true),
        ("tags without an end", [], Array("ID3".utf8) + [4, 0, 0, 0, 0, 0, 0], true),
        ("nothing", [0], [0], false),
        ("text", Array("y\n".utf8), Array("y\n".utf8), false),
        ("the first byte of a sync word", [0xFF], [0xFF], false),
        ("the sync word of AC-3", [0x0B, 0x77], [0x0B, 0x77], false),
        ("the sync word of ADTS", [0xFF, 0xF1], [0xFF, 0xF1], false),
        (
            "chunks without an end", (Bytes.text("RIFF") + .le(UInt32.max) + .text("WAVE")).all,
            Array("JUNK".utf8) + [0, 0, 0, 0], false
        ),
    ]

    @Test(
        "what has no end is stepped over in constant memory, and is an error with its byte",
        arguments: structures.indices)
    func endless(_ number: Int) throws {
        let (name, head, noise, isEndless) = Self.structures[number]
        let run = try StreamRun()
        if !head.isEmpty { run.push(head) }
        let portion = SmallSound.repeated(noise, (1 << 16) / noise.count)
        var most = 0
        var pushed = 0
        while pushed < 5 << 18, run.error == nil {
            run.push(portion)
            pushed += portion.count
            most = max(most, Holdings.byteCount(of: run.stream as Any))
        }
        // Texts are kept as far as the first 256 KiB have them, in a buffer that grows.
        #expect(most < 5 << 17, "\(name): \(most) bytes are kept")
        if isEndless {
            #expect(run.error == nil, "\(name)")
            run.push([])
        }
        let error = try #require(run.error, "\(name)")
        let offset = try #require(error.byteOffset, "\(name)")
        #expect(offset <= Int64(head.count + pushed))
        #expect(run.packetCount == 0)
    }

    @Test(
        "a file without an end is opened or refused by its first mebibytes, in constant memory",
        arguments: structures.indices)
    func endlessFile(_ number: Int) throws {
        let (name, head, noise, _) = Self.structures[number]
        var bytesRead = 0
        let start = head + SmallSound.repeated(noise, 4096)
        let callbacks = AudioFileCallbacks(
            name: "endless",
            read: { position, count in
                bytesRead += count
                if position < Int64(start.count) { return Array(start[Int(position)...].prefix(count)) }
                return SmallSound.repeated(noise, count / noise.count + 1).dropFirst(Int(position) % noise.count)
                    .prefix(count).map { $0 }
            }, size: { 1 << 61 })
        do throws(AudioFileError) {
            let file = try AudioFile(opening: callbacks)
            #expect(Holdings.byteCount(of: file) < 5 << 17, "\(name)")
        } catch {
            #expect(error.position != nil || error.code == .unsupportedFileType, "\(name): \(error)")
        }
        #expect(bytesRead < 5 << 20, "\(name): \(bytesRead) bytes were read")
    }
}
