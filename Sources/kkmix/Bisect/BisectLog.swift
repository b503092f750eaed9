internal import KKMixing

/// What is known of the commits of a search, line by line, so that one that was stopped goes on where it was.
struct BisectLog {
    let path: FilePath
    /// What the search is about: another one begins again.
    let head: String
    let files: TemporaryFiles

    private static let longest = 1 << 24

    /// By commit. A line that is torn is left out, and so is a commit that was skipped: that may have been mended.
    func steps() throws -> [String: BisectStep] {
        guard path.isPlainFile else { return [:] }
        let lines = String(decoding: try SmallFile.read(path, limit: Self.longest), as: UTF8.self).split(
            separator: "\n")
        guard lines.first.map(String.init) == head else { return [:] }
        var steps: [String: BisectStep] = [:]
        for line in lines.dropFirst() {
            let parts = line.split(separator: "\t", maxSplits: 3, omittingEmptySubsequences: false).map(String.init)
            guard parts.count == 4, let verdict = BisectStep.Verdict(rawValue: parts[1]), verdict != .skip
            else { continue }
            steps[parts[0]] = BisectStep(commit: parts[0], subject: parts[2], verdict: verdict, reason: parts[3])
        }
        return steps
    }

    /// Writes a step down, after those before it.
    func add(_ step: BisectStep) throws {
        let known =
            try steps().isEmpty
            ? head + "\n"
            : String(
                decoding: SmallFile.read(path, limit: Self.longest), as: UTF8.self)
        let line = [step.commit, step.verdict.rawValue, step.subject, step.reason].map(Voice.oneLine)
            .joined(separator: "\t")
        try FinishedFile(path: path, force: true, makesFolder: true).write(
            known + line + "\n", temporaryFiles: files.part())
    }

    /// Forgets all of it.
    func discard() throws { if path.isPlainFile { try path.removeFile() } }
}
