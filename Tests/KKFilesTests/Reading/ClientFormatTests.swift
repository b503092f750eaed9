import Foundation
import KKConvert
import KKFiles
import KKPCM
import KKTestSupport
import Testing

/// The client's side of a file: linear PCM of any kind, read and written, by AudioConverter's rules.
@Suite struct ClientFormatTests {
    static let formats: [StreamDescription] = [
        .linearPCM(sampleRate: 44_100, channels: 2, bits: 16, flags: .isSignedInteger),
        .linearPCM(
            sampleRate: 44_100, channels: 2, bits: 24, flags: [.isSignedInteger, .isBigEndian, .isNonInterleaved]),
        .linearPCM(sampleRate: 44_100, channels: 2, bits: 64, flags: .isFloat),
        .fixedPoint(sampleRate: 44_100, channels: 2),
        .linearPCM(sampleRate: 44_100, channels: 2, bits: 8, flags: []),
    ]

    private func converted(_ samples: [[Float]], to format: StreamDescription) throws -> AudioBufferList {
        var list = AudioBufferList(for: format, frameCapacity: samples[0].count)
        try AudioConverter(from: .canonical(sampleRate: format.sampleRate, channels: samples.count), to: format)
            .convertComplexBuffer(
                frameCount: samples[0].count, from: AudioBufferList(samples.map { AudioBuffer(samples: $0) }),
                into: &list)
        return list
    }

    private func frames(_ reader: AudioFileReader) throws -> [[Float]] {
        var buffer = PCMBuffer(channelCount: reader.format.channelCount, frameCapacity: 100_000)
        buffer.frameLength = try reader.readFully(into: &buffer, at: 0, frameCount: 100_000)
        return (0..<buffer.channelCount).map { buffer.samples(ofChannel: $0) }
    }

    private func bytes(_ reader: AudioFileReader, by step: Int) throws -> [[UInt8]] {
        var list = AudioBufferList(for: reader.clientFormat, frameCapacity: step)
        var result = [[UInt8]](repeating: [], count: list.buffers.count)
        while try reader.read(into: &list, frameCount: step) > 0 {
            for index in result.indices { result[index] += list[index].bytes.prefix(list[index].byteCount) }
        }
        #expect(list.buffers.allSatisfy { $0.byteCount == 0 })
        return result
    }

    @Test(arguments: formats, [1_000, 5_000])
    func `a reader gives its frames in any linear PCM`(format: StreamDescription, step: Int) throws {
        let reader = try AudioFileReader(path: Fixtures.path("music.flac"))
        let samples = try frames(reader)
        try reader.seek(to: 0)
        try reader.setClientFormat(format)
        #expect(reader.clientFormat == format && reader.format == .canonical(sampleRate: 44_100, channels: 2))
        let expected = try converted(samples, to: format).buffers.map(\.bytes)
        #expect(try bytes(reader, by: step) == expected)
        try reader.seek(to: 0)
        #expect(try bits(frames(reader)) == bits(samples))
    }

    @Test func `sizes that follow from the others are filled in, and what is no linear PCM is refused`() throws {
        let reader = try AudioFileReader(path: Fixtures.path("music.wav"))
        let short = StreamDescription(
            sampleRate: 44_100, formatID: .linearPCM, formatFlags: [.isSignedInteger, .isPacked], channelsPerFrame: 2,
            bitsPerChannel: 16)
        try reader.setClientFormat(short)
        #expect(reader.clientFormat.bytesPerFrame == 4)
        let packets = StreamDescription(sampleRate: 44_100, formatID: .appleLossless, channelsPerFrame: 2)
        #expect(code { try reader.setClientFormat(packets) } == .nonPCMClientFormat)
        #expect(code { try reader.setClientFormat(Self.formats[0], layout: .mono) } == .invalidChannelMap)
        var list = AudioBufferList(for: reader.clientFormat, frameCapacity: 10)
        for count in [11, -1, .max] {
            #expect(code { _ = try reader.read(into: &list, frameCount: count) } == .parameter, "\(count)")
        }
        var empty = AudioBufferList()
        #expect(code { _ = try reader.read(into: &empty, frameCount: 1) } == .parameter)
        #expect(try reader.read(into: &list, frameCount: 10) == 10)
    }

    @Test func `the settings of a reader's converter are a converter's`() throws {
        let reader = try AudioFileReader(path: Fixtures.path("music.wav"))
        let samples = try frames(reader)
        try reader.seek(to: 0)
        var settings = AudioConverter.Settings()
        settings.channelMap = [1, -1]
        try reader.setConverterSettings(settings)
        let swapped = try frames(reader)
        #expect(swapped[0] == samples[1] && swapped[1].allSatisfy { $0 == 0 })
        settings.channelMap = [7, 0]
        #expect(code { try reader.setConverterSettings(settings) } == .parameter)
        settings.channelMap = nil
        settings.primeMethod = .pre
        #expect(code { try reader.setConverterSettings(settings) } == .operationNotSupported)
        #expect(reader.converterSettings.channelMap == [1, -1])
    }

    @Test func `a client format that is refused leaves the reader where it is`() throws {
        let path = Fixtures.path("music.wav")
        let undisturbed = try AudioFileReader(path: path, options: ReaderOptions(clientSampleRate: 48_000)).readAll()
        let reader = try AudioFileReader(path: path, options: ReaderOptions(clientSampleRate: 48_000))
        var list = AudioBufferList(for: reader.format, frameCapacity: 1_000)
        _ = try reader.read(into: &list, frameCount: 1_000)
        #expect(throws: AudioFileError.self) { try reader.setClientFormat(.canonical(sampleRate: 1, channels: 2)) }
        let rest = try reader.readAll()
        #expect(rest.map { Array($0) } == undisturbed.map { Array($0[1_000...]) })
    }

