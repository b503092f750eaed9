internal import KKPCM

extension OutputFile {
    /// What is moved at once.
    private static let pieceByteCount: Int64 = 1 << 20

    /// Puts bytes before everything that was written, which moves after them. Only where the output is not a stream.
    func insert(_ head: [UInt8]) throws(AudioFileError) {
        var rest = byteCount
        try append([UInt8](repeating: 0, count: head.count))
        while rest > 0 {
            let step = min(Self.pieceByteCount, rest)
            rest -= step
            try patch(bytes(at: rest, count: Int(step)), at: rest + Int64(head.count))
        }
        try patch(head, at: 0)
    }
}
