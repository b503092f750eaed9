internal import KKMixing

/// The way through the commits between a good and a bad one, by git's own bisection in a worktree.
struct CommitSearch {
    private let item: GoldenCase
    private let manifest: CaseManifest
    private let good: String
    private let bad: String
    private let seconds: Double
    private let mayRunPrograms: Bool
    private let results: FilePath
    private let programs: RunningPrograms
    private let files: TemporaryFiles
    private let worktree: Worktree
    private let git: Git
    private let log: BisectLog

    init(
        _ item: GoldenCase, of manifest: CaseManifest, good: String, bad: String, seconds: Double, mayRunPrograms: Bool,
        results: FilePath, areResultsNamed: Bool, programs: RunningPrograms, files: TemporaryFiles
    ) throws {
        (self.item, self.manifest, self.seconds) = (item, manifest, seconds)
        (self.mayRunPrograms, self.results, self.programs, self.files) = (mayRunPrograms, results, programs, files)
        try CaseRun.check(results: results, isNamed: areResultsNamed, apartFrom: manifest.cases)
        worktree = try Worktree(revision: good, of: [manifest], programs: programs, files: files)
        git = worktree.inside
        do {
            // In the user's own place: HEAD is theirs.
            self.good = try worktree.outside.commit(good)
            self.bad = try worktree.outside.commit(bad)
            try Self.checkOrder(good, self.good, bad, self.bad, worktree.outside)
        } catch {
            worktree.remove()
            throw error
        }
        files.own(results)
        log = BisectLog(
            path: results / "\(item.name).bisect",
            head: Voice.oneLine("\(item.name) \(self.good) \(self.bad) \(manifest.path.absolute) \(Kkmix.version)"),
            files: files)
    }

    func remove() { worktree.remove() }

    /// Whether the user's files have changes that are in no commit, so that no sound of this search has them.
    var hasUncommitted: Bool {
        get throws { try !worktree.outside("status", "--porcelain", "--untracked-files=no").isEmpty }
    }

    /// The good commit may be on another branch, as a release is: git looks then at where both come from.
    private static func checkOrder(
        _ good: String, _ goodCommit: String, _ bad: String, _ badCommit: String, _ git: Git
    ) throws {
        func refusal(_ problem: String, _ nextStep: String) -> SessionError {
            SessionError(.usage, problem, place: git.project, nextStep: nextStep)
        }
        if goodCommit == badCommit {
            throw refusal(
                "'\(good)' and '\(bad)' are the same commit", "name an older one with --good, where the sound is right")
        }
        if try git.answer("merge-base", "--is-ancestor", badCommit, goodCommit).status == 0 {
            throw refusal("'\(good)' comes after '\(bad)'", "name an older one with --good, where the sound is right")
        }
        if try git.answer("merge-base", goodCommit, badCommit).status != 0 {
            throw refusal(
                "'\(good)' and '\(bad)' have no commit in common", try git.olderStep ?? "name two of one history")
        }
    }

    /// - Parameter tell: is given each commit that was looked at.
    func run(_ tell: (BisectStep) -> Void) throws -> BisectReport {
        TemporaryFiles.removeLeft(in: results, now: Terminal.date)
        let folder = try files.makeWorkFolder(in: results, hidesFromGit: true)
        defer { files.removeWorkFolder(folder) }
        var sounds = BisectSounds(folder: folder)
        try make(at: good, .good, &sounds, throwing: true)
        var report = BisectReport(name: item.name, good: good, bad: bad)
        var known = try log.steps()
        // What made its sound may have been mended since then.
        if known[bad]?.verdict == .good { known[bad] = nil }
        func step(_ commit: String) throws -> BisectStep {
            if let old = known.removeValue(forKey: commit) { return old }
            let new = try look(at: commit, &sounds)
            try log.add(new)
            return new
        }
        let last = try step(bad)
        tell(last)
        report.steps.append(last)
        guard last.verdict == .bad else {
            throw SessionError(
                .usage,
                last.verdict == .good
                    ? "the sound of '\(item.name)' is the same at the bad revision"
                    : "the bad revision is skipped: \(last.reason)",
                place: last.commit, nextStep: "name another one with --bad")
        }
        // What a build has written may be in git's way, and is not in ours.
        var answer = try git.answer("bisect", "start", "--no-checkout", bad, good)
        while try !isOver(answer, &report) {
            let step = try step(git.commit("BISECT_HEAD"))
            tell(step)
            report.steps.append(step)
            answer = try git.answer("bisect", step.verdict.rawValue, step.commit)
        }
        if let first = report.firstBad, try !describe(first, &report, &sounds) {
            try log.discard()
            throw SessionError(
                .badData, "\(first.prefix(12)) was found, but its sound is that of the good revision now",
                place: item.originPlace,
                nextStep: "what makes the sound varies, or was mended since: search again, from the start")
        }
        return report
    }

