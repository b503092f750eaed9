internal import KKFiles
internal import KKSession

/// The list of the files that kkmix wrote beside a page: all that the next page in that folder removes. It is written
/// before the first of them, so that a folder is known again whose page was never finished.
struct ReportList {
    /// In the folder.
    static let fileName = "kkmix-report.txt"
    private static let head =
        "Files of a report of kkmix, in \(ReportFolder.filesName)/; the next report in this folder removes them:"

    /// In bytes: a hundred thousand files.
    private static let longest = 8 << 20

    private let path: FilePath
    /// In the folder of the pictures and sounds.
    var names: Set<String>

    init(folder: FilePath, names: Set<String>) {
        path = Self.path(in: folder)
        self.names = names
    }

    /// Reads the list of a folder; `nil` if there is none.
    ///
    /// - Throws: `io`.
    init?(in folder: FilePath) throws {
        path = Self.path(in: folder)
        guard path.isPlainFile else { return nil }
        let text = String(decoding: try SmallFile.read(path, limit: Self.longest), as: UTF8.self)
        let lines = text.split(separator: "\n").map(String.init)
        guard lines.first == Self.head else { return nil }
        // Of a list that somebody has written into, nothing outside is taken.
        names = Set(lines.dropFirst().filter { !$0.hasPrefix(".") && !$0.utf8.contains(UInt8(ascii: "/")) })
    }

    static func path(in folder: FilePath) -> FilePath { folder / fileName }

    /// - Throws: `cannotCreate`, `io`.
    func write(temporaryFiles: TemporaryFiles) throws {
        let lines = [Self.head] + names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        let text = lines.joined(separator: "\n") + "\n"
        try FinishedFile(path: path, force: true, makesFolder: true).write(text, temporaryFiles: temporaryFiles)
    }
}
