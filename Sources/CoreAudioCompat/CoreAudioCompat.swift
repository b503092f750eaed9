/// Core Audio's C API: `import CoreAudioCompat` where a program for Apple's systems says `import AudioToolbox`.
///
/// The types and constants are those of the headers of ``CCoreAudio``, and so are the functions; what they do is done
/// by KKAudio. What is not there does not compile.
@_exported public import CCoreAudio
@_exported public import Foundation
internal import KKAudio

/// CoreFoundation's names for Foundation's objects: `url as CFURL` is `url as NSURL`.
public typealias CFURL = NSURL
public typealias CFString = NSString
public typealias CFData = NSData
public typealias CFArray = NSArray
public typealias CFDictionary = NSDictionary
public typealias CFNumber = NSNumber
public typealias CFPropertyList = AnyObject
public typealias CFTypeRef = AnyObject

/// KKAudio's, inside this module; C's is a number.
typealias FourCharCode = KKPCM.FourCharCode

// KKAudio's, where C has a structure of the same name.
typealias FileMarker = KKContainers.AudioFileMarker
typealias FileRegion = KKContainers.AudioFileRegion

/// On Apple's systems a type of its own, for `Boolean` in memory.
public typealias DarwinBoolean = Bool

extension Bool {
    /// As a `DarwinBoolean` has it.
    public var boolValue: Bool { self }
}
