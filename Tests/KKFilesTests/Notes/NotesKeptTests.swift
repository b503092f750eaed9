import KKPCM
import Testing

@testable import KKContainers

/// What a change of one text leaves as it stands: other values of a name, languages, links of chapters, and what is not
/// read here.
@Suite struct NotesKeptTests {
    private func retitled(_ old: AudioFileAnnotations) -> NotesEdit {
        var new = old
        new.information.removeAll { $0.key == "title" }
        new.information.append(FileProperties.Tag(key: "title", value: "New"))
        return NotesEdit(old: old, new: new)
    }

    @Test func `another title leaves a Vorbis comment its second artist, its description and its chapters' links`() {
        let entries = [
            ("ARTIST", "A"), ("ARTIST", "B"), ("TITLE", "Old"), ("DESCRIPTION", "Notes"), ("COMMENT", "Hi"),
            ("CHAPTER001", "00:00:00.000"), ("CHAPTER001NAME", "One"), ("CHAPTER001URL", "https://example.org"),
            ("ENCODER", "a program"),
        ]
        let comment = VorbisComment(
            VorbisNotes.bytes(
                vendor: [], keeping: entries.map { VorbisComment.Entry($0.0, $0.1) }, AudioFileAnnotations(),
                sampleRate: 48_000, hasPictures: true))
        let edit = retitled(VorbisNotes.read(comment, of: .opus, sampleRate: 48_000))
        let kept = VorbisNotes.kept(comment, edit)
        #expect(
            kept.entries.map { "\($0.name)=\($0.value)" }
                == entries.filter { $0.0 != "TITLE" }.map { "\($0.0)=\($0.1)" })
        #expect(kept.rest.information == [FileProperties.Tag(key: "title", value: "New")])
        #expect(kept.rest.markers.isEmpty)
        let removed = VorbisNotes.kept(comment, NotesEdit(old: edit.old, new: AudioFileAnnotations()))
        #expect(removed.entries.map(\.written) == ["ENCODER"])
    }

    /// A frame of text in UTF-8.
    private func frame(_ id: String, _ text: String, before: [UInt8] = []) -> ID3Frames.Frame {
        ID3Frames.Frame(id: id, content: [3] + before + Array(text.utf8))
    }

    @Test func `another title leaves an ID3 tag its second artist, all comments, ratings, and chapters as they are`() {
        let chapter = ID3Frames.Frame(
            id: "CHAP",
            content: Array("own\0".utf8) + [0, 0, 0, 0, 0, 0, 4, 0] + [UInt8](repeating: 255, count: 8)
                + Array("WXXX".utf8) + [0, 0, 0, 8, 0, 0] + Array("\0\0http:a".utf8))
        let frames = [
            frame("TIT2", "Old"), frame("TPE1", "A\0B"), frame("COMM", "\0plain", before: Array("eng".utf8)),
            frame("COMM", "iTunNORM\0 0001", before: Array("eng".utf8)), frame("TXXX", "MyKey\0one"),
            ID3Frames.Frame(id: "POPM", content: [0x61, 0, 200]), chapter,
        ]
        let bytes = ID3Writer.tag(AudioFileAnnotations(), sampleRate: 48_000, frameCount: nil, keeping: frames)
        let tag = ID3Frames(bytes, limit: bytes.count)
        let edit = retitled(ID3Notes.read(tag, sampleRate: 48_000))
        var kept = ID3Kept()
        kept.add(tag, edit)
        #expect(kept.frames.map(\.content) == frames.dropFirst().map(\.content))
        let rest = kept.rest(of: edit.new)
        #expect(rest.information == [FileProperties.Tag(key: "title", value: "New")] && rest.markers.isEmpty)

        var other = edit.old
        other.information.removeAll { $0.key == "comments" }
        var commented = ID3Kept()
        commented.add(ID3Frames(bytes, limit: bytes.count), NotesEdit(old: edit.old, new: other))
        // A program's own numbers are not a comment of the listener's.
        #expect(
            commented.frames.filter { $0.id == "COMM" }.map(\.content) == [frames[3].content]
                && !commented.keys.contains("comments"))
    }

    @Test func `the day that version 2_3 of ID3 has in a frame of its own is a part of the date`() {
        let texts = ID3Texts.texts([frame("TYER", "2024"), frame("TDAT", "0503")])
        #expect(texts == [FileProperties.Tag(key: "year", value: "2024-03-05")])
        #expect(ID3Texts.texts([frame("TYER", "2024"), frame("TDAT", "5.3.")]).first?.value == "2024")
    }
}
