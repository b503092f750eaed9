internal import KKFiles
internal import KKMath
internal import KKPCM
internal import KKSession

/// A store that is accessed by programs: a bucket, a server. Each program gets `{hash}` and `{path}`.
public struct StoreCommands: Hashable, Sendable {
    public let fetch: CaseProgram
    public let push: CaseProgram?
    /// Ends with 0 if the store has an object, and with another status if not.
    public let has: CaseProgram?

    static let placeholders = ["hash", "path"]
    /// Bytes that a program may write beside the golden before it is stopped: a page that says what is wrong is wanted
    /// whole.
    private static let excess: Int64 = 1 << 20

    /// All command lines, for the user to decide whether they may be run.
    public var texts: [String] { [fetch, push, has].compactMap { $0?.text } }

    /// What is started for a golden.
    ///
    /// - Parameter file: where the program writes it, or finds it.
    func call(_ program: CaseProgram, _ line: GoldenLock.Line, file: FilePath, log: FilePath) -> ProgramCall {
        var call = program.call(
            Placeholders(names: Self.placeholders, values: [line.sha256, file.absolute.text]), log: log.absolute)
        // Not of those that read it: what is there may be longer.
        if program == fetch { call.result = ProgramResult(path: file.absolute, longest: line.byteCount + Self.excess) }
        return call
    }

    /// Has a program put the bytes of a golden into a file.
    ///
    /// - Parameter work: a folder for what is on its way.
    /// - Throws: `badData` with the program's last line where it fails, and where what it wrote is not a file.
    func fetch(
        _ line: GoldenLock.Line, to target: FilePath, in work: FilePath, _ runner: any ProgramRunner,
        _ files: TemporaryFiles
    ) throws {
        // Programs may go by the ending.
        let written = work / "fetched.\(line.format.rawValue)"
        try run(fetch, "the fetch command", line, file: written, in: work, runner)
        guard written.isPlainFile else {
            throw SessionError(
                .badData,
                written.exists || written.isLink
                    ? "what the fetch command wrote is not a plain file"
                    : "the fetch command succeeded but wrote nothing",
                place: fetch.name, nextStep: "it has to write the file {path}")
        }
        // A copy: the program may have left a link to something of the store, and has permissions of its own.
        try SmallFile.copy(written, to: target, temporaryFiles: files)
    }

    /// Has a program put a golden into the store.
    func push(_ line: GoldenLock.Line, from golden: FilePath, in work: FilePath, _ runner: any ProgramRunner) throws {
        guard let push else { throw noPush }
        try run(push, "the push command", line, file: golden, in: work, runner)
    }

    /// Whether the store says that it has a golden; `nil` if nobody can say.
    func has(
        _ line: GoldenLock.Line, _ golden: FilePath, in work: FilePath, _ runner: any ProgramRunner
    ) throws -> Bool? {
        guard let has else { return nil }
        switch runner.run(call(has, line, file: golden, log: work / "log")) {
        case .exited(let status): return status == 0
        case let ending: throw error(ending, has, "the command of 'has'", line, file: golden, in: work)
        }
    }

    var noPush: SessionError {
        SessionError(
            .usage, "the store has no 'push' command", nextStep: "write 'push: program {path} {hash}' under 'store:'")
    }

    private func run(
        _ program: CaseProgram, _ what: String, _ line: GoldenLock.Line, file: FilePath, in work: FilePath,
        _ runner: any ProgramRunner
    ) throws(SessionError) {
        let ending = runner.run(call(program, line, file: file, log: work / "log"))
        guard ending == .exited(status: 0) else { throw error(ending, program, what, line, file: file, in: work) }
    }

    private func error(
        _ ending: ProgramEnding, _ program: CaseProgram, _ what: String, _ line: GoldenLock.Line, file: FilePath,
        in work: FilePath
    ) -> SessionError {
        let problem = ending.problem(what, seconds: program.seconds) ?? "\(what) failed"
        let last = ProgramLog(path: work / "log").lastLines.last.map { ": \($0)" } ?? ""
        let step =
            switch ending {
            case .notStarted: "check its path and permissions, and whether it is installed"
            case .tookTooLong: "give it more time with 'timeout: TIME' under 'store:'"
            case .saidTooMuch:
                "let it print less, and write only {path}: the golden has \(groupedText(line.byteCount)) bytes"
            case .exited, .killed: "run it by hand: \(byHand(program, line, file: file))"
            }
        if case .notStarted = ending { return SessionError(.noInput, problem, place: program.name, nextStep: step) }
        return SessionError(.badData, problem + last, place: program.name, nextStep: step)
    }

    /// What a person types to see the same; what is fetched gets into the folder that they are in.
    ///
    /// - Parameter file: the golden.
    func byHand(_ program: CaseProgram, _ line: GoldenLock.Line, file: FilePath) -> String {
        var call = call(program, line, file: program == fetch ? FilePath(line.path.name) : file, log: "log")
        let named = call.words.joined(separator: " ")
        call.variables.removeAll { !named.contains($0.name) }
        return call.shellLine
    }
}
