internal import KKFiles
internal import KKMath
internal import KKPCM
internal import KKSession

/// The files that a playlist names, in its order: M3U, where each line that is not a comment is one, or PLS, where
/// `File7=` is the seventh.
struct Playlist {
    let files: [FilePath]

    /// - Throws: `badData` with the line for what no playlist has; see ``ListFile/file(_:line:)``.
    init(_ list: ListFile) throws(SessionError) {
        let entries = try list.kind == .pls ? Self.numbered(list) : Self.plain(list)
        if let line = entries.dropFirst(ListFile.mostEntries).first?.number {
            try list.checkCount(entries.count, line: line)
        }
        var files: [FilePath] = []
        for entry in entries { files.append(try list.file(entry.bytes, line: entry.number)) }
        self.files = files
    }

    private static func plain(_ list: ListFile) throws(SessionError) -> [ListFile.Line] {
        var entries: [ListFile.Line] = []
        for line in list.lines {
            guard line.bytes.first == UInt8(ascii: "#") else {
                entries.append(line)
                continue
            }
            if line.bytes.starts(with: "#EXT-X-".utf8) {
                throw list.error(
                    line.number, "this is a list of the segments of one stream (HLS), not a playlist",
                    next: "download the stream as one file")
            }
        }
        return entries
    }

    private static func numbered(_ list: ListFile) throws(SessionError) -> [ListFile.Line] {
        var entries: [(place: Int, line: ListFile.Line)] = [], hasHead = false
        for line in list.lines {
            let text = ListFile.text(line.bytes.prefix(16)).lowercased()
            if !hasHead {
                guard text == "[playlist]" else {
                    throw list.error(
                        line.number, "this is not a PLS playlist: it has to begin with [playlist]",
                        next: "check the list")
                }
                hasHead = true
            }
            guard text.hasPrefix("file"), let sign = line.bytes.firstIndex(of: UInt8(ascii: "=")),
                let place = Int64(digits: ListFile.text(line.bytes[..<sign].dropFirst(4)))
            else { continue }
            let name = ListFile.trimmed(line.bytes[(sign + 1)...])
            if !name.isEmpty { entries.append((Int(place), (line.number, name))) }
        }
        return entries.enumerated().sorted { ($0.element.place, $0.offset) < ($1.element.place, $1.offset) }.map(
            \.element.line)
    }
}
