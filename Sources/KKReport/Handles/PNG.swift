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
