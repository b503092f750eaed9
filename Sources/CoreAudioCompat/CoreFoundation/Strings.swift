internal import Synchronization

extension String {
    /// The string as CoreFoundation's object in a structure, for which somebody has to keep it.
    static func unretainedCF(_ string: NSString) -> Unmanaged<CCoreAudio.CFString> {
        .passUnretained(unsafeBitCast(string, to: CCoreAudio.CFString.self))
    }

    /// The string as CoreFoundation's object, which the client releases.
    var retainedCF: Unmanaged<CCoreAudio.CFString> {
        .passRetained(unsafeBitCast(NSString(string: self), to: CCoreAudio.CFString.self))
    }
}

/// A string in a structure is an object of Foundation's, as on Apple's systems.
extension Unmanaged<CCoreAudio.CFString> {
    public func takeUnretainedValue() -> NSString { Unmanaged<NSString>.fromOpaque(toOpaque()).takeUnretainedValue() }

    public func takeRetainedValue() -> NSString { Unmanaged<NSString>.fromOpaque(toOpaque()).takeRetainedValue() }

    /// What the client's string says.
    var text: String { takeUnretainedValue().description }
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
