internal import KKPCM

/// Chapters and pictures among the texts of a Vorbis comment, and a comment made of all that belongs to a sound.
///
/// Source: Vorbis I specification §5; Xiph wiki, VorbisComment, "METADATA_BLOCK_PICTURE"; Chapter Extension
/// (`CHAPTER001=00:00:00.000`, `CHAPTER001NAME=…`).
enum VorbisNotes {
    /// A chapter's number has three digits.
    static let chapterLimit = 999

    static func read(_ comment: VorbisComment, of codec: OggStream.Codec, sampleRate: Double) -> AudioFileAnnotations {
        var notes = AudioFileAnnotations(information: comment.tags(of: codec))
        var chapters: [(number: Int, seconds: Double)] = []
        var names: [Int: String] = [:]
        let entries = comment.entries
        for entry in entries {
            let (name, value) = (entry.name, entry.value)
            if name == "METADATA_BLOCK_PICTURE", let bytes = Base64.bytes(value.utf8),
                let picture = PictureBlock.picture(bytes)
            {
                notes.pictures.append(picture)
            } else if name.hasPrefix("CHAPTER") {
                let rest = name.dropFirst(7)
                guard let number = Int(rest.prefix(3)), rest.utf8.count >= 3 else { continue }
                switch rest.dropFirst(3) {
                case "": if let seconds = seconds(value) { chapters.append((number, seconds)) }
                case "NAME": names[number] = value
                default: break
                }
            }
        }
        notes.markers = chapters.sorted { $0.number < $1.number }.enumerated().map { index, chapter in
            AudioFileMarker(
                framePosition: (chapter.seconds * sampleRate).rounded(), name: names[chapter.number] ?? "",
                id: UInt32(index + 1))
        }
        notes.origin = origin(notes, entries)
        return notes
    }

    private static func origin(_ notes: AudioFileAnnotations, _ entries: [VorbisComment.Entry]) -> NoteOrigin {
        var origin = NoteOrigin(.vorbis(entries))
        var values: [FileProperties.Tag] = []
        for entry in entries where VorbisComment.isText(entry.name) {
            let key = VorbisComment.key(of: entry, among: entries)
            // How many there are is not a name of its number.
            if !["TOTAL", "TOTALTRACKS", "TOTALDISCS"].contains(where: entry.name.hasSuffix) {
                if origin.names[key] == nil { origin.names[key] = entry.written }
                if !["track number", "disc number"].contains(key) {
                    values.append(FileProperties.Tag(key: key, value: entry.value))
                }
            }
        }
        origin.take(notes, values: values)
        return origin
    }

