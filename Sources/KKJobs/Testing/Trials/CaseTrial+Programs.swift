internal import KKFiles
internal import KKPCM
internal import KKSession

extension CaseTrial {
    /// Runs a program in a folder of its own for what it writes, and takes the sound that it made.
    ///
    /// - Parameters:
    ///   - folder: the manifest's, from the root.
    ///   - what: the program in a sentence.
    /// - Throws: `SessionError` if it cannot be started or fails, writes nothing, or what is not sound.
    func run(_ program: CaseProgram, in folder: FilePath, to path: FilePath, what: String = "the program") throws {
        let files = temporaryFiles.part()
        let work = try makeWorkFolder(files)
        defer { files.removeWorkFolder(work) }
        do {
            try run(program, in: folder, workFolder: work, to: path, what: what)
        } catch var error as SessionError where error.kind == .badData {
            // Before what the program wrote is removed.
            if let full = ProgramLog.fullDisk(at: work) {
                error.problem += "; \(full.problem)"
                error.nextStep = full.nextStep
            }
            throw error
        }
    }

    private func run(
        _ program: CaseProgram, in folder: FilePath, workFolder work: FilePath, to path: FilePath, what: String
    ) throws {
        let output = (work / "\(item.name).\(program.ending)").absolute
        let call = program.call(for: item.name, in: folder, output: output, log: logPath.absolute)
        try start(call, program.name, what, shown: output)
        guard output.isPlainFile || !(output.exists || output.isLink) else {
            throw SessionError(
                .badData, "what \(what) wrote is not a plain file", place: program.name,
                nextStep: "it has to write {output} itself, not a link or FIFO")
        }
        guard output.isPlainFile else {
            throw SessionError(
                .badData, "\(what) succeeded but wrote nothing", place: program.name,
                nextStep: Placeholders.slip(in: call.words)
                    ?? (program.usesStandardOutput
                        ? "it has to write the sound to its standard output"
                        : "it has to write the file named by {output} and KKMIX_OUTPUT, or the case must have 'output: stdout'; "
                            + "run it by hand: \(Self.byHand(call, output))"))
        }
        do {
            if try output.byteCount() == 0 {
                throw SessionError(
                    .badData, "\(what) succeeded but wrote an empty file", place: program.name,
                    nextStep: "run it by hand: \(Self.byHand(call, output))")
            }
            if program.raw == nil { _ = try AudioFileReader(path: output) }
        } catch let error as AudioFileError {
            throw SessionError(
                error.kind, "what \(what) wrote is not audio: \(error.problem)", place: program.name,
                nextStep: (program.usesStandardOutput
                    ? "describe samples without a header ('raw: s16le@48000x2'), or " : "")
                    + "run it by hand: \(Self.byHand(call, output))")
        }
        do {
            try take(output, raw: program.raw, to: path)
        } catch var error as AudioFileError where error.path == output.text {
            // The folder is gone when somebody reads this.
            error.path = "what \(what) wrote"
            throw error
        }
    }

    /// Makes what stands in place of the golden.
    func make(_ baseline: CaseBaseline, at path: FilePath) throws {
        switch (baseline, making) {
        case (.command(let words, let seconds), .mix):
            guard case .mix(let own) = item.origin else { return }
            // Behind '--' there are inputs only.
            let split = own.firstIndex(of: "--") ?? own.endIndex
            var words = words
            if words[0].utf8.contains(UInt8(ascii: "/")) { words[0] = FilePath(words[0]).absolute.text }
            let output = path.absolute
            let call = ProgramCall(
                words + own[..<split] + ["-o", output.text] + own[split...], in: item.folder.orHere.absolute,
                log: logPath.absolute, seconds: seconds)
            try start(call, words[0], "the baseline command", shown: output)
            guard path.exists else {
                throw SessionError(
                    .badData, "the baseline command succeeded but wrote nothing", place: path,
                    nextStep: "it gets the case's arguments and -o FILE")
            }
        case (.command(var words, let seconds), .program(let program)):
            if words[0].utf8.contains(UInt8(ascii: "/")) { words[0] = FilePath(words[0]).absolute.text }
            var other = try program.replacing(programWith: words)
            other.seconds = seconds
            try run(other, in: item.folder.orHere.absolute, to: path, what: "the baseline command")
        case (.command, .file):
            throw SessionError(
                .badSession, "a case with 'file' has no program that could be replaced",
                place: item.originPlace, nextStep: "leave the case out with --filter, or use --baseline REVISION")
        case (.tree(let tree), _):
            let there = tree.moved(item)
            var trial = self
            trial.item = there
            guard there.folder.isFolder else {
                throw SessionError(
                    .noInput, "\(tree.revision) does not have the manifest's folder", place: there.folder,
                    nextStep: "name a revision that has these cases")
            }
            switch try tree.moved(making, place: item.originPlace) {
            case .mix(let mix): _ = try trial.render(mix, to: path, turn: 0, trace: nil)
            case .program(let program):
                try run(program, in: there.folder, to: path, what: "the program of \(tree.revision)")
            case .file(let file):
                guard file.path.exists else {
                    throw SessionError(
                        .noInput, "\(tree.revision) does not have this file, even after the build", place: file.path,
                        nextStep: "write 'build: …' in the manifest, a shell line that makes it")
                }
                try take(file.path, raw: file.raw, to: path)
            }
        }
    }

