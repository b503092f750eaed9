internal import KKMixing

/// The way through the commits between a good and a bad one, by git's own bisection in a worktree.
struct CommitSearch {
    private let item: GoldenCase
    private let manifest: CaseManifest
    private let good: String
    private let bad: String
    private let seconds: Int
    private let mayRunPrograms: Bool
    private let results: FilePath
    private let programs: RunningPrograms
    private let files: TemporaryFiles
    private let worktree: Worktree
    private let git: Git
    private let log: BisectLog

    init(
        _ item: GoldenCase, of manifest: CaseManifest, good: String, bad: String, seconds: Int, mayRunPrograms: Bool,
        results: FilePath, programs: RunningPrograms, files: TemporaryFiles
    ) throws {
        (self.item, self.manifest, self.seconds) = (item, manifest, seconds)
        (self.mayRunPrograms, self.results, self.programs, self.files) = (mayRunPrograms, results, programs, files)
        worktree = try Worktree(revision: good, of: [manifest], programs: programs, files: files)
        git = worktree.inside
        do {
            // In the user's own place: HEAD is theirs.
            self.good = try worktree.outside.commit(good)
            self.bad = try worktree.outside.commit(bad)
            guard try git.answer("merge-base", "--is-ancestor", self.good, self.bad).status == 0 else {
                throw SessionError(
                    .usage, "'\(good)' is no ancestor of '\(bad)'", place: worktree.tree.revision,
                    nextStep: "name a good revision that the bad one comes from")
            }
        } catch {
            worktree.remove()
            throw error
        }
        files.own(results)
        log = BisectLog(
            path: results / "\(item.name).bisect", head: "\(item.name) \(self.good) \(self.bad)", files: files)
    }

    func remove() { worktree.remove() }

    /// - Parameter tell: is given each commit that was looked at.
    func run(_ tell: (BisectStep) -> Void) throws -> BisectReport {
        let folder = try files.makeWorkFolder(in: results)
        defer { files.removeWorkFolder(folder) }
        var sounds = BisectSounds(folder: folder)
        try make(at: good, .good, &sounds, throwing: true)
        var report = BisectReport(name: item.name, good: good, bad: bad)
        var known = try log.steps()
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
        try git("bisect", "start", bad, good)
        while true {
            let commit = try git.commit("HEAD")
            if commit == bad || commit == good { break }
            let step = try step(commit)
            tell(step)
            report.steps.append(step)
            try git("reset", "--hard", "--quiet")
            let (status, said) = try git.answer("bisect", step.verdict.rawValue)
            if let found = said.split(separator: "\n").first(where: { $0.hasSuffix("is the first bad commit") }) {
                report.firstBad = found.split(separator: " ").first.map(String.init)
                break
            }
            if status != 0 {
                report.candidates = said.split(separator: "\n").map(String.init).filter { line in
                    line.utf8.count >= 40 && line.utf8.allSatisfy { "0123456789abcdef".utf8.contains($0) }
                }
                break
            }
        }
        if report.firstBad == nil, report.candidates.isEmpty { report.firstBad = bad }
        if let first = report.firstBad { try describe(first, &report, &sounds) }
        return report
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
            try git("reset", "--hard", "--quiet")
            if try git.commit("HEAD") != commit { try git("checkout", "--detach", "--quiet", commit) }
            let folder = worktree.tree.moved(manifest.path.folder.orHere)
            let path = manifest.path.isFolder ? worktree.tree.moved(manifest.path) : folder / manifest.path.name
            let there = try CaseManifest(path: path, platform: ManifestCases.platform)
            guard let item = there.cases.first(where: { $0.name == item.name }) else {
                throw SkippedCommit(reason: "it has no such case")
            }
            guard mayRunPrograms || (item.origin.program == nil && there.build == nil) else {
                throw SkippedCommit(reason: "its manifest runs programs, and --run-commands is not given")
            }
            try worktree.build(there, seconds: seconds)
            var options = CaseRun.Options()
            options.results = sounds.folder
            options.threadCount = ProcessSetup.processorCount
            options.programs = StartedPrograms(programs: programs)
            let run = try CaseRun([item], options: options, temporaryFiles: files, parse: CaseWords.mix)
            sounds.take(side, ending: try run.ending())
            try run.make(at: sounds.path(side), trace: sounds.trace(side))
            return run
        } catch let error as any Failure where throwing {
            // The worktree is gone when somebody reads this.
            let place = error.place.map {
                "\($0.replacing(worktree.tree.moved(worktree.project).text + "/", with: "")): "
            }
            throw SessionError(
                error.kind, "the good revision cannot be heard: \(place ?? "")\(error.problem)",
                place: worktree.tree.revision,
                nextStep: worktree.hasSubmodules
                    ? "its submodules are not checked out: write 'build: git submodule update --init' in the manifest"
                    : "name another one with --good, which has the case where it is now")
        } catch let error as any Failure {
            throw SkippedCommit(reason: error.problem)
        } catch let error as SkippedCommit where throwing {
            throw SessionError(
                .badSession, "the good revision cannot be heard: \(error.reason)", place: commit,
                nextStep: "name another one with --good")
        }
    }

    /// Makes the first bad sound once more, and says what it is and where it left the good one.
    private func describe(_ commit: String, _ report: inout BisectReport, _ sounds: inout BisectSounds) throws {
        let run = try make(at: commit, .actual, &sounds, throwing: true)
        let words = ComparisonWords(try run.compare(sounds.actual, with: sounds.good))
        report.subject = try git("show", "--no-patch", "--format=%s", commit)
        report.author = try git("show", "--no-patch", "--format=%an", commit)
        report.difference = words.diagnosis ?? words.missed.first ?? words.verdict
        report.departure = try sounds.departure()
        for (path, role) in [(sounds.good, "good"), (sounds.actual, "bad")] {
            let kept = results / "\(item.name).\(role).\(path.pathExtension ?? "wav")"
            try SmallFile.copy(path, to: kept, temporaryFiles: files.part())
            report.sounds.append(kept)
        }
    }
}

/// Why a commit says nothing.
struct SkippedCommit: Error {
    let reason: String
}
