import Foundation
import KKConvert
import KKFiles
import KKPCM
import Testing

/// A folder of its own for one test, gone with it.
final class ScratchFolder {
    let path: String

    init() throws {
        path = NSTemporaryDirectory() + "kkmix-writer-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    func file(_ name: String) -> String { "\(path)/\(name)" }

    /// Everything in the folder, hidden files too, sorted.
    var names: [String] { (try? FileManager.default.contentsOfDirectory(atPath: path).sorted()) ?? [] }
}

func contents(_ path: String) -> [UInt8] {
    FileManager.default.contents(atPath: path).map(Array.init) ?? []
}

/// Whether there is Linux's device without room.
let hasFullDevice = FileManager.default.fileExists(atPath: "/dev/full")

/// Gives all samples to a writer, `chunk` frames at a time.
func feed(_ writer: AudioFileWriter, _ channels: [[Float]], chunk: Int = 1000) throws {
    var buffer = PCMBuffer(channelCount: channels.count, frameCapacity: chunk)
    let length = channels.first?.count ?? 0
    for start in stride(from: 0, to: length, by: chunk) {
        let end = min(length, start + chunk)
        for (index, samples) in channels.enumerated() { buffer.fill(channel: index, with: Array(samples[start..<end])) }
        buffer.frameLength = end - start
        try writer.write(buffer)
    }
}

/// Writes a whole file and gives its bytes.
@discardableResult
func written(
    _ path: String, _ container: OutputContainer, _ encoding: KKFiles.Encoding, _ channels: [[Float]],
    rate: Double = 48_000,
    layout: ChannelLayout? = nil, options: WriterOptions = WriterOptions(), chunk: Int = 1000
) throws -> [UInt8] {
    let writer = try AudioFileWriter(
        path: path, format: OutputFormat(container: container, encoding: encoding),
        layout: layout ?? .standard(channels.count),
        sampleRate: rate, options: options)
    try feed(writer, channels, chunk: chunk)
    try writer.finalize()
    return contents(path)
}

/// The error of a body that must fail with one of ours.
func audioFileError(_ body: () throws -> Void) -> AudioFileError? {
    do {
        try body()
        return nil
    } catch {
        return error as? AudioFileError
    }
}

/// A four-character code as bytes.
func ascii(_ text: String) -> [UInt8] { Array(text.utf8) }

func joined(_ parts: [UInt8]...) -> [UInt8] { Array(parts.joined()) }
