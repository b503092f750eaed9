internal import KKFiles

extension AudioFileError {
    /// What to do about a missing file that a manifest or a list names; `nil` for all other errors.
    ///
    /// - Parameter what: where the name stands.
    func stepOfList(_ what: String) -> String? {
        guard code == .fileNotFound else { return nil }
        return path.utf8.first == UInt8(ascii: "/")
            ? "check the name" : "check the name: paths are relative to the \(what)'s folder"
    }
}
