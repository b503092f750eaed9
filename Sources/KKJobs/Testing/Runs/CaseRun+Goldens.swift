internal import KKFiles
internal import KKPCM
internal import KKSession

extension CaseRun {
    /// A golden is no place for results, no input of its case, and where goldens are written no input of another case
    /// and no other case's golden; whatever names a file has.
    ///
    /// - Parameter all: every case that is known, and what it reads.
    func checkGoldens(_ all: [(item: GoldenCase, inputs: [FilePath])]) throws(SessionError) {
        for (item, making) in cases {
            try checkHeaderless(item, making)
            guard let golden = item.golden else { continue }
            try checkProject(item, golden)
            try golden.checkThatItIsApart(from: options.results)
            for input in making?.inputs(of: item) ?? []
            where FilePlaces(golden.path).isSame(as: FilePlaces(input)) {
                throw SessionError(
                    .badSession, "case '\(item.name)': its golden is also an input, \(input)", place: item.place,
                    nextStep: "give the golden another name")
            }
        }
        if options.recording != nil { try checkRecording(all) }
    }

    /// A manifest may have come with somebody else's sources: what it names as a golden is in its project, and so is,
    /// links followed, what is written.
    private func checkProject(_ item: GoldenCase, _ golden: GoldenFile) throws(SessionError) {
        guard !options.allowsOutside else { return }
        let folder = item.folder.orHere.realPath ?? item.folder.plain
        let project = ManifestSearch.root(above: folder)
        let isRecording = options.recording != nil
        let places: [(path: FilePath, place: FilePath?)] =
            [(golden.path, (folder / golden.name).plain)]
            + (isRecording ? item.writtenGoldens.map { ($0, $0.futurePath) } : [])
        for (path, place) in places {
            guard let problem = GoldenFile.problem(with: place, in: project) else { continue }
            throw SessionError(
                .badSession, "case '\(item.name)': its golden \(path) \(problem.what)", place: item.place,
                nextStep: problem.nextStep)
        }
    }

    /// Bytes without a header can be any file's, and become part of a report that others read: they are of the case's
    /// project, links followed.
    private func checkHeaderless(_ item: GoldenCase, _ making: CaseMaking?) throws(SessionError) {
        guard !options.allowsOutside else { return }
        let folder = item.folder.orHere.realPath ?? item.folder.plain
        let project = ManifestSearch.root(above: folder)
        for path in making?.headerlessInputs ?? [] {
            guard let place = path.realPath, let problem = GoldenFile.problem(with: place, in: project) else {
                continue
            }
            throw SessionError(
                .badSession, "case '\(item.name)': its input without a header \(path) \(problem.what)",
                place: item.place, nextStep: problem.nextStep)
        }
    }

    private func checkRecording(_ all: [(item: GoldenCase, inputs: [FilePath])]) throws(SessionError) {
        let inputs = all.flatMap { item, paths in paths.map { (item, $0, FilePlaces($0)) } }
        var owners: [(name: String, places: FilePlaces)] = []
        for (item, making) in cases where making != nil {
            for path in item.writtenGoldens where options.recording != .missing || !path.exists {
                let places = FilePlaces(path)
                if let (other, input, _) = inputs.first(where: { $0.2.isSame(as: places) }) {
                    throw SessionError(
                        .badSession,
                        "case '\(item.name)': its golden \(path), which would be written, is an input of the case '\(other.name)', \(input) (\(other.place))",
                        place: item.place, nextStep: "give the golden another name")
                }
                if let other = owners.first(where: { $0.places.isSame(as: places) }) {
                    throw SessionError(
                        .badSession,
                        "the cases '\(other.name)' and '\(item.name)' would both write the same golden",
                        place: item.place,
                        nextStep: "--accept one of them")
                }
                owners.append((item.name, places))
            }
        }
    }
}

extension GoldenFile {
    /// - Throws: `usage` for a folder of results in which this golden is, by whatever name.
    func checkThatItIsApart(from results: FilePath) throws(SessionError) {
        let folder = path.folder
        let isSame = folder.plain == results.plain || results.exists && folder.orHere.realPath == results.realPath
        guard isSame else { return }
        throw SessionError(
            .usage, "the results would be in a folder with goldens", place: results,
            nextStep: "name another folder: --results \(CaseRun.resultsName)")
    }
}

extension GoldenCase {
    /// The files that recording it writes.
    fileprivate var writtenGoldens: [FilePath] {
        golden.map { keepsTrace ? [$0.path, $0.tracePath] : [$0.path] } ?? []
    }
}
