internal import KKConvert
public import KKFiles
internal import KKPCM

/// The stem files of a mix: `NN-NAME.wav` for each track, numbered from 01 in track order.
public struct StemPlan: Hashable, Sendable {
    /// A path for each track.
    public let paths: [FilePath]
    let makesFolder: Bool
    let folder: FilePath

    /// What every stem is: the mix's rate and channels as Float32.
    static let format = OutputFormat(container: .wav, encoding: .f32)

    /// Settles the names. A folder whose name ends in a slash is made when it is not there, as a conversion's is.
    ///
    /// - Throws: `usage` for a mix of which something changes the sum of the stems, `cannotCreate` for a folder that is
    ///   not there.
    init(_ folder: FilePath, session: Session) throws(SessionError) {
        try Self.check(session)
        guard !folder.isEmpty, !folder.isStandard else {
            throw SessionError(.usage, "'\(folder)' is not a folder for stems", nextStep: "name one: --stems stems/")
        }
        let isThere = folder.isFolder
        if !isThere && !folder.endsInSlash {
            throw folder.exists
                ? SessionError(
                    .cannotCreate, "stems go into a folder, and this is not a folder", place: folder,
                    nextStep: "name a folder")
                : SessionError(
                    .cannotCreate, "stems go into a folder, and there is no folder with this name", place: folder,
                    nextStep: "write '\(folder)/' to create it")
        }
        self.folder = folder
        makesFolder = !isThere
        let digits = max(2, String(session.tracks.count).utf8.count)
        paths = session.tracks.enumerated().map { index, track in
            let number = String(index + 1)
            return folder.appending(
                "\(String(repeating: "0", count: digits - number.utf8.count))\(number)-\(Self.name(of: track.path)).wav"
            )
        }
    }

    /// What acts on the mix as a whole belongs to no track, so that the stems' sum would be another sound.
    private static func check(_ session: Session) throws(SessionError) {
        guard let culprit = session.changes.first else { return }
        throw SessionError(
            .usage, "\(culprit.name) acts on the whole mix, so the stems would not add up to it",
            nextStep: culprit.nextStep)
    }

    /// The file's name without its extension, short, and with nothing that a file system could mind.
    private static func name(of path: FilePath) -> String {
        if path.isStandard { return "standard-input" }
        let name = FilePath.fileName(of: path.isStimulus ? path.text : path.stem, limit: longestName)
        return name.isEmpty ? "track" : name
    }

    private static let longestName = 64

    /// Looks whether all can be written, before anything is rendered.
    ///
    /// - Parameter others: the other outputs of the job.
    func check(replacing: Bool, inputs: [FilePath], others: [FilePath]) throws {
        for path in paths {
            try AudioFileWriter.check(path: path, force: replacing, inputs: inputs, makesFolder: makesFolder)
            if let place = path.outputPlace,
                others.contains(where: { $0.outputPlace == place })
            {
                throw SessionError(
                    .usage, "a stem and another output of this run are the same file", place: path,
                    nextStep: "use a folder of its own")
            }
        }
        // The tracks' files, the stems, and what a process has besides.
        let needed = inputs.count { !$0.isStimulus } + paths.count + Self.spareDescriptors
        if let limit = FileSystem.descriptorLimit, needed > limit {
            throw SessionError(
                .temporary, "\(paths.count) stems and their tracks need \(needed) open files, and \(limit) are allowed",
                place: folder,
                nextStep: "raise the limit with `ulimit -n \(needed)`")
        }
    }

    private static let spareDescriptors = 24
}
