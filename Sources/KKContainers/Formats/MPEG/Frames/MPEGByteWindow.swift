internal import KKCodecs

/// A window that moves over a file's bytes, for a scan: what lies before an end, read in large steps.
struct MPEGByteWindow {
    var name: String { source.name }

    private let source: ByteSource
    /// Where the file is taken to end.
    var end: Int64
    private var window = [UInt8](repeating: 0, count: 1 << 16)
    private var start: Int64 = 0
    private var count = 0

    /// What stays in the window behind the place that was asked for: looking some frames ahead and coming back costs no
    /// second reading.
    private static let margin: Int64 = 1 << 14

    init(_ source: ByteSource, end: Int64) {
        self.source = source
        self.end = end
    }

    /// Where `place` lies in the window, with at least `needed` bytes behind it; `nil` when the file has fewer.
    private mutating func index(of place: Int64, needed: Int) throws(AudioFileError) -> Int? {
        guard place >= 0, place <= end - Int64(needed) else { return nil }
        if place >= start, place + Int64(needed) <= start + Int64(count) { return Int(place - start) }
        start = max(0, place - Self.margin)
        let wanted = Int(min(Int64(window.count), end - start))
        count = try source.read(at: start, into: &window, count: wanted)
        let index = Int(place - start)
        return count >= index + needed ? index : nil
    }

    /// The four bytes at `place` as a frame header.
    mutating func header(at place: Int64) throws(AudioFileError) -> MPEGFrameHeader? {
        guard let index = try index(of: place, needed: 4), window[index] == 0xFF else { return nil }
        return MPEGFrameHeader(bigEndian32(at: index))
    }

    /// The four bytes at `place`, most significant first; `nil` beyond the end.
    mutating func number(at place: Int64) throws(AudioFileError) -> UInt32? {
        try index(of: place, needed: 4).map(bigEndian32)
    }

    private func bigEndian32(at index: Int) -> UInt32 {
        UInt32(window[index]) << 24 | UInt32(window[index + 1]) << 16 | UInt32(window[index + 2]) << 8
            | UInt32(window[index + 3])
    }

    /// At most `count` bytes from `place` on.
    mutating func bytes(at place: Int64, count: Int) throws(AudioFileError) -> [UInt8] {
        let available = Int(min(Int64(count), max(0, end - place)))
        guard let index = try index(of: place, needed: available) else { return [] }
        return Array(window[index..<index + available])
    }

    /// The next place from `place` on where eleven set bits could open a frame; `nil` at the end.
    mutating func firstSync(from place: Int64) throws(AudioFileError) -> Int64? {
        var place = place
        while let first = try index(of: place, needed: 2) {
            var index = first
            while index + 1 < count {
                if window[index] == 0xFF, window[index + 1] >= 0xE0 { return start + Int64(index) }
                index += 1
            }
            place = start + Int64(index)
        }
        return nil
    }
}
