internal import KKMath

/// A slow sine, counted in 2⁻⁶⁴ of a turn: so many frames at once are the same as one after the other, to the bit.
struct Oscillator {
    /// Of the next frame.
    private(set) var phase: UInt64 = 0
    private var step: UInt64 = 0

    private static let turn = 0x1p64

    /// - Parameter frequency: turns in a frame, below one.
    mutating func set(_ frequency: Double) { step = UInt64(min(max(0, frequency), 0.5) * Self.turn) }

    mutating func reset() { phase = 0 }

    mutating func advance(_ frameCount: Int) { phase &+= step &* UInt64(truncatingIfNeeded: frameCount) }

    /// The sine `frame` frames on, and `offset` turns, below one.
    @inline(__always)
    func sine(_ frame: Int, offset: Double) -> Double {
        let place = phase &+ step &* UInt64(truncatingIfNeeded: frame) &+ UInt64(offset * Self.turn)
        return PortableMath.sin(2 * .pi * (Double(place >> 11) / 0x1p53))
    }
}
