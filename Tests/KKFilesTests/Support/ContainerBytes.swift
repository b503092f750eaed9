import Foundation
import KKPCM

@testable import KKFiles

/// Bytes of files, put together by hand: never with the project's own writer.
struct Bytes {
    var all: [UInt8] = []

    static func + (left: Bytes, right: Bytes) -> Bytes { Bytes(all: left.all + right.all) }
    static func += (left: inout Bytes, right: Bytes) { left.all += right.all }

    var count: Int { all.count }

    static func text(_ text: String) -> Bytes { Bytes(all: Array(text.utf8)) }
    static func raw(_ bytes: [UInt8]) -> Bytes { Bytes(all: bytes) }
    static func zeros(_ count: Int) -> Bytes { Bytes(all: [UInt8](repeating: 0, count: count)) }

    /// Little-endian and big-endian integers of any width.
    static func le<Integer: FixedWidthInteger>(_ values: Integer...) -> Bytes { le(values) }
    static func be<Integer: FixedWidthInteger>(_ values: Integer...) -> Bytes { be(values) }
    static func le<Integer: FixedWidthInteger>(_ values: [Integer]) -> Bytes {
        Bytes(
            all: values.flatMap { value in
                (0..<Integer.bitWidth / 8).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
            })
    }
    static func be<Integer: FixedWidthInteger>(_ values: [Integer]) -> Bytes {
        Bytes(
            all: values.flatMap { value in
                (0..<Integer.bitWidth / 8).reversed().map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
            })
    }

    /// Writes the bytes to a fresh file, gives its path to `body`, and removes it.
    func asFile<Result>(_ body: (String) throws -> Result) rethrows -> Result {
        let path = NSTemporaryDirectory() + "/kkmix-\(UUID().uuidString)"
        _ = FileManager.default.createFile(atPath: path, contents: Data(all))
        defer { try? FileManager.default.removeItem(atPath: path) }
        return try body(path)
    }

    func container() throws -> Container {
        try asFile { path in
            let source = try ByteSource(path: FilePath(path))
            let probe = try FormatProbe(source)
            return try Container(source, fileType: probe.fileType, start: probe.start)
        }
    }

    /// What kind of file it is.
    func fileType() throws -> FileType { try FormatProbe(ByteSource(bytes: all, name: "bytes")).fileType }

    /// The error that opening the bytes as audio gives; `nil` if it gives none.
    func openingError() -> AudioFileError? {
        asFile { path in
            do throws(AudioFileError) {
                _ = try AudioFileReader(path: path)
                return nil
            } catch {
                return error
            }
        }
    }
}

extension Container {
    /// What a reader tells of linear data, whatever kind of file it is of.
    var properties: FileProperties { properties(of: .wav) }
}

/// RIFF WAVE by hand.
enum Wave {
    static func chunk(
        _ id: String, _ content: Bytes, size: UInt32? = nil, padded: Bool = true, bigEndian: Bool = false
    ) -> Bytes {
        let length = size ?? UInt32(content.count)
        let pad = padded && content.count % 2 == 1 ? Bytes.zeros(1) : Bytes()
        return .text(id) + (bigEndian ? .be(length) : .le(length)) + content + pad
    }

    static func format(
        tag: UInt16 = 1, channels: UInt16 = 2, rate: UInt32 = 44_100, bits: UInt16 = 16, blockAlign: UInt16? = nil,
        bigEndian: Bool = false
    ) -> Bytes {
        let align = blockAlign ?? channels &* ((bits + 7) / 8)
        let content: Bytes =
            bigEndian
            ? .be(tag, channels) + .be(rate, rate &* UInt32(align)) + .be(align, bits)
            : .le(tag, channels) + .le(rate, rate &* UInt32(align)) + .le(align, bits)
        return chunk("fmt ", content, bigEndian: bigEndian)
    }

    static func extensible(
        tag: UInt16 = 1, channels: UInt16, rate: UInt32 = 48_000, bits: UInt16, validBits: UInt16, mask: UInt32
    ) -> Bytes {
        let align = channels * (bits / 8)
        let guid: Bytes = .le(UInt32(tag)) + .raw([0, 0, 0x10, 0, 0x80, 0, 0, 0xAA, 0, 0x38, 0x9B, 0x71])
        var content: Bytes = .le(0xFFFE as UInt16, channels) + .le(rate, rate * UInt32(align))
        content += .le(align, bits, 22, validBits)
        return chunk("fmt ", content + .le(mask) + guid)
    }

    static func file(_ id: String = "RIFF", _ chunks: Bytes...) -> Bytes {
        let content = Bytes.text("WAVE") + chunks.reduce(Bytes(), +)
        let size = UInt32(content.count)
        return .text(id) + (id == "RIFX" ? .be(size) : id == "RIFF" ? .le(size) : .le(UInt32.max)) + content
    }

