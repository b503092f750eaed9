import Foundation
import KKPCM
import KKTestSupport
import Testing

@testable import KKFiles

/// What is broken in an Ogg file is reported with its place when the file is opened, and strictly it is an error.
@Suite struct OggDamageTests {
    static let sound = ((try? FileManager.default.contentsOfDirectory(atPath: Fixtures.path("."))) ?? [])
        .filter { ($0.hasSuffix(".ogg") || $0.hasSuffix(".opus") || $0.hasSuffix(".oga")) && $0 != "truncated.ogg" }
        .sorted()

    /// Opens the bytes and checks that the frames promised are the frames delivered.
    static func opened(_ bytes: [UInt8]) throws -> (audio: [[Float]], properties: FileProperties) {
        try withFile(bytes) { path in
            let reader = try AudioFileReader(path: path)
            let opening = reader.warnings
            let audio = try reader.readAll(chunk: 1_000)
            #expect(Int64(audio[0].count) == reader.frameCount)
            #expect(reader.warnings == opening, "everything was reported at opening")
            let strict = Result { try AudioFileReader(path: path, options: ReaderOptions(strict: true)) }
            switch strict {
            case .success: #expect(opening.isEmpty)
            case .failure(let error):
                #expect((error as? AudioFileError)?.position == opening.first?.position && !opening.isEmpty)
            }
            return (audio, reader.properties)
        }
    }

    @Test(arguments: sound)
    func `a sound file has no warnings, behind a tag neither`(name: String) throws {
        let bytes = try fixtureBytes(name)
        let plain = try Self.opened(bytes)
        #expect(plain.properties.warnings.isEmpty)
        let tag = Array("ID3".utf8) + [3, 0, 0, 0, 0, 0, 100] + [UInt8](repeating: 0, count: 100)
        for bytes in [
            tag + bytes, bytes + Array("TAG".utf8) + [UInt8](repeating: 0x41, count: 125),
            bytes + [UInt8](repeating: 0, count: 700),
        ] {
            let other = try Self.opened(bytes)
            #expect(other.properties.warnings.isEmpty)
            #expect(other.properties.lengthSource == plain.properties.lengthSource)
            #expect(firstDifference(other.audio, plain.audio) == nil)
        }
    }

    @Test func `there are sound files to try`() {
        #expect(Self.sound.count > 12)
    }

