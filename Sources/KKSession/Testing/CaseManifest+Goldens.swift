internal import KKFiles
internal import KKPCM

extension CaseManifest {
    /// Goldens that no case has: sounds, fingerprints and traces in the goldens' folder, by their names in order.
    ///
    /// The cases of every manifest that stands beside this one, or beside the goldens, count as well. A folder that holds more than goldens – the
    /// manifest's own, or one of an input – is looked through for fingerprints alone: sounds may be anything there. One that lies elsewhere than in
    /// the manifest's folder, links followed, is somebody else's; and links, folders and devices are no goldens.
    ///
    /// - Parameter manifests: those that were named, whose cases count.
    /// - Throws: `badSession` where a manifest beside this one cannot be read: nobody knows then what it needs.
    public func unreferencedGoldens(besides manifests: [CaseManifest]) throws -> [String] {
        let folder = goldens ?? self.folder
        let place = folder.isEmpty ? "." : folder
        guard FileSystem.isFolder(place), isInside(place) else { return [] }
        let suspects = try unreferenced(in: folder, by: manifests.flatMap(\.cases))
        if suspects.isEmpty { return [] }
        return try unreferenced(in: folder, by: manifests.flatMap(\.cases) + siblings(besides: manifests).flatMap(\.cases))
    }

    private func unreferenced(in folder: String, by cases: [GoldenCase]) throws -> [String] {
        let isOwn = goldens != nil && ManifestPath.plain(folder) != ManifestPath.plain(self.folder) && !cases.contains { item in
            item.words.contains { word in
                let path = ManifestPath.join(item.folder, word.split(separator: ":").first.map(String.init) ?? word)
                return ManifestPath.plain(ManifestPath.folder(of: path)) == ManifestPath.plain(folder)
            }
        }
        let endings = isOwn ? GoldenFile.Kind.allCases.map(\.rawValue) + ["trace"] : [GoldenFile.Kind.fingerprint.rawValue]
        let files = cases.compactMap(\.golden).flatMap { [$0.path, $0.tracePath] }
        let kept = files.map(ManifestPath.plain)
        // A golden may have another name in another manifest: a link, or a way around.
        let identities = files.compactMap { FileSystem.identity(of: $0, standard: 0) }
        return try FileSystem.names(in: folder.isEmpty ? "." : folder)
            .filter { name in endings.contains { name.lowercased().hasSuffix(".\($0)") } }
            .map { ManifestPath.join(folder, $0) }
            .filter { path in
                !kept.contains(ManifestPath.plain(path)) && FileSystem.isPlainFile(path)
                    && FileSystem.identity(of: path, standard: 0).map { !identities.contains($0) } ?? false
            }
    }

    private func isInside(_ place: String) -> Bool {
        guard let own = FileSystem.realPath(folder.isEmpty ? "." : folder), let real = FileSystem.realPath(place) else { return false }
        return real == own || real.hasPrefix(own.hasSuffix("/") ? own : own + "/")
    }

    /// The manifests in the manifest's folder and in that where the goldens' folder is.
    private func siblings(besides manifests: [CaseManifest]) throws -> [CaseManifest] {
        let known = manifests.compactMap { FileSystem.identity(of: $0.path, standard: 0) }
        var folders = [folder]
        if let goldens { folders += [ManifestPath.folder(of: goldens), goldens] }
        var siblings: [CaseManifest] = []
        var seen: [String] = []
        for folder in folders where !seen.contains(ManifestPath.plain(folder)) {
            seen.append(ManifestPath.plain(folder))
            for name in try FileSystem.names(in: folder.isEmpty ? "." : folder) where Self.mayBeManifest(name) {
                let path = ManifestPath.join(folder, name)
                guard let identity = FileSystem.identity(of: path, standard: 0), !known.contains(identity) else { continue }
                do {
                    if let sibling = try CaseManifest(sibling: path) { siblings.append(sibling) }
                } catch let error as any Failure {
                    throw SessionError(
                        .badSession, "nobody knows which goldens this manifest needs, for it cannot be read: \(error.problem)",
                        place: error.place ?? path, nextStep: "mend it, or move it elsewhere, before anything is pruned")
                }
            }
        }
        return siblings
    }
}
