public import KKFiles
internal import KKPCM
public import KKSession

/// Checks of files that a batch reads completely, some more than once: it would wait for a pipe without end.
public enum MachineFile {
    /// Refuses an existing path that is neither a file nor a folder; other errors are reported when it is opened.
    ///
    /// - Parameter what: what the path should be, for the message: `a report`.
    /// - Throws: `noInput`.
    public static func check(_ path: FilePath, _ what: String) throws(SessionError) {
        guard path.isSpecial else { return }
        throw SessionError(
            .noInput, "\(what) has to be a file, but this is not a file", place: path,
            nextStep: "name a file; a pipe can be read only once")
    }

    /// The same of a list, in whose place a folder does not say which file in it is meant.
    static func checkList(_ path: FilePath, _ what: String) throws(SessionError) {
        try check(path, what)
        guard path.isFolder else { return }
        throw SessionError(
            .noInput, "this is a folder, but \(what) has to be a file", place: path, nextStep: "name the file in it")
    }

    /// The same of a place that a batch writes: what is there and is not a file is not written to.
    ///
    /// - Throws: `cannotCreate`.
    static func checkWritten(_ path: FilePath) throws(SessionError) {
        guard path.isSpecial else { return }
        throw SessionError(
            .cannotCreate, "the batch keeps a file here, but this is not a file", place: path, nextStep: "remove it")
    }
}
