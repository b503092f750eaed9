import KKContainers
import KKPCM

extension FuzzTarget {
    /// What belongs to a sound, changed: the file gets a title, and then all of its notes are taken out. What is read
    /// then says so, has the packets that it had, and nothing is changed by the same change made again.
    static func changedNotes(_ input: FuzzInput) throws(FuzzContradiction) -> FuzzReach {
        let old: NotedFile
        do throws(AudioFileError) {
            old = try NotedFile(ByteSource(bytes: input.bytes, name: "input"))
        } catch {
            return error.code == .unsupportedFileType ? .unknown : .refused
        }
        guard let output = old.output else { return .refused }
        var notes = output.fitting(old.notes).kept
        notes.information.removeAll { $0.key == "title" }
        notes.information.append(FileProperties.Tag(key: "title", value: "A"))
        guard let titled = try changed(old, input.bytes, notes) else { return .refused }
        guard let file = try reread(titled, old.fileType) else { return .read }
        let titles = file.notes.information.filter { $0.key == "title" }.map(\.value)
        try require(titles == ["A"], "the title A became \(titles)")
        let again = try changed(file, titled, output.fitting(file.notes).kept)
        try require(again == titled, "a change that changes nothing made \(titled.count) bytes \(again?.count ?? 0)")
        guard let bare = try changed(file, titled, AudioFileAnnotations()) else {
            throw FuzzContradiction("a file that was changed cannot be changed again")
        }
        guard let plain = try reread(bare, old.fileType) else { return .read }
        var left = output.fitting(plain.notes).kept
        // Who encoded the audio stays with it.
        left.information.removeAll { $0.key == "encoding application" }
        try require(left.isEmpty, "all notes were taken out, and \(left) is left")
        // Audio of no bytes may be that of a broken recording, which goes on to the end of the file.
        if let before = packets(ofFile: input.bytes), !before.bytes.isEmpty {
            for (bytes, what) in [(titled, "a title"), (bare, "no notes")] {
                let now = packets(ofFile: bytes)
                try require(now?.sizes == before.sizes && now?.bytes == before.bytes, "\(what) changed the packets")
            }
        }
        return .read
    }

    /// - Returns: `nil` if the editor refuses the file.
    private static func changed(
        _ file: NotedFile, _ bytes: [UInt8], _ notes: AudioFileAnnotations
    ) throws(FuzzContradiction) -> [UInt8]? {
        let splices: [NoteSplice]
        do throws(AudioFileError) {
            splices = try file.splices(notes, frameCount: 1000)
        } catch {
            try require(error.kind != .defect, "\(error)")
            return nil
        }
        var result: [UInt8] = []
        var place = 0
        for splice in splices {
            // What lies over one another is refused when the file is written.
            guard splice.range.lowerBound >= place else { return nil }
            try require(
                splice.range.upperBound <= bytes.count, "bytes \(splice.range) of \(bytes.count) are to be replaced")
            result += bytes[place..<Int(splice.range.lowerBound)] + splice.bytes
            place = Int(splice.range.upperBound)
        }
        return result + bytes[place...]
    }

    /// - Returns: `nil` for damaged MPEG audio: what stood around a single frame may be all that made it a file.
    private static func reread(_ bytes: [UInt8], _ type: FileType) throws(FuzzContradiction) -> NotedFile? {
        do throws(AudioFileError) {
            return try NotedFile(ByteSource(bytes: bytes, name: "changed"))
        } catch {
            if type == .mpeg { return nil }
            throw FuzzContradiction("a file that was changed cannot be read: \(error)")
        }
    }
}
