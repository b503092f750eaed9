extension OggScan {
    /// Where the next whole page begins behind damage at `place`; `nil` when there is none.
    mutating func nextPage(after place: Int64) throws(AudioFileError) -> Int64? {
        let windowByteCount = 1 << 16
        var start = place + 1
        while true {
            let window = try source.bytes(at: start, count: windowByteCount)
            var index = 0
            while index + 4 <= window.count {
                if window[index] == 0x4F, window[index..<index + 4].elementsEqual(OggPage.mark) {
                    guard budget > 0 else { return nil }
                    if case .page = try OggPage.find(in: source, at: start + Int64(index), table) { return start + Int64(index) }
                    budget -= 1
                }
                index += 1
            }
            guard window.count == windowByteCount else { return nil }
            // A mark may lie across the window's end.
            start += Int64(windowByteCount - 3)
        }
    }

    /// The part of Opus' pre-skip that libsndfile does not skip: it counts from the position 0 and not from the stream's start.
    ///
    /// So that nothing is missing at the end for that, the last page gets a position that is as much later.
    mutating func skipInside(preSkip: Int) -> Int64 {
        let lead = max(0, min(Int64(preSkip), timeline.start))
        timeline.moveEnd(by: lead, table)
        return lead
    }

    /// Whether what follows the last page is a tag that programs put at the end of any file, or zeros.
    func isTrailer(at place: Int64) throws(AudioFileError) -> Bool {
        let head = try source.bytes(at: place, count: 1 << 16)
        return TagHeader(head.span) != nil || head.allSatisfy { $0 == 0 }
    }
}
