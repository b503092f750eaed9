internal import KKPCM

/// Pictures and chapters of an ID3v2 tag.
///
/// Source: id3.org, ID3v2.4.0 §4.14 (attached pictures), ID3v2 Chapter Frame Addendum 1.0.
enum ID3Notes {
    static func read(_ tag: ID3Frames, sampleRate: Double) -> AudioFileAnnotations {
        var notes = AudioFileAnnotations(information: ID3Texts.texts(tag.frames))
        for frame in tag.frames {
            switch frame.id {
            case "APIC":
                if let picture = picture(frame.content, version: tag.version) { notes.pictures.append(picture) }
            case "CHAP" where notes.markers.count < Container.markerLimit:
                if let chapter = chapter(frame.content, tag.version, sampleRate) { notes.markers.append(chapter) }
            default: break
            }
        }
        notes.markers.sort { ($0.framePosition, $0.name) < ($1.framePosition, $1.name) }
        for index in notes.markers.indices { notes.markers[index].id = UInt32(index + 1) }
        return notes
    }

    /// The encoding of the description, the type with a zero, what it shows, the description with its zeros, the bytes.
    private static func picture(_ content: [UInt8], version: Int) -> AttachedPicture? {
        guard let encoding = content.first else { return nil }
        var place = 1
        var type = ""
        if version == 2 {
            guard content.count > 4 else { return nil }
            type = "image/" + String(decoding: content[1..<4], as: UTF8.self).lowercased()
            place = 4
        } else {
            guard let zero = content[1...].firstIndex(of: 0) else { return nil }
            type = String(decoding: content[1..<zero], as: UTF8.self)
            place = zero + 1
        }
        guard place < content.count, type != "-->" else { return nil }
        let kind = content[place]
        let rest = content[(place + 1)...]
        let isWide = encoding == 1 || encoding == 2
        guard let end = zeros(rest, isWide: isWide) else { return nil }
        let bytes = Array(rest[(end + (isWide ? 2 : 1))...])
        guard !bytes.isEmpty, bytes.count <= AttachedPicture.limit else { return nil }
        let description = ID3Texts.text(rest[..<end], encoding: encoding).first ?? ""
        // Some write `PNG`, or nothing, where a type should be.
        return AttachedPicture(
            bytes, kind: kind, mimeType: AttachedPicture.mimeType(of: bytes) ?? type, description: description)
    }

    /// Where a text ends.
    private static func zeros(_ bytes: ArraySlice<UInt8>, isWide: Bool) -> Int? {
        guard isWide else { return bytes.firstIndex(of: 0) }
        var place = bytes.startIndex
        while place + 1 < bytes.endIndex {
            if bytes[place] == 0, bytes[place + 1] == 0 { return place }
            place += 2
        }
        return nil
    }

    /// A name of its own with a zero, four numbers, of which the first is its start in milliseconds, and frames in it.
    private static func chapter(_ content: [UInt8], _ version: Int, _ sampleRate: Double) -> AudioFileMarker? {
        guard let zero = content.firstIndex(of: 0),
            let start = Fields(bytes: content, isBigEndian: true).uint32(zero + 1), content.count >= zero + 17
        else { return nil }
        let frames = ID3Frames.frames(in: content, from: zero + 17, version: version, limit: 4096)
        let title = ID3Texts.texts(frames).first { $0.key == "title" }?.value ?? ""
        return AudioFileMarker(framePosition: (Double(start) * sampleRate / 1000).rounded(), name: title)
    }
}
