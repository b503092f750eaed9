internal import KKAnalysis
internal import KKFiles
internal import KKMath
internal import KKPCM
internal import KKSession

/// Where a sound is from that a run kept: a file beside it, so that a review makes it no golden of something else.
struct KeptOrigin: Equatable {
    /// From the root, links followed.
    var manifest: FilePath
    /// The golden that it was held against; empty if there was none.
    var golden: FilePath
    /// What git has checked out in the project, as it says so itself: `ref: refs/heads/main`. Empty without git, and
    /// where it is not a branch.
    var branch: String
    /// The SHA-256 of the manifest; empty where it cannot be read.
    var manifestHash: String

    init(_ item: GoldenCase) {
        manifest = item.file.realPath ?? item.file.absolute
        golden = item.golden.map { $0.path.futurePath ?? $0.path.absolute } ?? FilePath("")
        branch = Self.branch(above: manifest.folder)
        let bytes = try? SmallFile.read(item.file, limit: 1 << 26), hash = try? ByteHash()
        bytes.map { hash?.add($0) }
        manifestHash = bytes == nil ? "" : hash?.digest() ?? ""
    }

    /// - Returns: `nil` for what is no such file's text.
    init?(parsing bytes: [UInt8]) {
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map {
            PathText.decode(Array($0))
        }
        guard lines.count == 5, lines[4].isEmpty else { return nil }
        (manifest, golden, branch, manifestHash) = (FilePath(lines[0]), FilePath(lines[1]), lines[2], lines[3])
    }

    /// Four lines; `nil` for paths that a line cannot hold.
    var bytes: [UInt8]? {
        let words = [manifest.text, golden.text, branch, manifestHash].map { PathText.bytes(of: $0) }
        guard words.allSatisfy({ !$0.contains(UInt8(ascii: "\n")) }) else { return nil }
        return words.flatMap { $0 + [UInt8(ascii: "\n")] }
    }

    /// Why a sound that is from here does not belong to what is reviewed; `nil` if it does.
    func problem(for wanted: KeptOrigin) -> String? {
        if manifest != wanted.manifest { return "this sound was made for another manifest, \(manifest)" }
        if golden != wanted.golden {
            guard !golden.text.isEmpty else { return "this sound was compared with no golden" }
            return "this sound was compared with another golden, \(golden)"
        }
        guard branch != wanted.branch, !branch.isEmpty, !wanted.branch.isEmpty else { return nil }
        return
            "this sound was made on another branch, \(branch.split(separator: "/").dropFirst(2).joined(separator: "/"))"
    }

    /// What HEAD says of the project that a folder is in.
    private static func branch(above folder: FilePath) -> String {
        let git = ManifestSearch.root(above: folder) / ".git"
        var head = git / "HEAD"
        // In a worktree it is a file that names the folder: "gitdir: …".
        if git.isPlainFile, let named = line(of: git), named.hasPrefix("gitdir: ") {
            head = git.folder / String(named.dropFirst(8)) / "HEAD"
        }
        guard let text = line(of: head), text.hasPrefix("ref: ") else { return "" }
        return text
    }

    private static func line(of path: FilePath) -> String? {
        guard path.isPlainFile, let bytes = try? SmallFile.read(path, limit: 4096) else { return nil }
        return PathText.decode(Array(bytes.prefix { $0 != UInt8(ascii: "\n") }))
    }
}

extension CaseTrial {
    var originPath: FilePath { folder / "\(item.name).origin" }

    /// Says beside a sound that is kept where it is from.
    func noteOrigin() throws {
        guard let bytes = KeptOrigin(item).bytes else { return }
        try FinishedFile(path: originPath, force: true, makesFolder: true).write(
            bytes, temporaryFiles: temporaryFiles.part())
    }

    /// Why the sound that was kept is not this case's; `nil` where it is.
    func problemOfOrigin() -> String? {
        guard let origin = keptOrigin else { return "nothing says where this sound is from" }
        return origin.problem(for: KeptOrigin(item))
    }

    /// Whether the manifest has another text than when the sound was made that was kept.
    var isManifestChanged: Bool { keptOrigin?.manifestHash != KeptOrigin(item).manifestHash }

    private var keptOrigin: KeptOrigin? {
        guard originPath.isPlainFile, let bytes = try? SmallFile.read(originPath, limit: 1 << 16) else { return nil }
        return KeptOrigin(parsing: bytes)
    }
}
