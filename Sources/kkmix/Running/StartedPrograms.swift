#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif
internal import KKMixing

/// Starts programs without a shell, each in a session of its own, and waits for them. Whatever one of them started
/// and left ends with it.
struct StartedPrograms: ProgramRunner {
    let programs: RunningPrograms

    /// Bytes of what a program says beside its sound; and of a sound that comes on standard output, the most that a WAV
    /// can hold.
    private static let longestLog: Int64 = 16 << 20
    private static let longestOutput: Int64 = 1 << 32

    /// What says to git which repository is meant, in a hook for example: a program that is started finds its own by
    /// its folder. `git rev-parse --local-env-vars`, without the settings that CI hands on (`GIT_CONFIG_COUNT`).
    private static let repositoryVariables = [
        "GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_CONFIG", "GIT_CONFIG_PARAMETERS",
        "GIT_OBJECT_DIRECTORY", "GIT_DIR", "GIT_WORK_TREE", "GIT_IMPLICIT_WORK_TREE", "GIT_GRAFT_FILE",
        "GIT_INDEX_FILE", "GIT_NO_REPLACE_OBJECTS", "GIT_REPLACE_REF_BASE", "GIT_PREFIX", "GIT_SHALLOW_FILE",
        "GIT_COMMON_DIR", "GIT_INTERNAL_SUPER_PREFIX", "GIT_NAMESPACE", "GIT_QUARANTINE_PATH",
    ]

    #if canImport(Glibc)
    typealias FileActions = posix_spawn_file_actions_t
    typealias Attributes = posix_spawnattr_t
    #else
    typealias FileActions = posix_spawn_file_actions_t?
    typealias Attributes = posix_spawnattr_t?
    #endif

    /// `POSIX_SPAWN_SETSID`, which the header shows to C alone: a session, and in it a process group, of its own. A
    /// program that asks at the terminal for a password has none there, and fails where it would wait for ever.
    private static var newSession: Int32 {
        #if canImport(Glibc)
        0x80
        #else
        0x400
        #endif
    }

    func run(_ call: ProgramCall) -> ProgramEnding {
        var actions = unsafe FileActions()
        var attributes = Attributes()
        unsafe posix_spawn_file_actions_init(&actions)
        unsafe posix_spawnattr_init(&attributes)
        defer {
            unsafe posix_spawn_file_actions_destroy(&actions)
            unsafe posix_spawnattr_destroy(&attributes)
        }
        // A link in the place of what is written is nobody's that was asked.
        let writing = O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW
        unsafe Self.open(&actions, 0, call.input ?? "/dev/null", O_RDONLY)
        unsafe Self.open(&actions, 2, call.log, writing)
        if let output = call.output {
            unsafe Self.open(&actions, 1, output, writing)
        } else {
            unsafe posix_spawn_file_actions_adddup2(&actions, 2, 1)
        }
        guard unsafe Self.changeFolder(&actions, call.folder) else {
            return .notStarted("this system cannot start a program in another folder")
        }
        // What this process ignores or waits for by a thread of its own, another one does not.
        var none = sigset_t()
        var defaults = sigset_t()
        unsafe sigemptyset(&none)
        unsafe sigemptyset(&defaults)
        for number in [SIGPIPE, SIGXFSZ] { unsafe sigaddset(&defaults, number) }
        unsafe posix_spawnattr_setsigmask(&attributes, &none)
        unsafe posix_spawnattr_setsigdefault(&attributes, &defaults)
        unsafe posix_spawnattr_setflags(
            &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | Self.newSession))

        let words = unsafe Self.pointers(call.words)
        // A shell looks whether PWD is its folder, and make and Python believe it.
        let variables = call.variables + [ProgramVariable("PWD", call.folder.absolute.text)]
        let withheld = Self.repositoryVariables + ["OLDPWD"] + variables.map(\.name)
        let environment = unsafe Self.pointers(
            Self.environment.filter { line in !withheld.contains { line.hasPrefix("\($0)=") } }
                + variables.map { "\($0.name)=\($0.value)" })
        defer {
            unsafe Self.release(words)
            unsafe Self.release(environment)
        }
        var process: pid_t = 0
        let failure = programs.start {
            guard let program = unsafe words[0] else { return (ENOMEM, 0) }
            let failure = unsafe posix_spawnp(&process, program, &actions, &attributes, words, environment)
            return (failure, process)
        }
        guard failure == 0 else { return .notStarted(unsafe String(cString: strerror(failure))) }
        let limits =
            [(call.log, Self.longestLog)] + (call.output.map { [($0, Self.longestOutput)] } ?? [])
            + (call.result.map { [($0.path, $0.longest)] } ?? [])
        // What a link leads to is not what the program wrote.
        func excess() -> FilePath? {
            limits.first { path, limit in path.isPlainFile && path.stamp.map { $0.byteCount > limit } ?? false }?.0
        }
        let status = programs.wait(for: process, seconds: call.seconds) { excess() != nil }
        if let excess = excess() {
            return .saidTooMuch(
                excess == call.output ? "its standard output" : excess == call.log ? "its log" : "its file")
        }
        guard let status else { return .tookTooLong }
        let signal = status & 0x7F
        return signal == 0 ? .exited(status: status >> 8 & 0xFF) : .killed(signal: signal)
    }

    private static func open(
        _ actions: UnsafeMutablePointer<FileActions>, _ descriptor: Int32, _ path: FilePath, _ flags: Int32
    ) {
        _ = unsafe pointer(path.text) { unsafe posix_spawn_file_actions_addopen(actions, descriptor, $0, flags, 0o666) }
    }

    private static func changeFolder(_ actions: UnsafeMutablePointer<FileActions>, _ folder: FilePath) -> Bool {
        // Asked for by name, because the header shows it to C alone with _GNU_SOURCE.
        typealias Change = @convention(c) (UnsafeMutablePointer<FileActions>, UnsafePointer<CChar>) -> Int32
        guard let symbol = unsafe dlsym(nil, "posix_spawn_file_actions_addchdir_np") else { return false }
        let change = unsafe unsafeBitCast(symbol, to: Change.self)
        return unsafe pointer(folder.text) { unsafe change(actions, $0) == 0 }
    }

    /// A text as the system takes it: what names of files have that is not UTF-8 is what it was.
    private static func pointer<Result>(_ text: String, _ body: (UnsafePointer<CChar>) -> Result) -> Result {
        let bytes = FilePath(text).bytes.map(CChar.init(bitPattern:)) + [0]
        return unsafe bytes.withUnsafeBufferPointer { buffer in
            guard let start = buffer.baseAddress else { return unsafe body("") }
            return unsafe body(start)
        }
    }

    /// The same of several, with a null after the last.
    static func pointers(_ texts: [String]) -> [UnsafeMutablePointer<CChar>?] {
        unsafe texts.map { unsafe pointer($0) { unsafe strdup($0) } } + [nil]
    }

    static func release(_ pointers: [UnsafeMutablePointer<CChar>?]) {
        for index in unsafe pointers.indices { unsafe free(pointers[index]) }
    }

    /// `NAME=value` of this process, asked for by name: as a variable it belongs to no thread.
    private static var environment: [String] {
        guard
            var entry = unsafe dlsym(nil, "environ")?.assumingMemoryBound(
                to: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?.self
            ).pointee
        else { return [] }
        var lines: [String] = []
        while let line = unsafe entry.pointee {
            unsafe lines.append(PathText.decode(Array(UnsafeRawBufferPointer(start: line, count: strlen(line)))))
            unsafe entry += 1
        }
        return lines
    }
}
