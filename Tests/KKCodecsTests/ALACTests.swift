import Foundation
import KKPCM
import KKTestSupport
import Testing

@testable import KKCodecs

/// A magic cookie as Apple's encoder writes it.
private func cookie(bits: UInt8 = 16, channels: UInt8 = 1, frames: UInt32 = 4096) -> [UInt8] {
    func big(_ number: UInt32) -> [UInt8] { [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) } }
    return big(frames) + [0, bits, 40, 10, 14, channels, 0, 255] + big(0) + big(0) + big(44100)
}

/// Bytes out of digits, 0 and 1; blanks are for the reader.
private func bytes(_ digits: String) -> [UInt8] {
    let bits = digits.filter { $0 != " " }
    return stride(from: 0, to: bits.count, by: 8).map { start in
        let byte = String(bits.dropFirst(start).prefix(8))
        return UInt8(byte + String(repeating: "0", count: 8 - byte.count), radix: 2) ?? 0
    }
}

private func digits(_ number: Int, _ count: Int) -> String {
    let text = String(UInt64(truncatingIfNeeded: number) & ((1 << UInt64(count)) - 1), radix: 2)
    return String(repeating: "0", count: count - text.count) + text
}

/// The frames of one packet.
private func decode(_ packet: [UInt8], _ cookie: [UInt8]) throws -> [[Float]] {
    let stream = PacketStream(.appleLossless, sampleRate: 44100, channels: 1, magicCookie: cookie, packets: [packet])
    var failure: CodecError?
    let samples = try decodeAll(stream) { failure = $1 }
    if let failure { throw failure }
    return samples
}

struct ALACTests {
    @Test("Plain samples come out as they stand, as many as the packet says")
    func plain() throws {
        // A single channel: its number, unused bits, own length, no low bytes, plain; three frames; the end.
        let mono = bytes(
            "000 0000 000000000000 1 00 1" + digits(3, 32) + digits(-32768, 16) + digits(0, 16) + digits(32767, 16)
                + "111")
        #expect(try decode(mono, cookie()) == [[-1, 0, 32767.0 / 32768]])
        let stereo = bytes(
            "001 0000 000000000000 1 00 1" + digits(2, 32)
                + [1, -1, 8_388_607, -8_388_608].map { digits($0, 24) }.joined() + "111")
        #expect(try decode(stereo, cookie(bits: 24, channels: 2)) == [[0x1p-23, 1 - 0x1p-23], [-0x1p-23, -1]])
        let deep = bytes("000 0000 000000000000 1 00 1" + digits(1, 32) + digits(-5 << 4, 20) + "111")
        #expect(try decode(deep, cookie(bits: 20)) == [[-80.0 / 524288]])
        let deepest = bytes("000 0000 000000000000 1 00 1" + digits(1, 32) + digits(1 << 30, 32) + "111")
        #expect(try decode(deepest, cookie(bits: 32)) == [[0.5]])
    }

    /// The differences 1, −1, 0 by hand. At a mean of 10 a number is its ones alone: 1 is 2, `110`. The mean becomes 10
    /// + 40 · 2, so a run of zeros follows, of none: `00`. −1 is 1, less the one that a finished run implies, `0`. The
    /// mean is 40, and a run of one zero is `010`.
    private static let differences = "110 00 0 010"

    private static func coded(mode: Int = 0, order: Int, shift: Int = 9, weights: [Int] = []) -> [UInt8] {
        let head = "000 0000 000000000000 1 00 0" + digits(3, 32) + digits(0, 16)
        return bytes(
            head + digits(mode, 4) + digits(shift, 4) + digits(4, 3) + digits(order, 5)
                + weights.map { digits($0, 16) }.joined() + differences + "111")
    }

