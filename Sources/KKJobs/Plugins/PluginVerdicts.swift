internal import FoundationEssentials
internal import KKAnalysis
public import KKFiles
internal import KKPCM
public import KKSession

/// What is known of plug-ins from when they were examined: a small file for each, named by all that it follows from: the
/// bytes of its library and of the program in which it plays, its description, kkmix's own sound, and the way in which it
/// was examined.
public struct PluginVerdicts {
    private let folder: FilePath?

    /// - Parameter folder: where they are; `nil` for a user who has no folder for such things.
    public init(folder: FilePath? = PluginCatalog.cacheFolder) { self.folder = folder }

    /// What is known of it; `nil` where it was not examined, or is another one now.
    public func known(of plugin: PluginDescription) throws -> PluginCertificate? {
        try path(of: plugin).flatMap(Self.known)
    }

    private static func known(in path: FilePath) -> PluginCertificate? {
        guard path.isPlainFile else { return nil }
        return try? JSONText.read(PluginCertificate.self, SmallFile.read(path, limit: 1 << 16))
    }

    /// What is known of it, or else what is seen now, which is kept.
    public func certificate(of plugin: PluginDescription) throws -> PluginCertificate {
        let path = try path(of: plugin)
        if let known = path.flatMap(Self.known) { return known }
        let certificate = PluginCertificate(examining: plugin)
        if certificate.verdict != .fails, let path {
            // A user without such a folder examines it again the next time.
            try? FinishedFile(path: path, force: true, makesFolder: true).write(try JSONText.line(certificate) + "\n")
        }
        return certificate
    }

    /// The version of what is kept, and of what ``PluginCertificate`` tries, is in the name.
    private func path(of plugin: PluginDescription) throws -> FilePath? {
        guard let folder else { return nil }
        // What a bundle of LV2 says is in other files than its library.
        let rest = try ByteHash()
        rest.add(part: try FileHashes.hash(PluginCatalog.host()))
        for part in [plugin.label, "\(SoundRevision.number)"] + plugin.ports.map({ "\($0)" }) { rest.add(part: part) }
        return folder / "plugins" / "2-\(try FileHashes.hash(plugin.file).prefix(32))-\(rest.digest().prefix(16)).json"
    }

    /// What has to be said of a mix that is to have the same bits the next time.
    public func warnings(of session: Session) throws -> [String] {
        try session.plugins().compactMap { plugin in
            guard try known(of: plugin)?.verdict == .varies else { return nil }
            return "the plug-in '\(plugin.unitName)' makes another sound each time; kkmix plugins --check says how"
        }
    }
}
