import Foundation

/// One run of the kkmix binary, seen from outside.
public struct CommandRun {
    public let status: Int32
    public let output: [UInt8]
    public let errorText: String

    public var outputText: String { String(decoding: output, as: UTF8.self) }

    /// The binary under test: `KKMIX_BINARY`, or the one that was built beside the tests.
    public static let binary: String = {
        if let named = ProcessInfo.processInfo.environment["KKMIX_BINARY"] { return named }
        return "\(products)/kkmix"
    }()

    /// The folder of what was built beside the tests: theirs, or that of a debug build when they run in another
    /// program.
    public static let products: String = {
        let folder = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent().path
        return FileManager.default.isExecutableFile(atPath: "\(folder)/kkmix")
            ? folder : "\(Fixtures.root)/.build/debug"
    }()

    /// Runs kkmix in `folder`.
    public init(
        _ arguments: [String], in folder: String = Fixtures.root, environment: [String: String] = [:],
        input: [UInt8]? = nil
    ) throws {
        try self.init(executable: Self.binary, arguments, in: folder, environment: environment, input: input)
    }

    /// Runs a shell command in `folder`; `$KKMIX` is the binary and `$FIXTURES` the fixtures' folder.
    public static func shell(
        _ command: String, in folder: String, environment: [String: String] = [:]
    ) throws -> CommandRun {
        let names = ["KKMIX": binary, "FIXTURES": Fixtures.path("")]
        return try CommandRun(
            executable: "/bin/bash", ["-c", Self.waitUntilHeard + command], in: folder,
            environment: environment.merging(names) { own, _ in own })
    }

    /// `heard PID` waits until the program takes signals itself, however busy the machine is. It then blocks them:
    /// SIGTERM is the fifteenth bit. What still runs when the command is over ends with it then.
    private static let waitUntilHeard = """
        takes_signals() { [[ $(readlink /proc/$1/exe) == $(readlink -f "$KKMIX") ]] && (( 0x$(awk '/^SigBlk/ { print $2 }' /proc/$1/status) & 0x4000 )); }
        heard() { trap 'kill -KILL $(jobs -p) 2>/dev/null' EXIT; while kill -0 $1 && ! takes_signals $1; do sleep 0.01; done 2>/dev/null; sleep 0.1; }

        """

    /// The environment of the tests without what a CI service sets: a run behaves alike there and at a desk.
    private static let surroundings = ProcessInfo.processInfo.environment.filter { name, _ in
        name != "CI" && !["CI_", "GITHUB_", "GITLAB_"].contains(where: name.hasPrefix)
    }

    private init(
        executable: String, _ arguments: [String], in folder: String, environment: [String: String],
        input: [UInt8]? = nil
    ) throws {
        // Output goes through files: a pipe that nobody reads would stop the process.
        let scratch = try ScratchFolder()
        let process = Process()
        // Whatever hangs fails its test instead of the whole run.
        process.executableURL = URL(fileURLWithPath: "/usr/bin/timeout")
        process.arguments = ["--kill-after=5", "100", executable] + arguments
        process.currentDirectoryURL = URL(fileURLWithPath: folder)
        process.environment = Self.surroundings.merging(environment) { _, new in new }
        for name in ["in", "out", "err"] {
            _ = FileManager.default.createFile(
                atPath: scratch.path(name), contents: Data(name == "in" ? input ?? [] : []))
        }
        process.standardInput = FileHandle(forReadingAtPath: input == nil ? "/dev/null" : scratch.path("in"))
        process.standardOutput = FileHandle(forWritingAtPath: scratch.path("out"))
        process.standardError = FileHandle(forWritingAtPath: scratch.path("err"))
        try process.run()
        process.waitUntilExit()
        status = process.terminationReason == .exit ? process.terminationStatus : -process.terminationStatus
        output = [UInt8](try Data(contentsOf: URL(fileURLWithPath: scratch.path("out"))))
        errorText = String(decoding: try Data(contentsOf: URL(fileURLWithPath: scratch.path("err"))), as: UTF8.self)
    }
}

/// A folder that goes away with its owner.
public final class ScratchFolder {
    public let root: String

    public init() throws {
        root = NSTemporaryDirectory() + "kkmix-tests-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: root)
    }

    public func path(_ name: String) -> String { "\(root)/\(name)" }

    /// Everything in the folder, sorted, hidden files too.
    public var contents: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []).sorted()
    }

    public func bytes(_ name: String) -> [UInt8]? {
        FileManager.default.contents(atPath: path(name)).map { [UInt8]($0) }
    }

    public func write(_ bytes: [UInt8], to name: String) throws {
        try Data(bytes).write(to: URL(fileURLWithPath: path(name)))
    }
}
