import Foundation
@testable import KKFiles
import KKPCM
import KKTestSupport
import Testing

/// Pipes that are read once, against the same bytes by name.
@Suite struct StreamedReaderTests {
    /// What a reader gives, in words and bits.
    private struct Sound: Equatable {
        var bits: [[UInt32]] = []
        var properties = ""
        var warnings: [String] = []
        var error: String?
        var isOpen = false
        /// Whether it came through a temporary file, or had nothing of a pipe.
        var isByPosition = true
    }

    private func read(_ path: String, readsOnce: Bool, isStrict: Bool = false) -> Sound {
        var sound = Sound()
        do {
            let reader = try AudioFileReader(path: path, options: ReaderOptions(strict: isStrict, readsOnce: readsOnce))
            sound.isOpen = reader.properties.isOpen
            sound.isByPosition = reader.source?.file?.pipe?.isGone != true
            do {
                sound.bits = try reader.readAll().map { $0.map(\.bitPattern) }
            } catch {
                sound.error = "\(error)".replacing(path, with: "FILE")
            }
            let found = reader.properties
            sound.properties =
                "\(found.fileType) \(found.dataFormat) \(found.layout) \(found.statesLayout) \(found.frameCount) "
                + "\(found.priming ?? -1) \(found.sourceBitDepth ?? -1)"
            sound.warnings = reader.warnings.map { "\($0)".replacing(path, with: "FILE") }
        } catch {
            sound.error = "\(error)".replacing(path, with: "FILE")
        }
        return sound
    }

    private static let fixtures: [String] = {
        let all = (try? FileManager.default.contentsOfDirectory(atPath: Fixtures.path(""))) ?? []
        return all.filter { $0.contains(".") && !$0.hasSuffix(".md") }.sorted()
    }()

    /// Kinds that no parser of streams knows, or whose end may tell more: these go through the temporary file.
    private static func isSpooled(_ name: String) -> Bool {
        [
            ".aac", ".ac3", ".eac3", "-aac.caf", "ac3.caf", ".ogg", ".oga", ".ogx", ".opus", ".wv", ".m4a", ".m4b",
            ".mp4", ".mov", ".3gp", ".3g2", ".mka", ".webm", ".amr", ".awb", ".latm", ".mpg", ".ts", ".dts", ".avi",
            ".flv",
            ".tta", ".wma",
        ].contains {
            name.hasSuffix($0)
        }
            || [
                "alac", "ilbc", "ima", "-ms.", "gsm", "g72", "nms", "dwvw", "-in.", "-in-wav", "-in-caf", "-flac.caf",
                "-opus.caf", "size-zero",
                "zero-frames", "no-data",
            ].contains { name.contains($0) }
    }