    /// `01:02:03.250`.
    private static func seconds(_ text: String) -> Double? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 3, let hours = UInt32(parts[0]), let minutes = UInt32(parts[1]),
            let seconds = Double(parts[2]), seconds >= 0, seconds < 1e6
        else { return nil }
        return Double(hours) * 3600 + Double(minutes) * 60 + seconds
    }

    private static func time(_ frame: Double, _ sampleRate: Double) -> String {
        let all = Int64(exactly: (max(0, frame) * 1000 / sampleRate).rounded()) ?? 0
        func digits(_ number: Int64, _ count: Int) -> String {
            let text = String(number)
            return String(repeating: "0", count: max(0, count - text.utf8.count)) + text
        }
        return
            "\(digits(all / 3_600_000, 2)):\(digits(all / 60_000 % 60, 2)):\(digits(all / 1000 % 60, 2)).\(digits(all % 1000, 3))"
    }

    /// The entries that a change leaves as they are, and what is to be written beside them.
    static func kept(
        _ comment: VorbisComment, _ edit: NotesEdit
    ) -> (entries: [VorbisComment.Entry], rest: AudioFileAnnotations) {
        let all = comment.entries
        guard let (other, entries) = edit.another({ if case .vorbis(let entries) = $0 { entries } else { nil } }) else {
            return kept(all, edit)
        }
        // The maker's name and what a decoder reads are of this file, all else of the other one.
        let own = all.filter { !isOfSound($0.name) }
        let more = kept(entries.filter { isOfSound($0.name) }, other)
        return (own + more.entries, more.rest)
    }

    private static func isOfSound(_ name: String) -> Bool {
        ["CHAPTER", "COVERART", "METADATA_BLOCK_PICTURE"].contains(where: name.hasPrefix) || VorbisComment.isText(name)
    }

    private static func kept(
        _ all: [VorbisComment.Entry], _ edit: NotesEdit
    ) -> (entries: [VorbisComment.Entry], rest: AudioFileAnnotations) {
        var keys: Set<String> = []
        let entries = all.filter { entry in
            if entry.name.hasPrefix("CHAPTER") { return edit.keepsMarkers }
            if entry.name.hasPrefix("COVERART") || entry.name == "METADATA_BLOCK_PICTURE" { return edit.keepsPictures }
            let isMaker = ["ENCODER", "SOFTWARE"].contains(entry.name)
            guard isMaker || VorbisComment.isText(entry.name) else { return true }
            let key = isMaker ? "encoding application" : VorbisComment.key(of: entry, among: all)
            guard isMaker || edit.keeps(key) else { return false }
            keys.insert(key)
            return true
        }
        return (entries, edit.rest(besides: keys))
    }

    /// - Parameters:
    ///   - vendor: the maker's name.
    ///   - kept: entries that stay, as they are.
    ///   - hasPictures: whether pictures are texts here; FLAC has blocks for them.
    static func bytes(
        vendor: [UInt8], keeping kept: [VorbisComment.Entry], _ notes: AudioFileAnnotations,
        sampleRate: Double, hasPictures: Bool
    ) -> [UInt8] {
        let made = notes.information.flatMap { tag in
            let name = notes.origin?.name(of: tag.key, in: .vorbis, isOwn: !VorbisComment.isKnown(tag.key))
            return notes.values(of: tag).flatMap {
                VorbisComment.entries(FileProperties.Tag(key: tag.key, value: $0), named: name)
            }
        }
        var texts = (kept + made).map { "\($0.written)=\($0.value)" }
        let markers = notes.markers.sorted { $0.framePosition < $1.framePosition }.prefix(chapterLimit)
        for (index, marker) in markers.enumerated() {
            let number = String(1000 + index + 1).dropFirst()
            texts.append("CHAPTER\(number)=\(time(marker.framePosition, sampleRate))")
            texts.append("CHAPTER\(number)NAME=\(marker.name)")
        }
        if hasPictures {
            texts += notes.pictures.map { "METADATA_BLOCK_PICTURE=\(Base64.text(PictureBlock.bytes($0)))" }
        }
        var bytes = HeaderBytes()
        bytes.little(UInt32(vendor.count))
        bytes.append(vendor)
        bytes.little(UInt32(texts.count))
        for text in texts {
            bytes.little(UInt32(text.utf8.count))
            bytes.text(text)
        }
        return bytes.bytes
    }
}

extension AudioFileAnnotations {
    /// Whether an encoder's library writes the words as they are to be, each under its usual name, and once.
    package var isPlainOfXiph: Bool {
        information.allSatisfy { tag in
            let name = origin?.name(of: tag.key, in: .vorbis, isOwn: false)
            return values(of: tag).count == 1
                && VorbisComment.entries(tag, named: name) == [
                    VorbisComment.Entry(VorbisComment.name(of: tag.key), tag.value)
                ]
        }
    }
}

/// A picture as FLAC has it, and Ogg in letters: its kind, type, description, size, and bytes, all with their lengths.
///
/// Source: RFC 9639 §8.8.
enum PictureBlock {
    static func picture(_ bytes: [UInt8]) -> AttachedPicture? {
        let fields = Fields(bytes: bytes, isBigEndian: true)
        guard let kind = fields.uint32(0), let typeCount = fields.uint32(4), Int(typeCount) <= fields.count else {
            return nil
        }
        let type = fields.text(8..<8 + Int(typeCount))
        let place = 8 + Int(typeCount)
        guard type != "-->", let wordCount = fields.uint32(place), Int(wordCount) <= fields.count else { return nil }
        let description = fields.text(place + 4..<place + 4 + Int(wordCount))
        let start = place + 4 + Int(wordCount) + 20
        guard let count = fields.uint32(start - 4), count > 0, Int(count) <= fields.count - start,
            Int(count) <= AttachedPicture.limit
        else { return nil }
        return AttachedPicture(
            Array(bytes[start..<start + Int(count)]), kind: UInt8(clamping: kind), mimeType: type,
            description: description)
    }

    static func bytes(_ picture: AttachedPicture) -> [UInt8] {
        var bytes = HeaderBytes()
        bytes.big(UInt32(picture.kind))
        bytes.big(UInt32(picture.mimeType.utf8.count))
        bytes.text(picture.mimeType)
        bytes.big(UInt32(picture.description.utf8.count))
        bytes.text(picture.description)
        let size = picture.size
        for number in [size.width, size.height, size.depth, 0] { bytes.big(number) }
        bytes.big(UInt32(picture.bytes.count))
        bytes.append(picture.bytes)
        return bytes.bytes
    }
}

extension NotePlaces {
    /// Of a comment of Vorbis.
    static func vorbis(pictures: String) -> NotePlaces {
        NotePlaces(
            names: [.pictures: pictures, .markers: "CHAPTER001"], tags: .vorbis, markerLimit: VorbisNotes.chapterLimit
        ) { VorbisComment.name(of: $0) }
    }
}
