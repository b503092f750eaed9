import KKConvert
import KKPCM
import KKTestSupport

/// A second opinion on what bytes mean: exact values in Float64, a sample at a time, with nothing of the house's
/// kernels.
struct ReferenceFormat {
    let description: StreamDescription

    private var size: Int { description.bytesPerSample }
    private var bits: Int { Int(description.bitsPerChannel) }
    private var isSigned: Bool { description.formatFlags.contains(.isSignedInteger) }
    private var isHigh: Bool { description.formatFlags.contains(.isAlignedHigh) }
    private var padding: Int { isHigh ? 8 * size - bits : 0 }
    /// What 1.0 is, in codes.
    private var unit: Double {
        let fraction = description.formatFlags.fractionBits
        return Double(1 << (fraction > 0 ? fraction : bits - 1))
    }

    /// The bytes of a word in the description's order.
    private func bytes(_ word: UInt64) -> [UInt8] {
        let little = (0..<size).map { UInt8(truncatingIfNeeded: word >> UInt64(8 * $0)) }
        return description.formatFlags.contains(.isBigEndian) ? little.reversed() : little
    }

    private func word(_ bytes: ArraySlice<UInt8>) -> UInt64 {
        let big = description.formatFlags.contains(.isBigEndian) ? Array(bytes) : bytes.reversed()
        return big.reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// A sample as it is stored.
    func stored(_ value: Double) -> [UInt8] {
        if description.isFloat { return bytes(size == 4 ? UInt64(Float(value).bitPattern) : value.bitPattern) }
        let half = Double(1 << (bits - 1))
        let wanted = value.isNaN ? 0 : (value * unit).rounded(.toNearestOrEven)
        let code = Int64(min(max(wanted, -half), half - 1))
        let shown = isSigned ? code : code + Int64(half)
        return bytes(UInt64(bitPattern: shown) << UInt64(padding))
    }

    /// A sample as it is read.
    func value(_ bytes: ArraySlice<UInt8>) -> Double {
        let word = word(bytes)
        if description.isFloat { return size == 4 ? Double(Float(bitPattern: UInt32(word))) : Double(bitPattern: word) }
        let field = word >> UInt64(padding) & ((1 << UInt64(bits)) - 1)
        let half = Int64(1) << Int64(bits - 1)
        let code = Int64(field)
        return Double(isSigned ? (code >= half ? code - 2 * half : code) : code - half) / unit
    }

    /// Channels of values as buffers.
    func list(_ channels: [[Double]]) -> AudioBufferList {
        if !description.isInterleaved {
            return AudioBufferList(channels.map { AudioBuffer(bytes: $0.flatMap(stored)) })
        }
        let frames = channels[0].indices.flatMap { frame in channels.flatMap { stored($0[frame]) } }
        return AudioBufferList([AudioBuffer(channelCount: channels.count, bytes: frames)])
    }

    func values(_ list: AudioBufferList) -> [[Double]] {
        let count = description.channelCount
        return (0..<count).map { channel in
            let buffer = list[description.isInterleaved ? 0 : channel]
            let stride = Int(description.bytesPerFrame)
            let start = description.isInterleaved ? channel * size : 0
            return (0..<buffer.byteCount / stride).map {
                value(buffer.bytes[$0 * stride + start..<$0 * stride + start + size])
            }
        }
    }
}

/// A description of integers: valid bits, container, and what else is not the default of low, signed, little-endian and
/// interleaved.
func integers(
    _ bits: Int, in container: Int, channels: Int = 2, fraction: Int = 0, _ flags: FormatFlags = .isSignedInteger,
    rate: Double = 48_000
) -> StreamDescription {
    var description = StreamDescription.linearPCM(
        sampleRate: rate, channels: channels, bits: bits, containerBits: container, flags: flags)
    if !flags.contains(.isAlignedHigh) { description.formatFlags.remove(.isAlignedHigh) }
    description.formatFlags.fractionBits = fraction
    return description
}

/// One of every sort: widths, alignments, signs, orders, fixed point, floating point, with buffers in turn interleaved
/// and one per channel.
func everySort(channels: Int = 2) -> [StreamDescription] {
    var sorts: [StreamDescription] = []
    let widths = [
        (8, 8), (16, 16), (24, 24), (32, 32), (5, 8), (12, 16), (20, 24), (24, 32), (20, 32), (31, 32), (12, 24),
        (8, 32),
    ]
    for (bits, container) in widths {
        for flags: FormatFlags in [[], .isSignedInteger] {
            for order: FormatFlags in [[], .isBigEndian] {
                for alignment: FormatFlags in bits == container ? [[]] : [[], .isAlignedHigh] {
                    let planes: FormatFlags = sorts.count % 3 == 0 ? .isNonInterleaved : []
                    sorts.append(integers(bits, in: container, channels: channels, [flags, order, alignment, planes]))
                }
            }
        }
    }
    for (bits, container, fraction) in [
        (32, 32, 24), (32, 32, 16), (16, 16, 8), (16, 16, 16), (24, 24, 20), (20, 32, 12), (8, 8, 4),
    ] {
        for order: FormatFlags in [[], .isBigEndian] {
            sorts.append(
                integers(bits, in: container, channels: channels, fraction: fraction, [.isSignedInteger, order]))
        }
    }
    for bits in [32, 64] {
        for order: FormatFlags in [[], .isBigEndian] {
            for planes: FormatFlags in [[], .isNonInterleaved] {
                sorts.append(
                    .linearPCM(sampleRate: 48_000, channels: channels, bits: bits, flags: [.isFloat, order, planes]))
            }
        }
    }
    return sorts
}

/// All frames of `input` in one call.
func converted(_ input: AudioBufferList, _ frameCount: Int, by converter: AudioConverter) throws -> AudioBufferList {
    var output = AudioBufferList(for: converter.outputDescription, frameCapacity: frameCount)
    try converter.convertComplexBuffer(frameCount: frameCount, from: input, into: &output)
    return output
}

/// A callback over frames of bytes, which it gives in portions of its own choosing.
final class Supply {
    let list: AudioBufferList
    let frameCount: Int
    private let description: StreamDescription
    private let portion: (Int) -> Int
    private(set) var position = 0
    private(set) var requests: [Int] = []

