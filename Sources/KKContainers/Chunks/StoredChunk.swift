public import KKPCM

/// A chunk in memory, to be written to a file of any type.
public struct StoredChunk: Hashable, Sendable {
    public var id: FourCharCode
    /// The content, without header and padding.
    public var bytes: [UInt8]
    /// Of a Wave64 chunk whose GUID ends in another way than most do: the twelve bytes after its first four.
    package var guidTail: [UInt8]?

    public init(id: FourCharCode, bytes: [UInt8]) {
        (self.id, self.bytes) = (id, bytes)
    }

    package init(id: FourCharCode, bytes: [UInt8], guidTail: [UInt8]?) {
        (self.id, self.bytes, self.guidTail) = (id, bytes, guidTail)
    }
}

/// How chunks are put down one after another.
package enum ChunkFamily {
    case riff, wave64, iff, caf
    /// No chunks: a text of a fixed length before the samples.
    case au
    /// No chunks.
    case stream
    /// No chunks that others may add: the boxes of MP4, which are made when the file is complete.
    case boxes

    private var dialect: ChunkDialect? {
        switch self {
        case .riff: .riff
        case .wave64: .wave64
        case .iff: .iff
        case .caf: .caf
        case .stream, .au, .boxes: nil
        }
    }

    package var headerByteCount: Int { dialect?.headerByteCount ?? 0 }

    /// The zeros after so many bytes.
    package func padding(_ byteCount: Int64) -> Int { dialect?.padding(behind: byteCount) ?? 0 }

    /// The bytes of a whole chunk, header and padding included.
    package func byteCount(_ chunk: StoredChunk) -> Int {
        headerByteCount + chunk.bytes.count + padding(Int64(chunk.bytes.count))
    }

    /// The name of a chunk whose bytes mean nothing.
    private var fillerID: FourCharCode {
        switch self {
        case .riff: "JUNK"
        // Small letters are in every GUID of Wave64, and libsndfile goes no further than one that it does not know.
        case .wave64: "junk"
        case .iff: "FLLR"
        case .caf, .stream, .au, .boxes: "free"
        }
    }

    /// A whole chunk without meaning, of `byteCount` bytes with its header.
    func filler(_ byteCount: Int) -> [UInt8] {
        bytes(of: StoredChunk(id: fillerID, bytes: [UInt8](repeating: 0, count: byteCount - headerByteCount)))
    }

    package func bytes(of chunk: StoredChunk) -> [UInt8] {
        let byteCount = Int64(chunk.bytes.count)
        return header(chunk.id, guidTail: chunk.guidTail, byteCount: byteCount) + chunk.bytes
            + [UInt8](repeating: 0, count: padding(byteCount))
    }

    /// What comes before the content of a chunk.
    package func header(_ id: FourCharCode, guidTail: [UInt8]? = nil, byteCount: Int64) -> [UInt8] {
        dialect?.header(id, nameTail: guidTail ?? Wave64Parser.chunkTail, byteCount: byteCount) ?? []
    }
}

/// Room before the audio, and the chunks that are laid into it when the file is completed.
package struct ChunkRoom {
    /// The bytes of each place, in their order.
    private(set) var places: [Int]

    package var byteCount: Int { places.reduce(0, +) }

    package init(_ places: [Int]) {
        self.places = places
    }

    /// Lays chunks into the room: each into the place that was made for its like, then into what is free.
    ///
    /// - Returns: the bytes of the room, and the chunks for which there is none.
    package func laying(_ chunks: [StoredChunk], _ family: ChunkFamily) -> (bytes: [UInt8], rest: [StoredChunk]) {
        var taken = [StoredChunk?](repeating: nil, count: places.count)
        var rest: [StoredChunk] = []
        for chunk in chunks {
            let size = family.byteCount(chunk)
            let place = places.indices.first { index in
                guard taken[index] == nil else { return false }
                let left = places[index] - size
                return left == 0 || left >= family.headerByteCount
            }
            if let place { taken[place] = chunk } else { rest.append(chunk) }
        }
        var bytes: [UInt8] = []
        for (place, chunk) in zip(places, taken) {
            let whole = chunk.map(family.bytes) ?? []
            bytes += whole
            if whole.count < place { bytes += family.filler(place - whole.count) }
        }
        return (bytes, rest)
    }
}
