internal import KKMixing

/// The files of a run beside its reports: none of them may be a report's.
struct RunFiles {
    var reads: [FilePath] = []
    var writes: [FilePath] = []
    /// Folders that it writes to.
    var folders: [FilePath] = []
    /// Folders that are the run's own: nothing else is written in them.
    var ownFolders: [FilePath] = []
    /// Reports of the command's own, by their options.
    var reports: [(option: String, path: FilePath?)] = []

    /// Of the whole manifests: a case that is left out today has its golden nevertheless.
    init(_ manifests: [CaseManifest], results: FilePath) {
        let cases = manifests.flatMap(\.cases)
        reads = manifests.map(\.path) + cases.map(\.file) + manifests.compactMap(\.lock)
        for item in cases {
            if let golden = item.golden { reads += [golden.path, golden.tracePath] }
            // A case that is wrong is reported with the others, and reads nothing.
            reads += item.inputPaths(parse: CaseWords.mix)
        }
        folders = [results]
    }

    init(
        reads: [FilePath], writes: [FilePath] = [], folders: [FilePath] = [],
        reports: [(option: String, path: FilePath?)] = []
    ) {
        (self.reads, self.writes, self.folders, self.reports) = (reads, writes, folders, reports)
    }

    /// Of a plan, all of it: what another shard reads and writes is no place for this one's reports.
    init(_ plan: BatchPlan, path: FilePath, reads: [FilePath] = [], reports: [(option: String, path: FilePath?)]) {
        self.reads = [path] + (plan.list(path: path).map { [$0] } ?? []) + reads
        self.reports = reports
        var words = JobWords(runsPrograms: true)
        for item in plan.jobs {
            // A job whose words say nothing to this version is told by who runs it.
            guard let mix = try? words.mix(of: item.job) else { continue }
            self.reads += mix.inputPaths
            writes.append(mix.output.path)
        }
    }

    /// - Parameter page: the page's folder, in which a report may lie under a name that the page has no use for.
    /// - Throws: `usage` for two reports that are one file, and for one where the other wants a folder.
    static func checkApart(_ reports: [(option: String, path: FilePath)], page: ReportFolder?) throws(SessionError) {
        func wantsFolder(_ option: String, _ path: FilePath, at file: (option: String, path: FilePath)) -> SessionError
        {
            SessionError(
                .usage, "\(file.option) writes a file where \(option) needs a folder (\(path))", place: file.path,
                nextStep: "name two different places")
        }
        if let page {
            for report in reports where page.wantsFolder(at: report.path) {
                throw wantsFolder("--html", page.path, at: report)
            }
        }
        let files = (reports + (page?.ownFiles ?? []).map { ("--html", $0) }).map {
            (name: $0, places: FilePlaces($0.path))
        }
        for (index, (one, places)) in files.enumerated() {
            for (other, there) in files[..<index] where other.option != one.option {
                if there.isSame(as: places) {
                    throw SessionError(
                        .usage, "\(other.option) and \(one.option) write the same file", place: one.path,
                        nextStep: "name two")
                }
                if places.wantsFolder(at: there) { throw wantsFolder(one.option, one.path, at: other) }
                if there.wantsFolder(at: places) { throw wantsFolder(other.option, other.path, at: one) }
            }
        }
    }

    /// - Throws: `cannotCreate` for a report that is a file of the run, links followed, or is where such a file wants a
    ///   folder.
    func check(_ path: FilePath, of option: String) throws(SessionError) {
        if let folder = ownFolders.first(where: { FilePlaces.isFile(path, in: $0) }) {
            throw SessionError(
                .cannotCreate, "it is in \(folder), which belongs to this run", place: path,
                nextStep: "name another file with \(option)")
        }
        let places = FilePlaces(path)
        for (names, verb) in [(reads, "reads"), (writes + folders, "writes")] {
            for name in names {
                let file = FilePlaces(name)
                guard file.isSame(as: places) || file.wantsFolder(at: places) else { continue }
                let which = name == path ? "it" : name
                throw SessionError(
                    .cannotCreate, "the run \(verb) \(which)", place: path, nextStep: "name another file with \(option)"
                )
            }
        }
    }
}
