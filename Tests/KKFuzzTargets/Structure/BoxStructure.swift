/// MP4 and its kin: boxes, those that hold others without their content, which are pieces of their own.
enum BoxStructure {
    private static let parents = [
        "moov", "trak", "edts", "mdia", "minf", "dinf", "stbl", "udta", "ilst", "mvex", "moof", "traf", "tref", "wave",
    ]

    static func pieces(of bytes: [UInt8]) -> [StructurePiece] {
        var pieces: [StructurePiece] = []
        var place = 0
        while place + 8 <= bytes.count, pieces.count < 200 {
            let size = FileStructure.number(bytes, place, 4)
            let isParent = parents.contains(FileStructure.text(bytes, place + 4, 4))
            let end = isParent ? place + 8 : min(bytes.count, place + max(8, size))
            pieces.append(piece(Array(bytes[place..<end])))
            place = end
        }
        if place < bytes.count { pieces.append(StructurePiece(bytes: Array(bytes[place...]))) }
        if !pieces.isEmpty { pieces[0].signature = 12 }
        return pieces
    }

    private static func piece(_ box: [UInt8]) -> StructurePiece {
        let own = StructureField.big(0, 4)
        // Tables and descriptions: counts, sizes, offsets, and what is in bytes.
        let words = FileStructure.words(from: 8, to: box.count, 4, isLittle: false)
        let halves = FileStructure.words(from: 20, to: min(box.count, 60), 2, isLittle: false)
        let isDescription = FileStructure.text(box, 4, 4) == "stsd"
        let heads = (56..<max(56, min(box.count, 110))).map { StructureField.big($0, 1) }
        return StructurePiece(bytes: box, fields: [own] + words + (isDescription ? halves + heads : []))
    }
}
