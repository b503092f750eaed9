internal import KKPCM

/// What a file is when it is not audio that can be read: said by name, because "not recognised" helps nobody.
package enum ForeignFile {
    /// Throws when a stream that begins with these bytes is something else.
    package static func refuse(_ head: [UInt8]) throws(AudioFileError) {
        let (fields, source) = (Fields(bytes: head, isBigEndian: true), ByteSource(bytes: head, name: "stream"))
        try refuse(fields, in: source)
        try refuseText(fields, in: source)
    }

    /// Throws when a file that begins with `head` is something else.
    package static func refuse(_ head: Fields, in source: ByteSource) throws(AudioFileError) {
        if head.has("version https://git-lfs.github.com/spec/") {
            throw AudioFileError(
                .unsupportedFileType, path: source.name,
                "this is a Git LFS pointer, not the audio itself",
                nextStep: "run `git lfs pull`")
        }
        if isMarkup(head) {
            throw AudioFileError(
                .unsupportedFileType, path: source.name, "this is an HTML page, not audio",
                nextStep: "download the file again; the server sent a web page")
        }
        if let codec = codec(head) { throw source.needs(codec) }
        if let kind = kind(head) {
            throw AudioFileError(
                .unsupportedFileType, path: source.name, "this is \(kind), not an audio file",
                nextStep: "name an audio file")
        }
    }

    /// Throws when the first bytes are a text.
    package static func refuseText(_ head: Fields, in source: ByteSource) throws(AudioFileError) {
        guard isText(head) else { return }
        let first = head.bytes.first { !isSpace($0) }
        let kind = first == UInt8(ascii: "{") || first == UInt8(ascii: "[") ? "JSON text" : "plain text"
        throw AudioFileError(
            .unsupportedFileType, path: source.name, "this is \(kind), not an audio file",
            nextStep: "name an audio file")
    }

    /// Audio whose codec is not here.
    private static func codec(_ head: Fields) -> String? {
        if head.has([0x77, 0x0B]) { return "AC-3 or E-AC-3 with its bytes swapped in pairs" }
        if head.has("ADIF") { return "AAC (ADIF)" }
        if head.has("TTA2") { return "True Audio 2" }
        if head.has("DSD ") || head.has("FRM8") { return "DSD" }
        if head.has("#!AMR") { return "AMR with several channels" }
        return nil
    }

    /// Things that are not audio at all.
    private static func kind(_ head: Fields) -> String? {
        if head.has("MThd") || head.has("RIFF") && head.has("RMID", at: 8) { return "a MIDI file (notes, not sound)" }
        if head.has("RIFF"), head.has("WEBP", at: 8) { return "a WebP image" }
        if head.has([0x50, 0x4B, 0x03, 0x04]) || head.has([0x50, 0x4B, 0x05, 0x06]) { return "a ZIP archive" }
        if head.has([0x1F, 0x8B]) { return "gzip-compressed data" }
        if head.has("BZh") { return "bzip2-compressed data" }
        if head.has([0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00]) { return "xz-compressed data" }
        if head.has([0x28, 0xB5, 0x2F, 0xFD]) { return "zstd-compressed data" }
        if head.has([0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C]) { return "a 7-Zip archive" }
        if head.has("Rar!") { return "a RAR archive" }
        if head.has([0x89, 0x50, 0x4E, 0x47]) { return "a PNG image" }
        if head.has([0xFF, 0xD8, 0xFF]) { return "a JPEG image" }
        if head.has("GIF8") { return "a GIF image" }
        if head.has("II*\0") || head.has([0x4D, 0x4D, 0x00, 0x2A]) { return "a TIFF image" }
        if head.has("BM"), head.byte(6) == 0, head.byte(7) == 0, head.byte(8) == 0, head.byte(9) == 0 {
            return "a BMP image"
        }
        if MP4Brand.isPicture(head.bytes.span) { return "a HEIF or AVIF picture" }
        if head.has("#EXTM3U") || head.has("[playlist]") || head.has("[Playlist]") { return "a playlist" }
        if head.has("%PDF") { return "a PDF document" }
        if head.has([0x7F, 0x45, 0x4C, 0x46]) { return "a program" }
        if head.has("SQLite format 3") { return "a database" }
        if head.has("ustar", at: 257) { return "a TAR archive" }
        if head.has("!<arch>") { return "a library" }
        if head.has([0x00, 0x01, 0x00, 0x00]) && head.byte(4) == 0 || head.has("OTTO") || head.has("ttcf")
            || head.has("wOFF") || head.has("wOF2")
        {
            return "a font"
        }
        if head.has("Xcur") { return "a mouse pointer" }
        return nil
    }

    private static func isMarkup(_ head: Fields) -> Bool {
        var text = head.bytes.prefix(512)[...]
        if text.starts(with: [0xEF, 0xBB, 0xBF]) { text = text.dropFirst(3) }
        text = text.drop(while: isSpace)
        let start = String(decoding: text.prefix(16), as: UTF8.self).lowercased()
        return ["<!doctype", "<html", "<head", "<body", "<?xml", "<!--"].contains { start.hasPrefix($0) }
    }

    private static func isText(_ head: Fields) -> Bool {
        let sample = head.bytes.prefix(512)
        guard sample.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || isSpace($0) }) else { return false }
        // A character of several bytes may be cut at the end of the sample.
        return (0...3).contains { String(validating: sample.dropLast($0), as: UTF8.self) != nil }
    }

    private static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || (0x09...0x0D).contains(byte)
    }
}

extension ByteSource {
    fileprivate func needs(_ codec: String) -> AudioFileError {
        AudioFileError(
            .unsupportedFileType, kind: .unavailable, path: name,
            "this is \(codec), which cannot be decoded here",
            nextStep: "convert the file to WAV or FLAC with a program that reads it")
    }
}
