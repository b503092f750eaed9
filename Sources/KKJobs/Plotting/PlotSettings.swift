internal import KKMath

public import KKFiles
internal import KKPCM
internal import KKReport
public import KKSession

/// What is drawn and its size, without an output.
public struct PlotSettings: Sendable {
    /// One file: its waveform and spectrogram. Two: the second over the first, and their difference. More: their
    /// waveforms, one below the other.
    public var inputs: [FilePath]
    /// `nil` for the default for the number of files.
    public var hasWave: Bool?
    public var hasSpectrogram: Bool?
    /// Pixels; `nil` for the height that the channels need.
    public var width = 1200
    public var height: Int?
    /// The part of each file that is drawn.
    public var from: TimeValue?
    public var to: TimeValue?
    public var length: TimeValue?
    /// Which audio stream of a file with several is read; `nil` for the first that can be decoded.
    public var stream: Int?
    /// What the samples of files without headers are; `nil` for files with headers.
    public var raw: RawFormat?
    /// Whether damage in a file is an error.
    public var isStrict = false
    /// The number of threads, including the caller's; the picture does not depend on it.
    public var threadCount = 1
    /// When the files have to be read; `nil` gives it any time.
    public var deadline: RenderDeadline?

    public init(inputs: [FilePath]) {
        self.inputs = inputs
    }

    /// Reads `1200x600`.
    ///
    /// - Throws: `usage` for what is not a size, or outside of ``SoundPicture/sizes``.
    public mutating func setSize(parsing text: String) throws(SessionError) {
        let parts = text.split(separator: "x", omittingEmptySubsequences: false)
        guard parts.count == 2, let width = Int64(digits: parts[0]), let height = Int64(digits: parts[1]) else {
            throw SessionError(.usage, "'\(text)' is not a size", nextStep: "write pixels: --size 1200x600")
        }
        let (smallest, largest) = SoundPicture.sizes
        guard (Int64(smallest.width)...Int64(largest)).contains(width),
            (Int64(smallest.height)...Int64(largest)).contains(height)
        else {
            throw SessionError(
                .usage, "the size \(text) is out of range",
                nextStep: "sizes go from \(smallest.width)x\(smallest.height) to \(largest)x\(largest)")
        }
        (self.width, self.height) = (Int(width), Int(height))
    }
}

/// The kinds of picture files.
public enum PictureFormat: String, CaseIterable, Sendable {
    case png, svg

    /// - Parameter name: the value of `--format`; the default is that of the path's extension, and PNG for standard output.
    /// - Parameter isOption: whether `--format` is available.
    /// - Throws: `usage` for an unknown format or extension.
    public init(name: String?, path: FilePath, isOption: Bool = true) throws(SessionError) {
        guard !path.isEmpty else {
            throw SessionError(
                .usage, "the output has an empty name", nextStep: "check the quotes and variables of the command")
        }
        let known = Self.allCases.map(\.rawValue).joined(separator: " and ")
        if let name {
            guard let format = Self(rawValue: name.lowercased()) else {
                throw SessionError(.usage, "'\(name)' is not a picture format", nextStep: "kkmix draws \(known)")
            }
            self = format
            return
        }
        if path.isStandard {
            self = .png
            return
        }
        let file = path.name
        let ending =
            file.contains(".")
            ? file.split(separator: ".", omittingEmptySubsequences: false).last.map { $0.lowercased() } : nil
        guard let ending, let format = Self(rawValue: ending) else {
            throw SessionError(
                .usage, "the name does not say which format the picture has", place: path,
                nextStep: "end it in .png or .svg\(isOption ? ", or use --format" : "")")
        }
        self = format
    }
}
