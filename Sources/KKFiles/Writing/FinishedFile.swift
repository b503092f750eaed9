internal import KKPCM

/// Writes bytes that are already complete to a file: a picture, a report, a list of cases.
///
/// As with audio, the file is written under a hidden temporary name in its folder and then renamed, so it is complete
/// or does not exist. Without `force` an existing file is refused, even one that has appeared in the meantime. `-` is
/// standard output; devices, FIFOs and standard output are written in place.
///
/// ## Allocation
/// A buffer of at most half a megabyte during the write.
public struct FinishedFile: Sendable {
    /// `-` is standard output.
    public var path: FilePath
    /// Whether an existing file is replaced.
    public var force: Bool
    /// Whether missing folders of the file are created.
    public var makesFolder: Bool
    /// Whether an existing file with the same bytes is kept, with its date.
    public var keepsUnchanged = false
    /// Whether the bytes may go to a terminal, as text may.
    public var isTerminalAllowed: Bool
    /// Whether a link that leads nowhere is followed: one that came with somebody's sources makes a file anywhere.
    /// ``force``, unless it is set.
    public var makesLinkTargets: Bool

    public init(path: FilePath, force: Bool = false, makesFolder: Bool = false, isTerminalAllowed: Bool = false) {
        self.path = path
        self.force = force
        self.makesFolder = makesFolder
        self.isTerminalAllowed = isTerminalAllowed
        makesLinkTargets = force
    }

    /// Checks the path before the work, for everything that ``write(_:temporaryFiles:)`` would refuse.
    ///
    /// - Parameter inputs: the files that are read. An output that is one of them, links followed, is refused even with
    ///   `force`.
    /// - Throws: `cannotCreate`.
    public func check(inputs: [FilePath] = []) throws(AudioFileError) {
        try checkLink()
        try OutputFile.check(path: path, force: force, inputs: inputs, makesFolder: makesFolder)
    }

    private func checkLink() throws(AudioFileError) {
        guard !makesLinkTargets, path.isLink, !path.exists else { return }
        throw AudioFileError(
            .permission, kind: .cannotCreate, path: path, "a link that leads nowhere has this name",
            nextStep: "remove it; -f writes where it leads")
    }

    /// Writes the file.
    ///
    /// - Parameter temporaryFiles: the list with the unfinished file, for the cleanup when the run is stopped.
    /// - Throws: `usage` for bytes to a terminal; `cannotCreate` for an existing file without `force`, a missing
    ///   folder, and so on; `io` for a full disk or a closed pipe. Then nothing is left behind, and an existing file
    ///   does not change.
    public func write(_ bytes: [UInt8], temporaryFiles: TemporaryFiles = TemporaryFiles()) throws(AudioFileError) {
        try open(bytes, temporaryFiles: temporaryFiles).commit()
    }

    /// Writes the file but for its name; what fails, or is dropped, leaves nothing.
    func open(_ bytes: [UInt8], temporaryFiles: TemporaryFiles) throws(AudioFileError) -> OutputFile {
        try checkLink()
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

extension FinishedFile {
    /// A file that belongs to a run and replaces that of another one, as a report does, in a folder that is made for it;
    /// `force` alone makes one where a link leads nowhere.
    public static func replacing(_ path: FilePath, force: Bool) -> FinishedFile {
        var file = FinishedFile(path: path, force: true, makesFolder: true)
        file.makesLinkTargets = force
        return file
    }
}
