internal import KKFiles
internal import KKMath
internal import KKPCM
internal import KKSession

/// The tracks of a cue sheet. Each begins at its `INDEX 01` and ends where the next one in the same file begins, so
/// that they come one after the other without a gap, and what `INDEX 00` marks is the end of the track before.
///
/// `PREGAP` and `POSTGAP` are silence that is in no file; they and every word that is not known are skipped.
struct CueSheet {
    private(set) var tracks: [(path: FilePath, track: SheetTrack)] = []
    /// The numbers of the tracks that are not sound.
    private(set) var dataTracks: [Int] = []
    /// What is in no track, in words.
    private(set) var notices: [String] = []

    private struct Entry {
        var number: Int
        var isSound: Bool
        var line: Int
        var title = "", performer = "", code = ""
        /// In frames of a CD, and in which of the files.
        var start: Int?
        var file = 0
    }

    private let list: ListFile
    private var files: [(path: FilePath, raw: RawFormat?)] = []
    private var entries: [Entry] = []
    private var title = "", performer = ""

    /// - Throws: `badData` with the line.
    init(_ list: ListFile) throws(SessionError) {
        self.list = list
        for line in list.lines { try take(line) }
        guard !entries.isEmpty else {
            throw SessionError(
                .badData, "there is no track in this sheet", place: list.path, nextStep: "name the audio file itself")
        }
        var previous: Entry?
        for (place, entry) in entries.enumerated() {
            try finish(entry, after: previous, before: entries.dropFirst(place + 1).first)
            previous = entry
        }
    }

    private mutating func take(_ line: ListFile.Line) throws(SessionError) {
        let end = line.bytes.firstIndex { $0 == 0x20 || $0 == 0x09 } ?? line.bytes.endIndex
        let rest = ListFile.trimmed(line.bytes[end...]), last = entries.indices.last
        switch ListFile.text(line.bytes[..<end]).uppercased() {
        case "FILE":
            let (name, type) = Self.quoted(rest)
            let kinds = ["BINARY": "s16le@44100x2", "MOTOROLA": "s16be@44100x2"]
            let raw = kinds[ListFile.text(type).uppercased()].flatMap { RawFormat(parsing: $0) }
            try list.checkCount(files.count + 1, line: line.number)
            files.append((try sound(name, line.number), raw))
        case "TRACK":
            let words = ListFile.text(rest).split(separator: " ")
            guard !files.isEmpty, let number = words.first.flatMap({ Int64(digits: $0) }), number < 1_000_000 else {
                throw list.error(line.number, "a track needs a number, and a FILE before it", next: "check the sheet")
            }
            try list.checkCount(entries.count + 1, line: line.number)
            let isSound = words.count < 2 || words[1].uppercased() == "AUDIO"
            entries.append(Entry(number: Int(number), isSound: isSound, line: line.number))
        case "INDEX":
            let words = ListFile.text(rest).split(separator: " ")
            guard let last, words.count == 2, let index = Int64(digits: words[0]), let start = Self.frames(words[1])
            else {
                throw list.error(
                    line.number, "this is not an index of a track",
                    next: "write INDEX 01 minutes:seconds:frames, 75 frames a second")
            }
            if index == 1 { (entries[last].start, entries[last].file) = (start, files.count - 1) }
        case "TITLE":
            let name = ListFile.text(Self.quoted(rest).text)
            if let last { entries[last].title = name } else { title = name }
        case "ISRC": if let last { entries[last].code = ListFile.text(rest) }
        case "PERFORMER":
            let name = ListFile.text(Self.quoted(rest).text)
            if let last { entries[last].performer = name } else { performer = name }
        default: break
        }
    }

