internal import KKMixing

/// A comment for a pull request, in Markdown.
struct CommentFile {
    let path: FilePath
    /// What comes before the pictures' names; `nil` takes the way to them from the comment's folder.
    let prefix: String?
    let force: Bool

    private static let longest = 60_000
    /// How every comment begins.
    private static let mark = "### "

    var file: FinishedFile { FinishedFile(path: path, force: force || isComment, makesFolder: true) }

    /// Whether an earlier comment is there, or an empty file.
    private var isComment: Bool {
        guard path.isPlainFile, let bytes = try? SmallFile.head(of: path, count: 16) else { return false }
        return bytes.isEmpty || String(decoding: bytes, as: UTF8.self).hasPrefix(Self.mark)
    }

    func write(_ report: Report, temporaryFiles: TemporaryFiles) throws {
        let text = GitHubReport(report, placed: Repository.path).comment(limit: Self.longest, address: address)
        try file.write(text, temporaryFiles: temporaryFiles)
    }

    private func address(_ picture: String) -> String {
        guard let prefix else { return GitHubReport.address(way(to: FilePath(picture).absolute)) }
        return prefix + (prefix.hasSuffix("/") ? "" : "/") + GitHubReport.address(FilePath(picture).name)
    }

    /// The folder from which a reader finds the pictures: that of the comment, or of what is piped to a program, the
    /// one where it was made.
    private var folder: FilePath {
        path.isSpecial || path.isOpenDescriptor ? FilePath(".").absolute : path.absolute.folder
    }

    /// From that folder, with `..` where it leads up.
    private func way(to target: FilePath) -> String {
        let own = folder.plain.text.split(separator: "/")
        let other = target.plain.text.split(separator: "/")
        let common = zip(own, other).prefix { $0 == $1 }.count
        return (own.dropFirst(common).map { _ in ".." } + other.dropFirst(common)).joined(separator: "/")
    }
}
