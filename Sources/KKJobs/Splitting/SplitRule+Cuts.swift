internal import KKFiles
internal import KKMath
internal import KKPCM
internal import KKSession

extension SplitRule {
    /// The frames of the file that begin a piece, rising; neither the first frame nor the end is one.
    func cuts(of reader: AudioFileReader) throws -> [Int64] {
        let rate = reader.fileFormat.sampleRate, count = reader.properties.frameCount
        switch self {
        case .times(let times):
            return try Self.checked(times.map { $0.frames(at: rate) }, of: reader)
        case .every(let time):
            let length = max(1, time.frames(at: rate))
            // Counted before they are listed.
            try SplitPlan.check(cutCount: max(0, count - 1) / length, of: FilePath(reader.path))
            return Array(stride(from: length, to: count, by: Int(length)))
        case .markers:
            let places = (try? TaggedFile(path: FilePath(reader.path)))?.notes.markers ?? []
            let frames = places.isEmpty ? reader.properties.markers.map(\.frame) : places.map(\.frame)
            guard !frames.isEmpty else {
                throw SessionError(
                    .badData, "the file has neither markers nor chapters", place: reader.path,
                    nextStep: "name times: --at 10s,20s")
            }
            return Set(frames).filter { $0 > 0 && $0 < count }.sorted()
        case .silence(let level, let pause):
            return try reader.silences(level, lasting: max(1, pause.frames(at: rate)))
                .filter { $0.lowerBound > 0 && $0.upperBound < count }
                .map { $0.lowerBound + ($0.upperBound - $0.lowerBound) / 2 }
        }
    }

    private static func checked(_ frames: [Int64], of reader: AudioFileReader) throws(SessionError) -> [Int64] {
        let rate = reader.fileFormat.sampleRate, count = reader.properties.frameCount
        for (index, frame) in frames.enumerated() {
            let before = index == 0 ? 0 : frames[index - 1]
            guard frame > before else {
                throw SessionError(
                    .usage,
                    frame == 0
                        ? "a cut at 0 would leave an empty piece before it" : "the cuts are not in order",
                    place: reader.path, nextStep: "write each time once, in rising order: 10s,20s")
            }
            guard frame < count else {
                throw SessionError(
                    .usage, "the cut at \(timeText(Double(frame) / rate)) is after the end of the file",
                    place: reader.path, nextStep: "the file is \(timeText(Double(count) / rate)) long")
            }
        }
        return frames
    }
}
