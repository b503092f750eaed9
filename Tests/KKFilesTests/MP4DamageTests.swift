import KKPCM
import KKTestSupport
import Testing

@testable import KKContainers
@testable import KKFiles

/// Files of boxes that are cut, that lie, or that hold nothing to be read.
@Suite struct MP4DamageTests {
    private static let values = (0..<40).map { Int16($0 * 700 - 14_000) }

    /// What opening and reading a file gives: all that it warns of, or the error.
    private static func heard(_ bytes: [UInt8]) -> (samples: [[Float]], warnings: Int, error: AudioFileError?) {
        do {
            let reader = try AudioFileReader(
                InputBytes(bytes: bytes, name: "a"), options: ReaderOptions())
            let samples = try reader.readAll()
            return (samples, reader.warnings.count, nil)
        } catch let error as AudioFileError {
            return ([], 0, error)
        } catch {
            Issue.record("\(error)")
            return ([], 0, nil)
        }
    }

    private static let whole: [(name: String, bytes: [UInt8])] = [
        ("samples, header first", MP4.samples(values).all),
        ("samples, header last", MP4.samples(values, isFront: false).all),
        ("ALAC, header last", (try? fixtureBytes("channels-6.m4a")) ?? []),
        ("FLAC, header last", (try? fixtureBytes("channels-6.mp4")) ?? []),
    ]

    @Test(arguments: whole.indices)
    func `a file that is cut at any byte is an error, or the beginning of its sound with a warning`(index: Int) throws {
        let bytes = Self.whole[index].bytes
        let (all, warnings, error) = Self.heard(bytes)
        #expect(error == nil && warnings == 0 && !all[0].isEmpty)
        for end in 0..<bytes.count {
            let cut = Self.heard(Array(bytes[..<end]))
            if let error = cut.error {
                #expect(error.kind == .badData, "cut at \(end): \(error)")
                continue
            }
            #expect(cut.samples == all && end > bytes.count - 8 || cut.warnings > 0, "cut at \(end)")
            let frames = cut.samples[0].count
            if index < 2 { #expect(cut.samples[0] == Array(all[0].prefix(frames)), "cut at \(end)") }
        }
    }

    @Test func `fragments that are cut anywhere give the packets before that, with a warning`() throws {
        let bytes = try fixtureBytes("codec-alac-fragments.mp4")
        let all = try AudioFileReader(path: Fixtures.path("codec-alac-fragments.mp4")).readAll()
        var counts: [Int] = []
        for end in stride(from: 900, to: bytes.count - 200, by: 251) {
            let cut = Self.heard(Array(bytes[..<end]))
            guard cut.error == nil, let first = cut.samples.first else { continue }
            #expect(cut.warnings > 0, "cut at \(end)")
            #expect(first.count < all[0].count && first == Array(all[0].prefix(first.count)), "cut at \(end)")
            counts.append(first.count)
        }
        // More of the file is never less of the sound, and most of it is most.
        #expect(counts.count > 3 && counts == counts.sorted() && counts[counts.count - 1] > all[0].count / 2)
    }

    @Test func `a fragment that is missing is told of`() throws {
        let groups = (1...3).map { number in [[UInt8]](repeating: [UInt8](repeating: UInt8(number), count: 9), count: 2)
        }
        let whole = MP4.fragments(MP4.aac([0x12, 0x10]), groups).all
        let file = try AudioFile(opening: whole)
        #expect(try file.packetCount() == 6 && file.warnings.isEmpty)
        let places = whole.indices.dropLast(4).filter { whole[$0..<$0 + 4].elementsEqual("moof".utf8) }.map { $0 - 4 }
        let rest = try AudioFile(opening: Array(whole[..<places[1]] + whole[places[2]...]))
        #expect(try rest.packetCount() == 4)
        #expect(rest.warnings.map(\.problem) == ["2048 frames are missing before this fragment"])
    }

    private static let refused: [(file: Bytes, words: String)] = [
        (MP4.brand() + MP4.box("mdat", .zeros(100)), "no box 'moov'"),
        (MP4.brand() + MP4.movie([]), "this M4A file has tags but no audio"),
        (
            MP4.brand("isom") + MP4.movie([MP4.Track(entry: MP4.entry("avc1"), handler: "vide")]),
            "this MP4 file has video but no audio"
        ),
        (
            MP4.file(MP4.entry("drms", MP4.box("sinf", MP4.full("schm", .text("itun")))), packets: [[1]]),
            "encrypted (FairPlay of iTunes)"
        ),
        (
            MP4.file(MP4.entry("enca", MP4.box("sinf", MP4.full("schm", .text("cenc")))), packets: [[1]]),
            "encrypted (cenc)"
        ),
        (MP4.file(MP4.entry("Qclp"), packets: [[1]]), "the format 'Qclp' in M4A cannot be decoded here"),
        (MP4.file(MP4.entry("QDM2"), packets: [[1]]), "the format 'QDM2' in M4A cannot be decoded here"),
        (MP4.file(MP4.entry("alac"), packets: [[1]]), "has no box 'alac'"),
        (MP4.file(MP4.entry("mp4a"), packets: [[1]]), "has no box 'esds'"),
        (
            MP4.brand() + MP4.movie([MP4.Track(entry: MP4.entry("sowt"), flags: 0)]),
            "the sound of this movie is in another file"
        ),
        (MP4.brand("heic") + MP4.box("mdat", .zeros(9)), "this is a HEIF or AVIF picture"),
    ]

    @Test("what cannot be read is refused by name", arguments: refused.indices)
    func refusals(index: Int) throws {
        let (file, words) = Self.refused[index]
        let error = try #require(file.openingError())
        #expect(error.problem.contains(words), "\(error.problem)")
        #expect(error.nextStep != nil)
    }

    @Test(
        "a count that the file has no room for is refused before anything is made of it",
        arguments: ["stts", "stsc", "stsz", "stco", "elst"])
    func counts(table: String) throws {
        let file = MP4.file(
            MP4.aac([0x12, 0x10]), packets: [[1, 2], [3, 4]], edits: [(0, 0)]
        ).all
        let name = Array(table.utf8)
        let place = try #require(file.indices.first { file[$0...].starts(with: name) })
        var damaged = file
        let count = place + (table == "stsz" ? 12 : 8)
        damaged.replaceSubrange(count..<count + 4, with: [0xFF, 0xFF, 0xFF, 0xFF])
        let error = try #require(failure { _ = try AudioFile(opening: damaged) })
        #expect(error.code == .invalidChunk && error.problem.contains("has room for"), "\(error.problem)")
    }

    @Test func `four billion packets of one size are no more than the file has bytes for`() throws {
        var track = MP4.Track(
            entry: MP4.aac([0x12, 0x10]), constantSize: 1, count: .max, times: [(.max, 1024)])
        let brand = MP4.brand()
        track.chunks = [(UInt32(brand.count + 8), .max)]
        let file = brand + MP4.box("mdat", .zeros(50)) + MP4.movie([track])
        let opened = try AudioFile(opening: file.all)
        #expect(try opened.packetCount() == Int64(file.count - brand.count - 8))
        #expect(opened.warnings.map(\.problem).first?.hasSuffix("packets are missing") ?? false)
        // One over the other they are refused.
        track.chunks = [(UInt32(brand.count + 8), 20), (UInt32(brand.count + 8), 20)]
        let twice = brand + MP4.box("mdat", .zeros(50)) + MP4.movie([track])
        #expect(
            failure { _ = try AudioFile(opening: twice.all) }?.problem
                == "the pieces of the sound are not in playback order")
    }

