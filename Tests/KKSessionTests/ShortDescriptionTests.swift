import KKAudio
import KKTestSupport
import Testing

/// Of linear PCM the sizes follow from the rest: a description without them is taken everywhere, and read back whole.
@Suite struct ShortDescriptionTests {
    private static let whole = StreamDescription.linearPCM(
        sampleRate: 44_100, channels: 2, bits: 16, flags: .isSignedInteger)

    private static var short: StreamDescription {
        var description = whole
        (description.bytesPerFrame, description.bytesPerPacket, description.framesPerPacket) = (0, 0, 0)
        return description
    }

    @Test func `a converter completes both of its sides`() throws {
        let converter = try AudioConverter(from: Self.short, to: Self.short)
        #expect(converter.inputDescription == Self.whole && converter.outputDescription == Self.whole)
    }

    @Test func `a queue completes what it plays and what it renders`() throws {
        let queue = try AudioQueue(output: Self.short) { _, _ in }
        try queue.setOfflineRenderFormat(Self.short)
        let buffer = try queue.allocateBuffer(byteCapacity: 8)
        try buffer.fill(bytes: [1, 0, 2, 0, 3, 0, 4, 0])
        try queue.enqueue(buffer)
        try queue.start()
        let output = try queue.allocateBuffer(byteCapacity: 8)
        #expect(try queue.offlineRender(at: 0, into: output, frameCount: 2) == 2)
        #expect(Array(output.bytes.prefix(8)) == [1, 0, 2, 0, 3, 0, 4, 0])
    }

    @Test func `files complete what their clients and packets are`() throws {
        let folder = try ScratchFolder()
        let file = try AudioFile(
            creating: "\(folder.root)/a.wav", fileType: "WAVE", format: Self.short, flags: .eraseFile)
        #expect(try file.property(AudioFile.Property.dataFormat) == .description(Self.whole))
        try file.writePackets([1, 0, 2, 0], [])
        try file.close()
        let reader = try AudioFileReader(path: "\(folder.root)/a.wav")
        try reader.setClientFormat(Self.short)
        #expect(reader.clientFormat == Self.whole)
        let writer = try AudioFileWriter(
            path: "\(folder.root)/b.wav", format: OutputFormat(container: .wav, encoding: .s16), layout: .stereo,
            sampleRate: 44_100)
        try writer.setClientFormat(Self.short)
        #expect(writer.clientFormat == Self.whole)
        try writer.write(AudioBufferList([AudioBuffer(bytes: [1, 0, 2, 0])]), frameCount: 1)
        try writer.finalize()
        #expect(folder.bytes("b.wav")?.suffix(4) == [1, 0, 2, 0])
    }

    @Test func `a unit's bus completes its format`() throws {
        let mixer = MultiChannelMixer()
        try mixer.setStreamFormat(Self.short, scope: .input)
        #expect(try mixer.streamFormat(.input) == Self.whole)
    }
}