    @Test("Coded differences follow the adaptive code's own arithmetic")
    func coded() throws {
        #expect(try decode(Self.coded(order: 0), cookie())[0].map { $0 * 32768 } == [1, -1, 0])
        #expect(
            try decode(Self.coded(order: 31, weights: Array(repeating: 0, count: 31)), cookie())[0].map { $0 * 32768 }
                == [1, 0, 0])
    }

    @Test("Weights without binary places, which no encoder writes, are refused; a predictor without weights needs none")
    func weightsWithoutPlaces() throws {
        for order in [1, 4, 30] {
            let packet = Self.coded(order: order, shift: 0, weights: Array(repeating: 0, count: order))
            let error = #expect(throws: CodecError.self) { try decode(packet, cookie()) }
            #expect(error?.problem == "a predictor's weights have no binary places")
            #expect(
                try decode(Self.coded(order: order, shift: 1, weights: Array(repeating: 0, count: order)), cookie())[0]
                    .count == 3)
        }
        #expect(try decode(Self.coded(order: 0, shift: 0), cookie())[0].map { $0 * 32768 } == [1, -1, 0])
        #expect(
            try decode(Self.coded(order: 31, shift: 0, weights: Array(repeating: 0, count: 31)), cookie())[0].map {
                $0 * 32768
            } == [1, 0, 0])
    }

    /// One frame of two channels whose weight of the mixture is 1 and shift 0: the left is the first number, and the
    /// right is less by the second.
    private static func pair(_ first: Int, _ second: Int) -> [UInt8] {
        let number = { (number: Int) in "111111111" + digits(number > 0 ? 2 * number : -2 * number - 1, 17) }
        let head = "001 0000 000000000000 1 00 0" + digits(1, 32) + digits(0, 8) + digits(1, 8)
        return bytes(
            head + String(repeating: digits(0, 4) + digits(9, 4) + digits(4, 3) + digits(0, 5), count: 2)
                + number(first) + number(second) + "111")
    }

    @Test("A pair whose samples leave the stream's depth is none that was encoded")
    func beyondDepth() throws {
        #expect(try decode(Self.pair(32767, 65535), cookie(channels: 2)) == [[32767 * 0x1p-15], [-1]])
        #expect(try decode(Self.pair(-32768, -65535), cookie(channels: 2)) == [[-1], [32767 * 0x1p-15]])
        for (first, second) in [(32768, 1), (-32769, -1), (-32768, 1), (32767, -1)] {
            let error = #expect(throws: CodecError.self) { try decode(Self.pair(first, second), cookie(channels: 2)) }
            #expect(error?.problem == "a packet's samples do not fit in the stream's 16 bits", "\(first) \(second)")
        }
    }

    @Test("The predictor of order 31 adds up, and twofold it adds up twice")
    func sums() throws {
        var samples: [Int32] = [1, -1, 0, 5]
        var predictor = ALACPredictor(order: 31)
        restore(&predictor, &samples)
        #expect(samples == [1, 0, 0, 5])
        samples = [1, 1, 1, 1]
        predictor = ALACPredictor(order: 31, isTwofold: true)
        restore(&predictor, &samples)
        #expect(samples == [1, 3, 6, 10])
    }

    @Test("A weight of 2 goes on in a straight line, and follows the sign of what was wrong")
    func weights() throws {
        var samples: [Int32] = [1, 1, 0, 0, 0]
        var predictor = ALACPredictor(order: 1, shift: 9, weights: [1024] + Array(repeating: 0, count: 31))
        restore(&predictor, &samples)
        #expect(samples == [1, 2, 3, 4, 5])
        #expect(predictor.weights[0] == 1024)
        // Upwards by more than was guessed: more weight, a 512th at a time.
        samples = [1, 1, 3]
        restore(&predictor, &samples)
        #expect(samples == [1, 2, 6])
        #expect(predictor.weights[0] == 1025)
        samples = [1, 1, -3]
        restore(&predictor, &samples)
        #expect(samples == [1, 2, 0])
        #expect(predictor.weights[0] == 1024)
    }

    private func restore(_ predictor: inout ALACPredictor, _ samples: inout [Int32], width: Int = 16) {
        var span = samples.mutableSpan
        predictor.restore(span.count, width: width, &span)
    }

    @Test(
        "Differences at the ends of 32 bits, which no encoder makes, go round as the reference decoder's sums do",
        arguments: [0, 1, 9, 15])
    func roundTheEnd(shift: Int) {
        let ends: [Int32] = [.min, .max, -1, 1, 0, .min + 1, 1 << 30, -1 << 30]
        var hash: UInt64 = 1
        for order in [1, 2, 5, 30] {
            var samples = (0..<400).map { _ in
                hash = hash &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                return ends[Int(hash >> 61)]
            }
            let weights = (0..<32).map { Int32([-32768, 32767, 0, 1][$0 & 3]) }
            var predictor = ALACPredictor(order: order, shift: shift, weights: weights)
            let expected = Self.reference(samples, order: order, shift: shift, weights: weights)
            restore(&predictor, &samples, width: 32)
            #expect(samples == expected, "order \(order)")
        }
    }

    /// Apple's dynamic predictor (`unpc_block`, `chanbits` 32) in numbers that are wide enough, each cut to what the
    /// reference keeps it in.
    private static func reference(_ differences: [Int32], order: Int, shift: Int, weights: [Int32]) -> [Int32] {
        func int32(_ number: Int) -> Int { Int(Int32(truncatingIfNeeded: number)) }
        var (output, weights) = (differences.map { Int($0) }, weights.map { Int($0) })
        for index in 1..<output.count where index <= order { output[index] = int32(output[index] + output[index - 1]) }
        for index in order + 1..<output.count {
            let top = output[index - order - 1]
            var sum = shift > 0 ? 1 << (shift - 1) : 0
            for tap in 0..<order { sum = int32(sum + int32(weights[tap] * int32(output[index - 1 - tap] - top))) }
            let error = output[index]
            output[index] = int32(error + top + sum >> shift)
            var rest = error
            for tap in (0..<order).reversed() where error.signum() * rest > 0 {
                let distance = int32(top - output[index - 1 - tap])
                let sign = error.signum() * distance.signum()
                weights[tap] = Int(Int16(truncatingIfNeeded: weights[tap] - sign))
                rest = int32(rest - int32((order - tap) * (int32(sign * distance) >> shift)))
            }
        }
        return output.map { Int32($0) }
    }

    @Test("Fill and data elements are stepped over; the channels behind them are found")
    func fill() throws {
        let channel = "000 0000 000000000000 1 00 1" + digits(1, 32) + digits(16384, 16)
        let filled = bytes(
            "110 0010" + digits(0xABCD, 16) + "100 0000 0" + digits(1, 8) + digits(0xFF, 8) + channel + "111")
        #expect(try decode(filled, cookie()) == [[0.5]])
    }

    @Test("A cookie is taken with and without its atoms, and refused when it is none")
    func cookies() throws {
        let bare = cookie(bits: 24, channels: 6)
        let wrapped =
            [0, 0, 0, 12] + Array("frmaalac".utf8) + [0, 0, 0, 36] + Array("alac".utf8) + [0, 0, 0, 0] + bare
        let one = try ALACConfiguration(bare)
        #expect(one == (try ALACConfiguration(wrapped)))
        #expect(one == (try ALACConfiguration(Array(wrapped.dropFirst(12)))))
        #expect(one.frameLength == 4096 && one.bitDepth == 24 && one.channelCount == 6 && one.sampleRate == 44100)
        for wrong in [
            [], Array(bare.dropLast()), cookie(bits: 17), cookie(channels: 9), cookie(channels: 0), cookie(frames: 0),
            cookie(frames: 1 << 20),
        ] {
            #expect(throws: CodecError.self) { try ALACConfiguration(wrong) }
        }
    }

    @Test("What a packet cannot mean is an error with its reason")
    func refusals() throws {
        let channel = "000 0000 000000000000 1 00 1" + digits(1, 32) + digits(0, 16)
        for (packet, word) in [
            ("", "ends after 0"), ("111", "ends after 0"), ("010", "type 2"), ("101", "type 5"),
            ("000 0000 000000000001", "unused"), ("000 0000 000000000000 1 11 0", "three low bytes"),
            ("000 0000 000000000000 1 00 1" + digits(4097, 32), "4097 frames"),
            ("000 0000 000000000000 1 00 1" + digits(9, 32), "ends within"),
            ("001" + channel.dropFirst(3), "more than the stream's"), (channel, "the end marker is missing"),
            (channel + "110 0000", "the end marker is missing"),
            (channel + channel + "111", "more than the stream's"),
        ] {
            let error = #expect(throws: CodecError.self) { try decode(bytes(packet), cookie()) }
            #expect(error?.problem.contains(word) == true, "\(error?.problem ?? "")")
        }
    }
}

