import CoreAudioCompat
import Foundation
import Testing

/// CoreFoundation in Swift: its functions take Foundation's objects.
@Suite struct CoreFoundationTests {
    @Test func `strings and URLs are Foundation's`() throws {
        let text: CFString = CFStringCreateWithCString(
            kCFAllocatorDefault, "kick.wav", CFStringEncoding(kCFStringEncodingUTF8))
        #expect(CFStringGetLength(text) == 8 && text as String == "kick.wav")
        #expect(CFStringCompare(text, "KICK.wav" as NSString, .compareCaseInsensitive) == .compareEqualTo)
        #expect(CFStringCompare("b" as NSString, "a" as NSString, []) == .compareGreaterThan)
        let bytes = Array("/sounds/kick.wav".utf8)
        let url: CFURL = CFURLCreateFromFileSystemRepresentation(nil, bytes, bytes.count, false)
        #expect((url as URL).path == "/sounds/kick.wav")
        #expect(CFURLCopyLastPathComponent(url) as String == "kick.wav")
        #expect(CFURLCopyPathExtension(url) as String == "wav")
        #expect(CFURLCopyFileSystemPath(url, .cfurlposixPathStyle) as String == "/sounds/kick.wav")
        #expect(CFURLCreateWithString(nil, "file:///sounds/kick.wav" as NSString, nil) as URL == url as URL)
        #expect(
            CFURLCreateWithString(nil, "kick.wav" as NSString, NSURL(fileURLWithPath: "/sounds/"))?.path == url.path)
    }

    @Test func `data, numbers and dictionaries are Foundation's`() throws {
        let data = Data([1, 2, 3]) as NSData
        #expect(CFDataGetLength(data) == 3 && CFDataGetBytePtr(data)[2] == 3)
        var rate: Double = 0
        #expect(CFNumberGetValue(NSNumber(value: 0.5), .doubleType, &rate) && rate == 0.5)
        let key = NSString(string: kAFInfoDictionary_Title), title = NSString(string: "Rock")
        let dictionary = NSDictionary(dictionary: [key: title])
        let pointer = Unmanaged.passUnretained(key).toOpaque()
        #expect(CFDictionaryContainsKey(dictionary, pointer))
        let value = try #require(CFDictionaryGetValue(dictionary, pointer))
        #expect(Unmanaged<NSString>.fromOpaque(value).takeUnretainedValue() == title)
    }

    @Test func `the keys of an info dictionary are strings`() {
        #expect(
            [kAFInfoDictionary_Album, kAFInfoDictionary_Artist, kAFInfoDictionary_Title] == [
                "album", "artist", "title",
            ])
        #expect(kAFInfoDictionary_ApproximateDurationInSeconds == "approximate duration in seconds")
    }

    @Test func `a run loop has its modes`() {
        #expect(CFRunLoopRunInMode(CFRunLoopMode("nobody's" as NSString), 0, false) == .finished)
        #expect(CFRunLoopMode.commonModes.rawValue as String == "kCFRunLoopCommonModes")
        #expect(kCFRunLoopDefaultMode == .defaultMode && kCFRunLoopCommonModes == .commonModes)
        #expect(CFRunLoopGetCurrent() != nil && CFRunLoopGetMain() != nil)
    }

    @Test func `bytes are swapped`() {
        #expect(CFSwapInt32HostToBig(CFSwapInt32BigToHost(7)) == 7 && CFSwapInt16(0x0102) == 0x0201)
    }
}
