import KKPCM
import KKTestSupport
import Testing

@testable import KKFiles

/// A FLAC's header has the MD5 of its sound: a strict reader finds out whether that is what is decoded.
@Suite struct SoundChecksumTests {
    private static let names = [
        "music.flac", "codec-24.flac", "codec-16.flac", "tone-8.flac", "channels-6.flac", "codec-id3.flac",
    ]

    /// The file with another sum, in which its frames have no part.
    private static func summed(_ name: String, _ change: (inout ArraySlice<UInt8>) -> Void) throws -> [UInt8] {
        var bytes = try fixtureBytes(name)
        let start = try #require(bytes.indices.first { bytes[$0...].starts(with: "fLaC".utf8) }) + 26
        change(&bytes[start..<start + 16])
        return bytes
    }

    /// - Returns: what stops a strict reader that reads by name, and one that reads out of a pipe.
    private static func refusals(_ bytes: [UInt8]) throws -> [AudioFileError?] {
        func refusal(_ path: String, _ options: ReaderOptions) -> AudioFileError? {
            failure { _ = try AudioFileReader(path: path, options: options).readAll(chunk: 1000) }
        }
        return [
            try withFile(bytes) { refusal($0, ReaderOptions(strict: true)) },
            try PipedBytes.with(bytes) { refusal($0, ReaderOptions(strict: true, readsOnce: true)) },
        ]
    }

    @Test(arguments: names) func `a sound that is another than its sum says is no sound of a strict reader`(
        name: String
    ) throws {
        #expect(try Self.refusals(fixtureBytes(name)) == [nil, nil])
        for byte in [0, 7, 15] {
            let bytes = try Self.summed(name) { $0[$0.startIndex + byte] ^= 0x10 }
            for refusal in try Self.refusals(bytes) {
                #expect(refusal?.kind == .badData && refusal?.problem.contains(" MD5 ") == true, "\(byte)")
            }
            let plain = try withFile(bytes) { path in
                let reader = try AudioFileReader(path: path)
                _ = try reader.readAll()
                return reader.warnings
            }
            #expect(plain.isEmpty)
        }
    }

    @Test(arguments: names) func `a file without a sum has nothing to be held against`(name: String) throws {
        let bytes = try Self.summed(name) { sum in for index in sum.indices { sum[index] = 0 } }
        #expect(try Self.refusals(bytes) == [nil, nil])
    }

    @Test func `of a part nothing is known, and of the whole afterwards all is`() throws {
        let bytes = try Self.summed("music.flac") { $0[$0.startIndex] ^= 1 }
        try withFile(bytes) { path in
            let reader = try AudioFileReader(path: path, options: ReaderOptions(strict: true))
            try reader.seek(to: 20_000)
            _ = try reader.readAll()
            try reader.seek(to: 0)
            #expect(failure { _ = try reader.readAll() }?.problem.contains(" MD5 ") == true)
        }
        let sound = try withFile(fixtureBytes("music.flac")) { path in
            let reader = try AudioFileReader(path: path, options: ReaderOptions(strict: true))
            var all: [[Float]] = []
            for frame in [20_000, 0, 5, 0] as [Int64] {
                try reader.seek(to: frame)
                all = try reader.readAll()
            }
            return all
        }
        #expect(!sound.isEmpty)
    }
}
