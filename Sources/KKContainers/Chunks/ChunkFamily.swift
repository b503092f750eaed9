package import KKPCM

/// How chunks are put down one after another.
package enum ChunkFamily {
    case riff, wave64, iff, caf
    /// No chunks: a text of a fixed length stands before the samples.
    case au
    /// No chunks.
    case stream
    /// No chunks that others may add: the boxes of MP4, made of all that is known when the file is complete.
    case boxes

    package var layout: any FileLayout.Type {
        switch self {
        case .riff: WaveLayout.self
        case .wave64: Wave64Layout.self
        case .iff: AIFFLayout.self
        case .caf: CAFLayout.self
        case .au: AULayout.self
        case .stream: StreamLayout.self
        case .boxes: MP4Layout.self
        }
    }

    package var headerByteCount: Int { layout.dialect?.headerByteCount ?? 0 }

    /// The zeros behind so many bytes.
    package func padding(_ byteCount: Int64) -> Int { layout.dialect?.padding(behind: byteCount) ?? 0 }

    /// The bytes of a whole chunk, header and padding included.
    package func byteCount(_ chunk: StoredChunk) -> Int {
        headerByteCount + chunk.bytes.count + padding(Int64(chunk.bytes.count))
    }

    /// A whole chunk without meaning, of `byteCount` bytes with its header.
    func filler(_ byteCount: Int) -> [UInt8] {
        bytes(of: StoredChunk(id: layout.fillerID, bytes: [UInt8](repeating: 0, count: byteCount - headerByteCount)))
    }

    package func bytes(of chunk: StoredChunk) -> [UInt8] {
        let byteCount = Int64(chunk.bytes.count)
        return header(chunk.id, guidTail: chunk.guidTail, byteCount: byteCount) + chunk.bytes
            + [UInt8](repeating: 0, count: padding(byteCount))
    }

    /// What stands before the content of a chunk.
    package func header(_ id: FourCharCode, guidTail: [UInt8]? = nil, byteCount: Int64) -> [UInt8] {
        layout.dialect?.header(id, nameTail: guidTail ?? Wave64Parser.chunkTail, byteCount: byteCount) ?? []
    }
}
