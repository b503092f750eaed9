public import KKFiles
internal import KKPCM
public import KKSession

extension BatchPlan {
    /// Checks the location of a plan: it must be permanent, while the state folder and a cache may be removed at any
    /// time.
    ///
    /// - Parameters:
    ///   - path: the plan's file.
    ///   - list: the file of the jobs.
    /// - Throws: `usage` for a plan in the folder of the list's state, or in one that is a cache, links followed.
    public static func checkPlace(_ path: FilePath, of list: FilePath) throws(SessionError) {
        var paths = RealPaths()
        let places = paths.places(of: path)
        let state = BatchJobList.state(path: list)
        if let folder = state.futurePath, places.contains(where: { $0.isIn(folder) }) {
            throw inFolder(of: "state", state, path)
        }
        for place in places {
            var folder = place.folder
            while folder.text.utf8.count > 1 {
                if BatchCache.isThere(folder) { throw inFolder(of: "cache", folder, path) }
                folder = folder.folder
            }
        }
    }

    private static func inFolder(of name: String, _ folder: FilePath, _ path: FilePath) -> SessionError {
        SessionError(
            .usage, "it is in the folder of the \(name), \(folder), which belongs to the batch and may be removed",
            place: path,
            nextStep: "name another place with -o")
    }
}
