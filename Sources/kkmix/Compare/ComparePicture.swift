internal import KKMixing

/// The picture of `compare --plot`, for which both files are read once more.
struct ComparePicture {
    private let file: FinishedFile
    private let format: PictureFormat
    private let files: [FilePath]
    var width = ComparisonPlot().width

    /// - Throws: `usage` for a picture of no known kind, for standard output, and for an input that cannot be read
    ///   twice; `cannotCreate` for one that exists.
    init(path: FilePath, force: Bool, files: [FilePath]) throws {
        guard !path.isStandard else {
            throw SessionError(.usage, "the picture cannot go to standard output", nextStep: "name a file")
        }
        guard !files.contains(where: \.isStandard) else {
            throw SessionError(
                .usage, "--plot reads both files twice, but standard input can be read only once",
                nextStep: "name files")
        }
        format = try PictureFormat(name: nil, path: path, isOption: false)
        try SessionError.refuseNamedPipe(path, of: "--plot")
        file = FinishedFile(path: path, force: force, isTerminalAllowed: false)
        try file.check(inputs: files)
        self.files = files
    }

    func write(_ comparison: Comparison, threadCount: Int, temporaryFiles: TemporaryFiles) throws {
        let words = ComparisonWords(comparison, namesOptions: true)
        var plot = ComparisonPlot(width: width)
        plot.verdict = words.headline("the actual")
        plot.passed = comparison.passed
        plot.facts = ComparisonPicture.wrapped(
            Array(words.missed.prefix(5)) + [words.diagnosis].compactMap { $0 }, width: width, lineCount: 7)
        plot.lag = comparison.alignment
        let picture = try plot.picture(reference: files[0], actual: files[1], threadCount: threadCount)
        try file.write(try PlottedPicture.comparison(picture).bytes(format), temporaryFiles: temporaryFiles)
    }
}
