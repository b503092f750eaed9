import KKFiles
import KKPCM

/// A file taken apart, by reading no more of it than where its pieces lie and what numbers are in them.
enum FileStructure {
    /// The pieces of a file one after the other, nothing left out; none if nothing is known of it.
    static func pieces(of bytes: [UInt8]) -> [StructurePiece] {
        switch text(bytes, 0, 4) {
        case "OggS": OggStructure.pieces(of: bytes)
        case "fLaC": FLACStructure.pieces(of: bytes)
        case "caff": CAFStructure.pieces(of: bytes)
        case "RIFF", "RIFX", "RF64", "BW64", "FORM", "riff": ChunkStructure.pieces(of: bytes)
        case ".snd": [StructurePiece(bytes: bytes, fields: (1..<6).map { .big(4 * $0, 4) }, signature: 4)]
        default: text(bytes, 4, 4) == "ftyp" ? BoxStructure.pieces(of: bytes) : MPEGStructure.pieces(of: bytes)
        }
    }

    static func text(_ bytes: [UInt8], _ place: Int, _ count: Int) -> String {
        String(String.UnicodeScalarView(bytes.dropFirst(place).prefix(count).map { Unicode.Scalar($0) }))
    }

    /// A number, cut to what a place can be.
    static func number(_ bytes: [UInt8], _ place: Int, _ count: Int, isLittle: Bool = false) -> Int {
        let field = isLittle ? StructureField.little(place, count) : .big(place, count)
        return Int(min(StructurePiece(bytes: bytes).value(field) ?? 0, 1 << 40))
    }

    /// The places of the packets, as `AudioFile` finds them.
    static func packets(of bytes: [UInt8]) -> [Range<Int>] {
        guard let file = try? AudioFile(opening: bytes), let places = try? file.packetPlaces(from: 0, count: 512) else {
            return []
        }
        var end = 0
        return places.compactMap { place in
            let range = Int(place.offset)..<Int(place.offset) + place.byteCount
            guard range.lowerBound >= end, range.upperBound <= bytes.count, !range.isEmpty else { return nil }
            end = range.upperBound
            return range
        }
    }

    /// Pieces at such places, and what lies between them.
    static func cut(_ bytes: [UInt8], at ranges: [Range<Int>], _ make: ([UInt8]) -> StructurePiece) -> [StructurePiece]
    {
        var pieces: [StructurePiece] = []
        var end = 0
        for range in ranges {
            if range.lowerBound > end { pieces.append(StructurePiece(bytes: Array(bytes[end..<range.lowerBound]))) }
            pieces.append(make(Array(bytes[range])))
            end = range.upperBound
        }
        if end < bytes.count { pieces.append(StructurePiece(bytes: Array(bytes[end...]))) }
        return pieces
    }

    /// The words of a run of bytes, up to so many.
    static func words(from start: Int, to end: Int, _ size: Int, isLittle: Bool, limit: Int = 24) -> [StructureField] {
        stride(from: start, to: max(start, end - size + 1), by: size).prefix(limit).map {
            isLittle ? .little($0, size) : .big($0, size)
        }
    }
}

/// Ogg: pages, with the headers of Vorbis and Opus in the first ones.
enum OggStructure {
    static func pieces(of bytes: [UInt8]) -> [StructurePiece] {
        var ranges: [Range<Int>] = []
        var place = 0
        while place + 27 <= bytes.count, FileStructure.text(bytes, place, 4) == "OggS" {
            let body = place + 27 + Int(bytes[place + 26])
            guard body <= bytes.count else { break }
            let end = bytes[place + 27..<body].reduce(body) { $0 + Int($1) }
            guard end <= bytes.count else { break }
            ranges.append(place..<end)
            place = end
        }
        return FileStructure.cut(bytes, at: ranges, piece)
    }

    private static func piece(_ page: [UInt8]) -> StructurePiece {
        // The first page has the codec's name, after which its numbers stand.
        let signature = page[5] & 2 != 0 ? min(page.count, 27 + Int(page[26]) + 8) : 0
        return StructurePiece(bytes: page, fields: fields(page), signature: signature, mend: StructureChecksum.mendOgg)
    }

