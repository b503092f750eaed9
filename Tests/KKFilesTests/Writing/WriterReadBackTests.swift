import Foundation
import KKConvert
import KKPCM
import KKTestSupport
import Testing

@testable import KKFiles

private let ffmpeg = "/usr/bin/ffmpeg"

/// Every file, read by a program that shares no code with this one.
@Suite(
    .enabled(
        if: FileManager.default.isExecutableFile(atPath: ffmpeg),
        "ffmpeg is not installed: the files were not read back"))
struct WriterReadBackTests {
    private let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
    }

    private func decode(_ path: String) throws -> [Float] {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: ffmpeg)
        process.arguments = ["-v", "error", "-i", path, "-f", "f32le", "-c:a", "pcm_f32le", "-"]
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let data = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        let bytes = [UInt8](data)
        return stride(from: 0, to: bytes.count - 3, by: 4).map { (start: Int) -> Float in
            let word = bytes[start..<start + 4].reversed().reduce(0 as UInt32) {
                (word: UInt32, byte: UInt8) -> UInt32 in word << 8 | UInt32(byte)
            }
            return Float(bitPattern: word)
        }
    }

    /// Half the distance between two codes, and a hair; for G.711, half its widest step at this level.
    private func tolerance(_ encoding: KKFiles.Encoding) -> Float {
        switch encoding {
        case .u8: 0.5 / 128 + 1e-6
        case .s16, .alac16: 0.5 / 32_768 + 1e-8
        case .s24, .alac24: 0.5 / 8_388_608 + 1e-8
        case .ulaw, .alaw: 0.017
        default: 0
        }
    }

    @Test func `lossless and companded files come back within half a code, at the exact length`() throws {
        let sound = (0..<2).map { SeededNumbers.noise(4801, seed: UInt64($0)).map { $0 * 0.5 } }
        var wrong: [String] = []
        for row in OutputFormat.all where row.container != .raw {
            for encoding in row.encodings where !encoding.isLossy {
                for channels in [1, 2] {
                    let path = folder.file("\(row.container)-\(encoding)-\(channels).\(row.extensions[0])")
                    try written(path, row.container, encoding, Array(sound[..<channels]))
                    let read = try decode(path)
                    var worst: Float = 0
                    if read.count == 4801 * channels {
                        for index in read.indices {
                            worst = max(worst, abs(read[index] - sound[index % channels][index / channels]))
                        }
                    }
                    if read.count != 4801 * channels || worst > tolerance(encoding) {
                        wrong.append("\(path): \(read.count), \(worst)")
                    }
                }
            }
        }
        #expect(wrong == [])
    }

    @Test func `an Opus file ends with its own sound, whatever its length`() throws {
        var wrong: [String] = []
        for length in [1, 648, 48_000, 48_001, 48_700] {
            let sound: [Float] = (0..<length).map { Float(sin(2 * Double.pi * Double($0) / 480)) / 4 }
            let path = folder.file("\(length).opus")
            try written(path, .opus, .opus, [sound])
            let read = try decode(path)
            let worst = zip(read, sound).suffix(400).map { abs($0 - $1) }.max() ?? 1
            if read.count != length || worst > 0.06 { wrong.append("\(length): \(read.count), \(worst)") }
        }
        #expect(wrong == [])
    }

    @Test func `multichannel codecs put each channel where its label says`() throws {
        // Only one channel at a time sounds; ffmpeg decodes every layout in its own fixed order, which is WAVE's.
        var wrong: [String] = []
        for (container, encoding) in [
            (OutputContainer.flac, KKFiles.Encoding.s16), (.opus, .opus), (.ogg, .vorbis), (.m4a, .aac),
            (.m4a, .alac16),
            (.ac3, .ac3), (.wavpack, .s24),
        ] {
            for channel in 0..<6 {
                let path = folder.file("\(encoding)-\(channel).\(container.extensions[0])")
                let tone: [Float] = (0..<9600).map { Float(sin(2 * Double.pi * Double($0) / 960)) / 4 }
                try written(
                    path, container, encoding, (0..<6).map { $0 == channel ? tone : [Float](repeating: 0, count: 9600) }
                )
                let read = try decode(path)
                let energy = (0..<6).map { index in
                    stride(from: index, to: read.count, by: 6).reduce(Float(0)) { $0 + read[$1] * read[$1] }
                }
                if energy.firstIndex(of: energy.max() ?? 0) != channel {
                    wrong.append("\(encoding) \(channel): \(energy)")
                }
            }
        }
        #expect(wrong == [])
    }
}
