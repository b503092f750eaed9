/// Apple's AVFAudio: `import AVFAudioCompat` where a program for Apple's systems says `import AVFAudio`.
///
/// The classes have Apple's names, labels and errors; what they do is done by KKAudio. What is not there does not
/// compile. As AVFAudio does, the module gives Foundation and Core Audio's types and C functions along with it.
///
/// A call that can throw throws an `NSError` with Core Audio's number (``AVFAudioError``). A call that cannot, and that
/// raises an exception on Apple's systems, ends the program with Apple's words.
@_exported public import CoreAudioCompat
@_exported public import Foundation
internal import CCoreAudio
internal import KKAudio

public typealias AVAudioFrameCount = UInt32
public typealias AVAudioFramePosition = Int64
public typealias AVAudioPacketCount = UInt32
public typealias AVAudioChannelCount = UInt32
public typealias AVAudioNodeBus = Int

/// Objective-C's type on Apple's systems, where Foundation includes it.
public typealias NSErrorPointer = UnsafeMutablePointer<NSError?>?

/// Does nothing but call `body`; for programs that use it in a render loop on Apple's systems.
public func autoreleasepool<Result>(invoking body: () throws -> Result) rethrows -> Result { try body() }

// KKAudio's, inside this module, where C has a structure of the same name.
typealias FrameList = KKPCM.AudioBufferList
typealias CBufferList = CCoreAudio.AudioBufferList
typealias CBuffer = CCoreAudio.AudioBuffer
typealias FourCharCode = KKPCM.FourCharCode
