internal import KKFiles
internal import KKPCM
internal import KKSession

/// Paths as a manifest writes them.
enum ManifestPath {
    /// An input of a manifest from where the process works. A stimulus is no file and stays as it is.
    ///
    /// - Throws: `usage` for standard input.
    static func input(_ path: String, in folder: String) throws(SessionError) -> String {
        guard path != "-" else {
            throw SessionError(.usage, "standard input cannot be read here", nextStep: "name a file")
        }
        let placed = FileName.join(folder, path)
        return path.hasPrefix(Stimulus.prefix) && !FileSystem.exists(placed) ? path : placed
    }
}
