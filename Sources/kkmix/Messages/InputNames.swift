internal import KKMixing

extension SessionError {
    /// Refuses a name that a variable without a value has left, in every command alike.
    static func refuseEmpty(_ names: [FilePath]) throws(SessionError) {
        if names.contains(where: \.isEmpty) { throw emptyName }
    }

    /// Refuses names that no command can open, in the words of a mix: an empty one, and one with track settings, the
    /// form that a mix knows, which would only be a missing file elsewhere.
    ///
    /// - Parameters:
    ///   - command: which one takes no settings.
    ///   - nextStep: what to do instead, of the whole name; `nil` says how to name the file alone.
    static func refuseSettings(
        _ names: [FilePath], of command: String, nextStep: ((FilePath) -> String)? = nil
    ) throws(SessionError) {
        for name in names {
            try refuseEmpty([name])
            guard name.text.contains("::"), !name.exists else { continue }
            let path = try? TrackSpec(parsing: name.text, exists: \.exists).path
            let alone = path.map { "write kkmix \(command) \(ShellWord.path($0))" } ?? "write the path alone"
            throw SessionError(
                .usage, "\(command) takes no track settings", place: name, nextStep: nextStep?(name) ?? alone)
        }
    }
}