    /// The usual file: 16-bit stereo, `frames` frames whose left channel counts up from 1 and whose right one counts
    /// down from −1.
    static func usual(frames: Int = 100, size: UInt32? = nil, behind: Bytes = Bytes()) -> Bytes {
        file("RIFF", format(), chunk("data", samples(frames), size: size), behind)
    }

    static func samples(_ frames: Int) -> Bytes {
        .le((0..<frames).flatMap { [Int16(truncatingIfNeeded: $0 + 1), Int16(truncatingIfNeeded: -$0 - 1)] })
    }

    static func rf64(
        _ id: String = "RF64", dataSize: UInt64, table: Bytes = .le(0 as UInt32), _ chunks: Bytes...
    ) -> Bytes {
        let ds64 = chunk("ds64", .le(0 as UInt64, dataSize, dataSize / 4) + table)
        return chunks.reduce(.text(id) + .le(UInt32.max) + .text("WAVE") + ds64, +)
    }
}

/// Sony Wave64 by hand.
enum Wave64 {
    static func chunk(_ id: String, _ content: Bytes, size: UInt64? = nil) -> Bytes {
        let padding = Bytes.zeros((8 - content.count % 8) % 8)
        return guid(id) + .le(size ?? UInt64(content.count + 24)) + content + padding
    }

    static func guid(_ id: String) -> Bytes {
        .text(id) + .raw([0xF3, 0xAC, 0xD3, 0x11, 0x8C, 0xD1, 0x00, 0xC0, 0x4F, 0x8E, 0xDB, 0x8A])
    }

    static func file(_ chunks: Bytes...) -> Bytes {
        let content = guid("wave") + chunks.reduce(Bytes(), +)
        let riff: Bytes =
            .text("riff") + .raw([0x2E, 0x91, 0xCF, 0x11, 0xA5, 0xD6, 0x28, 0xDB, 0x04, 0xC1, 0x00, 0x00])
        return riff + .le(UInt64(content.count + 24)) + content
    }

    static func format(channels: UInt16 = 2, rate: UInt32 = 44_100) -> Bytes {
        chunk("fmt ", .le(1 as UInt16, channels) + .le(rate, rate * 4) + .le(channels * 2, 16))
    }
}

/// AIFF and AIFF-C by hand.
enum AIFF {
    static func chunk(_ id: String, _ content: Bytes, size: UInt32? = nil) -> Bytes {
        .text(id) + .be(size ?? UInt32(content.count)) + content + .zeros(content.count % 2)
    }

    /// 44,100 as an 80-bit extended number.
    static let rate44100 = Bytes.raw([0x40, 0x0E, 0xAC, 0x44, 0, 0, 0, 0, 0, 0])

    static func common(
        channels: UInt16 = 2, frames: UInt32, bits: UInt16 = 16, rate: Bytes = rate44100, compression: String? = nil
    ) -> Bytes {
        var content: Bytes = .be(channels) + .be(frames) + .be(bits) + rate
        if let compression { content += .text(compression) + .raw([3]) + .text("abc") }
        return chunk("COMM", content)
    }

    static func sound(_ data: Bytes, offset: UInt32 = 0, size: UInt32? = nil) -> Bytes {
        chunk("SSND", .be(offset, 0) + .zeros(Int(offset)) + data, size: size)
    }

    static func file(_ id: String = "AIFF", _ chunks: Bytes...) -> Bytes {
        let content = chunks.reduce(.text(id), +)
        return .text("FORM") + .be(UInt32(content.count)) + content
    }

    static func samples(_ frames: Int) -> Bytes {
        .be((0..<frames).flatMap { [Int16(truncatingIfNeeded: $0 + 1), Int16(truncatingIfNeeded: -$0 - 1)] })
    }
}

/// Core Audio Format by hand.
enum CAF {
    static func chunk(_ id: String, _ content: Bytes, size: Int64? = nil) -> Bytes {
        .text(id) + .be(size ?? Int64(content.count)) + content
    }

    static func description(
        _ formatID: String = "lpcm", flags: UInt32 = 0, packetBytes: UInt32 = 4, packetFrames: UInt32 = 1,
        channels: UInt32 = 2,
        bits: UInt32 = 16, rate: Double = 44_100
    ) -> Bytes {
        chunk("desc", .be(rate.bitPattern) + .text(formatID) + .be(flags, packetBytes, packetFrames, channels, bits))
    }

    static func data(_ content: Bytes, size: Int64? = nil) -> Bytes {
        chunk("data", .be(0 as UInt32) + content, size: size)
    }

    static func layout(tag: UInt32, bitmap: UInt32 = 0, labels: [UInt32] = []) -> Bytes {
        chunk("chan", labels.reduce(.be(tag, bitmap, UInt32(labels.count))) { $0 + .be($1, 0, 0, 0, 0) })
    }

    static func file(_ chunks: Bytes...) -> Bytes {
        chunks.reduce(.text("caff") + .be(1 as UInt16, 0), +)
    }
}
