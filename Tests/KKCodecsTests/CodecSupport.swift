import Foundation
import KKCodecs
import KKFiles
import KKPCM
import KKTestSupport

/// Everything that a stream's packets give, a channel an array; what cannot be decoded gives nothing.
///
/// - Parameters:
///   - offset: where in the buffer each packet's frames go.
///   - report: called with the number of each packet that was refused.
func decodeAll(
    _ stream: PacketStream, with decoder: (any PacketDecoder)? = nil, offset: Int = 0,
    report: (Int, CodecError) -> Void = { _, _ in }
) throws -> [[Float]] {
    let decoder = try decoder ?? PacketDecoders.decoder(for: stream.description, magicCookie: stream.magicCookie)
    let channels = decoder.format.channelCount
    var buffer = PCMBuffer(channelCount: channels, frameCapacity: offset + decoder.maximumFramesPerPacket)
    buffer.frameLength = buffer.frameCapacity
    var result = [[Float]](repeating: [], count: channels)
    for (index, packet) in stream.packets.enumerated() {
        do throws(CodecError) {
            let count = try decoder.decode(packet.span, into: &buffer, at: offset)
            for channel in 0..<channels {
                result[channel] += buffer.samples(ofChannel: channel)[offset..<offset + count]
            }
        } catch {
            report(index, error)
        }
    }
    return result
}

/// What the reader gives of a file.
func readAll(_ path: String) throws -> (samples: [[Float]], priming: Int) {
    let reader = try AudioFileReader(path: path)
    var result = [[Float]](repeating: [], count: reader.clientLayout.channelCount)
    var buffer = PCMBuffer(channelCount: result.count, frameCapacity: 4096)
    while true {
        let count = try reader.read(into: &buffer, at: 0, frameCount: 4096)
        if count == 0 { break }
        buffer.frameLength = count
        for channel in result.indices { result[channel] += buffer.samples(ofChannel: channel) }
    }
    return (result, Int(reader.properties.priming ?? 0))
}

/// The first place where `part` differs in a bit from `whole` from frame `start` on; `nil` if it is all there.
func firstDifference(_ part: [[Float]], in whole: [[Float]], from start: Int = 0) -> String? {
    guard part.count == whole.count else { return "\(part.count) and \(whole.count) channels" }
    for channel in part.indices {
        guard whole[channel].count >= start + part[channel].count else {
            return "\(part[channel].count) frames from \(start) of \(whole[channel].count)"
        }
        if haveSameBits(part[channel][...], whole[channel][start..<start + part[channel].count]) { continue }
        for frame in part[channel].indices
        where part[channel][frame].bitPattern != whole[channel][start + frame].bitPattern {
            return "channel \(channel), frame \(frame): \(part[channel][frame]) and \(whole[channel][start + frame])"
        }
    }
    return nil
}

/// The programs that give a second opinion.
enum OtherPrograms {
    static var areThere: Bool { FileManager.default.isExecutableFile(atPath: "/usr/bin/ffmpeg") }

    static func run(_ arguments: [String]) throws -> [UInt8] {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/ffmpeg")
        process.arguments = ["-v", "error", "-nostdin", "-y"] + arguments
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let data = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return [UInt8](data)
    }

    /// A file's samples as 32-bit integers at the top of their range, a channel an array.
    static func integers(_ path: String, channels: Int) throws -> [[Int32]] {
        let bytes = try run(["-i", path, "-f", "s32le", "-"])
        let words = (0..<bytes.count / 4).map { (index: Int) -> Int32 in
            let word = bytes[4 * index..<4 * index + 4].reversed().reduce(0 as UInt32) {
                (word: UInt32, byte: UInt8) -> UInt32 in word << 8 | UInt32(byte)
            }
            return Int32(bitPattern: word)
        }
        return (0..<channels).map { channel in (0..<words.count / channels).map { words[$0 * channels + channel] } }
    }
}

/// Numbers that are the same in every run.
struct Seeded: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = (state ^ state >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }
}
