import KKConvert
import KKPCM
import KKTestSupport

/// What a converter has encoded.
struct Encoded: Equatable {
    var packets: [[UInt8]] = []
    /// The frames that the descriptions name.
    var frames: [Int] = []
}

extension AudioConverter {
    /// All packets, asked for in portions.
    func encoded(_ supply: Supply, room: Int = 4, portion: (Int) -> Int = { _ in 3 }) throws -> Encoded {
        var all = Encoded()
        var output = AudioBufferList([
            AudioBuffer(channelCount: outputDescription.channelCount, byteCapacity: room * maximumOutputPacketSize)
        ])
        var places: [PacketDescription] = []
        for call in 0... {
            var count = portion(call)
            try fillComplexBuffer(packetCount: &count, into: &output, descriptions: &places, input: supply.give)
            if count == 0 { break }
            guard count == places.count else { throw Miscounted() }
            for place in places {
                let start = Int(place.startOffset)
                all.packets.append(Array(output[0].bytes[start..<start + place.byteCount]))
                all.frames.append(place.variableFrames)
            }
        }
        return all
    }

    private struct Miscounted: Error {}

    /// Everything that this converter's packets give, by another one.
    ///
    /// - Parameters:
    ///   - framesPerPacket: what the decoder is told; `nil` is the truth.
    ///   - cut: says which frames are the sound: this converter, of that many.
    func decoded(
        _ all: Encoded, to output: StreamDescription, framesPerPacket: UInt32? = nil,
        cut: (AudioConverter) throws -> Void = { _ in }
    ) throws -> AudioBufferList {
        var input = outputDescription
        if let framesPerPacket { input.framesPerPacket = framesPerPacket }
        let decoder = try AudioConverter(from: input, to: output)
        if !compressionMagicCookie.isEmpty { try decoder.setMagicCookie(compressionMagicCookie) }
        try cut(decoder)
        var position = 0
        var errors: [any Error] = []
        let list = try decoder.drained(errors: &errors) { count, data, places in
            count = min(5, all.packets.count - position)
            let part = all.packets[position..<position + count]
            data[0] = AudioBuffer(channelCount: output.channelCount, bytes: Array(part.joined()))
            var start: Int64 = 0
            for (packet, frames) in zip(part, all.frames[position...]) {
                places.append(PacketDescription(startOffset: start, variableFrames: frames, byteCount: packet.count))
                start += Int64(packet.count)
            }
            position += count
        }
        if let first = errors.first { throw first }
        guard decoder.damage.count == 0 else { throw Miscounted() }
        return list
    }
}

/// The decibels between a sound and what is wrong with it.
func signalToNoise(_ sound: [[Float]], _ heard: [[Float]]) -> Double {
    var (signal, noise) = (0.0, 0.0)
    for (one, other) in zip(sound, heard) {
        for (wanted, got) in zip(one, other) {
            signal += Double(wanted) * Double(wanted)
            noise += Double(wanted - got) * Double(wanted - got)
        }
    }
    return noise > 0 ? decibels(signal / noise) : .infinity
}

/// Ten times the logarithm to base 10, from the bits and a series: this target has no libm.
func decibels(_ ratio: Double) -> Double {
    guard ratio > 0, ratio.isFinite else { return ratio > 0 ? .infinity : -.infinity }
    let x = ratio.significand
    let z = (x - 1) / (x + 1)
    let logarithm = 2 * (z + z * z * z / 3 + z * z * z * z * z / 5 + z * z * z * z * z * z * z / 7)
    return 10 * (Double(ratio.exponent) * 0.301029995663981 + logarithm * 0.4342944819032518)
}

/// Chords that drift, with a little noise: what a lossy encoder is made for. A channel an array.
func music(_ frameCount: Int, channels: Int, rate: Double = 48_000, seed: UInt64 = 1) -> [[Float]] {
    var numbers = SeededNumbers(seed: seed)
    return (0..<channels).map { channel in
        // A rotation per partial: no sine is called.
        var partials = [220.0, 331, 447, 1250, 2900].map { frequency -> (x: Double, y: Double, step: Double) in
            (1, 0, 2 * 3.141592653589793 * frequency * (1 + 0.1 * Double(channel)) / rate)
        }
        return (0..<frameCount).map { _ in
            var sum = 0.0
            for index in partials.indices {
                let (x, y, step) = partials[index]
                let (sine, cosine) = (
                    step - step * step * step / 6, 1 - step * step / 2 + step * step * step * step / 24
                )
                partials[index].x = x * cosine - y * sine
                partials[index].y = x * sine + y * cosine
                sum += y / Double(index + 2) / 3
            }
            return Float(sum + (Double(numbers.next() % 2001) - 1000) * 1e-6)
        }
    }
}
