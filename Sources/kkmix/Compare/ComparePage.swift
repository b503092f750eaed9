internal import KKMixing

/// What the page of `compare --html` shows beside the two files: the residual and the picture, in a folder of their own
/// until the page has them.
struct ComparePage {
    private let folder: FilePath
    private let files: [FilePath]
    private let temporaryFiles: TemporaryFiles

    /// - Returns: `nil` if no page was asked for.
    init?(_ reports: ReportOutputs, files: [FilePath], temporaryFiles: TemporaryFiles) throws {
        guard let page = reports.pageFolder else { return nil }
        folder = try temporaryFiles.makeWorkFolder(in: page)
        self.files = files
        self.temporaryFiles = temporaryFiles
    }

    /// About as wide as a page shows it.
    private static let pictureWidth = 1000

    var residualPath: FilePath { "\(folder)/residual.wav" }

    /// Draws both files.
    ///
    /// - Parameter comparison: `nil` for what cannot be drawn.
    /// - Returns: the picture, in SVG; `nil` if a file is standard input, which comes once.
    func draw(_ comparison: Comparison?, threadCount: Int) throws -> FilePath? {
        guard let comparison, !files.contains(where: \.isStandard) else { return nil }
        let path: FilePath = "\(folder)/picture.svg"
        var picture = try ComparePicture(path: path, force: true, files: files)
        picture.width = Self.pictureWidth
        try picture.write(comparison, threadCount: threadCount, temporaryFiles: temporaryFiles)
        return path
    }

    /// Removes that folder, and the page's own where nothing has come into it.
    func remove() {
        temporaryFiles.removeWorkFolder(folder)
        temporaryFiles.removeEmptyFolders()
    }
}
