internal import KKFiles
internal import KKMath
internal import KKPCM
internal import KKSession

extension GoldenRun {
    /// Brings a golden here, unless it is there and whole.
    func pull(_ item: Item, _ report: inout GoldenReport, _ files: TemporaryFiles) throws {
        let path = item.golden.path
        guard let line = item.line else { return noteNoLine(item, &report) }
        if path.exists, try line.problem(with: path) == nil { return report.end(.there, "whole") }
        if options.isDry {
            report.command = command(item.store.commands?.fetch, item, line)
            return report.end(.planned, "from \(item.store.text(of: line))")
        }
        guard path.isFile || path.isLink || !path.exists else {
            throw SessionError(
                .cannotCreate, "something with the golden's name is not a file", place: path, nextStep: "remove it")
        }
        // A link goes, and not what it leads to.
        if !path.isLink, path.exists { try checkThatNoCaseReads(path) }
        try withFetched(item, line, files) { file in try file.rename(to: path) }
        report.end(.fetched, "\(groupedText(line.byteCount)) bytes")
    }

    /// Puts a golden into the store, and where the lock does not have it, its line there afterwards: a line never
    /// names what nobody can fetch.
    func push(_ item: Item, _ report: inout GoldenReport, _ files: TemporaryFiles) throws {
        let path = item.golden.path
        guard path.exists else {
            guard let line = item.line else { return noteNoLine(item, &report) }
            return try noteAbsent(item, line, &report, files)
        }
        let line = try item.line ?? GoldenLock.Line(item.golden)
        report.take(line)
        if item.line != nil, let problem = try line.problem(with: path) {
            return report.fail(
                "it is not the golden that \(item.lock) names: \(problem)",
                nextStep:
                    "\(again("pull", item)) restores it; to keep this file, remove its line from \(item.lock) and push again"
            )
        }
        // What is new is written again, so that it is young to those who remove what is old.
        if item.line != nil, try has(item, line, files) == true { return report.end(.there, "in the store") }
        if options.isDry {
            report.command = command(item.store.commands?.push, item, line)
            return report.end(.planned, "to \(item.store.text(of: line))")
        }
        switch item.store {
        case .folder(let folder): try folder.push(line, from: path, files)
        case .commands(let commands):
            try withWork(beside: path, files) { work in
                try commands.push(line, from: path, in: work, runner())
            }
            if let problem = try line.problem(with: path) {
                throw SessionError(
                    .badData, "the push command changed the golden: \(problem)", place: path,
                    nextStep: "let it only read {path}")
            }
        }
        if item.line == nil { try locks.change(item.lock, files) { $0[line.path] = line } }
        report.end(.stored, "\(groupedText(line.byteCount)) bytes" + (item.line == nil ? ", new in \(item.lock)" : ""))
    }

    /// Holds the golden and its object against the lock.
    func verify(_ item: Item, _ report: inout GoldenReport, _ files: TemporaryFiles) throws {
        let path = item.golden.path
        guard let line = item.line else {
            guard path.exists else { return noteNoLine(item, &report) }
            return report.fail("\(item.lock) has no line for it", nextStep: "\(again("push", item)) adds it")
        }
        if !path.exists {
            report.fail("it is not here", nextStep: "\(again("pull", item)) fetches it")
        } else if let problem = try line.problem(with: path) {
            report.fail(
                "it is not the golden that \(item.lock) names: \(problem)",
                nextStep: "\(again("pull", item)) restores it")
        }
        do {
            switch item.store {
            case .folder(let folder): try folder.check(line)
            case .commands: try withFetched(item, line, files) { _ in }
            }
        } catch {
            report.fail(error)
            // What the store does not have whole cannot be fetched.
            if let step = (error as? any Failure)?.nextStep { report.nextStep = step }
        }
        if report.status != .failed { report.end(.there, "complete, and in the store") }
    }

    /// Of a golden without a line: it was never stored, or never made.
    private func noteNoLine(_ item: Item, _ report: inout GoldenReport) {
        if item.golden.path.exists {
            report.end(.skipped, "\(item.lock) has no line for it", nextStep: "\(again("push", item)) adds it")
        } else {
            report.end(
                .skipped, "it was not recorded yet",
                nextStep: "\(Self.recording(item.manifest, runsPrograms: item.runsPrograms)) records it"
            )
        }
    }

    /// Of a golden that is to be stored and is not here.
    private func noteAbsent(
        _ item: Item, _ line: GoldenLock.Line, _ report: inout GoldenReport, _ files: TemporaryFiles
    ) throws {
        switch try has(item, line, files) {
        case true?: report.end(.there, "in the store")
        case false?:
            report.fail(
                "it is neither here nor in the store",
                nextStep:
                    "push it from where it is; if nobody has it, remove its line from \(item.lock) and record it again")
        case nil: report.end(.skipped, "it is not here", nextStep: "\(again("pull", item)) fetches it")
        }
    }

    /// Whether the store has a golden; `nil` if that cannot be told.
    private func has(_ item: Item, _ line: GoldenLock.Line, _ files: TemporaryFiles) throws -> Bool? {
        switch item.store {
        case .folder(let folder): return try folder.has(line)
        case .commands(let commands):
            guard commands.has != nil, !options.isDry else { return nil }
            return try withWork(beside: item.golden.path, files) { work in
                try commands.has(line, item.golden.path, in: work, runner())
            }
        }
    }

    /// Fetches a golden into a folder of its own, and gives it to `body` when it is the right one.
    private func withFetched(
        _ item: Item, _ line: GoldenLock.Line, _ files: TemporaryFiles, _ body: (FilePath) throws -> Void
    ) throws {
        try withWork(beside: item.golden.path, files) { work in
            let file = work / "golden"
            switch item.store {
            case .folder(let folder): try folder.fetch(line, to: file, files)
            case .commands(let commands): try commands.fetch(line, to: file, in: work, runner(), files)
            }
            if let problem = try line.problem(with: file) {
                throw SessionError(
                    .badData, "the fetched file is not the golden that \(item.lock) names: \(problem)",
                    nextStep:
                        "fetch it again; if that does not help, run \(again("push", item)) where the golden is complete"
                )
            }
            try body(file)
        }
    }

    /// On the disk of the golden, so that it can be renamed.
    private func withWork<Result>(
        beside golden: FilePath, _ files: TemporaryFiles, _ body: (FilePath) throws -> Result
    ) throws -> Result {
        let work = try files.makeWorkFolder(in: golden.folder.orHere)
        defer { files.removeWorkFolder(work) }
        return try body(work)
    }

    private func runner() throws(SessionError) -> any ProgramRunner {
        if let programs = options.programs { return programs }
        throw SessionError(.unavailable, "programs cannot be started here", nextStep: "use kkmix goldens")
    }

    /// The command that makes goldens which nobody has made.
    static func recording(_ manifest: FilePath, runsPrograms: Bool) -> String {
        "kkmix test \(runsPrograms ? "--run-commands " : "")--update missing \(ShellWord.path(manifest))"
    }

    /// The command that mends something.
    private func again(_ action: String, _ item: Item) -> String {
        GoldenStore.command(action, runsPrograms: item.store.commands != nil, item.manifest)
    }

    private func command(_ program: CaseProgram?, _ item: Item, _ line: GoldenLock.Line) -> String? {
        program.flatMap { item.store.commands?.byHand($0, line, file: item.golden.path) }
    }
}
