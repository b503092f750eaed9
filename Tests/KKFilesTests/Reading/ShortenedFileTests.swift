import Foundation
import KKPCM
import KKTestSupport
import Testing

@testable import KKFiles

/// A file that becomes shorter between opening and reading gives its sound or an error, and nothing between them.
///
/// A decoder took the end of the bytes for the end of the sound: ADPCM and GSM filled up a block with zeros, Vorbis and
/// Opus left their tail out.
@Suite struct ShortenedFileTests {
    private static let names = [
        "tone-s16.wav", "tone-f64.wav", "tone-ulaw.wav", "codec-ima.wav", "codec-ms.wav", "codec-gsm.wav",
        "tone-s24.aiff", "codec-s16be.au", "codec-mulaw.au",
        "music.ogg", "codec-vorbis.ogg", "music.opus", "codec-opus.opus", "music.flac", "music-notag.mp3",
        "mpeg-layer2.mp3", "tone-s16-be.caf",
        "codec-opus.caf", "codec-alac.caf", "codec-ima4.caf", "codec-ima4.aifc",
    ]

    private static func readAll(_ bytes: [UInt8], cut: Int?, isStrict: Bool, seeks: Bool) throws -> [[Float]] {
        try withFile(bytes) { path in
            let reader = try AudioFileReader(path: path, options: ReaderOptions(strict: isStrict))
            if let cut { try #require(FileHandle(forUpdatingAtPath: path)).truncate(atOffset: UInt64(cut)) }
            if seeks { try reader.seek(to: 0) }
            return try reader.readAll()
        }
    }

    @Test("it gives all its sound or an error that says so", arguments: names)
    func shortened(name: String) throws {
        // Of MPEG audio so much that a decoder does not have all of it since it was opened.
        let bytes =
            try name.hasSuffix("mp3")
            ? [[UInt8]](repeating: fixtureBytes(name), count: 8).flatMap { $0 } : fixtureBytes(name)
        let plain = try Self.readAll(bytes, cut: nil, isStrict: false, seeks: false)
        var refusals = 0
        for cut in [bytes.count - 1, bytes.count / 2, 60] {
            for isStrict in [false, true] {
                do {
                    let audio = try Self.readAll(bytes, cut: cut, isStrict: isStrict, seeks: isStrict)
                    #expect(firstDifference(audio, plain) == nil, "cut at \(cut)")
                } catch let error as AudioFileError {
                    refusals += 1
                    #expect(
                        error.kind == .io && error.problem == "the file became shorter while it was read",
                        "cut at \(cut): \(error)")
                    // The first byte that was wanted and is missing.
                    if case .byte(let place) = error.position {
                        #expect(place >= Int64(cut))
                    } else {
                        Issue.record("\(error)")
                    }
                }
            }
        }
        #expect(refusals > 0)
    }

    /// A caller's functions that give less than their size says: at opening or later, never a shorter sound without a
    /// word.
    @Test(
        "callbacks that give fewer bytes than their size says",
        arguments: ["tone-s16.wav", "codec-ima.wav", "codec-ima4.caf", "music.flac", "mpeg-layer2.mp3"])
    func callbacks(name: String) throws {
        let bytes = try fixtureBytes(name)
        for cut in [bytes.count - 1, bytes.count / 2, 60] {
            let callbacks = AudioFileCallbacks(
                read: { place, count in place < cut ? Array(bytes[Int(place)..<min(cut, Int(place) + count)]) : [] },
                size: { Int64(bytes.count) })
            let error = failure {
                let file = try AudioFile(opening: callbacks)
                var buffer = AudioBuffer(byteCapacity: bytes.count)
                var packet: Int64 = 0
                while true {
                    let read = try file.readPackets(from: packet, count: 1 << 16, into: &buffer)
                    packet += Int64(read.packetCount)
                    if read.packetCount == 0 { break }
                }
            }
            #expect(
                error?.kind == .io && error?.problem == "the file became shorter while it was read",
                "cut at \(cut): \(String(describing: error))")
            #expect(error?.position == .byte(Int64(cut)), "cut at \(cut)")
        }
    }
}