    // The granule position of the last whole page, less Opus' pre-skip of 312 frames, is what is there.
    @Test(arguments: [
        ("codec-vorbis.ogg", 5269, 11_840), ("codec-vorbis.ogg", 4682, 5_696), ("codec-opus.opus", 3455, 14_088),
        ("codec-opus.opus", 2166, 8_328),
        ("music.ogg", 8298, 19_264), ("music.opus", 15_524, 47_688),
    ])
    func `a file cut short is reported at the byte of the first page that is missing`(
        name: String, page: Int, frames: Int
    ) throws {
        let bytes = try fixtureBytes(name)
        let whole = try Self.opened(bytes).audio
        for cut in [page, page + 1, page + 3, page + 26, page + 28, page + 200] {
            let (audio, properties) = try Self.opened(Array(bytes[..<cut]))
            #expect(
                properties.warnings.map(\.position) == [.byte(Int64(page))], "cut at \(cut): \(properties.warnings)")
            #expect(properties.frameCount == Int64(frames))
            #expect(firstDifference(audio, whole.map { Array($0[..<frames]) }) == nil)
        }
    }

    @Test func `an Opus file cut in its first page of audio says so`() throws {
        let bytes = try fixtureBytes("music.opus")
        let error = Bytes.raw(Array(bytes[..<9_000])).openingError()
        #expect(error?.position == .byte(216))
        #expect(error?.problem.contains("cut short") == true)
    }

    @Test func `bytes of a broken page behind the last one are reported and change nothing`() throws {
        for name in ["codec-vorbis.ogg", "codec-opus.opus"] {
            let bytes = try fixtureBytes(name)
            let plain = try Self.opened(bytes)
            for tail in [
                Array(bytes[..<20]), Array(bytes[..<50]), [7, 8, 9],
                Array("OggS".utf8) + [UInt8](repeating: 1, count: 5_000),
            ] {
                let (audio, properties) = try Self.opened(bytes + tail)
                // A beginning that holds a whole page is another stream, and is called one.
                #expect(properties.warnings.map(\.position) == [.byte(Int64(bytes.count))])
                #expect(firstDifference(audio, plain.audio) == nil)
            }
        }
    }

    @Test func `damage in the middle is reported at its page, and the frames are counted`() throws {
        let bytes = try fixtureBytes("codec-vorbis.ogg")
        let plain = try Self.opened(bytes).audio
        var flipped = bytes
        flipped[4_700] ^= 0x10
        let missing = Ogg.pages(bytes).enumerated().filter { $0.offset != 4 }.flatMap(\.element)
        for damaged in [
            flipped, missing, Array(bytes[..<4_682]) + [UInt8](repeating: 0, count: 100_000) + Array(bytes[4_979...]),
        ] {
            let (audio, properties) = try Self.opened(damaged)
            #expect(properties.warnings.first?.position == .byte(4_682))
            #expect(properties.lengthSource == .scan && properties.warnings.count == 1)
            // What is lost is silent, so everything else is in its place. Of Vorbis a block on either side of the page
            // goes with it.
            #expect(audio[0].count == 13_230)
            #expect(properties.warnings[0].consequence == "4096 frames of silence replace them")
            let start = try #require((0..<13_230).first { audio[0][$0] != plain[0][$0] })
            #expect(audio[0][start..<start + 4_096].allSatisfy { $0 == 0 })
            #expect(
                firstDifference(
                    audio.map { Array($0[(start + 4_096)...]) }, plain.map { Array($0[(start + 4_096)...]) }) == nil)
        }
    }

    @Test(arguments: ["codec-vorbis.ogg", "music.ogg", "codec-opus.opus"])
    func `a seek behind a missing page gives the bits of a straight read`(name: String) throws {
        let pages = Ogg.pages(try fixtureBytes(name))
        let missing = pages.count - 2
        try withFile(pages[..<missing].flatMap { $0 } + pages[missing + 1]) { path in
            let reader = try AudioFileReader(path: path)
            let straight = try reader.readAll()
            for frame in stride(from: 0, to: straight[0].count, by: 1_777).reversed() {
                try reader.seek(to: Int64(frame))
                #expect(
                    firstDifference(try reader.readAll(), straight.map { Array($0[frame...]) }) == nil, "from \(frame)")
            }
        }
    }

    @Test func `a damaged byte anywhere is reported, and a refusal has its byte and what to do`() throws {
        for name in ["codec-vorbis.ogg", "codec-opus.opus", "music.opus"] {
            let bytes = try fixtureBytes(name)
            for tenth in 0..<10 {
                var damaged = bytes
                damaged[bytes.count * tenth / 10 + 30] ^= 0x55
                do {
                    let (audio, properties) = try Self.opened(damaged)
                    #expect(
                        !properties.warnings.isEmpty && audio[0].count == properties.frameCount, "\(name), \(tenth)")
                } catch let error as AudioFileError {
                    #expect(
                        error.kind == .badData && error.position != nil && error.nextStep != nil,
                        "\(name), \(tenth): \(error)")
                }
            }
        }
    }

    @Test func `wherever a file is cut, there is a warning or an error`() throws {
        for name in ["codec-vorbis.ogg", "codec-opus.opus"] {
            let bytes = try fixtureBytes(name)
            for cut in stride(from: 1, to: bytes.count, by: 89) {
                do {
                    let (_, properties) = try Self.opened(Array(bytes[..<cut]))
                    #expect(!properties.warnings.isEmpty, "\(name) cut at \(cut)")
                } catch let error as AudioFileError {
                    #expect(error.kind == .badData, "\(name) cut at \(cut)")
                }
            }
        }
    }

    @Test func `a file full of false marks does not stall the scan`() throws {
        let bytes = try fixtureBytes("codec-vorbis.ogg")
        let mark = Array("OggS".utf8) + [UInt8](repeating: 0, count: 22) + [255] + [UInt8](repeating: 255, count: 255)
        let junk = (0..<4_000).flatMap { _ in mark }
        let (_, properties) = try Self.opened(Array(bytes[..<5_269]) + junk)
        #expect(properties.warnings.map(\.position) == [.byte(5_269)])
        #expect(properties.frameCount == 11_840)
    }
}
