internal import KKFiles

extension CaseManifest {
    /// Goldens that no case has: sounds, fingerprints and traces in the goldens' folder, by their names in order.
    ///
    /// A folder that holds more than goldens – the manifest's own, or one of an input – is looked through for fingerprints alone:
    /// sounds may be anything there.
    ///
    /// - Parameter manifests: those whose cases count.
    public func unreferencedGoldens(besides manifests: [CaseManifest]) throws -> [String] {
        let folder = goldens ?? self.folder
        let place = folder.isEmpty ? "." : folder
        guard FileSystem.isFolder(place) else { return [] }
        let cases = manifests.flatMap(\.cases)
        let isOwn = goldens != nil && ManifestPath.plain(folder) != ManifestPath.plain(self.folder) && !cases.contains { item in
            item.words.contains { word in
                let path = ManifestPath.join(item.folder, word.split(separator: ":").first.map(String.init) ?? word)
                return ManifestPath.plain(ManifestPath.folder(of: path)) == ManifestPath.plain(folder)
            }
        }
        let endings = isOwn ? GoldenFile.Kind.allCases.map(\.rawValue) + ["trace"] : [GoldenFile.Kind.fingerprint.rawValue]
        let kept = cases.compactMap(\.golden).flatMap { [ManifestPath.plain($0.path), ManifestPath.plain($0.tracePath)] }
        return try FileSystem.names(in: place)
            .filter { name in endings.contains { name.lowercased().hasSuffix(".\($0)") } }
            .map { ManifestPath.join(folder, $0) }
            .filter { !kept.contains(ManifestPath.plain($0)) }
    }
}
