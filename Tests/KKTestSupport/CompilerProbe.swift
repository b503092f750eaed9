/// What the compiler says of a program over the modules that were built beside the tests.
public enum CompilerProbe {
    /// - Parameter body: of a function of the main actor that may throw, and has a `screen` of the main actor.
    /// - Returns: the errors, as words of the compiler's; empty if there are none.
    public static func errors(_ body: String, importing module: String = "KKAudio") throws -> String {
        let folder = try ScratchFolder()
        try folder.write(
            Array(
                """
                import \(module)

                @MainActor final class Screen { var level: Float = 0 }

                func share<Value: Sendable>(_ value: Value) {}

                @MainActor func show(on screen: Screen) throws {
                \(body)
                }
                """.utf8), to: "probe.swift")
        let run = try CommandRun.shell(
            """
            maps=; for map in \(CommandRun.products)/C*.build/module.modulemap \(Fixtures.root)/Sources/C*/{,include/}module.modulemap; do
                if [[ -e $map ]]; then maps="$maps -Xcc -fmodule-map-file=$map"; fi
            done
            swiftc -emit-sil -swift-version 6 -I \(CommandRun.products)/Modules $maps \
                -Xcc -I\(Fixtures.root)/Sources/CCoreAudio/include probe.swift -o /dev/null
            """, in: folder.root)
        guard (run.status == 0) == !run.errorText.contains("error:") else { throw Crash(words: run.errorText) }
        return run.errorText
    }

    private struct Crash: Error {
        let words: String
    }
}