@Suite(.enabled(if: OtherPrograms.areThere, "ffmpeg is not installed: Apple Lossless was not held against it"))
struct ALACProgramTests {
    /// Tones of other levels and some noise, by ffmpeg.
    private static func signal(_ channels: Int) -> String {
        (0..<channels).map {
            "\(0.2 + 0.08 * Double($0))*sin(\(300 + 170 * $0)*2*PI*t)+\($0 % 2 == 0 ? "0.02*(random(\($0))-0.5)" : "0")"
        }.joined(separator: "|")
    }

    private static let layouts = ["mono", "stereo", "3.0", "4.0", "5.0", "5.1", "6.1(back)", "7.1(wide)"]

    @Test(
        "Every channel count, depth and order gives ffmpeg's whole numbers, each channel in its place",
        arguments: [
            (1, 16, 4, 6), (1, 24, 1, 1), (2, 16, 30, 30), (2, 24, 8, 8), (2, 24, 29, 30), (3, 16, 4, 6), (4, 24, 4, 6),
            (5, 16, 4, 6), (6, 24, 4, 6), (7, 16, 4, 6),
            (8, 24, 4, 6),
        ])
    func wholeNumbers(channels: Int, bits: Int, least: Int, most: Int) throws {
        try compare(
            channels, bits, "aevalsrc=\(Self.signal(channels)):c=\(Self.layouts[channels - 1]):s=48000:d=0.4",
            ["-min_prediction_order", "\(least)", "-max_prediction_order", "\(most)"])
    }

