internal import KKFiles
internal import KKPCM
public import KKSession

/// A part of a file: a track of a cue sheet, or a piece.
public struct SheetTrack: Hashable, Sendable {
    public var number: Int
    /// Its start and end in the file; without an end, it goes to the end of the file.
    public var from: TimeValue
    public var to: TimeValue?
    /// The name of its output file, without an extension: `07 - Title`.
    public var stem: String
    /// Its own title, artist, album and number. The file's are those of the whole.
    var texts: [FileProperties.Tag] = []
    /// Of a file that has no header.
    var raw: RawFormat?

    /// - Throws: `badData` if the file ends before the track begins.
    func check(in reader: AudioFileReader) throws(SessionError) {
        guard let count = reader.frameCount, from.frames(at: reader.format.sampleRate) >= count else { return }
        throw SessionError(
            .badData, "track \(number) begins after the end of the file", place: reader.path,
            nextStep: "check the cue sheet")
    }

    /// Sheets count in frames of a CD, 75 of them a second.
    static func time(_ frames: Int) -> TimeValue { .seconds(Double(frames) / 75) }
}