    /// Reads what git says of the search: the commit, those of which it is one, or that it goes on.
    private func isOver(
        _ answer: (status: Int32, said: String, problem: String), _ report: inout BisectReport
    ) throws
        -> Bool
    {
        let lines = answer.said.split(separator: "\n").map(String.init)
        if let found = lines.first(where: { $0.hasSuffix("is the first bad commit") }) {
            report.firstBad = found.split(separator: " ").first.map(String.init)
            return true
        }
        switch answer.status {
        case 0: return false
        case 2:
            report.candidates = lines.filter { line in
                line.utf8.count >= 40 && line.utf8.allSatisfy { "0123456789abcdef".utf8.contains($0) }
            }
            return true
        case 3:
            throw SessionError(
                .usage,
                "the sound is already different in the common ancestor of the good and the bad revision, and was fixed before the good one",
                place: report.steps.last?.commit, nextStep: "name a good revision that the bad one comes from")
        default: throw git.failure("bisect", answer.problem.isEmpty ? answer.said : answer.problem)
        }
    }

    /// What a commit's sound is beside the good one.
    private func look(at commit: String, _ sounds: inout BisectSounds) throws -> BisectStep {
        var step = BisectStep(commit: commit, subject: try git("show", "--no-patch", "--format=%s", commit))
        do {
            let run = try make(at: commit, .actual, &sounds, throwing: false)
            let comparison = try run.compare(sounds.actual, with: sounds.good)
            let words = ComparisonWords(comparison)
            step.verdict = comparison.passed ? .good : .bad
            step.reason = comparison.passed ? words.verdict : words.diagnosis ?? words.missed.first ?? words.verdict
        } catch let error as SkippedCommit {
            (step.verdict, step.reason) = (.skip, error.reason)
        }
        return step
    }

    /// Checks a commit out, builds it, and makes the sound of its own case.
    @discardableResult
    private func make(
        at commit: String, _ side: BisectSounds.Side, _ sounds: inout BisectSounds, throwing: Bool
    ) throws -> CaseRun {
        do {
            try worktree.checkOut(commit)
            let there = try CaseManifest(path: manifestPath(at: commit), platform: ManifestCases.platform)
            guard var item = there.cases.first(where: { $0.name == item.name }) else {
                throw SkippedCommit(reason: "it does not have the case")
            }
            // Of two commits with one sound, one would be good and the other bad.
            item.tolerance = self.item.tolerance
            guard mayRunPrograms || (ProgramConsent.program(of: item) == nil && there.build == nil) else {
                throw SkippedCommit(reason: "its manifest runs programs, but --run-commands is not given")
            }
            if case .file(let file) = item.origin { try worktree.removeProduct(worktree.tree.moved(file.path)) }
            try worktree.build(there, seconds: seconds)
            var options = CaseRun.Options()
            options.results = sounds.folder
            options.threadCount = ProcessSetup.processorCount
            options.programs = StartedPrograms(programs: programs)
            options.clock = { Terminal.clock }
            let run = try CaseRun([item], options: options, temporaryFiles: files, parse: CaseWords.mix)
            sounds.take(side, ending: try run.ending())
            try run.make(at: sounds.path(side), trace: sounds.trace(side), in: worktree.tree)
            return run
        } catch let error as any Failure where throwing {
            // The worktree is gone when somebody reads this.
            let place = error.place.map {
                "\($0.replacing(worktree.tree.moved(worktree.project).text + "/", with: "")): "
            }
            throw SessionError(
                error.kind, "the sound of the good revision cannot be made: \(place ?? "")\(error.problem)",
                place: worktree.tree.revision,
                nextStep: worktree.lacksSubmodules
                    ? "some of its submodules are missing: git submodule update --init fetches them"
                    : "name another one with --good, which has the case where it is now")
        } catch let error as any Failure where error.kind != .io {
            throw SkippedCommit(reason: error.problem)
        } catch let error as SkippedCommit where throwing {
            throw SessionError(
                .badSession, "the sound of the good revision cannot be made: \(error.reason)", place: commit,
                nextStep: "name another one with --good")
        }
    }

    /// Where the manifest is in the worktree: where it is now, or where it was before it, or its folder, got another
    /// name.
    private func manifestPath(at commit: String) throws -> FilePath {
        var tree = worktree.tree
        if !tree.moved(item.file).exists { tree.renames = try worktree.renames(since: commit) }
        let file = tree.moved(item.file)
        return manifest.path.isFolder ? file.folder : file
    }

    /// Makes the first bad sound once more, and says what it is and where it left the good one.
    ///
    /// - Returns: whether it is bad still.
    private func describe(
        _ commit: String, _ report: inout BisectReport, _ sounds: inout BisectSounds
    ) throws -> Bool {
        let run = try make(at: commit, .actual, &sounds, throwing: true)
        let comparison = try run.compare(sounds.actual, with: sounds.good)
        guard !comparison.passed else { return false }
        let words = ComparisonWords(comparison)
        report.subject = try git("show", "--no-patch", "--format=%s", commit)
        report.author = try git("show", "--no-patch", "--format=%an", commit)
        report.difference = words.diagnosis ?? words.missed.first ?? words.verdict
        report.departure = try sounds.departure()
        for (path, role) in [(sounds.good, "good"), (sounds.actual, "bad")] {
            let kept = results / "\(item.name).\(role).\(path.pathExtension ?? "wav")"
            try SmallFile.copy(path, to: kept, temporaryFiles: files.part())
            report.sounds.append(kept)
        }
        return true
    }
}

/// Why a commit says nothing.
struct SkippedCommit: Error {
    let reason: String
}
