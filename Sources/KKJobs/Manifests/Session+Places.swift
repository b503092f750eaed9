internal import KKFiles
internal import KKPCM
internal import KKSession

extension Session {
    /// Finds the inputs from a manifest's folder, instead of from where the process works. A stimulus is not a file and
    /// stays as it is.
    ///
    /// - Throws: `usage` for standard input.
    mutating func placeInputs(in folder: FilePath) throws(SessionError) {
        try replacePaths { path throws(SessionError) in
            guard !path.isStandard else {
                throw SessionError(.usage, "standard input cannot be read here", nextStep: "name a file")
            }
            let placed = folder / path
            return path.kind != .stimulus || placed.exists ? placed : path
        }
    }
}
