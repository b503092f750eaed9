internal import KKPCM

/// Where the chunks of a new file stand: what is known before the audio in front of it, room for more, the audio, and
/// behind it what became known only then and has no room in front.
///
/// A pure function of the chunks, for outputs of any kind: the head has one length for all arguments, so it is written
/// first and laid over itself at the end, with the true sizes.
package struct CAFLayout: Sendable {
    private let front: [UInt8]
    /// Bytes in front of the audio for later chunks, a `free` chunk until then; 0, or at least its header.
    let reserve: Int
    let editCount: UInt32

    /// - Parameters:
    ///   - chunks: those in front, which come in the usual order: what a reader needs for decoding first.
    ///   - reserve: room in bytes, headers counted; less than a header's 12 is made 12.
    package init(_ description: CAFDescription, chunks: [CAFNewChunk] = [], reserve: Int = 0, editCount: UInt32 = 0) {
        var header = HeaderBytes()
        header.text("caff")
        header.big(UInt16(1))
        header.big(UInt16(0))
        header.append(CAFNewChunk(description).bytes)
        for chunk in Self.sorted(chunks) { header.append(chunk.bytes) }
        front = header.bytes
        self.reserve = reserve > 0 ? max(reserve, Int(CAFChunk.headerByteCount)) : 0
        self.editCount = editCount
    }

    /// Where the audio's first byte is, behind its chunk's header and edit count.
    var audioOffset: Int64 { Int64(front.count + reserve) + CAFChunk.headerByteCount + 4 }

    /// Everything before the audio.
    ///
    /// - Parameters:
    ///   - audioByteCount: `nil` when it is not known: a size of −1, until the end of the file.
    ///   - late: chunks that became known behind the audio; where ``hasRoom(for:)`` says so, they stand here.
    package func head(audioByteCount: Int64?, late: [CAFNewChunk] = []) -> [UInt8] {
        var header = HeaderBytes()
        header.append(front)
        if hasRoom(for: late) { for chunk in late { header.append(chunk.bytes) } }
        let room = front.count + reserve - header.bytes.count
        if room > 0 { header.append(CAFNewChunk(CAFFreeSpace(byteCount: room - Int(CAFChunk.headerByteCount))).bytes) }
        header.append(CAFChunk.header("data", byteCount: audioByteCount.map { $0 + 4 } ?? -1))
        header.big(editCount)
        return header.bytes
    }

    /// What stands behind the audio.
    package func tail(late: [CAFNewChunk]) -> [UInt8] {
        hasRoom(for: late) ? [] : late.flatMap(\.bytes)
    }

    /// Whether all of them fit into the room in front of the audio, with a header for what is left of it.
    func hasRoom(for late: [CAFNewChunk]) -> Bool {
        let byteCount = late.reduce(0) { $0 + $1.byteCount }
        return byteCount == reserve || byteCount + CAFChunk.headerByteCount <= reserve
    }

    /// Chunks in the usual order; unknown ones behind the others, and those of one code as they were.
    static func sorted(_ chunks: [CAFNewChunk]) -> [CAFNewChunk] {
        let order: [FourCharCode] = [
            "kuki", "chan", "ldsc", "info", "strg", "mark", "regn", "inst", "peak", "ovvw", "edct", "midi", "umid",
            "iXML",
        ]
        let places = chunks.enumerated().map { (order.firstIndex(of: $1.type) ?? order.count, $0) }
        return places.sorted { $0 < $1 }.map { chunks[$0.1] }
    }
}
