// Functions of CoreFoundation for Swift, where its objects are Foundation's.

public func CFArrayGetCount(_ theArray: NSArray) -> CFIndex {
    CCoreAudio.CFArrayGetCount(unsafeBitCast(theArray, to: CCoreAudio.CFArray.self))
}

public func CFArrayGetValueAtIndex(_ theArray: NSArray, _ idx: CFIndex) -> UnsafeRawPointer? {
    CCoreAudio.CFArrayGetValueAtIndex(unsafeBitCast(theArray, to: CCoreAudio.CFArray.self), idx)
}

public func CFDictionaryGetCount(_ theDict: NSDictionary) -> CFIndex { theDict.count }

public func CFURLCreateWithFileSystemPath(
    _ allocator: CFAllocator?, _ filePath: NSString, _ pathStyle: CFURLPathStyle, _ isDirectory: Bool
) -> NSURL? {
    NSURL(fileURLWithPath: filePath.description, isDirectory: isDirectory)
}
