/// WAVE in all its kinds, AIFF and Wave64: the file's head, and chunks.
enum ChunkStructure {
    static func pieces(of bytes: [UInt8]) -> [StructurePiece] {
        let isWave64 = FileStructure.text(bytes, 0, 4) == "riff"
        let isLittle = !["FORM", "RIFX"].contains(FileStructure.text(bytes, 0, 4))
        let (head, name, size) = isWave64 ? (40, 16, 8) : (12, 4, 4)
        guard bytes.count >= head else { return [] }
        var pieces = [
            StructurePiece(
                bytes: Array(bytes[..<head]), fields: [isLittle ? .little(name, size) : .big(name, size)], signature: 4)
        ]
        var place = head
        while place + name + size <= bytes.count, pieces.count < 100 {
            let stated = FileStructure.number(bytes, place + name, size, isLittle: isLittle)
            let alignment = isWave64 ? 8 : 2
            let length = (max(isWave64 ? stated : stated + 8, name + size) + alignment - 1) / alignment * alignment
            let chunk = Array(bytes[place..<min(bytes.count, place + length)])
            pieces.append(StructurePiece(bytes: chunk, fields: fields(chunk, name, size, isLittle)))
            place += chunk.count
        }
        if place < bytes.count { pieces.append(StructurePiece(bytes: Array(bytes[place...]))) }
        return pieces
    }

    private static func fields(_ chunk: [UInt8], _ name: Int, _ size: Int, _ isLittle: Bool) -> [StructureField] {
        let start = name + size
        func field(_ place: Int, _ count: Int) -> StructureField {
            isLittle ? .little(start + place, count) : .big(start + place, count)
        }
        let own = field(-size, size)
        switch FileStructure.text(chunk, 0, 4) {
        case "fmt ":
            let plain = [field(0, 2), field(2, 2), field(4, 4), field(8, 4), field(12, 2), field(14, 2)]
            return [own] + plain + [field(16, 2), field(18, 2), field(20, 4), field(24, 2)]
        case "COMM": return [own, field(0, 2), field(2, 4), field(6, 2), field(8, 2), field(10, 8), field(18, 4)]
        case "ds64": return [own, field(0, 8), field(8, 8), field(16, 8), field(24, 4)]
        case "MARK", "INST": return [own] + FileStructure.words(from: start, to: chunk.count, 2, isLittle: isLittle)
        default:
            // The first bytes of samples, or of packets: their heads.
            let heads = (0..<8).map { StructureField.big(start + $0, 1) }
            return [own, own] + FileStructure.words(from: start, to: chunk.count, 4, isLittle: isLittle) + heads
        }
    }
}

/// Core Audio files: chunks, and the packets in the audio.
enum CAFStructure {
    static func pieces(of bytes: [UInt8]) -> [StructurePiece] {
        guard bytes.count >= 8 else { return [] }
        let packets = FileStructure.packets(of: bytes)
        var pieces = [StructurePiece(bytes: Array(bytes[..<8]), fields: [.big(4, 2), .big(6, 2)], signature: 4)]
        var (place, format) = (8, "")
        while place + 12 <= bytes.count, pieces.count < 100 {
            let size = FileStructure.number(bytes, place + 4, 8)
            let end = min(bytes.count, place + 12 + size)
            let name = FileStructure.text(bytes, place, 4)
            if name == "desc" { format = FileStructure.text(bytes, place + 20, 4) }
            if name == "data" {
                pieces += audio(bytes, place, end, packets, format)
            } else {
                pieces.append(StructurePiece(bytes: Array(bytes[place..<end]), fields: fields(name, end - place)))
            }
            place = end
        }
        if place < bytes.count { pieces.append(StructurePiece(bytes: Array(bytes[place...]))) }
        return pieces
    }

    private static func fields(_ name: String, _ end: Int) -> [StructureField] {
        let own = StructureField.big(4, 8)
        switch name {
        case "desc": return [own, .big(12, 8)] + FileStructure.words(from: 20, to: end, 4, isLittle: false)
        case "pakt":
            let counts: [StructureField] = [.big(12, 8), .big(20, 8), .big(28, 4), .big(32, 4)]
            return [own] + counts + counts + (36..<max(36, min(end, 60))).map { .big($0, 1) }
        case "kuki":
            return [own] + FileStructure.words(from: 12, to: end, 4, isLittle: false)
                + (12..<max(12, min(end, 60))).map { .big($0, 1) }
        default:
            return [own] + FileStructure.words(from: 12, to: end, 4, isLittle: false)
                + FileStructure.words(from: 16, to: end, 8, isLittle: false)
        }
    }

    /// The chunk's head, its packets, and what is after them.
    private static func audio(
        _ bytes: [UInt8], _ start: Int, _ end: Int, _ packets: [Range<Int>], _ format: String
    ) -> [StructurePiece] {
        let own = packets.filter { $0.lowerBound >= start + 16 && $0.upperBound <= end }.map {
            $0.lowerBound - start..<$0.upperBound - start
        }
        let chunk = Array(bytes[start..<end])
        // Samples are packets as well, and no places.
        guard !own.isEmpty, own.count < 512 else {
            return [StructurePiece(bytes: chunk, fields: [.big(4, 8), .big(12, 4)])]
        }
        var pieces = FileStructure.cut(chunk, at: own) { packet($0, format) }
        pieces[0].fields = [.big(4, 8), .big(12, 4)]
        return pieces
    }

    private static func packet(_ bytes: [UInt8], _ format: String) -> StructurePiece {
        switch format {
        case "flac": return FLACStructure.frame(bytes)
        case ".mp3", ".mp2", ".mp1": return MPEGStructure.frame(bytes)
        case "alac":
            // The element: its number, a length of its own, low bytes, plain; the mixture; the predictor: mode, shift,
            // rate, order, weights.
            let predictor = StructureField.run(fromBit: 23, [8, 8, 4, 4, 3, 5] + [Int](repeating: 16, count: 8))
            return StructurePiece(
                bytes: bytes, fields: StructureField.run(fromBit: 0, [3, 4, 12, 1, 2, 1]) + predictor)
        default:
            return StructurePiece(
                bytes: bytes, fields: [.big(0, 2), .bits(0, 9), .bits(9, 7)] + (0..<4).map { .big($0, 1) })
        }
    }
}
