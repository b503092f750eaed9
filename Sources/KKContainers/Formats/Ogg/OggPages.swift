/// The pages of an Ogg stream on their way to the file, given a serial number of our own.
///
/// libsndfile numbers a stream by the clock and has no setter, so the same audio would give other bytes a second later.
/// Each page is held until it is whole, its serial replaced, and its checksum made again (RFC 3533, section 6).
package struct OggPages {
    /// The granule position of the last page: where the audio ends. `nil` leaves it to the encoder.
    package var end: Int64?
    /// The frames that an Opus decoder skips at the start, from the stream's first page (RFC 7845, section 5.1).
    package private(set) var preskip: Int64 = 0

    private let serial: UInt32
    private var held: [UInt8] = []

    package init(serial: UInt32) {
        self.serial = serial
    }

    /// Takes the next bytes of the stream, however cut.
    ///
    /// - Returns: the pages that are complete. Bytes that are not a page pass as they are.
    package mutating func take(_ bytes: [UInt8]) -> [UInt8] {
        held += bytes
        var done: [UInt8] = []
        while let size = pageSize() {
            done += renumbered(Array(held[..<size]))
            held.removeFirst(size)
        }
        return done
    }

    /// What is left when the stream ends inside a page.
    package mutating func rest() -> [UInt8] {
        defer { held = [] }
        return held
    }

    /// The size of the page that `held` begins with, once all of it is there.
    private func pageSize() -> Int? {
        guard held.count >= 27 else { return nil }
        guard held[0] == 0x4F, held[1] == 0x67, held[2] == 0x67, held[3] == 0x53 else { return held.count }
        let segments = Int(held[26])
        guard held.count >= 27 + segments else { return nil }
        let size = held[27..<27 + segments].reduce(27 + segments) { $0 + Int($1) }
        return held.count >= size ? size : nil
    }

    private mutating func renumbered(_ page: [UInt8]) -> [UInt8] {
        guard page.starts(with: [0x4F, 0x67, 0x67, 0x53]) else { return page }
        var page = page
        let isFirst = page[5] & 2 != 0
        let isLast = page[5] & 4 != 0
        if isFirst, page.count >= 40, page[28..<36].elementsEqual("OpusHead".utf8) {
            preskip = Int64(page[38]) | Int64(page[39]) << 8
        }
        if isLast, let end {
            for index in 0..<8 { page[6 + index] = UInt8(truncatingIfNeeded: end >> Int64(8 * index)) }
        }
        OggPage.put(serial, at: 14, in: &page)
        OggPage.seal(&page)
        return page
    }
}