    private static func fields(_ page: [UInt8]) -> [StructureField] {
        let body = 27 + Int(page[26])
        // Version, kind, granule position (as often as all else), serial and page number, the segments.
        var fields: [StructureField] = [.big(4, 1), .big(5, 1), .little(14, 4), .little(18, 4), .big(26, 1)]
        fields += [StructureField](repeating: .little(6, 8), count: 6)
        for lacing in 27..<min(body, 35) { fields.append(.big(lacing, 1)) }
        if FileStructure.text(page, body, 8) == "OpusHead" {
            return [
                .big(body + 8, 1), .big(body + 9, 1), .little(body + 10, 2), .little(body + 12, 4),
                .little(body + 16, 2),
            ]
                + (18..<30).map { .big(body + $0, 1) } + fields.prefix(5)
        }
        guard FileStructure.text(page, body + 1, 6) == "vorbis" else {
            return fields + (0..<4).map { .big(body + $0, 1) }
        }
        return fields + [
            .big(body, 1), .big(body + 11, 1), .little(body + 12, 4), .bits(8 * (body + 28), 4),
            .bits(8 * (body + 28) + 4, 4),
        ]
    }
}

/// FLAC: metadata blocks, and frames with their subframes' heads.
enum FLACStructure {
    static func pieces(of bytes: [UInt8]) -> [StructurePiece] {
        let frames = FileStructure.packets(of: bytes)
        var head = FileStructure.cut(bytes, at: frames, frame)
        guard !head.isEmpty else {
            return [StructurePiece(bytes: bytes, fields: metadata(bytes, to: bytes.count), signature: 4)]
        }
        head[0].fields = metadata(head[0].bytes, to: head[0].bytes.count)
        head[0].signature = 4
        return head
    }

    private static func metadata(_ bytes: [UInt8], to end: Int) -> [StructureField] {
        // STREAMINFO: blocks, frames, rate, channels, depth, total.
        var fields: [StructureField] = StructureField.run(fromBit: 64, [16, 16, 24, 24, 20, 3, 5, 36])
        var place = 4
        while place + 4 <= end, fields.count < 40 {
            fields += [.big(place, 1), .big(place + 1, 3)]
            if bytes[place] & 0x7F == 4 { fields += [.little(place + 4, 4)] }
            if bytes[place] & 0x80 != 0 { break }
            place += 4 + FileStructure.number(bytes, place + 1, 3)
        }
        return fields
    }

    static func frame(_ bytes: [UInt8]) -> StructurePiece {
        guard bytes.count > 16, bytes[0] == 0xFF else { return StructurePiece(bytes: bytes) }
        let subframes = 8 * (StructureChecksum.flacHeaderByteCount(bytes) + 1)
        // Blocking, sizes, channels, depth; the number; the first subframe's kind and wasted bits, and what a predictor
        // begins with.
        let fields =
            [.bits(15, 1)] + StructureField.run(fromBit: 16, [4, 4, 4, 3, 1]) + [.big(4, 1), .big(5, 1), .big(6, 1)]
            + StructureField.run(fromBit: subframes, [1, 6, 1, 16, 4, 5, 2, 4, 4, 5])
        return StructurePiece(bytes: bytes, fields: fields, mend: StructureChecksum.mendFLAC)
    }
}

/// MPEG audio: frames with their side information, and the encoder's tag.
enum MPEGStructure {
    static func pieces(of bytes: [UInt8]) -> [StructurePiece] {
        let frames = FileStructure.packets(of: bytes)
        guard !frames.isEmpty else { return [] }
        var pieces = FileStructure.cut(bytes, at: frames, frame)
        // What comes before the first packet: ID3, or the tag's own frame.
        if let first = frames.first, first.lowerBound > 0 { pieces[0] = head(pieces[0].bytes) }
        return pieces
    }

    static func frame(_ bytes: [UInt8]) -> StructurePiece {
        let isProtected = bytes.count > 1 && bytes[1] & 1 == 0
        // Version to mode; where the main data begin, and the sides' first numbers.
        let side = StructureField.run(fromBit: isProtected ? 48 : 32, [9, 5, 4, 4, 12, 9, 8, 4])
        let fields = StructureField.run(fromBit: 11, [2, 2, 1, 4, 2, 1, 1, 2, 2]) + side
        return StructurePiece(bytes: bytes, fields: fields, mend: StructureChecksum.mendMPEG)
    }

    private static func head(_ bytes: [UInt8]) -> StructurePiece {
        var fields = StructureField.run(fromBit: 11, [2, 2, 1, 4, 2, 1, 1, 2, 2])
        if bytes.starts(with: "ID3".utf8) {
            fields = (3..<10).map { .big($0, 1) } + FileStructure.words(from: 14, to: bytes.count, 4, isLittle: false)
        }
        let names = ["Xing", "Info", "VBRI"].map { Array($0.utf8) }
        for place in 0..<max(0, bytes.count - 8)
        where names.contains(where: { bytes[place] == $0[0] && bytes[place...].starts(with: $0) }) {
            fields +=
                [.big(place + 4, 4), .big(place + 8, 4), .big(place + 12, 4)]
                + StructureField.run(fromBit: 8 * (place + 141), [12, 12])
        }
        return StructurePiece(bytes: bytes, fields: fields)
    }
}
