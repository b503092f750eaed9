#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// Ends the programs of this process when the process itself was killed: a shell that is told their process groups
/// through a pipe, and finds at the pipe's end that some are left.
///
/// The system can send a program a signal when its parent ends, but not what the program has started itself, and not on
/// every system.
struct ProgramGuard {
    /// What it is told goes here.
    private let descriptor: Int32

    /// The last line counts. Signals that end this process do not end the guard; it is an orphan, and nobody's child.
    private static let script = """
        exec 3<&0
        (
        trap '' HUP INT QUIT TERM USR1 USR2
        while read -r line; do groups=$line; done
        for group in $groups; do kill -s TERM -- -$group && left=1; done
        [ -z "$left" ] || sleep 2
        for group in $groups; do kill -s KILL -- -$group; done
        ) <&3 3<&- &
        """

    /// Starts it, in a process group of its own; `nil` if that is not possible. No other program may be started
    /// meanwhile: it would keep the pipe open.
    init?() {
        var ends: [Int32] = [0, 0]
        guard unsafe pipe(&ends) == 0 else { return nil }
        // The programs do not have it. One that was stopped holds nobody up.
        _ = fcntl(ends[1], F_SETFD, FD_CLOEXEC)
        _ = fcntl(ends[1], F_SETFL, O_NONBLOCK)
        descriptor = ends[1]
        let isStarted = Self.start(reading: ends[0])
        close(ends[0])
        guard isStarted else {
            close(descriptor)
            return nil
        }
    }

    /// Which groups are there from now on.
    func tell(_ groups: [pid_t]) {
        let line = Array("\(groups.map { "\($0)" }.joined(separator: " "))\n".utf8)
        _ = unsafe line.withUnsafeBytes { unsafe write(descriptor, $0.baseAddress, $0.count) }
    }

    private static func start(reading end: Int32) -> Bool {
        var actions = unsafe StartedPrograms.FileActions()
        var attributes = StartedPrograms.Attributes()
        unsafe posix_spawn_file_actions_init(&actions)
        unsafe posix_spawnattr_init(&attributes)
        defer {
            unsafe posix_spawn_file_actions_destroy(&actions)
            unsafe posix_spawnattr_destroy(&attributes)
        }
        unsafe posix_spawn_file_actions_adddup2(&actions, end, 0)
        unsafe posix_spawn_file_actions_addclose(&actions, end)
        for stream in Int32(1)...2 {
            _ = unsafe posix_spawn_file_actions_addopen(&actions, stream, "/dev/null", O_WRONLY, 0)
        }
        unsafe posix_spawnattr_setpgroup(&attributes, 0)
        unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP))
        let words = unsafe StartedPrograms.pointers(["/bin/sh", "-c", script])
        defer { unsafe StartedPrograms.release(words) }
        var environment: UnsafeMutablePointer<CChar>?
        var process: pid_t = 0
        guard unsafe posix_spawn(&process, "/bin/sh", &actions, &attributes, words, &environment) == 0 else {
            return false
        }
        // It leaves the guard behind.
        while waitpid(process, nil, 0) == -1, errno == EINTR {}
        return true
    }
}
