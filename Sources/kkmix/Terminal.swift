#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// Standard output and standard error, unbuffered but for the line, and the way out.
enum Terminal {
    static func print(_ text: String) { write(text + "\n", to: 1) }

    static func printError(_ text: String) { write(text + "\n", to: 2) }

    /// Writes to standard error without ending the line.
    static func putError(_ text: String) { write(text, to: 2) }

    static var isOutputTerminal: Bool { isatty(1) == 1 }

    static var isErrorTerminal: Bool { isatty(2) == 1 }

    /// The columns of the terminal on standard error; 80 when it does not say.
    static var width: Int {
        var size = winsize()
        let known = unsafe ioctl(2, UInt(TIOCGWINSZ), &size) == 0
        return known && size.ws_col > 0 ? Int(size.ws_col) : 80
    }

    /// Seconds on a clock that only goes forward, for the progress line alone.
    static var clock: Double {
        var time = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    static func variable(_ name: String) -> String? {
        unsafe getenv(name).map { unsafe String(cString: $0) }
    }

    /// Leaves at once: everything worth keeping has been completed, and workers may still be at a door.
    static func exit(_ status: Int32) -> Never {
        _exit(status)
    }

    private static func write(_ text: String, to descriptor: Int32) {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let count = unsafe bytes.withUnsafeBytes { unsafe systemWrite(descriptor, $0.baseAddress, $0.count) }
            if count > 0 { bytes = bytes.dropFirst(count) } else if errno != EINTR { return }
        }
    }
}

/// `write` by a name that no method hides.
@unsafe
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    unsafe write(descriptor, bytes, count)
}
