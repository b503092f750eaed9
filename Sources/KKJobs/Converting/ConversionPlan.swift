public import KKFiles
internal import KKPCM
public import KKSession

/// The files to convert and their outputs: all names are determined, nothing is opened yet.
///
/// The output is a file if there is one input and the destination names a file. It is a folder if there are several
/// inputs, if inputs were found in folders, or if the destination ends in `/` or is an existing folder. In a folder,
/// each file keeps its name, with the extension of the chosen format, and its subfolders.
public struct ConversionPlan: Sendable {
    public let settings: ConversionSettings
    public let items: [Item]
    /// Whether anything can be written; without a destination, conversions can only be described.
    public let hasDestination: Bool

    /// A file and its output.
    public struct Item: Hashable, Sendable {
        public var input: FilePath
        public var output: OutputSpec
        /// The part of the input that is meant; `nil` for all of it.
        var track: SheetTrack?
        /// Why this one cannot be converted, as far as names tell.
        var problem: SessionError?
        /// Why it cannot be written where it should go.
        var conflict: SessionError?
    }

    /// Determines the names.
    ///
    /// - Parameters:
    ///   - destination: a file, standard output or a folder; `nil` to only describe the conversions.
    /// - Throws: for errors of all files: contradictory settings, a missing folder, two inputs with the same output or
    ///   that are the same pipe (`usage`). Errors of one file are reported with that file.
    public init(_ jobs: [JobInput], destination: FilePath?, settings: ConversionSettings) throws {
        let inputs = jobs.map(\.path)
        guard !inputs.isEmpty else {
            throw SessionError(.usage, "no input", nextStep: "name at least one audio file")
        }
        guard !inputs.contains(""), destination != "" else {
            throw SessionError(
                .usage, "\(destination == "" ? "the output" : "an input") has an empty name",
                nextStep: "check the quotes and variables of the command")
        }
        try settings.validate()
        let folder = try ConversionFolder(
            destination, forSeveral: jobs.count > 1 || jobs.contains(where: \.isFound))
        if folder != nil, inputs.contains(where: \.isStandard) {
            throw SessionError(
                .usage, "standard input has no name to keep", nextStep: "convert it alone, and name the output file")
        }
        try SessionError.refuseSharedPipes(inputs)
        self.settings = settings
        hasDestination = destination != nil
        items = Self.refusingInputs(
            jobs.map { job in
                guard let destination, folder == nil else { return Self.named(job, in: folder, settings) }
                var output = OutputSpec(path: destination)
                output.container = settings.container
                output.encoding = settings.encoding
                output.encodingSettings = settings.encodingSettings
                output.replacesExisting = settings.replacesExisting
                return Item(input: job.path, output: output, track: job.track)
            })
        if hasDestination { try Self.refuseCollisions(items) }
    }

    /// The same for named files.
    public init(_ paths: [FilePath], destination: FilePath?, settings: ConversionSettings) throws {
        try self.init(paths.map { JobInput($0) }, destination: destination, settings: settings)
    }

    /// Marks each output that is an input, of this file or of another one, links followed.
    private static func refusingInputs(_ items: [Item]) -> [Item] {
        var inputs: [FileIdentity: FilePath] = [:]
        for item in items {
            if let identity = item.input.identity(standard: 0) {
                inputs[identity] = inputs[identity] ?? item.input
            }
        }
        return items.map { item in
            guard item.problem == nil, let output = item.output.path.identity(standard: 1),
                let input = inputs[output]
            else {
                return item
            }
            var item = item
            item.conflict = SessionError(
                .cannotCreate,
                input == item.output.path ? "the output is also an input" : "the output is also an input, \(input)",
                place: item.output.path.outputName,
                nextStep: "name another output")
            return item
        }
    }

    /// Refuses two inputs with one output, by its name or by a link that is there already.
    private static func refuseCollisions(_ items: [Item]) throws(SessionError) {
        var names: [FilePath: FilePath] = [:]
        var places: [OutputPlace: FilePath] = [:]
        var files: [FileIdentity: FilePath] = [:]
        for item in items where item.problem == nil && item.conflict == nil {
            let path = item.output.path
            let identity = path.identity(standard: 1)
            let place = path.outputPlace
            if let other = names[path] ?? place.flatMap({ places[$0] }) ?? identity.flatMap({ files[$0] }) {
                throw SessionError(
                    .usage, "two inputs would be written to it: \(other) and \(item.input)", place: path,
                    nextStep: "convert them into two folders, or rename one")
            }
            names[path] = item.input
            if let place { places[place] = item.input }
            if let identity { files[identity] = item.input }
        }
    }
}
