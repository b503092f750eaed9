public import KKPCM

/// A readable listing of a CAF file: all chunks with their fields by name.
///
/// An invalid chunk is listed with its error, and the others are listed as usual. Of long lists, the first
/// ``lineLimit`` items are listed.
public struct CAFText: Hashable, Sendable {
    /// The number of items of a list that are shown.
    public static let lineLimit = 64

    public struct Chunk: Hashable, Sendable {
        public var chunk: CAFChunk
        /// Its name: `Markers`.
        public var title: String
        public var fields: [Field]
        /// The error in it, and at which byte of the file.
        public var problem: String?
    }

    public struct Field: Hashable, Sendable {
        public var name: String
        public var value: String
    }

    /// In the order of the file.
    public let chunks: [Chunk]

    /// - Throws: `io` alone.
    public init(_ file: CAFFile) throws(AudioFileError) {
        var chunks: [Chunk] = []
        // Names and staleness need other chunks than their own; what is wrong with those is told there.
        let names = (try? file.content(CAFStrings.self)?.texts) ?? [:]
        for chunk in file.chunks {
            var reported = Chunk(chunk: chunk, title: Self.title(of: chunk.type), fields: [])
            do throws(AudioFileError) {
                reported.fields = try Self.fields(of: chunk, in: file, names)
            } catch {
                guard error.kind == .badData else { throw error }
                reported.problem = error.position.map { "\($0): \(error.problem)" } ?? error.problem
            }
            chunks.append(reported)
        }
        self.chunks = chunks
    }

    /// A line for each chunk, its fields below it.
    public var text: String {
        chunks.map { reported in
            let size =
                reported.chunk.isOpenEnded
                ? "to the end, \(reported.chunk.byteCount) bytes" : "\(reported.chunk.byteCount) bytes"
            let head = "\(reported.chunk.type) \(reported.title): byte \(reported.chunk.offset), \(size)\n"
            let fields = reported.fields.map { "  \($0.name): \($0.value)\n" }.joined()
            return head + fields + (reported.problem.map { "  damaged: \($0)\n" } ?? "")
        }.joined()
    }

    private static func title(of type: FourCharCode) -> String {
        titles.first { $0.type == type }?.title ?? "Unknown"
    }

    /// The kinds of chunks that are known, with their names in words.
    static let titles: [(type: FourCharCode, title: String)] = [
        ("desc", "Audio description"), ("data", "Audio"), ("kuki", "Magic cookie"), ("pakt", "Packet table"),
        ("chan", "Channel layout"),
        ("ldsc", "Format list"), ("info", "Information"), ("strg", "Strings"), ("mark", "Markers"), ("regn", "Regions"),
        ("inst", "Instrument"),
        ("peak", "Peaks"), ("ovvw", "Overview"), ("edct", "Edit comments"), ("midi", "MIDI"),
        ("umid", "Material identifier"), ("iXML", "iXML"),
        ("uuid", "User-defined"), ("free", "Free space"),
    ]
}

extension CAFText.Field: KeyedReport {
    public static func tell(_ key: inout ReportKeys<Self>) {
        key("name", \.name)
        key("value", \.value)
    }
}
