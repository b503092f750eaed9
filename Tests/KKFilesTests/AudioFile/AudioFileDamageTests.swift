import Foundation
import KKPCM
import KKTestSupport
import Testing

@testable import KKFiles

/// Opens a file and reads all that there is.
///
/// - Parameter isMeasured: whether what it keeps is looked at, which takes as long as all else.
private func readWhole(_ bytes: [UInt8], hint: FourCharCode? = nil, isMeasured: Bool) throws {
    let file = try AudioFile(opening: bytes, typeHint: hint)
    let room = max(1 << 16, Int(try file.number("pkub")))
    _ = try file.allPackets(room: room)
    for id in AudioFile.Property.all
    where !["pkfr", "frpk", "pkby", "bypk", "pkrl", "pind", "nind", "pkdp"].contains(id) {
        let problem = failure { _ = try file.property(id) }
        if let problem, problem.code != .unsupportedProperty { throw problem }
    }
    for chunk in file.content.chunks.prefix(20) { _ = try file.userData(chunk.id) }
    if isMeasured { #expect(Holdings.byteCount(of: file) < bound) }
}

/// What an opened file may keep, itself not counted: its windows, and what it says of itself.
private let bound = 1 << 19

@Suite struct AudioFileDamageTests {
    @Test(
        "a file that is cut at any byte ends in what is there, or in an error with its byte", arguments: SmallSound.all)
    func cutAnywhere(_ sound: SmallSound) throws {
        let bytes = try sound.bytes()
        var withoutPlace: [String] = []
        for length in 0..<bytes.count {
            // Before the kind of the file is known there is no place to speak of.
            let error = failure { try readWhole(Array(bytes[..<length]), isMeasured: length % 16 == 0) }
            if let error, error.position == nil, error.code != .unsupportedFileType {
                withoutPlace.append("cut at \(length): \(error)")
            }
        }
        #expect(withoutPlace.prefix(5) == [])
    }

    @Test(
        "a file with any byte turned over ends in what is there, or in an error, and in bounded memory",
        arguments: SmallSound.all)
    func anyByteWrong(_ sound: SmallSound) throws {
        let bytes = try sound.bytes()
        for place in 0..<min(bytes.count, 240) {
            for value in place < 96 ? [0xFF, 0x00] : [0xFF] as [UInt8] {
                var wrong = bytes
                wrong[place] = wrong[place] == value ? 0x7F : value
                _ = failure { try readWhole(wrong, isMeasured: place < 96) }
            }
        }
    }

    @Test(
        "a packet table that contradicts the audio is an error with its byte; one of a file that was cut is used as far as there is audio"
    )
    func contradiction() throws {
        let memory = MemoryFile()
        let format = StreamDescription(sampleRate: 48_000, formatID: "aac ", framesPerPacket: 1024, channelsPerFrame: 2)
        let file = try AudioFile(creating: memory.callbacks, fileType: "caff", format: format)
        try file.setProperty("rsrv", .seconds(1))
        try file.writePackets(pattern(50), descriptions(5, 10))
        try file.close()
        let name = Array("pakt".utf8)
        let table = try #require((0..<memory.bytes.count - 4).first { memory.bytes[$0...].starts(with: name) })
        // The third packet's size.
        var wrong = memory.bytes
        wrong[table + 12 + 24 + 2] = 50
        let error = failure { _ = try AudioFile(opening: wrong) }
        #expect(error?.code == .invalidChunk)
        #expect(error?.position == .byte(Int64(table + 12 + 24 + 2)))
        // More packets than entries.
        wrong = memory.bytes
        wrong[table + 13] = 1
        #expect(code { _ = try AudioFile(opening: wrong) } == .invalidChunk)
        let cut = try AudioFile(opening: Array(memory.bytes.dropLast(15)))
        #expect(try cut.packetCount() == 3)
        #expect(cut.warnings.count == 2)
    }

    @Test("sizes that no file has are no reason to take memory for them") func hugeSizes() throws {
        // A chunk of 2 GiB, a cookie of 2^62 bytes, a table of 2^40 packets.
        var wave = Array(try fixtureBytes("tone-s16.wav").prefix(60))
        wave += Array("abcd".utf8)
        wave += [0xFF, 0xFF, 0xFF, 0x7F] as [UInt8]
        let file = try AudioFile(opening: wave)
        #expect(try file.userData("fmt ").count == 16)
        var caf = HeaderBytes()
        caf.text("caff")
        caf.big(UInt32(0x0001_0000))
        caf.text("desc")
        caf.big(Int64(32))
        let description = CAFDescription(
            sampleRate: 48_000, formatID: "aac ", bytesPerPacket: 0, framesPerPacket: 1024, channelsPerFrame: 2,
            bitsPerChannel: 0)
        caf.append(description.bytes)
        caf.text("kuki")
        caf.big(Int64(1) << 62)
        #expect(code { _ = try AudioFile(opening: caf.bytes) } == .invalidChunk)
    }

    @Test("what is no audio says so, and Ogg is sent to the reader") func foreign() throws {
        #expect(code { _ = try AudioFile(opening: Array("<!doctype html><html></html>".utf8)) } == .unsupportedFileType)
        #expect(code { _ = try AudioFile(opening: []) } == .invalidFile)
        #expect(code { _ = try AudioFile.fixture("codec-opus.opus") } == .unsupportedFileType)
        #expect(code { _ = try AudioFile.fixture("tags-only.mp3") } != nil)
        #expect(code { _ = try AudioFile(opening: [UInt8](repeating: 0xFF, count: 5000)) } != nil)
    }
}
