/// A mode of a run loop, which programs name where they make a queue; an offline queue does not look at it.
public struct CFRunLoopMode: RawRepresentable, Hashable, @unchecked Sendable {
    public let rawValue: NSString

    public init(rawValue: NSString) { self.rawValue = rawValue }
    public init(_ rawValue: NSString) { self.rawValue = rawValue }

    public static let defaultMode = CFRunLoopMode(NSString(string: "kCFRunLoopDefaultMode"))
    public static let commonModes = CFRunLoopMode(NSString(string: "kCFRunLoopCommonModes"))
}

public let kCFRunLoopDefaultMode: CFRunLoopMode! = .defaultMode
public let kCFRunLoopCommonModes: CFRunLoopMode! = .commonModes

public func CFRunLoopGetCurrent() -> CFRunLoop! { __CFRunLoopGetCurrent().takeUnretainedValue() }
public func CFRunLoopGetMain() -> CFRunLoop! { __CFRunLoopGetMain().takeUnretainedValue() }

public func CFRunLoopRunInMode(
    _ mode: CFRunLoopMode!, _ seconds: CFTimeInterval, _ returnAfterSourceHandled: Bool
) -> CFRunLoopRunResult {
    CCoreAudio.CFRunLoopRunInMode(
        unsafeBitCast(mode.rawValue, to: CCoreAudio.CFString.self), seconds, returnAfterSourceHandled)
}
