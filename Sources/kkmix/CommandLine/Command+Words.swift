internal import KKMixing

/// What several commands refuse in the same words.
extension Command {
    /// - Throws: `usage` if no input is named.
    func checkInputs() throws(SessionError) {
        guard given.inputs.isEmpty else { return }
        throw SessionError(
            .usage, "no input", nextStep: "name at least one audio file, or see kkmix \(Self.name) --help")
    }

    /// - Throws: `usage` for no file.
    func checkFiles() throws(SessionError) {
        guard given.inputs.isEmpty else { return }
        throw SessionError(.usage, "no file", nextStep: "name at least one, for example kkmix \(Self.name) song.mp3")
    }

    /// The same input; an address may be fetched.
    ///
    /// - Throws: `noInput` for one where the network is not to be used.
    func fetched(_ input: FilePath) throws(SessionError) -> FilePath {
        let input = input.fetched
        guard input.kind == .address, given.has("--offline") || !(Terminal.variable("KKMIX_OFFLINE") ?? "").isEmpty
        else {
            return input
        }
        throw SessionError(
            .noInput, "this is an address, but the network must not be used", place: input,
            nextStep: "leave \(given.has("--offline") ? "--offline" : "KKMIX_OFFLINE") out, or name a file")
    }

    /// What the inputs stand for, by the options of `Option.found`; what was left out is told.
    ///
    /// - Parameters:
    ///   - besides: the folder of the outputs.
    ///   - takesTracks: whether a cue sheet stands for its tracks, or for its files.
    func listing(besides: FilePath? = nil, takesTracks: Bool = false, _ voice: Voice) throws -> [JobInput] {
        var selection = InputSelection()
        selection.isRecursive = given.has("--recursive")
        selection.include = given.values("--include").map { Glob($0) }
        selection.exclude = given.values("--exclude").map { Glob($0) }
        (selection.besides, selection.takesTracks) = (besides, takesTracks)
        selection.takesHeaderless = given.has("--raw")
        let listing = try InputListing(given.files.map(fetched), selection), count = listing.leftOut.count
        if common.verbose {
            for (path, reason) in listing.leftOut { voice.note("\(path): \(reason); left out") }
        } else if count > 0, !common.quiet {
            voice.note(
                "left out \(count) file\(count == 1 ? " that is" : "s that are") not audio; -v lists \(count == 1 ? "it" : "them")"
            )
        }
        if !common.quiet { listing.notices.forEach(voice.note) }
        return listing.inputs
    }

    /// - Throws: `usage` if the document and the output would both be on standard output.
    func checkOneOutput(_ what: String, nextStep: String) throws(SessionError) {
        guard common.json, given.path("--output")?.isStandard ?? false else { return }
        throw SessionError(
            .usage, "--json and \(what) both want standard output", nextStep: "\(nextStep), or leave --json out")
    }
}