    /// The file of a name; where there is none, the one sound that has the same name but for its ending: sheets outlive
    /// their WAVs.
    private mutating func sound(_ name: ArraySlice<UInt8>, _ line: Int) throws(SessionError) -> FilePath {
        let path = try list.file(name, line: line)
        guard !path.exists else { return path }
        let folder = path.folder
        let others = ((try? folder.orHere.names()) ?? []).map { FilePath.file((folder / $0).text) }.filter {
            $0.stem == path.stem && ListFile.kind(of: $0) == nil && $0.foreignness == nil
        }
        guard others.count == 1 else { return path }
        notices.append("\(list.path): \(path) does not exist; \(others[0]) is used instead")
        return others[0]
    }

    /// What is within the outer quotes, and what is after them; without quotes the text up to the last word, if that is
    /// a type of files.
    private static func quoted(_ bytes: ArraySlice<UInt8>) -> (text: ArraySlice<UInt8>, rest: ArraySlice<UInt8>) {
        let quote = UInt8(ascii: "\"")
        if bytes.first == quote, let end = bytes.lastIndex(of: quote), end > bytes.startIndex {
            return (bytes[(bytes.startIndex + 1)..<end], ListFile.trimmed(bytes[(end + 1)...]))
        }
        guard let space = bytes.lastIndex(of: 0x20),
            ["WAVE", "MP3", "AIFF", "FLAC", "BINARY", "MOTOROLA"].contains(
                ListFile.text(bytes[(space + 1)...]).uppercased())
        else { return (bytes, []) }
        return (ListFile.trimmed(bytes[..<space]), bytes[(space + 1)...])
    }

    /// `mm:ss:ff`
    private static func frames(_ text: Substring) -> Int? {
        let fields = text.split(separator: ":", omittingEmptySubsequences: false).map { Int64(digits: $0) }
        guard fields.count == 3, let minutes = fields[0], let seconds = fields[1], let frames = fields[2],
            minutes < 1_000_000, seconds < 60, frames < 75
        else { return nil }
        return Int((minutes * 60 + seconds) * 75 + frames)
    }

    private mutating func finish(
        _ entry: Entry, after previous: Entry?, before next: Entry?
    ) throws(SessionError) {
        guard let start = entry.start else {
            throw list.error(
                entry.line, "track \(entry.number) has no INDEX 01, which says where it begins", next: "check the sheet"
            )
        }
        let end = next.flatMap { $0.file == entry.file ? $0.start : nil }
        if let end, end <= start, let next {
            throw list.error(
                next.line, "track \(next.number) does not begin after track \(entry.number)", next: "check the sheet")
        }
        if previous?.file != entry.file, start > 0 {
            notices.append("\(list.path): \(timeText(Double(start) / 75)) before track \(entry.number) are in no track")
        }
        guard entry.isSound else { return dataTracks.append(entry.number) }
        let file = files[entry.file]
        let track = SheetTrack(
            number: entry.number, from: SheetTrack.time(start), to: end.map(SheetTrack.time), stem: stem(of: entry),
            texts: texts(of: entry), raw: file.raw)
        tracks.append((file.path, track))
    }

    private func texts(of entry: Entry) -> [FileProperties.Tag] {
        let texts = [
            ("title", entry.title), ("artist", entry.performer.isEmpty ? performer : entry.performer),
            ("album", title), ("ISRC", entry.code), ("track number", "\(entry.number)/\(entries.count)"),
        ]
        return texts.filter { !$0.1.isEmpty && $0.1.utf8.count <= 4096 && !$0.1.utf8.contains(0) }.map {
            FileProperties.Tag(key: $0.0, value: $0.1)
        }
    }

    /// `07 - Title`; with the performer where the whole sheet has another one.
    private func stem(of entry: Entry) -> String {
        let number = (entry.number < 10 ? "0" : "") + "\(entry.number)"
        let parts = [number, entry.performer == performer ? "" : entry.performer, entry.title]
        return FilePath.fileName(
            of: parts.filter { !$0.isEmpty }.joined(separator: " - "), limit: 120, keepsSpaces: true)
    }
}
