import Glibc

/// Ends the program with a line on standard error.
func leave(_ text: String, status: Int32) -> Never {
    let line = Array((text + "\n").utf8)
    _ = unsafe write(2, line, line.count)
    exit(status)
}
