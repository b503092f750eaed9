public import KKPCM

/// A frame source over arrays, one per channel, that gives legal but irregular short reads when asked to.
public final class ArraySource: FrameSource {
    public let format: StreamDescription
    public let channels: [[Float]]
    private var position = 0
    private var random: SeededNumbers?

    /// - Parameter staccato: a seed for irregular read lengths; `nil` reads whatever is asked for.
    public init(_ channels: [[Float]], sampleRate: Double = 48_000, staccato: UInt64? = nil) {
        self.channels = channels
        format = .canonical(sampleRate: sampleRate, channels: channels.count)
        random = staccato.map(SeededNumbers.init)
    }

    public var frameCount: Int64? { Int64(length) }

    private var length: Int { channels.first?.count ?? 0 }

    public func read(into buffer: inout PCMBuffer, at offset: Int, frameCount: Int) throws -> Int {
        var count = min(frameCount, length - position)
        if count > 1, random != nil { count = 1 + Int(random!.next() % UInt64(count)) }
        guard count > 0 else { return 0 }
        for (index, samples) in channels.enumerated() {
            buffer.fill(channel: index, at: offset, with: Array(samples[position..<position + count]))
        }
        position += count
        return count
    }

    public func seek(to frame: Int64) throws {
        position = min(length, Int(frame))
    }
}

/// SplitMix64: the same numbers for the same seed, everywhere.
public struct SeededNumbers: RandomNumberGenerator, Sendable {
    private var state: UInt64

    public init(seed: UInt64) {
        state = seed
    }

    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
        return value ^ value >> 31
    }

    /// `count` samples in −1 ..< 1.
    public static func noise(_ count: Int, seed: UInt64) -> [Float] {
        var numbers = SeededNumbers(seed: seed)
        return (0..<count).map { _ in Float(Int64(bitPattern: numbers.next()) >> 40) / 8_388_608 }
    }
}
