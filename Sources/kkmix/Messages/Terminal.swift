#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif
internal import KKMixing
internal import Synchronization

/// Standard output and standard error, unbuffered but for the line, and the way out.
enum Terminal {
    /// A line of what was asked for. When it cannot be written, the program ends with 74: a script must not take half
    /// for the whole. What is unfinished by then goes with it (``whenUnread(_:)``). Who has read enough, as `head` has,
    /// is told nothing.
    static func print(_ text: String) {
        restAtEnd()
        let (state, goesOn) = output.withLock { output in
            if output.state != .closed, output.problem == nil {
                output.state = .used
                output.problem = writeAlone(harmless(text) + "\n", to: 1)
            }
            return (output.state, output.goesOn)
        }
        if state == .closed { rest() }
        if !goesOn { leaveIfLost() }
    }

    /// From here on the program does not end where a line cannot be printed, but at ``leaveIfLost()``: it has files to
    /// write.
    static func goOnIfLost() { output.withLock { $0.goesOn = true } }

    /// Ends the program where a line could not be printed.
    static func leaveIfLost() {
        guard let problem = output.withLock({ $0.problem }) else { return }
        abandon.withLock { $0 }?()
        if problem != EPIPE {
            let words = unsafe String(cString: strerror(problem))
            Voice().error("standard output: \(words); the output there is incomplete")
        }
        exit(ExitStatus.status(of: .io))
    }

    /// What runs jobs takes `##[…]` (GitHub, Azure), `##vso[…]` (Azure) and `##teamcity[…]`, wherever they stand in a
    /// line, for commands, and names and what programs say may be anybody's words. In JSON it is the same text, in another
    /// spelling.
    private static func harmless(_ text: String) -> String {
        guard isOnRunner else { return text }
        let isJSON = text.utf8.first == UInt8(ascii: "{")
        var scalars = String.UnicodeScalarView(), hashes = 0, isName = false
        for scalar in text.unicodeScalars {
            if scalar == "[", hashes >= 2 || isName {
                scalars.append(contentsOf: (isJSON ? "\\u005b" : " [").unicodeScalars)
            } else {
                scalars.append(scalar)
            }
            isName = (hashes >= 2 || isName) && scalar.properties.isAlphabetic
            hashes = scalar == "#" ? hashes + 1 : 0
        }
        return String(scalars)
    }

    private static let isOnRunner =
        variable("GITHUB_ACTIONS") == "true" || variable("TF_BUILD") != nil || variable("TEAMCITY_VERSION") != nil

    /// Standard error is the last resort: where it cannot be written, there is nobody to tell.
    static func printError(_ text: String) {
        restAtEnd()
        _ = writeAlone(harmless(text) + "\n", to: 2)
    }

    /// Rewrites the last line of the terminal on standard error, unless another thread is printing there, until
    /// ``sayLast(_:)``.
    static func showProgress(_ text: String) {
        lastLine.withLock {
            guard !$0.isEnding, $0.printCount == 0 else { return }
            _ = write(clearLine + text, to: 2)
            $0.isShown = !text.isEmpty
        }
    }

    /// The process is being stopped: from here on only the thread that calls this says anything, and decides on the
    /// status. What other threads make of files that are taken from under them is not news.
    static func beginEnd() { lastLine.withLock { $0.isEnding = true } }

    /// The last line on standard error, for a process that is being stopped.
    static func sayLast(_ text: String) {
        lastLine.withLock { _ in
            _ = write((isErrorTerminal ? clearLine : "") + text + "\n", to: 2)
        }
    }

    /// The last line on standard output, for a process that is being stopped: only where nothing has been printed
    /// there. Nobody is waited for long: not for a thread that prints just now, nor for one who does not read.
    static func printLast(_ text: String) {
        for _ in 0..<100 {
            let isDone: Void? = output.withLockIfAvailable { output in
                var room = pollfd(fd: 1, events: Int16(POLLOUT), revents: 0)
                // A pipe with room has it for a line of this length (PIPE_BUF).
                if output.state == .unused, unsafe poll(&room, 1, 1_000) > 0 { _ = write(text + "\n", to: 1) }
                output.state = .closed
            }
            if isDone != nil { return }
            usleep(10_000)
        }
    }

    /// Leaves, for a process that is being stopped.
    static func exitLast(_ status: Int32) -> Never { _exit(status) }

    /// What takes away unfinished files and ends programs, where the program ends because nobody reads what it prints.
    static func whenUnread(_ body: @escaping @Sendable () -> Void) { abandon.withLock { $0 = body } }

    private static let abandon = Mutex<(@Sendable () -> Void)?>(nil)

    /// Whether something was printed on standard output, and what kept a line from it.
    private struct Output {
        enum State {
            case unused, used, closed
        }

        var state = State.unused
        var goesOn = false
        var problem: Int32?
    }
    private static let output = Mutex(Output())

    private static func restAtEnd() {
        if lastLine.withLock({ $0.isEnding }) { rest() }
    }

    private static func rest() -> Never {
        while true { sleep(3_600) }
    }

    private static let clearLine = "\r\u{1B}[K"
    private static let lastLine = Mutex(LastLine())

    /// The line that progress rewrites: whether one is on the terminal, how many threads print where it would be, and
    /// whether it is over.
    private struct LastLine {
        var isShown = false
        var printCount = 0
        var isEnding = false
    }

    /// Writes with no line of progress before or in it. Not under the lock: whoever reads may be slow, and a signal
    /// must get its last line through.
    private static func writeAlone(_ text: String, to descriptor: Int32) -> Int32? {
        lastLine.withLock {
            $0.printCount += 1
            if $0.isShown { _ = write(clearLine, to: 2) }
            $0.isShown = false
        }
        defer { lastLine.withLock { $0.printCount -= 1 } }
        return write(text, to: descriptor)
    }

    static var isOutputTerminal: Bool { isatty(1) == 1 }

    static var isErrorTerminal: Bool { isatty(2) == 1 }

    /// The columns of the terminal on standard error; 80 when it does not say.
    static var width: Int { width(of: 2) }

    /// The columns of a page of help: those of the terminal on standard output, unless the variable says others.
    static var helpWidth: Int { max(40, variable("COLUMNS").flatMap { Int($0) } ?? width(of: 1)) }

    private static func width(of descriptor: Int32) -> Int {
        var size = winsize()
        let known = unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0
        return known && size.ws_col > 0 ? Int(size.ws_col) : 80
    }

    /// Seconds on a clock that only goes forward, for progress, reports and time limits.
    static var clock: Double {
        var time = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    /// Seconds since 1970, for the age of files alone.
    static var date: Int64 { Int64(time(nil)) }

    static func variable(_ name: String) -> String? {
        unsafe getenv(name).map { unsafe String(cString: $0) }
    }

    /// Leaves at once: everything worth keeping has been completed, and threads may still be reading or writing.
    static func exit(_ status: Int32) -> Never {
        restAtEnd()
        _exit(status)
    }

    /// - Returns: the system's number for what went wrong, or `nil`.
    private static func write(_ text: String, to descriptor: Int32) -> Int32? {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let count = unsafe bytes.withUnsafeBytes { unsafe systemWrite(descriptor, $0.baseAddress, $0.count) }
            if count > 0 {
                bytes = bytes.dropFirst(count)
            } else if errno == EAGAIN {
                // A pipe that somebody else has set to non-blocking is waited for.
                var room = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                _ = unsafe poll(&room, 1, -1)
            } else if errno != EINTR {
                return errno
            }
        }
        return nil
    }
}

/// `write` by a name that no method hides.
@unsafe
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    unsafe write(descriptor, bytes, count)
}
