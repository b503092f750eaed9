internal import CZlib
internal import KKCodecs
internal import KKPCM

/// A PNG file of a canvas (W3C, *Portable Network Graphics*, third edition): 8 bits per pixel with a palette, rows
/// unfiltered, one chunk of data, no time, no text, no resolution. The pixels follow from the canvas alone; the bytes
/// also from the installed zlib, whose versions differ in how they pack.
enum PNG {
    /// zlib's own usual level.
    private static let level: Int32 = 6

    /// - Throws: `unavailable` without zlib.
    static func bytes(_ canvas: Canvas) throws(ReportError) -> [UInt8] {
        if let trouble = SharedLibrary.zlib.trouble {
            throw ReportError(
                .unavailable, "zlib cannot be loaded (\(trouble))",
                nextStep: "\(SharedLibrary.zlib.remedy), or ask for SVG without a spectrogram")
        }
        var rows: [UInt8] = []
        rows.reserveCapacity((canvas.width + 1) * canvas.height)
        for y in 0..<canvas.height {
            // Each row says first how it is filtered: not at all, which is best for few colours.
            rows.append(0)
            rows += canvas.pixels[y * canvas.width..<(y + 1) * canvas.width]
        }
        var file: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        // Width, height, 8 bits, palette, deflate, the usual filters, not interlaced.
        file += chunk("IHDR", bigEndian(canvas.width) + bigEndian(canvas.height) + [8, 3, 0, 0, 0])
        file += chunk("PLTE", canvas.palette.flatMap { [$0.red, $0.green, $0.blue] })
        file += chunk("IDAT", try compressed(rows))
        file += chunk("IEND", [])
        return file
    }

    /// The pixels of a file that ``bytes(_:)`` has made; `nil` for any other, also another program's PNG.
    static func canvas(_ bytes: [UInt8]) -> Canvas? {
        guard SharedLibrary.zlib.trouble == nil, let size = ReportAttachment.Size(png: bytes), bytes.count > 33,
            (1...Page.largest).contains(size.width), (1...Page.largest).contains(size.height),
            bytes[24..<29].elementsEqual([8, 3, 0, 0, 0])
        else { return nil }
        var palette: [Color] = []
        var packed: [UInt8] = []
        var place = 8
        while bytes.count - place >= 12 {
            let count = bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
            guard count <= bytes.count - place - 12 else { return nil }
            let content = bytes[place + 8..<place + 8 + count]
            switch String(decoding: bytes[place + 4..<place + 8], as: UTF8.self) {
            case "PLTE":
                let values = Array(content)
                palette = (0..<values.count / 3).map { index in
                    Color(values[3 * index..<3 * index + 3].reduce(0) { $0 << 8 | UInt32($1) })
                }
            case "IDAT": packed += content
            default: break
            }
            place += 12 + count
        }
        guard let rows = unpacked(packed, count: (size.width + 1) * size.height) else { return nil }
        var pixels: [UInt8] = []
        pixels.reserveCapacity(size.width * size.height)
        for y in 0..<size.height {
            let row = rows[y * (size.width + 1)..<(y + 1) * (size.width + 1)]
            guard row.first == 0 else { return nil }
            pixels += row.dropFirst()
        }
        guard pixels.allSatisfy({ Int($0) < palette.count }) else { return nil }
        return Canvas(width: size.width, height: size.height, pixels: pixels, palette: palette)
    }

    private static func unpacked(_ bytes: [UInt8], count: Int) -> [UInt8]? {
        var room = uLong(count)
        var output = [UInt8](repeating: 0, count: count)
        let status = unsafe output.withUnsafeMutableBufferPointer { output in
            unsafe bytes.withUnsafeBufferPointer {
                unsafe uncompress(output.baseAddress, &room, $0.baseAddress, uLong($0.count))
            }
        }
        return status == Z_OK && Int(room) == count ? output : nil
    }

    private static func compressed(_ bytes: [UInt8]) throws(ReportError) -> [UInt8] {
        var room = compressBound(uLong(bytes.count))
        var output = [UInt8](repeating: 0, count: Int(room))
        let status = unsafe output.withUnsafeMutableBufferPointer { output in
            unsafe bytes.withUnsafeBufferPointer {
                unsafe compress2(output.baseAddress, &room, $0.baseAddress, uLong($0.count), level)
            }
        }
        guard status == Z_OK else {
            throw ReportError(
                .temporary, "zlib could not pack a picture (status \(status))",
                nextStep: "free some memory, and try again")
        }
        return Array(output[..<Int(room)])
    }

    private static func chunk(_ name: StaticString, _ content: [UInt8]) -> [UInt8] {
        let named = "\(name)".utf8 + content
        let sum = unsafe named.withUnsafeBufferPointer { unsafe crc32(0, $0.baseAddress, uInt($0.count)) }
        return bigEndian(content.count) + named + bigEndian(Int(sum))
    }

    private static func bigEndian(_ value: Int) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
    }
}
