import Foundation
import KKTestSupport
import Testing

/// The plug-ins of `Tests/PluginToys`, built once.
enum PluginToys {
    nonisolated(unsafe) private static let folder = Result {
        let folder = try ScratchFolder(), sources = "\(Fixtures.root)/Tests/PluginToys"
        let built = try CommandRun.shell(
            """
            mkdir ladspa lv2 && cp -r \(sources)/toys.lv2 lv2/ && clang -O1 -shared -fPIC -o ladspa/toys.so \
            \(sources)/ladspa.c && clang -O1 -shared -fPIC -o lv2/toys.lv2/toys.so \(sources)/toys.lv2/toys.c
            """, in: folder.root)
        try #require(built.status == 0, "\(built.errorText)")
        return folder
    }

    static func path(_ name: String) throws -> String { try unsafe folder.get().path(name) }

    /// What has kkmix find them, and keep what it knows of them in a folder.
    static func environment(_ folder: ScratchFolder) throws -> [String: String] {
        ["LADSPA_PATH": try path("ladspa"), "LV2_PATH": try path("lv2"), "XDG_CACHE_HOME": folder.path("cache")]
    }

    /// The rows of a table.
    static func rows(_ run: CommandRun) -> [[String]] {
        run.outputText.split(separator: "\n").dropFirst(2).map { row in
            row.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
        }
    }
}
