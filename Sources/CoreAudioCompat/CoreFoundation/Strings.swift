internal import Synchronization

extension String {
    /// The string as an object that the client releases.
    var retained: Unmanaged<NSString> { .passRetained(NSString(string: self)) }
}

/// Strings that were written in C programs, made once.
private final class Literals: @unchecked Sendable {
    static let shared = Literals()
    private let lock = Mutex(())
    private var strings: [String: NSString] = [:]

    func string(_ text: String) -> NSString {
        lock.withLock { _ in
            if let known = strings[text] { return known }
            let made = NSString(string: text)
            strings[text] = made
            return made
        }
    }
}

@implementation @c public func KKLiteral(_ literal: UnsafePointer<CChar>) -> UnsafeRawPointer {
    UnsafeRawPointer(Unmanaged.passUnretained(Literals.shared.string(String(cString: literal))).toOpaque())
}

/// The path of a URL that names a file, for a function that takes it.
func withPath(of url: NSURL, _ body: (UnsafePointer<CChar>) -> OSStatus) -> OSStatus {
    guard url.isFileURL, let path = url.path else { return kAudio_FileNotFoundError }
    return path.withCString(body)
}
