internal import KKMixing

/// The two sounds of a search, with the traces of mixes.
struct BisectSounds {
    enum Side: String {
        case good, actual
    }

    let folder: FilePath
    private(set) var good: FilePath = ""
    private(set) var actual: FilePath = ""

    init(folder: FilePath) {
        self.folder = folder
    }

    func path(_ side: Side) -> FilePath { side == .good ? good : actual }
    func trace(_ side: Side) -> FilePath { folder / "\(side.rawValue).trace" }

    /// Settles where a side's next sound goes, and removes the one before.
    mutating func take(_ side: Side, ending: String) {
        for old in [path(side), trace(side)] where !old.isEmpty { try? old.removeFile() }
        let path = folder / "\(side.rawValue).\(ending)"
        if side == .good { good = path } else { actual = path }
    }

    /// The first unit and second where the traces differ; `nil` if one is missing.
    func departure() throws -> String? {
        guard trace(.good).exists, trace(.actual).exists else { return nil }
        let traces = try [Side.actual, .good].map { side in
            let bytes = try SmallFile.read(trace(side), limit: RenderTrace.longestText)
            return try RenderTrace(parsing: String(decoding: bytes, as: UTF8.self), path: trace(side))
        }
        return traces[0].firstDifference(from: traces[1])?.description
    }
}
