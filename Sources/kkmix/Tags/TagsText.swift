internal import KKMixing

/// What belongs to a file's sound, for people.
struct TagsText {
    let text: String

    init(_ report: NotesReport) {
        let notes = report.notes
        var rows = notes.information.map { ($0.key, $0.value) }
        for picture in notes.pictures { rows.append((picture.noun, picture.summary)) }
        func time(_ frame: Double) -> String {
            report.sampleRate > 0 ? timeText(frame / report.sampleRate) : "frame \(frame)"
        }
        for marker in notes.markers { rows.append(("marker", "\(time(marker.framePosition)) \(marker.name)")) }
        for region in notes.regions {
            let ends = region.markers.map(\.framePosition)
            let place = "\(time(ends.min() ?? 0)) to \(time(ends.max() ?? 0))"
            rows.append((region.flags.contains(.loopEnable) ? "loop" : "region", "\(place) \(region.name)"))
        }
        if let instrument = notes.instrument { rows.append(("instrument", "base note \(instrument.baseNote)")) }
        if let text = notes.productionNotes { rows.append(("iXML", "\(groupedText(Int64(text.count))) bytes")) }
        if rows.isEmpty { rows = [("nothing", "")] }
        let width = rows.map(\.0.count).max() ?? 0
        let lines = rows.map { name, value in "  " + Voice.oneLine(name).left(width) + "  " + Voice.oneLine(value) }
        text = ([Voice.oneLine(report.path.text)] + lines).joined(separator: "\n")
    }
}

extension AttachedPicture {
    var noun: String { kind == Self.frontCover ? "cover" : "picture" }
    /// `image/png, 12,345 bytes`; of what is no front cover with its kind before it.
    var summary: String {
        (kind == Self.frontCover ? "" : "\(kindName), ") + "\(mimeType), \(groupedText(Int64(bytes.count))) bytes"
    }
}
