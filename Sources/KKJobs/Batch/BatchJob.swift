public import KKFiles

/// One row of a job list: a mix and its output. It is a value that names files but does not open them.
public struct BatchJob: Hashable, Sendable {
    /// Unique in its list, byte by byte; the default is its output.
    public var id: String
    /// The position of the row: `FILE:LINE:COLUMN`, in a table `FILE:LINE`.
    public var place: String
    /// The folder that its paths are relative to; empty for the working folder.
    public var folder: FilePath
    /// The inputs as written in the row, in the form of a mix's command line.
    public var inputs: [String]
    /// The output as written in the row.
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

    /// The output, relative to the working folder.
    public var outputPath: FilePath { folder / output }
}
