import CoreAudioCompat
import Foundation
import KKTestSupport
import Testing

/// The end of a file that is read packet by packet, and what a program prints of it.
@Suite struct PacketEndTests {
    /// Apple's players of queues leave at any error, and stop the queue when there are no packets.
    @Test(arguments: ["codec-alac.m4a", "mpeg-cbr.mp3", "impulse-s16.wav"])
    func `packets end without an error, and bytes with one`(name: String) throws {
        var opened: AudioFileID?
        let url = NSURL(fileURLWithPath: Fixtures.path(name))
        #expect(AudioFileOpenURL(url, .readPermission, 0, &opened) == noErr)
        let file = try #require(opened)
        defer { AudioFileClose(file) }
        var total: UInt64 = 0, size = UInt32(8)
        #expect(AudioFileGetProperty(file, kAudioFilePropertyAudioDataPacketCount, &size, &total) == noErr)
        var memory = [UInt8](repeating: 0, count: 1 << 18)
        var places = [AudioStreamPacketDescription](repeating: AudioStreamPacketDescription(), count: 1000)
        for (start, left) in [(Int64(total) - 2, UInt32(2)), (Int64(total), 0), (Int64(total) + 9, 0)] {
            var packets: UInt32 = 8, bytes = UInt32(memory.count)
            #expect(AudioFileReadPacketData(file, false, &bytes, &places, start, &packets, &memory) == noErr)
            #expect(packets == left && (bytes > 0) == (left > 0))
            packets = 8
            #expect(AudioFileReadPackets(file, false, &bytes, &places, start, &packets, &memory) == noErr)
            #expect(packets == left)
        }
        size = 8
        #expect(AudioFileGetProperty(file, kAudioFilePropertyAudioDataByteCount, &size, &total) == noErr)
        var bytes: UInt32 = 8
        #expect(
            AudioFileReadBytes(file, false, Int64(total), &bytes, &memory) == kAudioFileEndOfFileError && bytes == 0)
    }

    @Test func `the texts of a file are shown, and not an empty collection`() throws {
        var opened: AudioFileID?, texts: Unmanaged<NSDictionary>?, size = UInt32(8)
        let url = NSURL(fileURLWithPath: Fixtures.path("strings.caf"))
        #expect(AudioFileOpenURL(url, .readPermission, 0, &opened) == noErr)
        let file = try #require(opened)
        defer { AudioFileClose(file) }
        #expect(AudioFileGetProperty(file, kAudioFilePropertyInfoDictionary, &size, &texts) == noErr)
        let dictionary = try #require(texts).takeRetainedValue()
        let shown = try #require(shownText(of: dictionary))
        #expect(shown.hasPrefix("{\n") && shown.hasSuffix("}\n"))
        #expect(shown.contains("\n    artist = kkmix\n") && shown.contains("\n    title = Tone\n"))
        #expect(shownText(of: ["b", 2] as NSArray) == "(\n    b\n    2\n)\n")
        #expect(shownText(of: "text" as NSString) == nil)
    }
}
