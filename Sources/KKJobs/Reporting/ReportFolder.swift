public import KKFiles
internal import KKPCM
public import KKReport
internal import KKSession

/// The folder of a report page with its pictures and sounds.
///
/// All its files are written to a work folder in it, and get their names together when the last is complete: a folder
/// with a page is complete, and until then an older report in it stays as it is. A list names the files. A run that fails
/// or is stopped removes what it has written. A folder with other content is refused, unless adding to it is permitted. An
/// older report in it is replaced: only the files on its list are removed.
public struct ReportFolder: Sendable {
    public let path: FilePath
    let force: Bool
    private let includesPassed: Bool
    private let limit: Int64

    /// Where pictures and sounds are, in the folder.
    public static let filesName = "files"
    /// The maximum size of all pictures and sounds in a folder; further ones are left out, with a note on their card.
    public static let mostBytes: Int64 = 1 << 30

    /// - Parameters:
    ///   - force: whether a folder with other content may be used.
    ///   - includesPassed: whether passed entries have their sounds and pictures, too.
    public init(path: FilePath, force: Bool = false, includesPassed: Bool = false, limit: Int64 = Self.mostBytes) {
        self.path = path
        self.force = force
        self.includesPassed = includesPassed
        self.limit = limit
    }

    /// The page's path.
    public var pagePath: FilePath { path / HTMLReport.fileName }

    /// The page, and the list of its files.
    public var ownFiles: [FilePath] { [pagePath, ReportList.path(in: path)] }

    /// Those, and the folder of pictures and sounds: nothing else may be written to these paths.
    public var ownPaths: [FilePath] { ownFiles + [filesPath] }

    var filesPath: FilePath { path / Self.filesName }

    var holdsReport: Bool {
        get throws {
            guard pagePath.isPlainFile else { return false }
            return String(decoding: try SmallFile.head(of: pagePath, count: 2_048), as: UTF8.self).contains(
                HTMLReport.mark)
        }
    }

    /// Writes pictures and sounds, and then the page.
    ///
    /// - Returns: the report with the attachments' paths in the folder.
    /// - Throws: `cannotCreate`, also for a foreign file with a needed name; `io`. A sound or picture that cannot be
    ///   read is not an error: its entry gets a warning.
    @discardableResult
    public func write(_ report: Report, temporaryFiles: TemporaryFiles) throws -> Report {
        let isRenewal = try holdsReport
        temporaryFiles.own(path)
        let slugs = report.slugs
        let shown = report.bySeverity.filter { includesPassed || report.entries[$0].isFailure }
        let names = shown.flatMap { index in
            report.entries[index].attachments.flatMap { ReportFiles.names(of: $0, slugs[index]) }
        }
        if path.exists { try checkNames(path.names()) }
        var files = try ReportFiles(folder: path, names: names, limit: limit, temporaryFiles: temporaryFiles)
        do {
            var report = report
            for index in shown { try files.take(&report.entries[index], slug: slugs[index]) }
            // Another run's page may have come meanwhile.
            try files.finish(HTMLReport(report), replacesPage: isRenewal || holdsReport)
            files.removeUnfinished(hasFailed: false)
            return report
        } catch {
            files.removeUnfinished(hasFailed: true)
            throw error
        }
    }
}
