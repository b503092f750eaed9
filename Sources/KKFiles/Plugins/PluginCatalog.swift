#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif
internal import KKContainers
internal import KKPCM

/// The plug-ins of this system: LADSPA's are in the folders that `LADSPA_PATH` names, or in `/usr/lib/ladspa` and
/// `/usr/local/lib/ladspa`, LV2's where lilv finds them, which asks `LV2_PATH`.
///
/// Of several of LADSPA with one label the first is meant, in the order of the folders and of the files' names.
public struct PluginCatalog {
    /// The libraries of LADSPA plug-ins, in that order.
    public let files: [FilePath]

    public init() {
        let path = Self.variable("LADSPA_PATH") ?? "/usr/lib/ladspa:/usr/local/lib/ladspa"
        let folders = path.utf8.split(separator: UInt8(ascii: ":")).map { FilePath(String(Substring($0))) }
        files = folders.flatMap { folder in
            ((try? folder.names()) ?? []).map { folder / $0 }.filter { $0.pathExtension == "so" && $0.isFile }
        }
    }

    private static func variable(_ name: String) -> String? {
        FileSystem.variable(name).flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Where this user keeps what can be made again; `nil` for one without a home.
    public static var cacheFolder: FilePath? {
        (variable("XDG_CACHE_HOME").map { FilePath($0) } ?? variable("HOME").map { FilePath($0) / ".cache" })
            .map { $0 / "kkmix" }
    }

    /// The program in which they play.
    ///
    /// - Throws: ``AudioFileError`` of kind `unavailable` where it is not there.
    @discardableResult
    public static func host() throws(AudioFileError) -> FilePath { try PluginHost.program() }

    /// The LADSPA plug-ins of a library, in its order, found in a process of its own.
    ///
    /// - Parameter program: the `kkmix-plugin-host`; `nil` is the one beside this program.
    /// - Throws: ``AudioFileError`` of kind `unavailable` for what is none, or crashes.
    public static func plugins(
        of file: FilePath, program: FilePath? = nil
    ) throws(AudioFileError) -> [PluginDescription] {
        try describe(.ladspa, file.absolute, [], program)
    }

    /// The LV2 plug-ins whose URI is `word`, or ends with it behind a mark; all without one.
    ///
    /// - Parameter passedOver: what is told of a bundle that liblilv cannot read, crashes of or does not come to an end with.
    /// - Throws: ``AudioFileError`` of kind `unavailable` where liblilv is not installed.
    public static func lv2(
        _ word: String? = nil, program: FilePath? = nil,
        passedOver: (FilePath, AudioFileError) -> Void = { _, _ in }
    ) throws(AudioFileError) -> [PluginDescription] {
        let words = word.map { [$0] } ?? []
        do {
            return try describe(.lv2, "-", words, program, deadline: 6 * PluginProcess.deadline)
        } catch let failure {
            // A bundle has all of them fail: each for itself.
            var found: [PluginDescription] = [], bad: [(FilePath, AudioFileError)] = []
            let bundles = bundles
            for bundle in bundles {
                do throws(AudioFileError) {
                    let plugins = try describe(.lv2, bundle, words, program)
                    found += plugins.filter { plugin in !found.contains { $0.label == plugin.label } }
                } catch {
                    bad.append((bundle, error))
                }
            }
            if bad.count == bundles.count { throw failure }
            for (bundle, error) in bad { passedOver(bundle, error) }
            return found
        }
    }

    /// Where lilv looks, each with a slash at its end.
    private static var bundles: [FilePath] {
        let home = variable("HOME").map { "\($0)/.lv2:" } ?? ""
        let path = variable("LV2_PATH") ?? "\(home)/usr/local/lib/lv2:/usr/lib/lv2"
        return path.utf8.split(separator: UInt8(ascii: ":")).flatMap { folder in
            let folder = FilePath(String(Substring(folder)))
            return ((try? folder.names()) ?? []).map { FilePath("\((folder / $0).absolute.text)/") }
        }
    }

    private static func describe(
        _ kind: PluginDescription.Kind, _ file: FilePath, _ words: [String], _ program: FilePath?,
        deadline: Int = PluginProcess.deadline
    ) throws(AudioFileError) -> [PluginDescription] {
        let host = try PluginHost(
            ["describe", kind.rawValue, file.text] + words, plugin: file.text == "-" ? "LV2" : file, program: program,
            deadline: deadline)
        let text = try host.receiveAll()
        if let plugins = PluginDescription.plugins(in: text, of: kind) { return plugins }
        throw host.ending
    }

    /// The LADSPA plug-in with this label, or else this number. A library that cannot be looked at is passed over.
    ///
    /// - Returns: it, or `nil`; and the labels of those that were looked at, which are all where it is not there.
    /// - Throws: `unavailable` where none can be looked at.
    public func ladspa(_ name: String) throws(AudioFileError) -> (found: PluginDescription?, labels: [String]) {
        try Self.host()
        var numbered: PluginDescription?
        var labels: [String] = []
        for file in files {
            guard let plugins = try? Self.plugins(of: file) else { continue }
            labels += plugins.map(\.label)
            if let found = plugins.first(where: { $0.label == name }) { return (found, labels) }
            numbered = numbered ?? plugins.first { "\($0.id)" == name }
        }
        return (numbered, labels)
    }

    /// The libraries that have a LADSPA plug-in with the label of this one, which is not the one that the label means.
    /// Only those are asked that have the label's bytes, which is faster by far.
    public func namesakes(of plugin: PluginDescription) -> [FilePath] {
        guard plugin.kind == .ladspa else { return [] }
        let label = Array(plugin.label.utf8) + [0]
        return files.filter { file in
            guard file.absolute != plugin.file, let bytes = try? SmallFile.read(file, limit: 1 << 26),
                bytes.indices.contains(where: { bytes[$0] == label[0] && bytes[$0...].starts(with: label) })
            else { return false }
            return (try? Self.plugins(of: file))?.contains { $0.label == plugin.label } ?? false
        }
    }
}
