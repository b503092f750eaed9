#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif
internal import KKMixing

/// Another program that renders a case's words: started without a shell, in the manifest's folder and a process group
/// of its own, and waited for. Whatever it started and left ends with it.
struct BaselineCommand: Sendable {
    private let words: [String]
    private let seconds: Int
    private let programs: RunningPrograms

    /// - Parameters:
    ///   - seconds: how long it may take for a case.
    ///   - programs: knows it while it runs.
    /// - Throws: `SessionError` for no word at all, or a quote that does not end.
    init(_ text: String, seconds: Int, programs: RunningPrograms) throws(SessionError) {
        self.seconds = seconds
        self.programs = programs
        do {
            words = try CommandWords(text).words
        } catch {
            throw SessionError(.usage, "--baseline-command: \(error.problem)", nextStep: error.nextStep)
        }
        guard !words.isEmpty else {
            throw SessionError(
                .usage, "--baseline-command names no program",
                nextStep: "write its path, with options where it needs some")
        }
    }

    /// - Parameter output: the file that the program is to write.
    /// - Throws: `SessionError` where it cannot be started or fails, with the last line that it said.
    func render(_ item: GoldenCase, to output: FilePath) throws {
        let program = words[0]
        let here = FileSystem.currentFolder?.text ?? "."
        let absolute = { (path: FilePath) in path.isAbsolute ? path.text : "\(here)/\(path)" }
        // Behind '--' there are inputs only.
        let split = item.words.firstIndex(of: "--") ?? item.words.endIndex
        let command =
            [program.utf8.contains(UInt8(ascii: "/")) ? absolute(FilePath(program)) : program] + words.dropFirst()
        let arguments = command + item.words[..<split] + ["-o", absolute(output)] + item.words[split...]
        let log = absolute(output) + ".log"
        defer { try? FilePath(log).removeFile() }
        let result = spawn(arguments, in: item.folder.isEmpty ? here : absolute(item.folder), log: log)
        let text =
            (try? SmallFile.read(FilePath(log), limit: 1 << 20)).map { String(decoding: $0, as: UTF8.self) } ?? ""
        let said = text.split(whereSeparator: \.isNewline).last
        let last = said.map { ": \($0.prefix(300))" } ?? ""
        switch result {
        case .done(0): return
        case .done(let status):
            throw SessionError(
                .badData, "the baseline command ended with status \(status)\(last)", place: program,
                nextStep:
                    "run it by hand: \(byHand(arguments.map { $0 == absolute(output) ? here + "/out.wav" : $0 }, of: item))"
            )
        case .tooLong:
            throw SessionError(
                .badData, "the baseline command took longer than \(seconds) s and was stopped\(last)", place: program,
                nextStep: "give it more with --baseline-timeout SECONDS")
        case .stopped(let signal):
            throw SessionError(.badData, "the baseline command was stopped by signal \(signal)\(last)", place: program)
        case .notStarted(let problem):
            throw SessionError(
                .noInput, "the baseline command cannot be started (\(problem))", place: program,
                nextStep: "check its path and permissions")
        }
    }

    /// The program's line as a shell takes it, from where this process works.
    private func byHand(_ arguments: [String], of item: GoldenCase) -> String {
        let line = arguments.map(ShellWord.quoted).joined(separator: " ")
        return item.folder.isEmpty ? line : "cd \(ShellWord.path(item.folder)) && \(line)"
    }

    private enum Ending {
        case done(Int32), stopped(Int32), notStarted(String), tooLong
    }

    #if canImport(Glibc)
    private typealias FileActions = posix_spawn_file_actions_t
    private typealias Attributes = posix_spawnattr_t
    #else
    private typealias FileActions = posix_spawn_file_actions_t?
    private typealias Attributes = posix_spawnattr_t?
    #endif

    private func spawn(_ arguments: [String], in folder: String, log: String) -> Ending {
        var actions = unsafe FileActions()
        var attributes = Attributes()
        unsafe posix_spawn_file_actions_init(&actions)
        unsafe posix_spawnattr_init(&attributes)
        defer {
            unsafe posix_spawn_file_actions_destroy(&actions)
            unsafe posix_spawnattr_destroy(&attributes)
        }
        unsafe posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        unsafe posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
        unsafe posix_spawn_file_actions_addopen(&actions, 2, log, O_WRONLY | O_CREAT | O_TRUNC, 0o666)
        guard unsafe Self.changeFolder(&actions, folder) else {
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
        unsafe posix_spawnattr_setpgroup(&attributes, 0)
        unsafe posix_spawnattr_setflags(
            &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP))

        var words: [UnsafeMutablePointer<CChar>?] = unsafe arguments.map { unsafe strdup($0) }
        defer { for index in unsafe words.indices { unsafe free(words[index]) } }
        unsafe words.append(nil)
        var process: pid_t = 0
        let failure = programs.start {
            let failure = unsafe posix_spawnp(&process, arguments[0], &actions, &attributes, words, Self.environment)
            return (failure, process)
        }
        guard failure == 0 else { return .notStarted(unsafe String(cString: strerror(failure))) }
        guard let status = programs.wait(for: process, seconds: Double(seconds)) else { return .tooLong }
        let signal = status & 0x7F
        return signal == 0 ? .done(status >> 8 & 0xFF) : .stopped(signal)
    }

    private static func changeFolder(_ actions: UnsafeMutablePointer<FileActions>, _ folder: String) -> Bool {
        // Asked for by name, because the header shows it to C alone with _GNU_SOURCE.
        typealias Change = @convention(c) (UnsafeMutablePointer<FileActions>, UnsafePointer<CChar>) -> Int32
        guard let symbol = unsafe dlsym(nil, "posix_spawn_file_actions_addchdir_np") else { return false }
        return unsafe unsafeBitCast(symbol, to: Change.self)(actions, folder) == 0
    }

    /// That of this process, asked for by name: as a variable it belongs to no thread.
    private static var environment: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? {
        unsafe dlsym(nil, "environ")?.assumingMemoryBound(to: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?.self)
            .pointee
    }
}
