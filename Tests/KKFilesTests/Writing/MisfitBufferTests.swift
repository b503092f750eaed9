import KKFiles
import KKPCM
import KKTestSupport
import Testing

/// Buffers that do not fit a file, and places that no file has: errors with the file's name, after which work goes on.
@Suite struct MisfitBufferTests {
    @Test(arguments: [
        (1, 100, 0, 10), (3, 100, 0, 10), (0, 100, 0, 1), (2, 9, 0, 10), (2, 100, 95, 10), (2, 100, -1, 10),
        (2, 100, .max, 10), (2, 100, 0, -1), (2, 100, 1, .max),
    ])
    func `a read into a buffer that is too narrow or too short is refused`(
        channels: Int, capacity: Int, offset: Int, count: Int
    ) throws {
        let reader = try AudioFileReader(path: Fixtures.path("music.wav"))
        var misfit = PCMBuffer(channelCount: channels, frameCapacity: capacity)
        let error = #expect(throws: AudioFileError.self) {
            try reader.read(into: &misfit, at: offset, frameCount: count)
        }
        #expect(error?.code == .parameter && error?.path == Fixtures.path("music.wav") && error?.nextStep != nil)
        var buffer = PCMBuffer(channelCount: 2, frameCapacity: 100)
        #expect(try reader.read(into: &buffer, at: 90, frameCount: 10) == 10)
    }

    @Test func `a write of other channels is refused, and the next one is taken`() throws {
        let folder = try ScratchFolder()
        let format = try OutputFormat.choose(path: FilePath(folder.file("a.wav")), container: nil, encoding: nil)
        let writer = try AudioFileWriter(
            path: folder.file("a.wav"), format: format, layout: .stereo, sampleRate: 48_000)
        for channels in [1, 3] {
            let error = #expect(throws: AudioFileError.self) {
                try feed(writer, Array(repeating: [0.5], count: channels))
            }
            #expect(error?.code == .parameter && error?.path == folder.file("a.wav"))
        }
        try feed(writer, [[0.5], [0.25]])
        try writer.finalize()
        #expect(try AudioFileReader(path: folder.file("a.wav")).readAll() == [[0.5], [0.25]])
    }

    @Test(arguments: [(1, 40, 11), (1, 40, -1), (1, 40, .max), (0, 0, 1), (2, 40, 10), (1, 39, 10)])
    func `a list that is too short or of another shape is refused, and the next one is taken`(
        buffers: Int, bytes: Int, count: Int
    ) throws {
        let folder = try ScratchFolder()
        let format = try OutputFormat.choose(path: FilePath(folder.file("a.wav")), container: nil, encoding: nil)
        let writer = try AudioFileWriter(
            path: folder.file("a.wav"), format: format, layout: .stereo, sampleRate: 48_000)
        let client = StreamDescription.linearPCM(sampleRate: 48_000, channels: 2, bits: 16, flags: .isSignedInteger)
        try writer.setClientFormat(client)
        let misfit = AudioBufferList((0..<buffers).map { _ in AudioBuffer(channelCount: 2, byteCapacity: bytes) })
        let error = #expect(throws: AudioFileError.self) { try writer.write(misfit, frameCount: count) }
        #expect(error?.code == .parameter && error?.path == folder.file("a.wav") && error?.nextStep != nil)
        try writer.write(AudioBufferList([AudioBuffer(bytes: [0, 0x40, 0, 0x20])]), frameCount: 1)
        try writer.finalize()
        #expect(try AudioFileReader(path: folder.file("a.wav")).readAll() == [[0.5], [0.25]])
    }

    @Test func `a file of no channels is refused`() throws {
        let folder = try ScratchFolder()
        let format = try OutputFormat.choose(path: FilePath(folder.file("a.wav")), container: nil, encoding: nil)
        #expect(throws: AudioFileError.self) {
            try AudioFileWriter(
                path: folder.file("a.wav"), format: format, layout: ChannelLayout([]), sampleRate: 48_000)
        }
    }

    @Test(arguments: [
        "music.wav", "music.flac", "music.mp3", "music.ogg", "music.opus", "codec-alac.caf", "codec-ima4.caf",
        "codec-mulaw.au",
    ])
    func `a seek to the end of all numbers finds the end of the file`(name: String) throws {
        let reader = try AudioFileReader(path: Fixtures.path(name))
        var buffer = PCMBuffer(channelCount: reader.clientFormat.channelCount, frameCapacity: 10)
        for frame in [.max, .max - 1, 1 << 62, 1 << 40] as [Int64] {
            try reader.seek(to: frame)
            #expect(try reader.read(into: &buffer, at: 0, frameCount: 10) == 0, "\(frame)")
        }
        try reader.seek(to: 0)
        #expect(try reader.read(into: &buffer, at: 0, frameCount: 10) > 0)
    }
}