    @Test("Noise at full scale, which is stored plain, silence, and a single frame", arguments: [16, 24])
    func extremes(bits: Int) throws {
        try compare(2, bits, "aevalsrc=2*random(0)-1|2*random(1)-1:s=48000:d=0.3", [])
        try compare(2, bits, "aevalsrc=0|0:s=48000:d=0.3", [])
        try compare(1, bits, "aevalsrc=0.5:s=48000:d=0.00002", [])
        // FFmpeg's plain packets alone, whose cookie has remainders of 0 bits.
        try compare(2, bits, "aevalsrc=sin(3000*t)|0:s=48000:d=0.1", ["-compression_level", "0"])
        // From noise to silence and back, in the middle of a packet.
        try compare(
            2, bits,
            "aevalsrc=(random(0)-0.5)*lt(mod(t\\,0.05)\\,0.02)|0.1*sin(9000*t)*lt(mod(t\\,0.07)\\,0.01):s=48000:d=0.5",
            [])
    }

    private func compare(_ channels: Int, _ bits: Int, _ source: String, _ options: [String]) throws {
        let folder = try ScratchFolder()
        let path = folder.path("sound.caf")
        let depth = bits == 16 ? ["-sample_fmt", "s16p"] : ["-sample_fmt", "s32p"]
        _ = try OtherPrograms.run(["-f", "lavfi", "-i", source, "-c:a", "alac"] + depth + options + [path])
        let expected = try OtherPrograms.integers(path, channels: channels)
        let stream = try PacketStream(path: path)
        var refused: [String] = []
        let samples = try decodeAll(stream) { refused.append("packet \($0): \($1)") }
        #expect(refused.isEmpty)
        #expect(expected[0].count > 0)
        #expect(firstDifference(expected.map { $0.map { Float($0) * 0x1p-31 } }, in: samples) == nil)
        #expect(try firstDifference(readAll(path).samples, in: samples) == nil)
    }
}
