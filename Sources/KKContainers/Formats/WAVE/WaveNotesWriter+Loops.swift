internal import KKPCM

extension WaveNotesWriter {
    /// `smpl`. A region with a beginning and an end is a loop of a sampler; others have no place here. The sampler's
    /// own numbers stay, and a loop keeps how often it plays.
    static func loops(_ content: Container, name: String) throws(AudioFileError) -> [StoredChunk] {
        let old = content.replaced.first { $0.id == "smpl" && $0.bytes.count >= headerByteCount }
        guard old != nil || !content.regions.isEmpty else { return [] }
        var olds = old.map(loops(in:)) ?? []
        let oldEnd = headerByteCount + loopByteCount * olds.count
        let numbers = numbers(content.regions.map(\.id), besides: olds.map(\.id))
        var bytes = HeaderBytes()
        if let old {
            bytes.append(Array(old.bytes.prefix(28)))
        } else {
            bytes.zeros(8)
            // The length of a frame in nanoseconds, and middle C.
            bytes.little(UInt32(1_000_000_000 / max(1, content.dataFormat.sampleRate)))
            bytes.little(UInt32(60))
            bytes.zeros(12)
        }
        bytes.little(UInt32(content.regions.count))
        let samplerData = old.map { Array($0.bytes.dropFirst(oldEnd)) } ?? []
        bytes.little(UInt32(samplerData.count))
        for (index, region) in content.regions.enumerated() {
            guard region.markers.count == 2, let start = frame(region.markers[0]), let end = frame(region.markers[1]),
                end > start
            else {
                throw AudioFileError(
                    .parameter, kind: .usage, path: name,
                    "a WAVE loop is only a first and a last frame; WAVE cannot store region \(index)",
                    nextStep: "give each region two markers, or write caff")
            }
            // The last frame that is played.
            let last = end - 1
            let same =
                olds.firstIndex { $0.id == region.id && $0.start == start && $0.last == last }
                ?? olds.firstIndex { $0.id == region.id && region.id != 0 }
            let before = same.map { olds.remove(at: $0) }
            bytes.little(before?.id ?? numbers[index])
            bytes.little(before.flatMap { flags(ofLoop: $0.type) == region.flags ? $0.type : nil } ?? type(of: region))
            bytes.little(start)
            bytes.little(last)
            bytes.little(before?.fraction ?? 0)
            bytes.little(before?.count ?? 0)
        }
        bytes.append(samplerData)
        return [StoredChunk(id: "smpl", bytes: bytes.bytes)]
    }

    /// How a loop of a type is played: 0 forward, 1 both ways, 2 backward.
    static func flags(ofLoop type: UInt32) -> AudioFileRegion.Flags {
        var flags: AudioFileRegion.Flags = [.loopEnable]
        if type != 2 { flags.insert(.playForward) }
        if type == 1 || type == 2 { flags.insert(.playBackward) }
        return flags
    }

    private static func type(of region: AudioFileRegion) -> UInt32 {
        guard region.flags.contains(.playBackward) else { return 0 }
        return region.flags.contains(.playForward) ? 1 : 2
    }

    private struct Loop {
        var id: UInt32
        var type: UInt32
        var start: UInt32
        var last: UInt32
        var fraction: UInt32
        /// How often it is played; 0 is without end.
        var count: UInt32
    }

    private static let headerByteCount = 36
    private static let loopByteCount = 24

    private static func loops(in sampler: StoredChunk) -> [Loop] {
        let fields = Fields(bytes: sampler.bytes, isBigEndian: false)
        var loops: [Loop] = []
        for index in 0..<Int(fields.uint32(28) ?? 0) {
            let place = headerByteCount + loopByteCount * index
            guard let id = fields.uint32(place), let type = fields.uint32(place + 4),
                let start = fields.uint32(place + 8),
                let last = fields.uint32(place + 12), let fraction = fields.uint32(place + 16),
                let count = fields.uint32(place + 20)
            else { break }
            loops.append(Loop(id: id, type: type, start: start, last: last, fraction: fraction, count: count))
        }
        return loops
    }
}
