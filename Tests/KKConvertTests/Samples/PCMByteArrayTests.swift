import KKConvert
import KKPCM
import Testing

@Suite struct PCMByteArrayTests {
    private let format = StreamDescription.linearPCM(
        sampleRate: 8000, channels: 2, bits: 16, flags: [.isSignedInteger, .isBigEndian])

    @Test func `frames are read from their place in an array, and to theirs in a buffer`() throws {
        var buffer = PCMBuffer(channelCount: 2, frameCapacity: 4)
        let bytes: [UInt8] = [9, 9, 9, 9, 0x40, 0, 0x20, 0, 0x10, 0, 0x80, 0, 9]
        try PCMUnpacker(format: format).unpack(bytes, from: 1, frameCount: 2, into: &buffer, at: 1)
        buffer.frameLength = 4
        #expect(buffer.samples(ofChannel: 0) == [0, 0.5, 0.125, 0])
        #expect(buffer.samples(ofChannel: 1) == [0, 0.25, -1, 0])
    }

    @Test func `frames are written to their place in an array, and nowhere else`() throws {
        var buffer = PCMBuffer(channelCount: 2, frameCapacity: 4)
        buffer.fill(channel: 0, with: [0.5, 0.125, 1])
        buffer.fill(channel: 1, with: [0.25, -1, 1])
        buffer.frameLength = 2
        var bytes = [UInt8](repeating: 9, count: 13)
        var packer = try PCMPacker(format: format)
        packer.pack(buffer, firstFrame: 0, into: &bytes, at: 1)
        #expect(bytes == [9, 9, 9, 9, 0x40, 0, 0x20, 0, 0x10, 0, 0x80, 0, 9])
    }
}
