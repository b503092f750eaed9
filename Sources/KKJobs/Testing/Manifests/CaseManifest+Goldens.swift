public import KKFiles
internal import KKPCM
internal import KKSession

extension CaseManifest {
    /// Goldens that no case uses: sounds, fingerprints and traces in the goldens' folder, sorted by name.
    ///
    /// The cases of every manifest of the project (``ManifestSearch``) count as well. A folder that holds more than
    /// goldens – the manifest's own, or one of an input – is looked through for fingerprints alone: sounds may be
    /// anything there. One that lies elsewhere than in the manifest's folder, links followed, is somebody else's; and
    /// links, folders and devices are not goldens.
    ///
    /// - Parameter manifests: those that were named, whose cases count.
    /// - Throws: `badSession` where another manifest cannot be read, or there are too many files to look for them:
    ///   nobody knows then what is needed.
    public func unreferencedGoldens(besides manifests: [CaseManifest]) throws -> [FilePath] {
        let folder = goldens ?? self.folder
        let place = folder.orHere
        guard place.isFolder, isInside(place) else { return [] }
        let suspects = try unreferenced(in: folder, by: manifests.flatMap(\.cases))
        if suspects.isEmpty { return [] }
        let search = ManifestSearch(around: manifests)
        try search.checkThatAllIsKnown()
        return try unreferenced(in: folder, by: (manifests + search.found).flatMap(\.cases))
    }

    private func unreferenced(in folder: FilePath, by cases: [GoldenCase]) throws -> [FilePath] {
        let place = Self.real(folder)
        let isOwn =
            goldens != nil && folder.plain != self.folder.plain
            && !cases.contains { item in
                item.namedPaths.contains { Self.real($0.folder) == place }
            }
        let endings =
            isOwn ? GoldenFile.Kind.allCases.map(\.rawValue) + ["trace"] : [GoldenFile.Kind.fingerprint.rawValue]
        let files = cases.flatMap(\.goldens).flatMap { [$0.path, $0.tracePath] }
        let kept = Set(files.map(\.plain))
        // A golden may have another name in another manifest: a link, or a way around.
        let identities = files.compactMap { $0.identity(standard: 0) }
        return try folder.orHere.names()
            .filter { name in endings.contains { name.lowercased().hasSuffix(".\($0)") } }
            .map { folder / $0 }
            .filter { path in
                !kept.contains(path.plain) && path.isPlainFile
                    && path.identity(standard: 0).map { !identities.contains($0) } ?? false
            }
    }

    /// A folder without links, by which two spellings are one.
    private static func real(_ folder: FilePath) -> FilePath {
        folder.orHere.realPath ?? folder.plain
    }

    private func isInside(_ place: FilePath) -> Bool {
        guard let own = folder.orHere.realPath, let real = place.realPath else {
            return false
        }
        return real.isIn(own)
    }
}
