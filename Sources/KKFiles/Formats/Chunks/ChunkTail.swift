internal import KKPCM

/// The chunks behind the audio of a container that comes as a stream. Of their bytes those are kept that
/// ``ChunkScanner`` looks at, and at the end the parser of files says what is wrong with them: in its own words, as it
/// does of a file.
///
/// ## Memory
/// A few bytes of as many chunks as a file may have, however long they are.
struct ChunkTail {
    private let fileType: FileType
    private let dialect: ChunkDialect
    /// What the parser said when the audio began.
    private let said: [FileWarning]
    private let start: Int64
    private let firstChunk: Int64
    /// Where the audio's chunk ends.
    private let end: Int64
    /// The bytes that are kept, those of the header among them, and how far they are known.
    private var kept: MemoryBytes
    private var position: Int64
    /// Where chunks may begin: in order. There are two such places where a pad byte may have been forgotten, which
    /// shows at the end of the stream alone.
    private var places: [Int64]
    private var lookCount = 0

    /// What is kept from a place on: the header of a chunk there or behind its padding, a layout of two channels, and
    /// what is looked at where there is no chunk.
    private static let reach: Int64 = 128
    /// Bytes before the end of the audio's chunk that may be padding, in Wave64.
    private static let lead: Int64 = 8
    /// Farther on than any byte.
    private static let farthest: Int64 = 1 << 62

    /// - Parameter end: the first byte behind the audio's chunk.
    init(_ header: StreamHeader, container: PCMContainer, end: Int64) {
        (fileType, dialect, said) = (container.fileType, header.dialect, container.warnings)
        (start, firstChunk, self.end) = (header.start, header.firstChunk, end)
        kept = header.kept
        position = kept.extents.last.map { $0.offset + Int64($0.bytes.count) } ?? 0
        places = [max(position, end - Self.lead), end].sorted()
    }

    /// The bytes that are kept.
    var keptByteCount: Int { kept.extents.reduce(0) { $0 + $1.bytes.count } }

    /// Takes bytes of the stream, the first of which is at `offset`. Those that were taken before, and those before the
    /// end of the audio, matter to nobody.
    mutating func take(_ bytes: ArraySlice<UInt8>, at offset: Int64) {
        let known = offset + Int64(bytes.count)
        while let place = places.first, place < known {
            let (from, to) = (max(place, position, offset), min(place + Self.reach, known))
            if from < to {
                let first = bytes.startIndex + Int(from - offset)
                kept.append(Array(bytes[first..<first + Int(to - from)]), at: from)
                position = to
            }
            guard place + Self.reach <= known else { break }
            places.removeFirst()
            look(at: place)
        }
        position = max(position, known)
    }

    /// Finds where the chunks end that may begin at a place.
    private mutating func look(at place: Int64) {
        lookCount += 1
        guard place >= end, lookCount <= 2 * ChunkScanner.maximumChunkCount else { return }
        kept.byteCount = Self.farthest
        let source = ByteSource(name: "stream", memory: kept)
        guard let scanner = try? ChunkScanner(source, dialect: dialect, start: firstChunk),
            let ends = try? scanner.ends(behind: place)
        else { return }
        for end in ends {
            let index = places.firstIndex { $0 >= end } ?? places.endIndex
            if index == places.endIndex || places[index] != end { places.insert(end, at: index) }
        }
    }

    /// The stream as the parser of files sees it, now that its end is known.
    ///
    /// - Returns: the channels in their order, and what is wrong behind the audio; `nil` where the parser refuses the
    ///   stream, or the audio is cut.
    func read(streamByteCount: Int64) -> (layout: ChannelLayout, warnings: [FileWarning])? {
        guard streamByteCount >= end else { return nil }
        var whole = kept
        whole.byteCount = streamByteCount
        guard let found = try? PCMContainer(ByteSource(name: "stream", memory: whole), fileType: fileType, start: start)
        else { return nil }
        let warnings = found.warnings.filter { warning in
            if case .byte(let place)? = warning.position { return place >= end - Self.lead && !said.contains(warning) }
            return false
        }
        return (found.storedLayout, warnings)
    }
}