    /// Starts a program and waits for it.
    ///
    /// - Parameter output: what it writes, which is another file when a person runs the same.
    private func start(_ call: ProgramCall, _ name: String, _ what: String, shown output: FilePath) throws {
        guard let programs = options.programs else {
            throw SessionError(.unavailable, "programs cannot be started here", place: name, nextStep: "use kkmix test")
        }
        if let input = call.input { try Self.checkFile(input, "'stdin'") }
        let isBaseline = what == "the baseline command"
        let limit = timeLimit(of: call.seconds)
        var limited = call
        if !isBaseline { limited.seconds = limit.seconds }
        let ending = programs.run(limited)
        guard let problem = ending.problem(what, seconds: limited.seconds) else { return }
        let step =
            switch ending {
            case .notStarted: Self.startStep(call)
            case .tookTooLong where isBaseline: "give it more time with --baseline-timeout TIME"
            case .tookTooLong: limit.nextStep
            case .saidTooMuch: "let it end with its sound, and print less"
            case .exited, .killed:
                Placeholders.slip(in: call.words) ?? "run it by hand: \(Self.byHand(call, output))"
            }
        let last = ProgramLog(path: call.log).lastLines.last.map { ": \($0)" } ?? ""
        if case .notStarted = ending { throw SessionError(.noInput, problem, place: name, nextStep: step) }
        throw SessionError(.badData, problem + last, place: name, nextStep: step)
    }

    /// Refuses a pipe or a device, which may give nothing, or go on, without end.
    static func checkFile(_ path: FilePath, _ key: String) throws(SessionError) {
        guard path.isSpecial, path.plain.text != "/dev/null" else { return }
        throw SessionError(
            .badSession, "\(key) is a pipe or a device, not a file", place: path,
            nextStep: "first save what it gives to a file")
    }

    /// What keeps a program from being started, as far as it can be seen.
    private static func startStep(_ call: ProgramCall) -> String {
        guard call.folder.isFolder else { return "there is no folder \(call.folder): check 'cwd'" }
        if let input = call.input, !input.exists { return "there is no \(input): check 'stdin'" }
        let word = call.words[0]
        if let name = Self.assigned(word) {
            return "write \(name) below 'env:', or 'shell: true' for a shell line"
        }
        if call.words.count == 1, word.contains(" ") { return "write each word as an item of the list" }
        let path = call.folder / word
        guard word.utf8.contains(UInt8(ascii: "/")) else {
            return path.isFile
                ? "write ./\(word): a name without '/' is searched in PATH"
                : "it is not in PATH: install it, or write its path"
        }
        guard path.isFile else { return "there is no such file in \(call.folder): check its path, or build it first" }
        return "make it executable (chmod +x), and check that the program in its first line, #!, exists"
    }

    /// `FREQ` of `FREQ=440`, which means something to a shell alone.
    private static func assigned(_ word: String) -> Substring? {
        let name = word.prefix { $0 != "=" }
        let isName = name.utf8.first.map { !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ?? false
        guard isName, name.endIndex != word.endIndex,
            name.unicodeScalars.allSatisfy({
                $0.isASCII && ($0.properties.isAlphabetic || $0.properties.numericType != nil || $0 == "_")
            })
        else { return nil }
        return name
    }

    /// What a person types to see the same, with the sound in the folder that they are in.
    private static func byHand(_ call: ProgramCall, _ output: FilePath) -> String {
        var call = call
        let shown = shown(output, in: call)
        call.words = call.words.map { $0.replacing(output.text, with: shown) }
        // Those that kkmix sets only where the words ask for them.
        let named = call.words.joined(separator: " ")
        let knowsPlace =
            call.output != nil || named.contains(shown)
            || call.variables.contains { !$0.name.hasPrefix("KKMIX_") && $0.value.contains(output.text) }
        call.variables.removeAll {
            $0.name.hasPrefix("KKMIX_") && !named.contains($0.name)
                && (knowsPlace || $0.name != Placeholders.variable("output"))
        }
        call.variables = call.variables.map { ProgramVariable($0.name, $0.value.replacing(output.text, with: shown)) }
        return call.shellLine + (call.output == nil ? "" : " > \(shown)")
    }

    private static func shown(_ output: FilePath, in call: ProgramCall) -> String {
        "\(FileSystem.currentFolder ?? "/tmp")/out.\(output.pathExtension ?? "wav")"
    }

    /// Of a case that failed what its program said stays; of others nothing.
    func keepLog(_ outcome: inout CaseOutcome) {
        let lines = ProgramLog(path: logPath).lastLines
        guard outcome.isFailure, !lines.isEmpty else {
            if !options.changesNothing { try? logPath.removeFile() }
            return
        }
        (outcome.logPath, outcome.lastLines) = (logPath, lines)
    }
}
