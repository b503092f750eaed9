internal import KKFiles
internal import KKPCM
internal import KKSession

extension CaseManifest {
    /// Goldens that no case has: sounds, fingerprints and traces in the goldens' folder, by their names in order.
    ///
    /// The cases of every manifest of the project (``ManifestSearch``) count as well. A folder that holds more than
    /// goldens – the manifest's own, or one of an input – is looked through for fingerprints alone: sounds may be
    /// anything there. One that lies elsewhere than in the manifest's folder, links followed, is somebody else's; and
    /// links, folders and devices are no goldens.
    ///
    /// - Parameter manifests: those that were named, whose cases count.
    /// - Throws: `badSession` where another manifest cannot be read, or there are too many files to look for them:
    ///   nobody knows then what is needed.
    public func unreferencedGoldens(besides manifests: [CaseManifest]) throws -> [String] {
        let folder = goldens ?? self.folder
        let place = folder.isEmpty ? "." : folder
        guard FileSystem.isFolder(place), isInside(place) else { return [] }
        let suspects = try unreferenced(in: folder, by: manifests.flatMap(\.cases))
        if suspects.isEmpty { return [] }
        let search = ManifestSearch(around: manifests)
        try search.checkThatAllIsKnown()
        return try unreferenced(in: folder, by: (manifests + search.found).flatMap(\.cases))
    }

    private func unreferenced(in folder: String, by cases: [GoldenCase]) throws -> [String] {
        let place = PathKey(Self.real(folder))
        let isOwn =
            goldens != nil && PathKey(FileName.plain(folder)) != PathKey(FileName.plain(self.folder))
            && !cases.contains { item in
                item.namedPaths.contains { PathKey(Self.real(FileName.folder(of: $0))) == place }
            }
        let endings =
            isOwn ? GoldenFile.Kind.allCases.map(\.rawValue) + ["trace"] : [GoldenFile.Kind.fingerprint.rawValue]
        let files = cases.compactMap(\.golden).flatMap { [$0.path, $0.tracePath] }
        let kept = Set(files.map { PathKey(FileName.plain($0)) })
        // A golden may have another name in another manifest: a link, or a way around.
        let identities = files.compactMap { FileSystem.identity(of: $0, standard: 0) }
        return try FileSystem.names(in: folder.isEmpty ? "." : folder)
            .filter { name in endings.contains { name.lowercased().hasSuffix(".\($0)") } }
            .map { FileName.join(folder, $0) }
            .filter { path in
                !kept.contains(PathKey(FileName.plain(path))) && FileSystem.isPlainFile(path)
                    && FileSystem.identity(of: path, standard: 0).map { !identities.contains($0) } ?? false
            }
    }

    /// A folder without links, by which two spellings are one.
    private static func real(_ folder: String) -> String {
        FileSystem.realPath(folder.isEmpty ? "." : folder) ?? FileName.plain(folder)
    }

    private func isInside(_ place: String) -> Bool {
        guard let own = FileSystem.realPath(folder.isEmpty ? "." : folder), let real = FileSystem.realPath(place) else {
            return false
        }
        return PathKey(real).isIn(PathKey(own))
    }
}