    @Test func `a channel map that does not fit the new client format is refused`() throws {
        let reader = try AudioFileReader(path: Fixtures.path("music.wav"))
        var settings = AudioConverter.Settings()
        settings.channelMap = [1, 0]
        try reader.setConverterSettings(settings)
        for channels in [1, 4] {
            let format = StreamDescription.canonical(sampleRate: 44_100, channels: channels)
            #expect(code { try reader.setClientFormat(format) } == .invalidChannelMap)
        }
        #expect(try reader.readAll().count == 2)
    }

    @Test func `a writer refuses a number of frames that there are not`() throws {
        let folder = try KKFilesTests.ScratchFolder()
        let output = try OutputFormat.choose(path: FilePath("a.wav"), container: nil, encoding: .s16)
        let writer = try AudioFileWriter(
            path: folder.file("a.wav"), format: output, layout: .stereo, sampleRate: 44_100)
        for format in Self.formats {
            try writer.setClientFormat(format)
            let list = AudioBufferList(for: format, frameCapacity: 10)
            for count in [11, -1, .min, .max] {
                #expect(code { try writer.write(list, frameCount: count) } == .parameter, "\(count)")
            }
            #expect(code { try writer.write(AudioBufferList(), frameCount: 1) } == .parameter)
        }
        #expect(writer.framesWritten == 0)
        try writer.finalize()
    }

    @Test(arguments: formats) func `a writer takes any linear PCM`(format: StreamDescription) throws {
        let folder = try KKFilesTests.ScratchFolder()
        let samples = [SeededNumbers.noise(9_000, seed: 1), SeededNumbers.noise(9_000, seed: 2)]
        let list = try converted(samples, to: format)
        var paths: [String] = []
        for step in [1_000, 9_000] {
            let path = folder.file("\(step).wav")
            let output = try OutputFormat.choose(path: FilePath(path), container: nil, encoding: .f64)
            let writer = try AudioFileWriter(path: path, format: output, layout: .stereo, sampleRate: 44_100)
            try writer.setClientFormat(format)
            for start in stride(from: 0, to: 9_000, by: step) {
                let size = Int(format.bytesPerFrame)
                let part = AudioBufferList(
                    list.buffers.map {
                        AudioBuffer(
                            channelCount: $0.channelCount, bytes: Array($0.bytes[start * size..<(start + step) * size]))
                    })
                try writer.write(part, frameCount: step)
            }
            try writer.finalize()
            #expect(writer.framesWritten == 9_000)
            paths.append(path)
        }
        let reader = try AudioFileReader(path: paths[0])
        try reader.setClientFormat(format)
        #expect(try bytes(reader, by: 4_000) == list.buffers.map(\.bytes))
        #expect(try AudioFileReader(path: paths[0]).hasSameBytes(as: AudioFileReader(path: paths[1])))
    }

    @Test(arguments: [64, 1_000, 20_000]) func `a writer converts rate and channels, as a reader does`(step: Int) throws
    {
        let folder = try KKFilesTests.ScratchFolder(), path = folder.file("a.wav")
        let noise = SeededNumbers.noise(20_000, seed: 3)
        let output = try OutputFormat.choose(path: FilePath(path), container: nil, encoding: .f32)
        let writer = try AudioFileWriter(path: path, format: output, layout: .stereo, sampleRate: 48_000)
        try writer.setClientFormat(.canonical(sampleRate: 44_100, channels: 1))
        var done = 0
        while done < noise.count {
            let part = Array(noise[done..<min(noise.count, done + step)])
            try writer.write(AudioBufferList([AudioBuffer(samples: part)]), frameCount: part.count)
            done += part.count
            #expect(code { try writer.setClientFormat(writer.clientFormat) } == .invalidOperationOrder)
        }
        try writer.finalize()
        let source = try ArraySource([noise], sampleRate: 44_100)
            .converted(by: .mixing(.mono, to: .stereo), toSampleRate: 48_000, quality: .high)
        var buffer = PCMBuffer(channelCount: 2, frameCapacity: 30_000)
        buffer.frameLength = try source.readFully(into: &buffer, at: 0, frameCount: 30_000)
        let straight = (0..<2).map { buffer.samples(ofChannel: $0) }
        #expect(try bits(frames(AudioFileReader(path: path))) == bits(straight))
        #expect(straight[0].count == 21_769)
    }

    @Test func `an error comes behind the frames before it`() throws {
        let folder = try KKFilesTests.ScratchFolder(), path = folder.file("a.caf")
        var bytes = try Data(contentsOf: URL(fileURLWithPath: Fixtures.path("codec-alac.caf")))
        // In the third packet of 4,096 frames.
        bytes[bytes.count * 2 / 3] ^= 0xFF
        try bytes.write(to: URL(fileURLWithPath: path))
        let reader = try AudioFileReader(path: path, options: ReaderOptions(strict: true))
        var list = AudioBufferList(for: reader.clientFormat, frameCapacity: 100_000)
        let count = try reader.read(into: &list, frameCount: 100_000)
        #expect(count == 8_192 && list[0].byteCount == 4 * count)
        #expect(throws: AudioFileError.self) { try reader.read(into: &list, frameCount: 100_000) }
    }
}
