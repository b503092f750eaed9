public import KKFiles
internal import KKPCM
internal import KKSession

/// The jobs of a list with their parsed mixes. Every error that can be found without opening a sound has been reported:
/// a mistake in the last row is reported before the first is rendered.
public struct BatchMixes: Sendable {
    public struct Item: Sendable {
        public var job: BatchJob
        public var mix: BatchMix
    }

    public let items: [Item]
    private let list: FilePath
    /// The files that are written and read, with the jobs' indices in `items`.
    private var outputs = KnownFiles()
    private var inputs = KnownFiles()

    /// - Parameter parse: parses a job's words into a mix.
    /// - Throws: `badSession` with the row's place for words that a mix would refuse; `usage` for two jobs with the
    ///   same output, for an output that is another's folder, and for an output that a job of the list reads, links
    ///   followed; both positions are named.
    public init(_ list: BatchJobList, parse: (BatchJob) throws -> BatchMix) throws {
        var items: [Item] = []
        items.reserveCapacity(list.jobs.count)
        for job in list.jobs {
            do {
                items.append(Item(job: job, mix: try parse(job)))
            } catch let error as any Failure {
                // Of another kind than badSession only because a command line would have it: the fault is the list's.
                let what = error.place.map { "\($0): " } ?? ""
                throw SessionError(
                    .badSession, "job '\(job.id)': \(what)\(error.problem)", place: job.place, nextStep: error.nextStep)
            }
        }
        self.items = items
        self.list = list.path
        try checkPlaces()
    }

    /// Refuses a file that is written besides the outputs if it is an output, an input, the list, or a folder that an
    /// output needs.
    public func check(besides file: FinishedFile, option: String) throws {
        let path = file.path
        try file.check(inputs: [list])
        for (known, verb) in [(outputs, "writes"), (inputs, "reads")] {
            guard let job = known.find(FilePlaces(path)).map({ items[$0].job }) else { continue }
            throw SessionError(
                .usage, "the job '\(job.id)' at \(job.place) \(verb) it", place: path,
                nextStep: "name another file with \(option)")
        }
        guard let job = outputs.inside(FilePlaces(path)).map({ items[$0].job }) else { return }
        throw SessionError(
            .usage, "the output \(job.output) of the job '\(job.id)' at \(job.place) needs a folder there", place: path,
            nextStep: "name another file with \(option)")
    }

    private mutating func checkPlaces() throws(SessionError) {
        let written = items.map { FilePlaces($0.mix.output.path) }
        for (index, item) in items.enumerated() {
            if let other = outputs.add(written[index], of: index).map({ items[$0].job }) {
                throw BatchJobList.oneOutput(item.job, other)
            }
        }
        for (item, places) in zip(items, written) {
            guard let other = outputs.folder(of: places).map({ items[$0].job }) else { continue }
            throw SessionError(
                .usage,
                "the output \(item.job.output) needs a folder where the output \(other.output) of another job, at \(other.place), will be",
                place: item.job.place, nextStep: "change the output of one of them")
        }
        if let job = outputs.find(FilePlaces(list)).map({ items[$0].job }) {
            throw SessionError(
                .usage, "the output of the job '\(job.id)' is the list itself", place: job.place,
                nextStep: "name another output")
        }
        // Many jobs may read one file.
        var read: Set<FilePath> = []
        for (index, item) in items.enumerated() {
            for path in item.mix.inputPaths where read.insert(path).inserted {
                let places = FilePlaces(path)
                guard let found = outputs.find(places) else {
                    _ = inputs.add(places, of: index)
                    continue
                }
                let writer = items[found].job
                let reader = found == index ? "" : " of the job '\(item.job.id)' at \(item.job.place)"
                let name = path == items[found].mix.output.path ? "" : ", \(path)"
                throw SessionError(
                    .usage, "the output \(writer.output) of the job '\(writer.id)' is also an input\(reader)\(name)",
                    place: writer.place,
                    nextStep: found == index
                        ? "name another output"
                        : "name another output, or make two lists: jobs do not wait for each other")
            }
        }
    }
}

/// Files by the places where they are or will be, and by what is there now.
private struct KnownFiles: Sendable {
    private var places: [OutputPlace: Int] = [:]
    private var files: [FileIdentity: Int] = [:]

    /// - Returns: whose file it is already.
    mutating func add(_ file: FilePlaces, of owner: Int) -> Int? {
        if let other = find(file) { return other }
        if let place = file.place { places[place] = owner }
        if let identity = file.identity { files[identity] = owner }
        return nil
    }

    /// Whose file a folder of this one would have to be.
    func folder(of file: FilePlaces) -> Int? {
        guard let place = file.place else { return nil }
        return files[place.folder] ?? place.missingFolders.lazy.compactMap { places[$0] }.first
    }

    /// Whose file wants a folder where this one would be; of several jobs the first.
    func inside(_ file: FilePlaces) -> Int? {
        guard let place = file.place else { return nil }
        return places.filter { $0.key.folder == place.folder && $0.key.missingFolders.contains(place) }.values.min()
    }

    func find(_ file: FilePlaces) -> Int? {
        file.place.flatMap { places[$0] } ?? file.identity.flatMap { files[$0] }
    }
}
