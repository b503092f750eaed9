internal import KKPCM

extension MP4Notes {
    /// The items of iTunes' list as they stand in the file, for another one that gets them.
    ///
    /// - Parameter start: where the first box is.
    static func origin(
        _ notes: AudioFileAnnotations, in source: ByteSource, start: Int64
    ) throws(AudioFileError) -> NoteOrigin? {
        let end = try source.byteCount()
        guard let movie = try MP4NotesEditor(source, start: start).movie() else { return nil }
        var items: [NoteOrigin.Item] = []
        var values: [FileProperties.Tag] = []
        var names: [String: String] = [:]
        for data in try source.boxes(in: movie.content) where data.type == "udta" {
            guard let meta = try source.boxes(in: data.content).first("meta"), meta.byteCount >= 4,
                let list = try source.boxes(in: meta.content.lowerBound + 4..<min(end, meta.end)).first("ilst")
            else { continue }
            for box in try source.boxes(in: list.content) where box.type != "covr" && box.byteCount <= 1 << 20 {
                let parts = try source.boxes(in: box.content)
                let key = try key(of: box, in: source)
                let name = try name(of: box, parts, in: source)
                items.append(
                    NoteOrigin.Item(
                        key: key, name: key == nil && isOfTheFile(name) ? "" : name,
                        bytes: try source.bytes(at: box.start, count: Int(box.end - box.start))))
                guard let key, !["track number", "disc number", "tempo", "compilation"].contains(key) else { continue }
                if box.type == "----", names[key] == nil { names[key] = name }
                guard box.type != "gnre" else { continue }
                for part in parts where part.type == "data" && part.byteCount > 8 {
                    let bytes = try source.bytes(at: part.content.lowerBound + 8, count: Int(part.byteCount) - 8)
                    values.append(FileProperties.Tag(key: key, value: ID3Texts.trimmed(text(bytes))))
                }
            }
        }
        var origin = NoteOrigin(.boxes(items))
        origin.names = names
        origin.take(notes, values: values)
        return origin
    }

    /// What an item is called: its own name, or its code.
    private static func name(
        of item: MP4Box, _ parts: [MP4Box], in source: ByteSource
    ) throws(AudioFileError) -> String {
        guard item.type == "----", let name = parts.first("name"), name.byteCount > 4 else {
            return item.type.characters
        }
        let fields = try source.fields(of: name, limit: 256)
        return fields.text(4..<fields.count)
    }

    /// Whether an item is true of one file.
    private static func isOfTheFile(_ name: String) -> Bool { isOfMaker(name) || ["free", "hdlr"].contains(name) }
}
