import CoreAudioCompat
import Foundation
import KKTestSupport
import Testing

/// What extended files make of another number of channels.
@Suite struct ExtendedFileTests {
    /// Writes frames of 16 bits into a file of other channels, and gives the file's samples.
    private func written(_ samples: [Int16], channels: UInt32, into fileChannels: UInt32) throws -> [Int16] {
        let folder = try ScratchFolder()
        let url = NSURL(fileURLWithPath: "\(folder.root)/a.wav")
        var file: ExtAudioFileRef?, format = pcm16(channels: fileChannels), client = pcm16(channels: channels)
        #expect(ExtAudioFileCreateWithURL(url, kAudioFileWAVEType, &format, nil, 1, &file) == noErr)
        #expect(ExtAudioFileSetProperty(file!, kExtAudioFileProperty_ClientDataFormat, 40, &client) == noErr)
        var samples = samples, frames = UInt32(samples.count) / channels
        samples.withUnsafeMutableBufferPointer {
            var list = AudioBufferList(
                mNumberBuffers: 1, mBuffers: AudioBuffer($0, numberOfChannels: Int(channels)))
            #expect(ExtAudioFileWrite(file!, frames, &list) == noErr)
        }
        #expect(ExtAudioFileDispose(file!) == noErr && ExtAudioFileOpenURL(url, &file) == noErr)
        var heard = [Int16](repeating: 0, count: Int(frames * fileChannels))
        heard.withUnsafeMutableBufferPointer {
            var list = AudioBufferList(
                mNumberBuffers: 1, mBuffers: AudioBuffer($0, numberOfChannels: Int(fileChannels)))
            #expect(ExtAudioFileRead(file!, &frames, &list) == noErr)
        }
        #expect(ExtAudioFileDispose(file!) == noErr)
        return heard
    }

    @Test func `a client's channels are mixed into those of the file that it writes`() throws {
        #expect(try written([1000, 3000, -1000, 500], channels: 2, into: 1) == [2000, -250])
        #expect(try written([1000, -7], channels: 1, into: 2) == [1000, 1000, -7, -7])
    }
}
