import Foundation
import KKConvert
import KKPCM
import KKTestSupport
import Testing

@testable import KKFiles

/// The same bytes, whatever the clock, the file's name and the size of the buffers.
@Suite struct WriterReproducibilityTests {
    private let folder: ScratchFolder
    private let sound = [SeededNumbers.noise(50_001, seed: 1), SeededNumbers.noise(50_001, seed: 2)].map {
        $0.map { $0 * 0.5 }
    }

    init() throws {
        folder = try ScratchFolder()
    }

    private var formats: [OutputFormat] {
        OutputFormat.all.flatMap { row in row.encodings.map { OutputFormat(container: row.container, encoding: $0) } }
    }

    @Test func `every format gives the same bytes two seconds later, in other chunks, under another name`() throws {
        let options = WriterOptions(force: true, dither: .tpdf, seed: 5)
        let first = try formats.map {
            try written(folder.file("a.bin"), $0.container, $0.encoding, sound, options: options, chunk: 50_001)
        }
        Thread.sleep(forTimeInterval: 2.1)
        let second = try formats.map {
            try written(folder.file("other"), $0.container, $0.encoding, sound, options: options, chunk: 777)
        }
        let different = zip(formats, zip(first, second)).filter { $0.1.0 != $0.1.1 }.map(\.0.description)
        #expect(different == [])
        #expect(first.allSatisfy { $0.count > 1000 })
    }

    @Test func `the serial of an Ogg stream is a hash of what was asked for`() throws {
        func serial(_ rate: Double) throws -> ArraySlice<UInt8> {
            try written(folder.file("a.ogg"), .ogg, .vorbis, sound, rate: rate, options: WriterOptions(force: true))[
                14..<18]
        }
        #expect(try serial(44_100) == serial(44_100))
        #expect(try serial(44_100) != serial(48_000))
    }

    @Test func `pages are renumbered however they are cut, with the checksum of RFC 3533`() {
        // An empty page of Vorbis-like shape: 27 bytes of header, one segment of three bytes.
        let page = joined(
            ascii("OggS"), [0, 2], [UInt8](repeating: 0, count: 8), [9, 9, 9, 9], [0, 0, 0, 0], [7, 7, 7, 7], [1, 3],
            [1, 2, 3])
        var whole = OggPages(serial: 0x0403_0201)
        let result = whole.take(page + page)
        var pieces = OggPages(serial: 0x0403_0201)
        let cut = (page + page).flatMap { pieces.take([$0]) }
        #expect(result == cut)
        #expect(Array(result[14..<18]) == [1, 2, 3, 4])
        // The checksum, bit by bit.
        var zeroed = Array(result[..<31])
        zeroed.replaceSubrange(22..<26, with: [0, 0, 0, 0])
        var checksum: UInt32 = 0
        for byte in zeroed {
            for bit in (0..<8).reversed() {
                let top = checksum >> 31 ^ UInt32(byte >> UInt8(bit) & 1)
                checksum = checksum << 1 ^ (top == 1 ? 0x04C1_1DB7 : 0)
            }
        }
        let stored = (0..<4).map { (place: Int) -> UInt8 in UInt8(truncatingIfNeeded: checksum >> UInt32(8 * place)) }
        #expect(Array(result[22..<26]) == stored)
    }

    @Test func `a stream of MP3 goes without the empty frame for the length`() {
        // MPEG-1 layer III, 64 kbit/s, 44.1 kHz: 208 bytes.
        let empty = joined([0xFF, 0xFB, 0x50, 0xC0], [UInt8](repeating: 0, count: 204))
        let sound: [UInt8] = [0xFF, 0xFB, 0x50, 0xC0, 1, 2, 3]
        var whole = InfoFrame()
        #expect(whole.rest(of: empty + sound) == sound)
        var pieces = InfoFrame()
        #expect((empty + sound).flatMap { pieces.rest(of: [$0]) } == sound)
        var without = InfoFrame()
        #expect(
            without.rest(of: sound + [UInt8](repeating: 4, count: 400)) == sound + [UInt8](repeating: 4, count: 400))
    }
}
