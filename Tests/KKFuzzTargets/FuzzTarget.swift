import KKPCM

/// Bytes that nobody has checked, and where a parser that wants a file finds them.
public struct FuzzInput {
    public let bytes: [UInt8]
    /// A file that has just these bytes.
    public let path: String
    /// A folder in which a target may write and replace files.
    public let folder: String

    public init(bytes: [UInt8], path: String, folder: String) {
        self.bytes = bytes
        self.path = path
        self.folder = folder
    }
}

/// What a parser says against itself: the same bytes told in two ways, or a promise of its documentation that is not
/// kept.
public struct FuzzContradiction: Error, CustomStringConvertible {
    public let description: String

    init(_ description: String) {
        self.description = description
    }
}

/// How far an input came: what dies at the first bytes tests nothing that is after them.
public enum FuzzReach: CaseIterable, Sendable {
    /// Nobody takes it for a file of audio.
    case unknown
    /// It is known, and nothing comes of it: a header that cannot be, or a file without audio.
    case refused
    /// Packets or frames of it were read.
    case read
}

/// A parser, or a decoder of packets, that is given whatever bytes there are.
///
/// An error that the parser throws is an answer. What is looked for is a crash, memory or time without bound, both of
/// which `scripts/fuzz` watches, and a contradiction, which the target throws.
public struct FuzzTarget: Sendable {
    public let name: String
    public let run: @Sendable (FuzzInput) throws(FuzzContradiction) -> FuzzReach

    /// In the order in which `scripts/fuzz` takes them.
    public static let all = [
        FuzzTarget(name: "stream", run: pushParser),
        FuzzTarget(name: "file", run: packetFile),
        FuzzTarget(name: "change", run: changedFile),
        FuzzTarget(name: "notes", run: changedNotes),
        FuzzTarget(name: "reader", run: reader),
        FuzzTarget(name: "caf", run: coreAudioFile),
        FuzzTarget(name: "boxes", run: boxes),
        FuzzTarget(name: "mpeg") { input throws(FuzzContradiction) in try packets(input, of: ".mp3") },
        FuzzTarget(name: "flac") { input throws(FuzzContradiction) in try packets(input, of: .flac) },
        FuzzTarget(name: "vorbis") { input throws(FuzzContradiction) in try packets(input, of: .vorbis) },
        FuzzTarget(name: "opus") { input throws(FuzzContradiction) in try packets(input, of: .opus) },
        FuzzTarget(name: "alac") { input throws(FuzzContradiction) in try packets(input, of: .appleLossless) },
        FuzzTarget(name: "ima4") { input throws(FuzzContradiction) in try packets(input, of: .appleIMA4) },
    ]
}

/// Throws unless `isTrue`.
func require(_ isTrue: Bool, _ contradiction: @autoclosure () -> String) throws(FuzzContradiction) {
    guard isTrue else { throw FuzzContradiction(contradiction()) }
}