    @Test(arguments: fixtures)
    func `a pipe that is read once has the sound, the properties and the damage of its file`(name: String) throws {
        let bytes = try fixtureBytes(name)
        var file = read(Fixtures.path(name), readsOnce: false)
        // A size that is not filled in is damage of a file alone.
        if ["size-max.wav", "size-zero-open.wav"].contains(name) {
            #expect(file.warnings.count == 1)
            file.warnings = []
        }
        let piped = try PipedBytes.with(bytes) { read($0, readsOnce: true) }
        #expect(
            piped.bits == file.bits && piped.properties == file.properties && piped.warnings == file.warnings
                && piped.error == file.error)
        let isOpen =
            file.error == nil
            && (["flac", "mp3"].contains { name.hasSuffix($0) } || name.hasPrefix("unknown") || name == "size-max.wav")
        #expect(piped.isOpen == isOpen && piped.isByPosition == (Self.isSpooled(name) || piped.properties.isEmpty))
        let strict = try PipedBytes.with(bytes) { read($0, readsOnce: true, isStrict: true) }
        #expect((strict.error == nil) == (file.error == nil && file.warnings.isEmpty))
    }

    /// The portions show nowhere: bytes one at a time, and in odd numbers.
    @Test(
        arguments: [
            "tone-s24.wav", "tone-f64.wav", "mpeg-mono.mp3", "codec-16.flac", "tone-s16.aiff", "unknown-size.caf",
            "codec-id3.flac",
        ], [1, 61, 4097])
    func `a writer that dribbles changes nothing`(name: String, portion: Int) throws {
        let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: Fixtures.path(name))))
        let file = read(Fixtures.path(name), readsOnce: false)
        let piped = try PipedBytes.with(bytes, portion: portion) { read($0, readsOnce: true) }
        #expect(piped.bits == file.bits && piped.properties == file.properties && file.error == nil)
    }

    // MARK: MPEG audio

    /// Several hundred packets: more than a piece has, the seams of the copies included.
    private func long(_ name: String, copies: Int) throws -> [UInt8] {
        let one = [UInt8](try Data(contentsOf: URL(fileURLWithPath: Fixtures.path(name))))
        return (0..<copies).flatMap { _ in one }
    }

    /// Both ways of the same bytes.
    private func both(_ bytes: [UInt8]) throws -> (file: Sound, piped: Sound) {
        let folder = try KKTestSupport.ScratchFolder()
        try folder.write(bytes, to: "sound")
        return (read(folder.path("sound"), readsOnce: false), try PipedBytes.with(bytes) { read($0, readsOnce: true) })
    }

    @Test(arguments: [
        ("music.mp3", 8), ("speech-mpeg2.mp3", 8), ("mpeg-layer2.mp3", 12), ("music-vbr-notag.mp3", 8),
        ("mpeg-free.mp3", 12),
    ])
    func `MPEG audio is decoded in the pieces of its file, and damage costs the same`(name: String, copies: Int) throws
    {
        let whole = try long(name, copies: copies)
        var numbers = CountedNoise(seed: 7)
        for trial in 0..<6 {
            var bytes = whole
            for _ in 0..<trial {
                let start = numbers.next(below: bytes.count - 1000)
                switch trial % 3 {
                case 0: for index in start..<start + 50 { bytes[index] = UInt8(numbers.next(below: 256)) }
                case 1: bytes[start] ^= UInt8(1 << numbers.next(below: 8))
                default: bytes.removeSubrange(start..<start + 1 + numbers.next(below: 700))
                }
            }
            let (file, piped) = try both(bytes)
            #expect(piped.bits == file.bits && file.bits[0].count > 10_000 && piped.isOpen, "\(name) \(trial)")
            #expect(piped.warnings.isEmpty == file.warnings.isEmpty, "\(file.warnings) \(piped.warnings)")
        }
    }

    @Test func `files one behind the other are runs of their own, at the rate and with the channels of the first`()
        throws
    {
        for names in [
            ["music.mp3", "mpeg-mono.mp3", "music.mp3"], ["mpeg-mono.mp3", "speech-mpeg2.mp3", "mpeg-cbr.mp3"],
            ["mpeg-vbri.mp3", "mpeg-id3v2.mp3", "mpeg-id3v1.mp3"],
        ] {
            let (file, piped) = try both(names.flatMap { try long($0, copies: 1) })
            #expect(piped.bits == file.bits && piped.properties == file.properties, "\(names)")
            #expect(Set(piped.warnings) == Set(file.warnings))
        }
    }

    @Test(arguments: [0, 1, 26, 27, 100])
    func `packets more or fewer than an encoder counts are what they are in the file`(missing: Int) throws {
        // CBR of 128 kbit/s: 417 or 418 bytes each, the first of which holds the count.
        let one = try long("mpeg-cbr.mp3", copies: 1)
        let (file, piped) = try both(missing == 100 ? one + one.dropFirst(417) : Array(one.dropLast(missing * 418)))
        #expect(piped.bits == file.bits && piped.properties == file.properties)
        // Bytes that are out of step are called by another place.
        #expect(
            missing == 100 ? piped.warnings.count == file.warnings.count : piped.warnings == file.warnings,
            "\(file.warnings) \(piped.warnings)")
    }

    // MARK: FLAC

    @Test(arguments: ["music.flac", "speech.flac"])
    func `damage costs a stream of FLAC what it costs the file`(name: String) throws {
        let whole = try long(name, copies: 1)
        var numbers = CountedNoise(seed: 3)
        for trial in 0..<8 {
            var bytes = whole
            let start = 1000 + numbers.next(below: bytes.count - 2000)
            if trial % 2 == 0 { bytes[start] ^= 4 } else { bytes.removeSubrange(start..<start + 300) }
            let (file, piped) = try both(bytes)
            #expect(
                piped.bits == file.bits && piped.warnings.count == 1 && piped.warnings[0].contains("byte "),
                "\(trial): \(file.warnings) \(piped.warnings)")
        }
    }

    // MARK: Going on

    @Test(arguments: ["music.mp3", "music.flac", "music.wav"])
    func `a stream skips forward to the sample, and has no way back`(name: String) throws {
        let expected = try AudioFileReader(path: Fixtures.path(name)).readAll()
        try PipedBytes.with(long(name, copies: 1), portion: 999) { path in
            let reader = try AudioFileReader(path: path, options: ReaderOptions(readsOnce: true))
            try reader.seek(to: 20_001)
            var buffer = PCMBuffer(channelCount: expected.count, frameCapacity: 10_000)
            let count = try reader.read(into: &buffer, at: 0, frameCount: 100)
            buffer.frameLength = count
            #expect(count > 0 && buffer.samples(ofChannel: 0) == Array(expected[0][20_001..<20_001 + count]))
            let error = #expect(throws: AudioFileError.self) {
                try reader.seek(to: 0)
                _ = try reader.read(into: &buffer, at: 0, frameCount: 1)
            }
            #expect(error?.code == .invalidSeek)
        }
    }

    @Test func `an open length is nobody's promise, and is counted at the end`() throws {
        let bytes = try long("music.mp3", copies: 1)
        let count = try AudioFileReader(path: Fixtures.path("music.mp3")).properties.frameCount
        try PipedBytes.with(bytes) { path in
            let reader = try AudioFileReader(path: path, options: ReaderOptions(readsOnce: true))
            #expect(
                reader.properties.isOpen && reader.frameCount == nil && reader.properties.expectedFrameCount == count)
            _ = try reader.readAll()
            #expect(reader.lengthSource == .decoded && reader.frameCount == count && reader.warnings.isEmpty)
        }
    }

    // MARK: Files that grow

    @Test func `a file is read as far as it was there when it was opened`() throws {
        let folder = try KKTestSupport.ScratchFolder()
        try folder.write(WaveFile.pcm16((0..<60_000).map { [Int16(truncatingIfNeeded: $0)] }), to: "take.wav")
        let reader = try AudioFileReader(path: folder.path("take.wav"))
        reader.suspend()
        let file = try FileHandle(forWritingTo: URL(fileURLWithPath: folder.path("take.wav")))
        try file.seekToEnd()
        try file.write(contentsOf: Data(repeating: 1, count: 9999))
        #expect(try reader.readAll()[0].count == 60_000 && reader.warnings.isEmpty)
        // What is shorter than it was is another file.
        reader.suspend()
        try file.truncate(atOffset: 100_000)
        let error = #expect(throws: AudioFileError.self) {
            try reader.seek(to: 0)
            _ = try reader.readAll()
        }
        #expect(error?.problem == "the file was replaced while it was in use")
    }
}

/// Numbers that only look like chance.
private struct CountedNoise {
    var seed: UInt64

    mutating func next(below limit: Int) -> Int {
        seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int(seed >> 33) % limit
    }
}
