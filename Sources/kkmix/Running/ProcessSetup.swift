#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif
internal import KKMixing

/// Who has something to tell of a run that is stopped by a signal.
protocol StopTeller: Sendable {
    /// From here on what happens is the clean-up.
    func freeze()
    /// - Returns: the document for standard output.
    func tellStopped(by signal: String) -> String
}

/// What the process settles before anything else happens.
enum ProcessSetup {
    /// A closed pipe and a file-size limit become errors of the write that meets them; hundreds of inputs may be open
    /// at once.
    static func prepare() {
        settleArithmetic()
        holdStandardDescriptors()
        signal(SIGPIPE, SIG_IGN)
        signal(SIGXFSZ, SIG_IGN)
        var limit = rlimit()
        #if canImport(Glibc)
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        #else
        let resource = RLIMIT_NOFILE
        #endif
        if unsafe getrlimit(resource, &limit) == 0, limit.rlim_cur < limit.rlim_max {
            limit.rlim_cur = min(limit.rlim_max, 65_536)
            unsafe setrlimit(resource, &limit)
        }
    }

    /// Rounding to nearest and no flushing of small numbers to zero, for this thread and all that it starts, whatever a
    /// library that was compiled with `-ffast-math` has set while it was loaded.
    private static func settleArithmetic() {
        #if canImport(Glibc)
        _ = unsafe fesetenv(UnsafePointer(bitPattern: -1)) // FE_DFL_ENV, a macro that Swift does not see
        #endif
    }

    /// A standard stream that is closed would lend its number to the next file that is opened, and messages would end
    /// up in a mix. Such a number is taken by something that refuses what is asked of it.
    private static func holdStandardDescriptors() {
        for descriptor in Int32(0)...2 where fcntl(descriptor, F_GETFD) == -1 {
            _ = unsafe open("/dev/null", descriptor == 0 ? O_WRONLY : O_RDONLY)
        }
    }

    /// The words of the command line after the program's own name, whatever bytes they are made of.
    static let arguments: [String] = {
        var words: [String] = []
        for index in 1..<max(1, Int(CommandLine.argc)) {
            guard let word = unsafe CommandLine.unsafeArgv[index] else { break }
            words.append(PathText.decode(unsafe Array(UnsafeRawBufferPointer(start: word, count: strlen(word)))))
        }
        return words
    }()

    /// Processors that this process may keep busy.
    static var processorCount: Int { ProcessorShare(allowed: allowedProcessorCount, variable: Terminal.variable).count }

    /// Those that the system lets it run on.
    private static var allowedProcessorCount: Int {
        #if canImport(Glibc)
        // Asked for by name, because the header shows it to C alone with _GNU_SOURCE.
        typealias Affinity = @convention(c) (pid_t, Int, UnsafeMutablePointer<UInt64>) -> Int32
        var allowed = [UInt64](repeating: 0, count: 16)
        if let symbol = unsafe dlsym(nil, "sched_getaffinity"),
            unsafe unsafeBitCast(symbol, to: Affinity.self)(0, 128, &allowed) == 0
        {
            return allowed.reduce(0) { $0 + $1.nonzeroBitCount }
        }
        #endif
        return Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))
    }

    /// From here on a signal that asks the process to stop ends it after removing `files`, with status 128 + its
    /// number.
    ///
    /// The signals are blocked everywhere and taken by a thread that waits for them, so the clean-up runs as ordinary
    /// code and no thread that is stuck in a read can hold it up. A signal that the caller had ignored stays ignored.
    /// What it started is ended before. Nothing else is said any more, and no other end comes between.
    ///
    /// - Parameters:
    ///   - json: whether standard output is to hold a document: the teller's, or that of the failure, unless another
    ///     one is there.
    ///   - teller: tells how far the run came, when the unfinished files are gone.
    ///   - last: what else is to be taken away.
    static func removeOnSignal(
        _ files: TemporaryFiles, ending programs: RunningPrograms? = nil, json: Bool,
        telling teller: (any StopTeller)? = nil,
        last: @escaping @Sendable () -> Void = {}
    ) {
        Terminal.whenUnread {
            programs?.stopAll()
            files.removeAll()
        }
        var signals = stopSignalSet
        unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
        let waited = signals
        BackgroundThread.start {
            var waited = waited
            var number: Int32 = 0
            while unsafe sigwait(&waited, &number) != 0 {}
            Terminal.beginEnd()
            teller?.freeze()
            programs?.stopAll()
            files.removeAll()
            let name = stopSignals.first { $0.number == number }?.name ?? "signal \(number)"
            let document = teller?.tellStopped(by: name)
            last()
            let message = "stopped by \(name); no unfinished file was left behind"
            Terminal.sayLast("kkmix: \(message)")
            if json { Terminal.printLast(document ?? ErrorReport.document(status: 128 + number, message: message)) }
            Terminal.exitLast(128 + number)
        }
    }

    /// Does work of some milliseconds that cannot get stuck: a signal that asks the process to stop is heard when it is
    /// done.
    ///
    /// A thread that waits for signals would make such work a sixth longer.
    static func beforeSignals<Result>(_ work: () throws -> Result) rethrows -> Result {
        var signals = stopSignalSet
        unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
        defer { unsafe pthread_sigmask(SIG_UNBLOCK, &signals, nil) }
        return try work()
    }

    private static var stopSignalSet: sigset_t {
        var signals = sigset_t()
        unsafe sigemptyset(&signals)
        for (number, _) in stopSignals where !isIgnored(number) { unsafe sigaddset(&signals, number) }
        return signals
    }

    private static let stopSignals: [(number: Int32, name: String)] = [
        (SIGINT, "SIGINT"), (SIGTERM, "SIGTERM"), (SIGHUP, "SIGHUP"), (SIGQUIT, "SIGQUIT"),
        (SIGUSR1, "SIGUSR1"), (SIGUSR2, "SIGUSR2"),
    ]

    private static func isIgnored(_ number: Int32) -> Bool {
        var action = sigaction()
        guard unsafe sigaction(number, nil, &action) == 0 else { return false }
        #if canImport(Glibc)
        return unsafe unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 1
        #else
        return unsafe unsafeBitCast(action.__sigaction_u.__sa_handler, to: Int.self) == 1
        #endif
    }
}
