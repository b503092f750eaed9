import Foundation
import KKPCM
import KKTestSupport

@testable import KKFiles

/// What the codecs' fixtures were made of (scripts/fixturekit/codecs.py): a tone and a slow sweep per channel, 16 bits.
func recipeSignal(rate: Double, frames: Int, channel: Int) -> [Float] {
    (0..<frames).map { index in
        let time = Double(index) / rate
        let tone = 9830 * sin(2 * Double.pi * Double(440 + 220 * channel) * time)
        let sweep = 9830 * sin(2 * Double.pi * Double(37 + 11 * channel) * time * (1 + time))
        return Float((tone + sweep + 0.5).rounded(.down) / 32768)
    }
}

/// Everything a decoder gives from here to its end, or its next `limit` frames, a channel an array.
func decodeAll(_ decoder: any FileDecoder, chunk: Int = 4096, limit: Int = .max) throws -> [[Float]] {
    let channels = decoder.properties.layout.channelCount
    var result = [[Float]](repeating: [], count: channels)
    var buffer = PCMBuffer(channelCount: channels, frameCapacity: chunk)
    while result[0].count < limit {
        let count = try decoder.read(into: &buffer, at: 0, frameCount: min(chunk, limit - result[0].count))
        if count == 0 { break }
        buffer.frameLength = count
        for index in result.indices { result[index] += buffer.samples(ofChannel: index) }
    }
    return result
}

/// Writes bytes to a file that nothing else uses and gives its path to `body`.
func withFile<Result>(_ bytes: [UInt8], _ body: (String) throws -> Result) throws -> Result {
    let path = NSTemporaryDirectory() + "kkmix-test-" + UUID().uuidString
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    return try body(path)
}

func fixtureBytes(_ name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(fileURLWithPath: Fixtures.path(name))))
}

/// The audio frames of a fixture alone, so often that there are several pieces. The header frame of a tagged file would
/// start a new segment.
func longStream(_ name: String, packetCount: Int = 900) throws -> [UInt8] {
    let bytes = try fixtureBytes(name)
    let scan = try MPEGScan(ByteSource(path: FilePath(Fixtures.path(name))), range: 0..<Int64(bytes.count))
    let audio = scan.segments[0].extents.flatMap { bytes[Int($0.fileOffset)..<Int($0.fileOffset + $0.byteCount)] }
    return Array((0..<packetCount / Int(scan.segments[0].packetCount)).map { _ in audio }.joined())
}

/// The correlation coefficient of `actual` from `lag` on with `expected`.
func correlation(_ actual: [Float], _ expected: [Float], lag: Int) -> Double {
    var product = 0.0
    var first = 0.0
    var second = 0.0
    for index in max(0, -lag)..<min(expected.count, actual.count - lag) {
        let a = Double(actual[index + lag])
        let b = Double(expected[index])
        product += a * b
        first += a * a
        second += b * b
    }
    return product / (first * second).squareRoot()
}

/// The first place where two recordings differ in a bit, `nil` if they are the same.
func firstDifference(_ one: [[Float]], _ other: [[Float]]) -> String? {
    guard one.count == other.count else { return "\(one.count) and \(other.count) channels" }
    for channel in one.indices {
        guard one[channel].count == other[channel].count else {
            return "\(one[channel].count) and \(other[channel].count) frames"
        }
        if haveSameBits(one[channel][...], other[channel][...]) { continue }
        for frame in one[channel].indices where one[channel][frame].bitPattern != other[channel][frame].bitPattern {
            return "channel \(channel), frame \(frame): \(one[channel][frame]) and \(other[channel][frame])"
        }
    }
    return nil
}
