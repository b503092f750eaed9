#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif
internal import KKMixing

/// What programs that were started have started themselves and left, in a session of its own perhaps: on Linux this
/// process becomes its parent when those in between have ended, and can find it. On other systems it is nobody's.
struct StrayPrograms {
    /// Children that were there before: `exec kkmix` takes over those of a shell.
    private let others: [pid_t]

    /// From here on orphans below this process are its own children.
    init() {
        #if canImport(Glibc)
        // Asked for by name, because the header shows it to C alone. PR_SET_CHILD_SUBREAPER
        typealias Control = @convention(c) (Int32, UInt, UInt, UInt, UInt) -> Int32
        if let symbol = unsafe dlsym(nil, "prctl") {
            _ = unsafe unsafeBitCast(symbol, to: Control.self)(36, 1, 0, 0, 0)
        }
        #endif
        others = Self.children
    }

    /// Ends every child of this process, and those of whose end they become children: SIGTERM, and after a while
    /// SIGKILL. What a system call holds for longer than that stays.
    ///
    /// - Parameter patience: seconds.
    func end(patience: Double) {
        let late = Terminal.clock + patience
        var reported: [pid_t] = []
        while Self.hasChildren, Terminal.clock < late + patience {
            let left = Self.children.filter { !others.contains($0) && Self.isRunning($0) }
            if left.isEmpty { return }
            for child in left {
                if Terminal.clock >= late {
                    kill(child, SIGKILL)
                } else if !reported.contains(child) {
                    kill(child, SIGTERM)
                }
            }
            reported += left
            usleep(5_000)
        }
    }

    /// Of a child that has ended, nothing is left afterwards.
    private static func isRunning(_ child: pid_t) -> Bool { waitpid(child, nil, WNOHANG) == 0 }

    private static var hasChildren: Bool {
        var information = unsafe siginfo_t()
        return unsafe waitid(P_ALL, 0, &information, WEXITED | WNOHANG | WNOWAIT) == 0
    }

    /// The children of this process, those too that have ended and not been waited for.
    private static var children: [pid_t] {
        guard hasChildren, let names = try? FilePath("/proc").names() else { return [] }
        let own = getpid()
        return names.compactMap(pid_t.init).filter { parent(of: $0) == own }
    }

    /// `PID (NAME) STATE PARENT …`, where the name may have anything in it. proc_pid_stat(5)
    private static func parent(of process: pid_t) -> pid_t? {
        guard let bytes = try? SmallFile.read("/proc/\(process)/stat", limit: 4_096),
            let end = bytes.lastIndex(of: UInt8(ascii: ")"))
        else { return nil }
        let words = String(decoding: bytes[(end + 1)...], as: UTF8.self).split(separator: " ")
        return words.count > 1 ? pid_t(words[1]) : nil
    }
}
