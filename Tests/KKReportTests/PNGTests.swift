import Foundation
import KKPCM
import KKTestSupport
import Testing

@testable import KKReport

@Suite struct PNGTests {
    @Test func `an independent program decodes the pixels of the canvas`() throws {
        let canvas = Canvas(Sounds.picture([Sounds.tone(1000, count: 20_000)]).drawing)
        let decoded = try decode(try PNG.bytes(canvas), width: canvas.width, height: canvas.height)
        #expect(
            decoded
                == canvas.pixels.flatMap {
                    [canvas.palette[Int($0)].red, canvas.palette[Int($0)].green, canvas.palette[Int($0)].blue]
                })
    }

    @Test func `a file has the four chunks of a picture with a palette, and nothing else`() throws {
        var drawing = Drawing(width: 3, height: 2, ground: Color(0xFFFFFF))
        drawing.fill(Box(x: 1, y: 1, width: 9, height: 9), Color(0x102030))
        let bytes = try PNG.bytes(Canvas(drawing))
        #expect(Array(bytes[..<8]) == [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
        var names: [String] = [], place = 8
        while place < bytes.count {
            let length = bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
            names.append(String(decoding: bytes[place + 4..<place + 8], as: UTF8.self))
            if names.last == "IHDR" {
                #expect(Array(bytes[place + 8..<place + 8 + length]) == [0, 0, 0, 3, 0, 0, 0, 2, 8, 3, 0, 0, 0])
            }
            if names.last == "PLTE" {
                #expect(Array(bytes[place + 8..<place + 8 + length]) == [255, 255, 255, 16, 32, 48])
            }
            place += 12 + length
        }
        #expect(names == ["IHDR", "PLTE", "IDAT", "IEND"])
        #expect(bytes == (try PNG.bytes(Canvas(drawing))))
    }

    @Test func `base64 is that of the standard's examples`() {
        for (plain, text) in [
            ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("foobar", "Zm9vYmFy"),
        ] {
            #expect(Base64.text(Array(plain.utf8)) == text)
        }
        #expect(Base64.text([0xFF, 0xEF, 0xBE]) == "/+++")
    }

    /// By Python's zlib, and by hand: rows without a filter.
    private func decode(_ png: [UInt8], width: Int, height: Int) throws -> [UInt8] {
        let folder = try ScratchFolder()
        try Data(png).write(to: URL(fileURLWithPath: folder.path("a.png")))
        let script = """
            import struct, sys, zlib
            data = open('a.png', 'rb').read(); place, parts = 8, {}
            while place < len(data):
                length, name = struct.unpack('>I4s', data[place:place + 8]); body = data[place + 8:place + 8 + length]
                assert zlib.crc32(name + body) == struct.unpack('>I', data[place + 8 + length:place + 12 + length])[0]
                parts[name] = parts.get(name, b'') + body; place += 12 + length
            width, height = struct.unpack('>II', parts[b'IHDR'][:8]); rows = zlib.decompress(parts[b'IDAT']); palette = parts[b'PLTE']
            assert len(rows) == (width + 1) * height
            out = bytearray()
            for y in range(height):
                row = rows[y * (width + 1):(y + 1) * (width + 1)]; assert row[0] == 0
                for i in row[1:]: out += palette[3 * i:3 * i + 3]
            sys.stdout.buffer.write(out)
            """
        try Data(script.utf8).write(to: URL(fileURLWithPath: folder.path("decode.py")))
        let run = try CommandRun.shell("python3 decode.py", in: folder.root)
        #expect(run.status == 0, "\(run.errorText)")
        return run.output
    }
}