    @Test func `a box with a size that has no room for its header is an error with its byte`() {
        let file = MP4.brand() + MP4.box("moov", .be(7 as UInt32) + .text("trak") + .zeros(40))
        let error = file.openingError()
        #expect(error?.problem == "the box 'trak' has a size of 7 bytes")
        #expect(error?.position == .byte(Int64(MP4.brand().count + 8)))
    }

    @Test func `what stands behind the boxes is told of, but for tags and zeros`() {
        let file = MP4.samples([1, 2, 3])
        #expect(Self.heard((file + .zeros(30)).all).warnings == 0)
        #expect(Self.heard((file + .raw([0, 0, 0, 3, 1, 2, 3, 4, 5, 6])).all).warnings == 1)
        #expect(Self.heard((file + .text("TAG") + .zeros(125)).all).warnings == 0)
    }

    /// A box without a size lasts to the end of what it is in.
    @Test func `tags were written into a box without a size, where nobody finds them`() throws {
        let whole = try fixtureBytes("channels-6.m4a")
        let moov = try #require(whole.ranges(of: Array("moov".utf8)).last).lowerBound - 4
        let size = Int(whole[moov + 2]) << 8 | Int(whole[moov + 3])
        var bytes = whole
        bytes.insert(contentsOf: [0, 0, 0, 0] + Array("open".utf8), at: moov + size)
        (bytes[moov + 2], bytes[moov + 3]) = (UInt8((size + 8) >> 8), UInt8((size + 8) & 255))
        let file = try NotedFile(ByteSource(bytes: bytes, name: "a"))
        var notes = AudioFileAnnotations()
        notes.information = [FileProperties.Tag(key: "title", value: "A")]
        let error = #expect(throws: AudioFileError.self) { try file.splices(notes, frameCount: 1000) }
        #expect(error?.problem.contains("the box 'open' has no size") == true, "\(String(describing: error))")
        #expect(error?.position == .byte(Int64(moov + size)))
    }
}
