public import KKFiles
internal import KKPCM
public import KKReport

/// The folder of a page: the page, and the pictures and sounds that it shows.
///
/// Every file comes under a temporary name, and the page last: a folder with a page is complete. A run that fails takes away what it has
/// written. A folder that holds something else is refused, unless it may be added to; an older report in it is replaced.
public struct ReportFolder: Sendable {
    public let path: String
    private let force: Bool
    private let includesPassed: Bool
    private let limit: Int64

    /// Where pictures and sounds are, in the folder.
    public static let filesName = "files"
    /// The most bytes of pictures and sounds in a folder; what comes after them is left out, and its card says so.
    public static let mostBytes: Int64 = 1 << 30

    /// - Parameters:
    ///   - force: whether a folder with other things in it may be added to.
    ///   - includesPassed: whether entries that passed have their sounds and pictures, too.
    public init(path: String, force: Bool = false, includesPassed: Bool = false, limit: Int64 = Self.mostBytes) {
        self.path = path
        self.force = force
        self.includesPassed = includesPassed
        self.limit = limit
    }

    /// The page's path.
    public var pagePath: String { ManifestPath.join(path, HTMLReport.fileName) }

    /// Looks at the folder before anything is worked out.
    ///
    /// - Throws: `usage` for a name that is none; `cannotCreate` for a file, and for a folder with something else in it.
    public func check() throws {
        guard !path.isEmpty, path != "-" else { throw SessionError(.usage, "a report is a folder", nextStep: "name one: --html report") }
        guard FileSystem.exists(path) else { return }
        guard FileSystem.isFolder(path) else {
            throw SessionError(.cannotCreate, "the report's folder is a file", place: path, nextStep: "name another one")
        }
        guard !force, try !holdsReport, try !FileSystem.names(in: path).isEmpty else { return }
        throw SessionError(
            .cannotCreate, "the folder holds something else than a report", place: path, nextStep: "name another one, or add to it with -f")
    }

    private var holdsReport: Bool {
        get throws {
            guard FileSystem.isPlainFile(pagePath) else { return false }
            let head = try SmallFile.read(pagePath, limit: Self.longestPage).prefix(2_048)
            return String(decoding: head, as: UTF8.self).contains(HTMLReport.mark)
        }
    }

    /// Above what any page takes: a row for each of a million entries.
    private static let longestPage = 1 << 30

    /// Writes pictures and sounds, and then the page.
    ///
    /// - Returns: the report, whose attachments know their places in the folder.
    /// - Throws: `cannotCreate`, `io`. A sound or picture that cannot be read is none: its entry has a warning.
    @discardableResult
    public func write(_ report: Report, temporaryFiles: TemporaryFiles) throws -> Report {
        let isRenewal = try holdsReport
        if isRenewal { try FileSystem.remove(pagePath) }
        var files = ReportFiles(folder: path, limit: limit, temporaryFiles: temporaryFiles)
        do {
            var shown = report
            let slugs = report.slugs
            for index in report.bySeverity where includesPassed || report.entries[index].isFailure {
                try files.take(&shown.entries[index], slug: slugs[index])
            }
            let page = FinishedFile(path: pagePath, force: force || isRenewal, makesFolder: true)
            try page.write(HTMLReport(shown).text, temporaryFiles: temporaryFiles)
            if isRenewal { try files.removeOthers() }
            return shown
        } catch {
            files.removeAll()
            throw error
        }
    }
}
