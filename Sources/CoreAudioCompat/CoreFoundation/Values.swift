// Functions of CoreFoundation for Swift, where a string, a URL, bytes, a number and a dictionary are Foundation's.

public func CFStringCreateWithCString(
    _ alloc: CFAllocator?, _ cStr: UnsafePointer<CChar>, _ encoding: CFStringEncoding
) -> NSString! {
    taken(__CFStringCreateWithCString(alloc, cStr, encoding))
}

public func CFStringGetLength(_ theString: NSString) -> CFIndex { theString.length }

public func CFStringCompare(
    _ theString1: NSString, _ theString2: NSString, _ compareOptions: CFStringCompareFlags
) -> CFComparisonResult {
    CCoreAudio.CFStringCompare(passed(theString1), passed(theString2), compareOptions)
}

public func CFURLCreateFromFileSystemRepresentation(
    _ allocator: CFAllocator?, _ buffer: UnsafePointer<UInt8>, _ bufLen: CFIndex, _ isDirectory: Bool
) -> NSURL! {
    taken(__CFURLCreateFromFileSystemRepresentation(allocator, buffer, bufLen, isDirectory))
}

public func CFURLCreateWithString(_ allocator: CFAllocator?, _ urlString: NSString, _ baseURL: NSURL?) -> NSURL! {
    taken(CCoreAudio.CFURLCreateWithString(allocator, passed(urlString), baseURL.map { passed($0) }))
}

public func CFURLCopyLastPathComponent(_ url: NSURL) -> NSString! {
    taken(CCoreAudio.CFURLCopyLastPathComponent(passed(url)))
}

public func CFURLCopyPathExtension(_ url: NSURL) -> NSString! { taken(CCoreAudio.CFURLCopyPathExtension(passed(url))) }

public func CFURLCopyFileSystemPath(_ anURL: NSURL, _ pathStyle: CFURLPathStyle) -> NSString! {
    taken(CCoreAudio.CFURLCopyFileSystemPath(passed(anURL), pathStyle))
}

public func CFDataGetLength(_ theData: NSData) -> CFIndex { theData.length }

public func CFDataGetBytePtr(_ theData: NSData) -> UnsafePointer<UInt8>! {
    theData.bytes.assumingMemoryBound(to: UInt8.self)
}

public func CFNumberGetValue(
    _ number: NSNumber, _ theType: CFNumberType, _ valuePtr: UnsafeMutableRawPointer
) -> Bool {
    CCoreAudio.CFNumberGetValue(passed(number), theType, valuePtr)
}

public func CFDictionaryContainsKey(_ theDict: NSDictionary, _ key: UnsafeRawPointer?) -> Bool {
    CCoreAudio.CFDictionaryContainsKey(passed(theDict), key)
}

public func CFDictionaryGetValue(_ theDict: NSDictionary, _ key: UnsafeRawPointer?) -> UnsafeRawPointer? {
    CCoreAudio.CFDictionaryGetValue(passed(theDict), key)
}

/// The same object under C's name for it.
private func passed<Object: AnyObject, Foreign: AnyObject>(_ object: Object) -> Foreign {
    Unmanaged<Foreign>.fromOpaque(Unmanaged.passUnretained(object).toOpaque()).takeUnretainedValue()
}

/// The object that a function of C made, for the caller to keep.
private func taken<Object: AnyObject, Foreign: AnyObject>(_ made: Unmanaged<Foreign>?) -> Object? {
    made.map { Unmanaged<Object>.fromOpaque($0.toOpaque()).takeRetainedValue() }
}
