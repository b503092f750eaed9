internal import KKPCM

/// Texts, pictures and chapters as an ID3v2.4 tag in UTF-8: what ``ID3Texts`` and ``ID3Notes`` read.
///
/// Source: id3.org, ID3v2.4.0 §3.1 (the header, sizes of seven bits a byte), §4.2 (texts), §4.2.6 (texts with names of
/// their own), §4.8 (lyrics), §4.10 (comments), §4.14 (pictures); ID3v2 Chapter Frame Addendum 1.0.
package enum ID3Writer {
    /// The frame of a key. A version 2.4 has times where 2.3 had a year.
    private static let frames = ID3Texts.keys.filter { !["TYER", "TENC", "TSSE", "TDES"].contains($0.frame) }

    /// Adds texts of the format's own chunks that a tag has frames for, the first of each key, to what a tag says that is
    /// there for something else: most players read one of the two places alone.
    static func `repeat`(
        _ texts: [FileProperties.Tag], in notes: inout AudioFileAnnotations, keeping frames: [ID3Frames.Frame]
    ) {
        guard !notes.information.isEmpty || !notes.pictures.isEmpty || !frames.isEmpty else { return }
        var keys = Set(notes.information.map(\.key)).union(["encoding application"])
        notes.information += texts.filter { text in
            let hasFrame = text.key == "comments" || Self.frames.contains { $0.key == text.key }
            return hasFrame && keys.insert(text.key).inserted
        }
    }

    /// What a table of contents can count.
    private static let contentsLimit = 255

    /// - Parameters:
    ///   - sampleRate: of the frames in which markers are; 0 leaves them out.
    ///   - frameCount: where the last chapter ends; `nil`: where it begins.
    /// - Returns: nothing without anything to say.
    package static func tag(_ notes: AudioFileAnnotations, sampleRate: Double, frameCount: Int64?) -> [UInt8] {
        let kept = ID3Kept(carrying: notes)
        return tag(kept.rest(of: notes), sampleRate: sampleRate, frameCount: frameCount, keeping: kept.frames)
    }

    /// - Parameter others: frames that are kept as they are.
    static func tag(
        _ notes: AudioFileAnnotations, sampleRate: Double, frameCount: Int64?, keeping others: [ID3Frames.Frame]
    ) -> [UInt8] {
        var body = HeaderBytes()
        for text in notes.information { body.append(frame(of: text, notes)) }
        if sampleRate > 0 { body.append(chapters(notes.markers, sampleRate, frameCount)) }
        for other in others { body.append(frame(other.id, other.content)) }
        for picture in notes.pictures {
            body.append(
                frame(
                    "APIC",
                    [3] + Array(picture.mimeType.utf8) + [0, picture.kind] + Array(picture.description.utf8) + [0]
                        + picture.bytes))
        }
        guard !body.bytes.isEmpty else { return [] }
        return Array("ID3".utf8) + [4, 0, 0] + size(body.bytes.count) + body.bytes
    }

    private static func frame(of text: FileProperties.Tag, _ notes: AudioFileAnnotations) -> [UInt8] {
        let value = Array(text.value.utf8), values = Array(notes.values(of: text).joined(separator: "\0").utf8)
        // The language is not known, and the description is empty.
        if text.key == "comments" { return frame("COMM", [3] + Array("XXX".utf8) + [0] + value) }
        if text.key == "lyrics" { return frame("USLT", [3] + Array("XXX".utf8) + [0] + value) }
        if let name = frames.first(where: { $0.key == text.key })?.frame { return frame(name, [3] + values) }
        let name = notes.origin?.name(of: text.key, in: .id3, isOwn: true) ?? text.key
        return frame("TXXX", [3] + Array(name.utf8) + [0] + values)
    }

    private static func chapters(_ markers: [AudioFileMarker], _ sampleRate: Double, _ frameCount: Int64?) -> [UInt8] {
        let markers = markers.sorted { $0.framePosition < $1.framePosition }.prefix(Container.markerLimit)
        guard !markers.isEmpty else { return [] }
        func milliseconds(_ frame: Double) -> UInt32 {
            UInt32(exactly: (frame * 1000 / sampleRate).rounded()) ?? (frame < 0 ? 0 : .max)
        }
        let starts = markers.map { milliseconds($0.framePosition) }
        let end = max(starts.last ?? 0, frameCount.map { milliseconds(Double($0)) } ?? 0)
        var chapters = HeaderBytes()
        for (index, marker) in markers.enumerated() {
            var chapter = HeaderBytes()
            chapter.append(Array("chp\(index)".utf8) + [0])
            chapter.big(starts[index])
            chapter.big(index + 1 < starts.count ? starts[index + 1] : end)
            // It is found by its time, and not by its bytes.
            chapter.big(UInt64.max)
            if !marker.name.isEmpty { chapter.append(frame("TIT2", [3] + Array(marker.name.utf8))) }
            chapters.append(frame("CHAP", chapter.bytes))
        }
        return contents(of: markers.indices.map { "chp\($0)" }) + chapters.bytes
    }

    /// All chapters in their order, as a table of contents; of more than it can count, as a table of tables.
    private static func contents(of chapters: [String]) -> [UInt8] {
        // 2: at the top; 1: in this order.
        func table(_ id: String, _ flags: UInt8, _ children: ArraySlice<String>) -> [UInt8] {
            var content = Array(id.utf8) + [0, flags, UInt8(children.count)]
            for child in children { content += Array(child.utf8) + [0] }
            return frame("CTOC", content)
        }
        guard chapters.count > contentsLimit else { return table("toc", 3, chapters[...]) }
        let parts = stride(from: 0, to: chapters.count, by: contentsLimit).map {
            chapters[$0..<min(chapters.count, $0 + contentsLimit)]
        }
        let names = parts.indices.map { "toc\($0)" }
        return table("toc", 3, names[...]) + zip(names, parts).flatMap { table($0, 1, $1) }
    }

    static func frame(_ name: String, _ content: [UInt8]) -> [UInt8] {
        Array(name.utf8) + size(content.count) + [0, 0] + content
    }

    private static func size(_ count: Int) -> [UInt8] { (0..<4).map { UInt8(count >> (21 - 7 * $0) & 0x7F) } }
}
