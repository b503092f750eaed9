internal import KKFiles
internal import KKMath
internal import KKPCM
internal import KKSession

/// Refuses places that are not within a file's sound. Those that the file has already are not asked about.
struct PlaceCheck {
    private let file: TaggedFile
    private let seconds: Double?
    private let known: Set<Double>

    /// Chapters are counted in milliseconds in some formats, so one at the end may be rounded after it.
    private static let rounding = 0.001

    init(_ file: TaggedFile) {
        self.file = file
        seconds = file.sampleRate > 0 ? file.duration() : nil
        known = Set((file.notes.markers + file.notes.regions.flatMap(\.markers)).map(\.framePosition))
    }

    /// - Parameters:
    ///   - frame: at the rate of the file.
    ///   - item: what is there, in words.
    func check(_ frame: Double, _ item: String, _ kind: FailureKind) throws(SessionError) {
        guard frame.isFinite, frame >= 0 else {
            throw SessionError(
                kind, "\(item) is at frame \(frame), but the sound begins at 0", place: file.path,
                nextStep: "count its place from the start of the sound")
        }
        guard let seconds, !known.contains(frame), frame / file.sampleRate > seconds + Self.rounding else { return }
        throw SessionError(
            kind, "\(item), at \(timeText(frame / file.sampleRate)), is after the end of the sound", place: file.path,
            nextStep:
                "the sound is \(timeText(seconds)) long, of \(shortDecimalText(file.sampleRate, digits: 3)) frames a second"
        )
    }
}
