public import KKFiles

/// One row of a list of jobs: a mix and where it goes. A value: it names files and touches none.
public struct BatchJob: Hashable, Sendable {
    /// Unique in its list, byte by byte; where the row has none, its output.
    public var id: String
    /// Where the row stands: `FILE:LINE:COLUMN`, of a table `FILE:LINE`.
    public var place: String
    /// The folder that its paths are relative to; empty for the one the process works in.
    public var folder: FilePath
    /// The inputs as the row has them, in the forms of a mix's command line.
    public var inputs: [String]
    /// As the row has it.
    public var output: FilePath
    /// Words of a mix's command line: options and their values, without inputs and output.
    public var options: [String]

    public init(
        id: String, place: String, folder: FilePath, inputs: [String], output: FilePath, options: [String] = []
    ) {
        self.id = id
        self.place = place
        self.folder = folder
        self.inputs = inputs
        self.output = output
        self.options = options
    }

    /// The output from where the process works.
    public var outputPath: FilePath { folder / output }
}
