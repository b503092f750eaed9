#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif
internal import KKMixing
internal import Synchronization

/// The programs that were started and have not ended, each the leader of its process group. None outlives this
/// process's own end, also where that is killed (``ProgramGuard``), and nor does what they left behind
/// (``StrayPrograms``), unless it is: that ends when no other program runs, for nobody knows whose it is.
final class RunningPrograms: Sendable {
    private struct Programs {
        var groups: [pid_t] = []
        var isClosed = false
        var strays: StrayPrograms?
        var warden: ProgramGuard?
    }

    private let programs = Mutex(Programs())
    /// Seconds from SIGTERM to SIGKILL.
    private static let patience = 2.0

    /// Starts one; after ``stopAll()`` the caller waits for the end of the process here.
    ///
    /// - Parameter spawn: gives an `errno`, or 0 and the leader of the new group.
    func start(_ spawn: () -> (failure: Int32, process: pid_t)) -> Int32 {
        let failure: Int32? = programs.withLock { programs in
            guard !programs.isClosed else { return nil }
            if programs.strays == nil {
                // First, so that it is not a child of this process, and ends with none of them.
                programs.warden = ProgramGuard()
                programs.strays = StrayPrograms()
            }
            let (failure, process) = spawn()
            if failure == 0 { programs.groups.append(process) }
            programs.warden?.tell(programs.groups)
            return failure
        }
        guard let failure else { Self.rest() }
        return failure
    }

    /// Waits for one, and ends what is left of its group.
    ///
    /// - Parameter isTooMuch: is asked now and then whether it must end.
    /// - Returns: its status as `waitpid` has it; `nil` if it took longer than `seconds`, or was ended.
    func wait(for process: pid_t, seconds: Double, unless isTooMuch: () -> Bool = { false }) -> Int32? {
        var end = Terminal.clock + seconds
        var status: Int32 = 0
        var pause: UInt32 = 500
        var isLate = false
        while unsafe waitpid(process, &status, WNOHANG) == 0 {
            if !isLate, Terminal.clock >= end || isTooMuch() {
                (isLate, end) = (true, Terminal.clock)
                kill(-process, SIGTERM)
            }
            if Terminal.clock >= end + Self.patience { kill(-process, SIGKILL) }
            usleep(pause)
            pause = min(20_000, pause * 2)
        }
        // After a stop the thread that heard the signal ends the group, and the process.
        if programs.withLock({ $0.isClosed }) { Self.rest() }
        Self.end(process)
        // None is started meanwhile.
        programs.withLock { programs in
            programs.groups.removeAll { $0 == process }
            programs.warden?.tell(programs.groups)
            if programs.groups.isEmpty, !programs.isClosed { programs.strays?.end(patience: Self.patience) }
        }
        return isLate ? nil : status
    }

    /// Ends all of them; none is started any more, and nobody hears what became of them.
    func stopAll() {
        let (groups, strays) = programs.withLock { programs in
            programs.isClosed = true
            return (programs.groups, programs.strays)
        }
        // All of them have the same time.
        for group in groups { kill(-group, SIGTERM) }
        let end = Terminal.clock + Self.patience
        for group in groups { Self.end(group, at: end) }
        strays?.end(patience: Self.patience)
        programs.withLock { $0.warden?.tell([]) }
    }

    /// Ends a group: SIGTERM, and after a while SIGKILL.
    private static func end(_ group: pid_t, at end: Double? = nil) {
        guard kill(-group, SIGTERM) == 0 else { return }
        let end = end ?? Terminal.clock + patience
        while kill(-group, 0) == 0 {
            if Terminal.clock >= end {
                kill(-group, SIGKILL)
                return
            }
            usleep(2_000)
        }
    }

    private static func rest() -> Never {
        while true { sleep(3_600) }
    }
}
