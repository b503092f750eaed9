internal import KKFiles
internal import KKPCM
internal import KKSession

extension Session {
    /// Finds the inputs from a manifest's folder, instead of from where the process works. A stimulus is no file and
    /// stays as it is.
    ///
    /// - Throws: `usage` for standard input.
    mutating func placeInputs(in folder: FilePath) throws(SessionError) {
        for index in tracks.indices {
            let path = tracks[index].path
            guard !path.isStandard else {
                throw SessionError(.usage, "standard input cannot be read here", nextStep: "name a file")
            }
            let placed = folder / path
            if path.kind != .stimulus || placed.exists { tracks[index].path = placed }
        }
    }
}
