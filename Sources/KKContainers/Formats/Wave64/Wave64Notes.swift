internal import KKPCM

/// Texts as Wave64 has them: RIFF's `LIST` of INFO under a GUID, and Wave64's own summary list, of which ffmpeg reads
/// the names that RIFF has.
///
/// Markers have a GUID, too ({ABF76256-392D-11D2-86C7-00C04F8EDB8A}), but what is in such a chunk no document tells,
/// and no program that is known reads it: it is kept as it is.
///
/// Source: Sony Pictures Digital, "Informations about Sony Wave64" (the GUIDs); FFmpeg, libavformat/w64dec.c (a summary
/// list is a count, and for each text four letters, its size in bytes and UTF-16).
package enum Wave64Notes {
    /// {925F94BC-525A-11D2-86DC-00C04F8EDB8A}: its first four bytes, and the rest.
    static let summaryID = FourCharCode(rawValue: 0xBC94_5F92)
    static let summaryTail: [UInt8] = [0x5A, 0x52, 0xD2, 0x11, 0x86, 0xDC, 0x00, 0xC0, 0x4F, 0x8E, 0xDB, 0x8A]

    /// Whether a chunk holds texts.
    package static func isTexts(_ chunk: StoredChunk) -> Bool {
        chunk.id == summaryID && chunk.guidTail == summaryTail
            || chunk.id == "list" && chunk.guidTail == Wave64Parser.riffTail && chunk.bytes.starts(with: "INFO".utf8)
    }

    /// The texts of a summary list, by RIFF's names for them.
    static func texts(_ fields: Fields) -> [(id: FourCharCode, text: String)] {
        var texts: [(FourCharCode, String)] = []
        var offset = 4
        for _ in 0..<min(Int(fields.uint32(0) ?? 0), 1024) {
            guard let id = fields.code(offset), let count = fields.uint32(offset + 4),
                Int(count) <= fields.count - offset - 8
            else { break }
            var units: [UInt16] = []
            for index in 0..<Int(count) / 2 {
                guard let unit = fields.uint16(offset + 8 + 2 * index), unit != 0 else { break }
                units.append(unit)
            }
            texts.append((id, String(decoding: units, as: UTF16.self)))
            offset += 8 + Int(count)
        }
        return texts
    }

    /// A summary list of the info dictionary.
    ///
    /// - Throws: `-50` for a key that is neither RIFF's nor of four characters.
    static func chunk(_ tags: [FileProperties.Tag], name: String) throws(AudioFileError) -> StoredChunk {
        var bytes = HeaderBytes()
        bytes.little(UInt32(tags.count))
        for tag in tags {
            bytes.code(try WaveNotesWriter.textID(tag.key, name: name))
            let units = Array(tag.value.utf16) + [0]
            bytes.little(UInt32(2 * units.count))
            for unit in units { bytes.little(unit) }
        }
        return StoredChunk(id: summaryID, bytes: bytes.bytes, guidTail: summaryTail)
    }
}

extension Wave64Notes: NoteChunks {
    static var technical: [FourCharCode] { ["fmt ", "data", "fact", "levl", "junk"] }

    static func isNotes(_ chunk: Chunk, _ source: ByteSource) throws(AudioFileError) -> Bool {
        isTexts(
            StoredChunk(
                id: chunk.id, bytes: try source.bytes(at: chunk.offset, count: min(4, Int(chunk.byteCount))),
                guidTail: chunk.guidTail))
    }

    static func chunks(
        _ notes: AudioFileAnnotations, _: StreamDescription, keeping _: ID3Kept?, name: String
    ) throws(AudioFileError) -> [StoredChunk] {
        notes.information.isEmpty ? [] : [try chunk(notes.information, name: name)]
    }

    static func size(
        _ byteCount: Int64, _ source: ByteSource, start: Int64
    ) throws(AudioFileError) -> (offset: Int64, bytes: [UInt8])? {
        let old = try source.fields(at: start, count: 24, isBigEndian: false).uint64(16) ?? 0
        guard old < 1 << 60 else { return nil }
        var bytes = HeaderBytes()
        bytes.little(byteCount)
        return (16, bytes.bytes)
    }
}
