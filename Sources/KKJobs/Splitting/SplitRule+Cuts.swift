internal import KKFiles
internal import KKMath
internal import KKPCM
internal import KKSession

extension SplitRule {
    /// The frames of the file that begin a piece, rising; neither the first frame nor the end is one.
    ///
    /// - Parameter places: those of ``places(of:)``.
    func cuts(of reader: AudioFileReader, _ places: [Place]) throws -> [Int64] {
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
            guard !places.isEmpty else {
                throw SessionError(
                    .badData, "the file has neither markers nor chapters", place: reader.path,
                    nextStep: "name times: --at 10s,20s")
            }
            return Set(places.map(\.frame)).filter { $0 > 0 && $0 < count }.sorted()
        case .silence(let level, let pause):
            return try reader.silences(level, lasting: max(1, pause.frames(at: rate)))
                .filter { $0.lowerBound > 0 && $0.upperBound < count }
                .map { $0.lowerBound + ($0.upperBound - $0.lowerBound) / 2 }
        }
    }

    typealias Place = (frame: Int64, name: String)

    /// The markers and chapters of the file where it is cut at them; none for another rule.
    func places(of reader: AudioFileReader) -> [Place] {
        guard case .markers = self else { return [] }
        let places = (try? TaggedFile(path: FilePath(reader.path)))?.notes.markers ?? []
        return places.isEmpty
            ? reader.properties.markers.map { ($0.frame, $0.name) } : places.map { ($0.frame, $0.name) }
    }

    /// What the pieces are called where they are chapters: each has its chapter's title, and the whole's is the album.
    ///
    /// - Returns: the texts of each piece; nothing where the pieces are no chapters.
    static func titles(of reader: AudioFileReader, _ cuts: [Int64], _ places: [Place]) -> [[FileProperties.Tag]] {
        guard !places.isEmpty, !cuts.isEmpty else { return [] }
        let tags = reader.properties.tags
        let whole = tags.contains { $0.isNamed("album") } ? nil : tags.first { $0.isNamed("title") }
        return ([0] + cuts).enumerated().map { index, start in
            var texts = [FileProperties.Tag(key: "track number", value: "\(index + 1)/\(cuts.count + 1)")]
            guard let name = places.last(where: { $0.frame == start })?.name, !name.isEmpty else { return texts }
            texts.append(FileProperties.Tag(key: "title", value: name))
            if let whole { texts.append(FileProperties.Tag(key: "album", value: whole.value)) }
            return texts
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
