internal import KKFiles
internal import KKPCM
internal import KKSession

extension CaseTrial {
    /// Compares the sound with the baseline's.
    func compare(with baseline: CaseBaseline, _ outcome: inout CaseOutcome) throws {
        outcome.hasBaseline = true
        // Before anything can fail: whoever reviews what is left must know.
        try FinishedFile(path: baselineNotePath, force: true, makesFolder: true).write(
            PathText.bytes(of: baseline.option + "\n"), temporaryFiles: temporaryFiles.part())
        // A folder of its own, whatever an earlier run or the command itself leaves.
        let files = temporaryFiles.part()
        let folder = try makeWorkFolder(files)
        defer { files.removeWorkFolder(folder) }
        let path = folder / "\(item.name).baseline.\(ending)"
        try make(baseline, at: path)
        try compare(withSound: path, &outcome)
        do {
            try path.rename(to: baselinePath)
            outcome.baselinePath = baselinePath
        } catch {
            outcome.warnings.append("the baseline's sound could not be kept: \(error)")
        }
    }

    /// The option with which the run that kept the sound compared it with a baseline; `nil` if it did not.
    func keptBaseline() throws -> String? {
        guard options.judgesKept, baselineNotePath.isPlainFile else { return nil }
        let bytes = try SmallFile.read(baselineNotePath, limit: Self.longestNote)
        return PathText.decode(Array(bytes.prefix { $0 != UInt8(ascii: "\n") }))
    }

    /// Compares the sound that was kept with that of its baseline. No golden is written of it: nobody has compared the
    /// two.
    func compare(withKeptBaseline option: String, _ outcome: inout CaseOutcome) throws {
        outcome.hasBaseline = true
        guard options.recording == nil else {
            throw SessionError(
                .badSession, "it was compared with a baseline, not with its golden (\(option))", place: item.place,
                nextStep: "compare it with its golden: \(options.testCommand)")
        }
        guard baselinePath.isPlainFile else {
            throw SessionError(
                .noInput, "it was compared with a baseline whose sound is missing (\(option))", place: item.place,
                nextStep: "compare them again: \(again)")
        }
        outcome.baselinePath = baselinePath
        try compare(withSound: baselinePath, &outcome)
    }

    /// Words of a command line that makes the sounds again, and compares them with what they were compared with.
    var again: String {
        let option = (try? keptBaseline())?.map { " \($0)" } ?? ""
        return options.testCommand + option
    }

    /// What shows more of two sounds than a line does.
    var compareStep: String {
        let paths = [baselinePath, actualPath].map { ShellWord.path(options.results / $0.name) }
        return "for more: kkmix compare \(paths.joined(separator: " "))"
    }

    /// In bytes: a command line.
    private static let longestNote = 1 << 20
}

extension CaseBaseline {
    /// The option of `kkmix test` that asks for it.
    var option: String {
        switch self {
        case .command(let words, _):
            "--baseline-command \(ShellWord.quoted(words.map(ShellWord.literal).joined(separator: " ")))"
        case .tree(let tree): "--baseline \(ShellWord.quoted(tree.revision))"
        }
    }
}
