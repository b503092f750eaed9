/// A window that moves over a file's bytes, read in large steps, for who looks for a few of them.
struct ByteWindow {
    private let source: ByteSource
    private let end: Int64
    private var window: [UInt8]
    private var start: Int64 = 0
    private var count = 0

    init(_ source: ByteSource, end: Int64) {
        (self.source, self.end) = (source, end)
        window = Array(repeating: 0, count: Int(min(1 << 16, max(0, end))))
    }

    /// Where `place` lies in the window, with at least `needed` bytes after it; `nil` if the file has fewer.
    private mutating func index(of place: Int64, needed: Int) throws(AudioFileError) -> Int? {
        guard place >= 0, place <= end - Int64(needed) else { return nil }
        if place < start || place + Int64(needed) > start + Int64(count) {
            start = place
            count = try source.read(at: start, into: &window, count: Int(min(Int64(window.count), end - start)))
        }
        return count >= Int(place - start) + needed ? Int(place - start) : nil
    }

    /// The four bytes at `place`, most significant first; `nil` beyond the end.
    mutating func number(at place: Int64) throws(AudioFileError) -> UInt32? {
        try index(of: place, needed: 4).map { window.span.bigEndian32(at: $0) }
    }

    /// At most `count` bytes from `place` on.
    mutating func bytes(at place: Int64, count: Int) throws(AudioFileError) -> [UInt8] {
        let available = Int(min(Int64(count), max(0, end - place)))
        guard let index = try index(of: place, needed: available) else { return [] }
        return Array(window[index..<index + available])
    }
}
