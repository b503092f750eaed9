internal import CMpg123
internal import KKCodecs

/// Reads ID3 through libmpg123, which knows its encodings and its unsynchronisation and gives UTF-8.
enum Mpg123TagReader {
    /// The most text of one field that is taken, in bytes, and the most fields.
    private static let maximumTextByteCount = 4096
    private static let maximumFieldCount = 256

    static func tags(in stream: MPEGByteStream) throws(AudioFileError) -> [FileProperties.Tag] {
        let handle = try unsafe Mpg123Handle.newHandle(name: stream.name)
        defer { unsafe mpg123_delete(handle) }
        unsafe mpg123_param2(handle, Int32(MPG123_ADD_FLAGS.rawValue), Int(MPG123_QUIET.rawValue), 0)
        let context = unsafe Unmanaged.passUnretained(stream).toOpaque()
        guard unsafe Mpg123Reader.open(handle, context: context) == MPG123_OK.rawValue else { return [] }
        var rate = 0
        var channels: Int32 = 0
        var encoding: Int32 = 0
        _ = unsafe mpg123_getformat(handle, &rate, &channels, &encoding)
        var version1: UnsafeMutablePointer<mpg123_id3v1>?
        var version2: UnsafeMutablePointer<mpg123_id3v2>?
        var tags: [FileProperties.Tag] = []
        if unsafe mpg123_id3(handle, &version1, &version2) == MPG123_OK.rawValue {
            if let tag = unsafe version2?.pointee { unsafe add(tag, to: &tags) }
            if let tag = unsafe version1?.pointee { add(tag, to: &tags) }
        }
        return withExtendedLifetime(stream) { tags }
    }

    @unsafe
    private static func add(_ tag: mpg123_id3v2, to tags: inout [FileProperties.Tag]) {
        for index in 0..<min(unsafe tag.texts, maximumFieldCount) {
            guard let field = unsafe tag.text?[index] else { continue }
            let id = unsafe String(decoding: [field.id.0, field.id.1, field.id.2, field.id.3].map(UInt8.init(bitPattern:)), as: UTF8.self)
            guard let key = MPEGTags.keys.first(where: { $0.frame == id })?.key else { continue }
            unsafe add(key, text(field.text), to: &tags)
        }
        if let comment = unsafe tag.comment { unsafe add("comments", text(comment.pointee), to: &tags) }
    }

    @unsafe
    private static func text(_ string: mpg123_string) -> String {
        guard let start = unsafe string.p, unsafe string.fill > 1 else { return "" }
        let count = unsafe min(string.fill - 1, maximumTextByteCount)
        let bytes = unsafe UnsafeRawBufferPointer(start: start, count: count)
        return unsafe String(decoding: bytes, as: UTF8.self)
    }

    private static func add(_ tag: mpg123_id3v1, to tags: inout [FileProperties.Tag]) {
        var tag = tag
        let bytes = unsafe withUnsafeBytes(of: &tag) { unsafe Array($0) }
        func field(_ range: Range<Int>) -> String {
            let text = bytes[range].prefix { $0 != 0 }
            // ID3v1 states no encoding; ISO 8859-1 is the custom.
            return String(String.UnicodeScalarView(text.map { Unicode.Scalar($0) }))
        }
        add("title", field(3..<33), to: &tags)
        add("artist", field(33..<63), to: &tags)
        add("album", field(63..<93), to: &tags)
        add("year", field(93..<97), to: &tags)
        add("comments", field(97..<127), to: &tags)
        // ID3v1.1: a zero, then the track's number, at the end of the comment.
        if bytes[125] == 0, bytes[126] != 0 { add("track number", String(bytes[126]), to: &tags) }
    }

    /// Adds a text without the blanks and zeros around it, unless it is empty or there is one of its kind.
    private static func add(_ key: String, _ value: String, to tags: inout [FileProperties.Tag]) {
        let isBlank: (Character) -> Bool = { $0.isWhitespace || $0 == "\0" }
        let value = String(value.drop(while: isBlank).reversed().drop(while: isBlank).reversed())
        guard !value.isEmpty, !tags.contains(where: { $0.key == key }) else { return }
        tags.append(FileProperties.Tag(key: key, value: value))
    }
}
