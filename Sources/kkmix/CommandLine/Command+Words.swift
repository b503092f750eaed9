internal import KKMixing

/// What several commands refuse in the same words.
extension Command {
    /// - Throws: `usage` where no input is named.
    func checkInputs() throws(SessionError) {
        guard given.inputs.isEmpty else { return }
        throw SessionError(
            .usage, "no input", nextStep: "name at least one audio file, or see kkmix \(Self.name) --help")
    }

    /// The files that are reported one by one.
    ///
    /// - Throws: `usage` for none.
    func files() throws(SessionError) -> [FilePath] {
        guard !given.inputs.isEmpty else {
            throw SessionError(
                .usage, "no file", nextStep: "name at least one, for example kkmix \(Self.name) song.mp3")
        }
        return given.files
    }

    /// - Throws: `usage` where the document and the output would both be on standard output.
    func checkOneOutput(_ what: String, nextStep: String) throws(SessionError) {
        guard common.json, given.path("--output")?.isStandard ?? false else { return }
        throw SessionError(
            .usage, "--json and \(what) both want standard output", nextStep: "\(nextStep), or leave --json out")
    }
}
