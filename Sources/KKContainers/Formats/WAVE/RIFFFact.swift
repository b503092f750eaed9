/// WAV's `fact` chunk: the frames of audio in a compressed file, whose last block is filled up.
package enum RIFFFact {
    /// - Returns: `nil` when there is none before the audio, or the file is no RIFF.
    package static func frameCount(_ source: ByteSource) throws(AudioFileError) -> Int64? {
        guard try source.bytes(at: 0, count: 4) == Array("RIFF".utf8) else { return nil }
        var place: Int64 = 12
        for _ in 0..<64 {
            let head = try source.bytes(at: place, count: 12)
            guard head.count == 12, !head.starts(with: "data".utf8) else { return nil }
            func number(_ offset: Int) -> Int64 {
                head[offset..<offset + 4].reversed().reduce(0) { $0 << 8 | Int64($1) }
            }
            if head.starts(with: "fact".utf8) {
                let count = number(8)
                return number(4) >= 4 && count > 0 && count < 0xFFFF_FFFF ? count : nil
            }
            place += 8 + number(4) + number(4) % 2
        }
        return nil
    }
}
