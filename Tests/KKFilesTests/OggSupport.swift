@testable import KKFiles

/// Ogg by hand.
enum Ogg {
    /// A file's pages, cut by what their headers say.
    static func pages(_ bytes: [UInt8]) -> [[UInt8]] {
        var pages: [[UInt8]] = []
        var place = 0
        while place + 27 <= bytes.count {
            let start = place + 27 + Int(bytes[place + 26])
            let end = bytes[place + 27..<start].reduce(start) { $0 + Int($1) }
            pages.append(Array(bytes[place..<min(end, bytes.count)]))
            place = end
        }
        return pages
    }

    /// The page with another serial number and the checksum that goes with it.
    static func page(_ page: [UInt8], serial: UInt8) -> [UInt8] {
        var page = page
        page.replaceSubrange(14..<18, with: [serial, 0, 0, 0])
        return summed(page)
    }

    /// The page's granule position.
    static func granule(_ page: [UInt8]) -> Int64 {
        Int64(bitPattern: page[6..<14].reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
    }

    /// The page with another granule position and number, and the checksum that goes with them.
    static func page(_ page: [UInt8], granule: Int64, sequence: Int? = nil) -> [UInt8] {
        var page = page
        page.replaceSubrange(6..<14, with: (0..<8).map { UInt8(truncatingIfNeeded: granule >> Int64(8 * $0)) })
        if let sequence { page.replaceSubrange(18..<22, with: [UInt8(sequence), 0, 0, 0]) }
        return summed(page)
    }

    private static func summed(_ page: [UInt8]) -> [UInt8] {
        var page = page
        page.replaceSubrange(22..<26, with: [0, 0, 0, 0])
        let sum = OggPage.checksum(page)
        page.replaceSubrange(22..<26, with: (0..<4).map { UInt8(truncatingIfNeeded: sum >> UInt32(8 * $0)) })
        return page
    }

    /// The first page of a stream whose first packet is so short that its length is a byte.
    static func firstPage(_ packet: [UInt8]) -> [UInt8] {
        let head = Array("OggS".utf8) + [0, 2] + [UInt8](repeating: 0, count: 20) + [1, UInt8(packet.count)]
        return page(head + packet, serial: 1)
    }
}