    /// - Parameter portion: how many frames to give when so many are asked for.
    init(_ list: AudioBufferList, as description: StreamDescription, portion: @escaping (Int) -> Int = { $0 }) {
        self.list = list
        self.description = description
        self.portion = portion
        frameCount = list[0].byteCount / Int(description.bytesPerFrame)
    }

    func give(_ packetCount: inout Int, _ data: inout AudioBufferList) {
        requests.append(packetCount)
        packetCount = min(max(1, portion(packetCount)), frameCount - position)
        let size = Int(description.bytesPerFrame)
        data.buffers = list.buffers.map {
            AudioBuffer(
                channelCount: $0.channelCount, bytes: Array($0.bytes[position * size..<(position + packetCount) * size])
            )
        }
        position += packetCount
    }
}

/// All that comes out when it is asked for in portions, as one list.
func drained(
    _ converter: AudioConverter, _ supply: Supply, portion: (Int) -> Int = { _ in 700 }
) throws -> AudioBufferList {
    var all = AudioBufferList(for: converter.outputDescription, frameCapacity: 0)
    for call in 0... {
        let wanted = portion(call)
        var output = AudioBufferList(for: converter.outputDescription, frameCapacity: wanted)
        var count = wanted
        try converter.fillComplexBuffer(packetCount: &count, into: &output, input: supply.give)
        for index in all.buffers.indices {
            all[index].bytes += output[index].bytes.prefix(output[index].byteCount)
            all[index].byteCount = all[index].bytes.count
        }
        if count < wanted { break }
    }
    return all
}

/// The code of the error that `body` throws.
func code(_ body: () throws -> Void) -> AudioConverterError.Code? {
    do {
        try body()
        return nil
    } catch {
        return (error as? AudioConverterError)?.code
    }
}
