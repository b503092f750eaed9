import Testing

@testable import KKContainers
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

    /// A page with these packets, each whole on it.
    static func page(
        _ packets: [[UInt8]], granule: Int64, sequence: Int, flags: UInt8 = 0, serial: UInt8 = 1
    ) -> [UInt8] {
        let lacing = packets.flatMap {
            [UInt8](repeating: 255, count: $0.count / 255) + [UInt8($0.count % 255)]
        }
        let head = Array("OggS".utf8) + [0, flags] + [UInt8](repeating: 0, count: 8) + [serial, 0, 0, 0]
        let page = head + [UInt8](repeating: 0, count: 8) + [UInt8(lacing.count)] + lacing + packets.flatMap { $0 }
        return Self.page(page, granule: granule, sequence: sequence)
    }

    /// What a FLAC file holds in Ogg: a page for STREAMINFO, for every other block, and for every so many frames.
    static func flac(_ native: [UInt8], perPage: Int = 1, serial: UInt8 = 1) throws -> [[UInt8]] {
        let source = ByteSource(bytes: native)
        let scan = PacketScan(source, FLACFramer(byteCount: Int64(native.count)), range: 0..<Int64(native.count))
        try scan.scanAll()
        var place = 42
        var blocks: [[UInt8]] = []
        while place < scan.index.firstOffset {
            let end = place + 4 + native[place + 1..<place + 4].reduce(0) { $0 << 8 | Int($1) }
            blocks.append(Array(native[place..<end]))
            place = end
        }
        let first = [0x7F] + Array("FLAC".utf8) + [1, 0, 0, UInt8(blocks.count)] + native[..<42]
        var pages = [page([first], granule: 0, sequence: 0, flags: 2, serial: serial)]
        for block in blocks {
            let isLast = block.count == blocks.last?.count && pages.count == blocks.count
            let packet = [isLast ? block[0] | 0x80 : block[0] & 0x7F] + block[1...]
            pages.append(page([packet], granule: 0, sequence: pages.count, serial: serial))
        }
        for packet in stride(from: 0, to: scan.index.packetCount, by: perPage) {
            let entries = (packet..<min(scan.index.packetCount, packet + Int64(perPage))).compactMap { scan.index[$0] }
            let last = try #require(entries.last)
            let isLast = last.packet == scan.index.packetCount - 1
            pages.append(
                page(
                    entries.map { Array(native[Int($0.offset)..<Int($0.offset) + $0.byteCount]) },
                    granule: last.firstFrame + Int64(last.frames), sequence: pages.count, flags: isLast ? 4 : 0,
                    serial: serial))
        }
        return pages
    }

    /// The pages of several streams by turns, so that all first ones come first.
    static func mixed(_ streams: [[[UInt8]]]) -> [UInt8] {
        (0..<(streams.map(\.count).max() ?? 0)).flatMap { index in
            streams.flatMap { $0.indices.contains(index) ? $0[index] : [] }
        }
    }

    static func summed(_ page: [UInt8]) -> [UInt8] {
        var page = page
        OggPage.seal(&page)
        return page
    }

    /// The first page of a stream whose first packet is so short that its length is a byte.
    static func firstPage(_ packet: [UInt8]) -> [UInt8] {
        let head = Array("OggS".utf8) + [0, 2] + [UInt8](repeating: 0, count: 20) + [1, UInt8(packet.count)]
        return page(head + packet, serial: 1)
    }
}
