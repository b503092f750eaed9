import Foundation
import KKFiles
import KKPCM
import KKTestSupport
import Testing

@testable import KKContainers

/// The block CUESHEET of a FLAC, as RFC 9639 §8.7 describes it.
@Suite struct FLACCueSheetTests {
    @Test func `blocks behind the 4096th stood before the audio after an edit`() throws {
        let folder = try ScratchFolder(),
            bytes = try SmallFile.read(FilePath(Fixtures.path("music.flac")), limit: 1 << 20)
        let behindStreamInfo = 4 + 4 + 34
        let many = Array(bytes[..<behindStreamInfo]) + (0..<5_000).flatMap { _ in [1, 0, 0, 0] as [UInt8] }
        try Data(many + bytes[behindStreamInfo...]).write(to: URL(fileURLWithPath: folder.file("many.flac")))
        let path = FilePath(folder.file("many.flac"))
        let file = try TaggedFile(path: path)
        var notes = file.notes
        notes.information = [FileProperties.Tag(key: "title", value: "Hi")]
        try file.write(notes, temporaryFiles: TemporaryFiles())
        let reader = try AudioFileReader(path: path.text)
        #expect(reader.warnings.isEmpty && reader.properties.tags.contains { $0.value == "Hi" })
        #expect(reader.properties.frameCount == (try AudioFileReader(path: Fixtures.path("music.flac")).frameCount))
        let edited = try SmallFile.read(path, limit: 1 << 20)
        // The frames are where the last block ends.
        let isWhole = try FLACMetadata(ByteSource(bytes: edited, name: "many.flac"), start: 0)
        #expect(isWhole.damage == nil && edited[Int(isWhole.place)] == 0xFF)
    }

    /// Tracks with their numbers, and of each the offset and the frames of its indices from number 0 or 1 on.
    private func block(_ tracks: [(UInt8, UInt64, [(UInt8, UInt64)])], catalogue: String = "") -> [UInt8] {
        var bytes = HeaderBytes()
        bytes.text(catalogue)
        bytes.append([UInt8](repeating: 0, count: 128 - catalogue.utf8.count))
        bytes.append([UInt8](repeating: 0, count: 8 + 259))
        bytes.append([UInt8(tracks.count)])
        for (number, offset, indices) in tracks {
            bytes.big(offset)
            bytes.append([number] + [UInt8](repeating: 0, count: 12 + 14) + [UInt8(indices.count)])
            for (index, frames) in indices {
                bytes.big(frames)
                bytes.append([index, 0, 0, 0])
            }
        }
        return bytes.bytes
    }

    @Test func `a track is a chapter at its index 1, and the lead-out is none`() {
        let sheet = FLACCueSheet(
            block([
                (1, 0, [(1, 0)]), (2, 441_000, [(0, 0), (1, 88_200), (2, 100_000)]), (3, 900_000, [(0, 588)]),
                (170, 1_000_000, []),
            ]))
        #expect(sheet.tracks.map(\.framePosition) == [0, 529_200, 900_588])
        #expect(sheet.tracks.map(\.name) == ["Track 1", "Track 2", "Track 3"] && sheet.tracks.map(\.id) == [1, 2, 3])
        #expect(!sheet.hasCodes && FLACCueSheet(block([], catalogue: "1234567890123")).hasCodes)
    }

    @Test func `a block that is cut short, or lies, has the tracks that are whole`() {
        let whole = block([(1, 0, [(1, 0)]), (2, 441_000, [(1, 0)]), (3, .max, [(1, 1)]), (4, 1 << 40, [])])
        #expect(FLACCueSheet(whole).tracks.count == 2)
        var counts: [Int] = []
        for length in 0..<whole.count { counts.append(FLACCueSheet(Array(whole.prefix(length))).tracks.count) }
        #expect(counts == counts.sorted() && counts.first == 0 && counts.last == 2)
    }
}
