internal import KKFiles
internal import KKPCM
public import KKSession

/// A chapter or marker from `--chapter`.
public struct ChapterSpec: Hashable, Sendable {
    public var time: TimeValue
    /// An empty title removes the chapter at that time.
    public var title: String

    /// Reads `1:30=Title`; frames (`48000f`) are those of the file.
    public init(parsing text: String) throws(SessionError) {
        guard let equals = text.firstIndex(of: "="), let time = try? TimeValue(parsing: String(text[..<equals])) else {
            throw SessionError(
                .usage, "'\(text)' is not TIME=TITLE", nextStep: "write --chapter 1:30='A title'")
        }
        self.time = time
        title = String(text[text.index(after: equals)...])
        guard title.utf8.count <= 4096 else {
            throw SessionError(
                .usage, "the title of the chapter at \(text[..<equals]) is longer than 4096 bytes",
                nextStep: "shorten it")
        }
    }
}

extension AudioFileAnnotations {
    func has(_ chapter: ChapterSpec, sampleRate: Double) -> Bool { index(of: chapter, sampleRate: sampleRate) != nil }

    private func index(of chapter: ChapterSpec, sampleRate: Double) -> Int? {
        let frame = Double(chapter.time.frames(at: sampleRate))
        return markers.firstIndex { abs($0.framePosition - frame) * 1000 <= sampleRate / 2 }
    }

    /// Sets a chapter in the place of the one at its time, to the millisecond, which is what people are shown.
    mutating func set(_ chapter: ChapterSpec, sampleRate: Double) {
        let frame = Double(chapter.time.frames(at: sampleRate)), index = index(of: chapter, sampleRate: sampleRate)
        if let index, chapter.title.isEmpty {
            markers.remove(at: index)
        } else if let index {
            markers[index].name = chapter.title
        } else if !chapter.title.isEmpty {
            let place = markers.firstIndex { $0.framePosition > frame } ?? markers.count
            markers.insert(AudioFileMarker(framePosition: frame, name: chapter.title), at: place)
        }
    }
}
