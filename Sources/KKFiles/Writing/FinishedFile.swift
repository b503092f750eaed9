internal import KKPCM

/// Bytes that are complete before the first of them is written, on their way to a file: a picture, a report, a list of
/// cases.
///
/// Their file comes to be as that of sound does: under a hidden temporary name in its own folder, and renamed when all
/// is written, so that it is there complete or not at all. Without `force` an existing file is refused, also one that
/// appeared meanwhile. `-` is standard output; a device, a FIFO and standard output are written in place.
///
/// ## Allocation
/// A buffer of the bytes' number, at most half a megabyte, while they are written.
public struct FinishedFile: Sendable {
    /// `-` is standard output.
    public var path: FilePath
    /// Whether an existing file is replaced.
    public var force: Bool
    /// Whether the file's folder, and those above it, are made when they are not there.
    public var makesFolder: Bool
    /// Whether an existing file that has the same bytes is left alone, its date with it.
    public var keepsUnchanged = false
    /// Whether a person's screen may get the bytes, as it may those of a text.
    public var isTerminalAllowed: Bool

    public init(path: FilePath, force: Bool = false, makesFolder: Bool = false, isTerminalAllowed: Bool = false) {
        self.path = path
        self.force = force
        self.makesFolder = makesFolder
        self.isTerminalAllowed = isTerminalAllowed
    }

    /// Looks at the path before anything is worked out, with everything that ``write(_:temporaryFiles:)`` would refuse
    /// about it.
    ///
    /// - Parameter inputs: the files that are read: an output that is one of them, links followed, is refused even with
    ///   `force`.
    /// - Throws: `cannotCreate`.
    public func check(inputs: [FilePath] = []) throws(AudioFileError) {
        try OutputFile.check(path: path, force: force, inputs: inputs, makesFolder: makesFolder)
    }

    /// Writes the file.
    ///
    /// - Parameter temporaryFiles: where the unfinished file is known to whoever cleans up when the run is stopped.
    /// - Throws: `usage` for bytes that would go to a terminal; `cannotCreate` for an existing file without `force`, a
    ///   missing folder and their like; `io` for a full disk or a closed pipe. Then nothing is left behind, and an
    ///   existing file is as it was.
    public func write(_ bytes: [UInt8], temporaryFiles: TemporaryFiles = TemporaryFiles()) throws(AudioFileError) {
        try open(bytes, temporaryFiles: temporaryFiles).commit()
    }

    /// Writes the file but for its name; what fails, or is dropped, leaves nothing.
    func open(_ bytes: [UInt8], temporaryFiles: TemporaryFiles) throws(AudioFileError) -> OutputFile {
        let file = try OutputFile(
            path: path, force: force, makesFolder: makesFolder, keepsUnchanged: keepsUnchanged,
            temporaryFiles: temporaryFiles,
            capacity: min(max(1, bytes.count), OutputFile.capacity))
        guard !file.isTerminal || isTerminalAllowed else {
            throw AudioFileError(
                .operationNotSupported, kind: .usage, path: file.name,
                "this is a terminal, and these bytes are not text",
                nextStep: "redirect them to a file or a pipe")
        }
        try file.append(bytes)
        return file
    }

    /// The same for a text, in UTF-8.
    public func write(_ text: String, temporaryFiles: TemporaryFiles = TemporaryFiles()) throws(AudioFileError) {
        try write(Array(text.utf8), temporaryFiles: temporaryFiles)
    }
}
