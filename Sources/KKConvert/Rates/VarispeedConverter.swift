package import KKPCM

/// Plays frames faster or slower, and so higher or lower, like a tape at another speed: one output frame is `rate`
/// input frames after the one before.
///
/// Places are counted in 2⁻²⁶ of a frame, which every Float32 from ¼ to 4 is a whole number of, so no place is ever
/// rounded: at one rate, n input frames become ⌈n / rate⌉. Each output frame is one sum over the input frames around
/// its place, in a fixed order and in Float64; before its first and after its last frame the input is silent. Where the
/// rate is 1 and the place a whole frame, the frame passes as it is.
///
/// A rate holds from one exact output frame on. `RateConverter(varying:)` cannot do that: it asks for its ratio every
/// 64 frames and glides between, and it works in pieces of 1024 frames, which would be missing whenever a queue runs
/// dry.
///
/// ## Allocation
/// In `init`.
package final class VarispeedConverter {
    package static let fractionBits = 26
    private static let one: Int64 = 1 << Int64(fractionBits)

    private let kernel = VarispeedKernel()
    private var history: PCMBuffer
    /// The number of the first frame of `history`, and how many are there.
    private var start: Int64 = 0
    private var count = 0
    /// The place of the next output frame.
    package private(set) var position: Int64 = 0
    /// The number of the next output frame.
    package private(set) var made: Int64 = 0
    package private(set) var rate = 1.0
    private var step = VarispeedConverter.one
    /// The input's length, once it is known.
    private var total: Int64?
    private var weights: [Double]
    package let room: Int

    /// - Parameter room: the most frames of one push.
    package init(channelCount: Int, room: Int) {
        self.room = room
        history = PCMBuffer(channelCount: channelCount, frameCapacity: 4 * VarispeedKernel.reach + 2 * room)
        history.frameLength = history.frameCapacity
        weights = Array(repeating: 0, count: 2 * VarispeedKernel.reach + 2)
        reset()
    }

    /// Forgets everything but the rate.
    package func reset() {
        start = -Int64(VarispeedKernel.reach)
        count = VarispeedKernel.reach
        history.silence(0..<count)
        position = 0
        made = 0
        total = nil
    }

    /// - Parameter rate: ¼ … 4, rounded to 2⁻²⁶.
    package func setRate(_ rate: Double) {
        step = Int64((rate * Double(Self.one)).rounded())
        self.rate = Double(step) / Double(Self.one)
    }

    private var end: Int64 { start + Int64(count) }

    /// Whether all there is has been made.
    package var isDrained: Bool { total.map { position >= $0 << Int64(Self.fractionBits) } ?? false }

    /// No more input comes.
    package func finish() { if total == nil { total = end } }

    /// Takes the first `frameCount` frames of `buffer`, at most ``room``.
    package func push(_ buffer: borrowing PCMBuffer, _ frameCount: Int) {
        makeRoom(frameCount)
        history.copy(frameCount, framesFrom: buffer, to: count)
        count += frameCount
    }

    private func makeRoom(_ frameCount: Int) {
        guard history.frameCapacity - count < frameCount else { return }
        let used = min(count, max(0, Int((position >> Int64(Self.fractionBits)) - start) - VarispeedKernel.reach))
        history.moveToFront(from: used, count: count - used)
        start += Int64(used)
        count -= used
    }

    /// Output frames before the one that is at or after input frame `frame`.
    package func frames(before frame: Int64) -> Int {
        let distance = frame << Int64(Self.fractionBits) - position
        return distance <= 0 ? 0 : Int(clamping: (distance + step - 1) / step)
    }

    /// Makes at most `frameCount` frames.
    ///
    /// - Returns: how many; 0 where input is needed, and at the end.
    package func render(_ frameCount: Int, into buffer: inout PCMBuffer, at offset: Int) -> Int {
        let limit = total.map { min(frameCount, frames(before: $0)) } ?? frameCount
        var done = 0
        while done < limit {
            if total != nil { appendSilence() }
            let ahead = Int(end - (position >> Int64(Self.fractionBits)))
            let isWhole = step == Self.one && position & (Self.one - 1) == 0
            guard ahead > (isWhole ? 0 : kernel.reach(at: rate)) else { break }
            if isWhole {
                let length = min(ahead, limit - done)
                buffer.copy(
                    length, framesFrom: history, at: Int((position >> Int64(Self.fractionBits)) - start),
                    to: offset + done)
                advance(length)
                done += length
            } else {
                sum(into: &buffer, at: offset + done)
                advance(1)
                done += 1
            }
        }
        return done
    }

    private func advance(_ frameCount: Int) {
        position += Int64(frameCount) * step
        made += Int64(frameCount)
    }

    /// Behind the end, as far as the next frame reaches.
    private func appendSilence() {
        guard end - (position >> Int64(Self.fractionBits)) <= Int64(VarispeedKernel.reach) else { return }
        makeRoom(2 * VarispeedKernel.reach)
        history.silence(count..<count + 2 * VarispeedKernel.reach)
        count += 2 * VarispeedKernel.reach
    }

    private func sum(into buffer: inout PCMBuffer, at frame: Int) {
        let place = Int((position >> Int64(Self.fractionBits)) - start)
        let fraction = Double(position & (Self.one - 1)) / Double(Self.one)
        let taps = kernel.weigh(fraction, rate: rate, into: &weights)
        let first = place + taps.lowerBound
        for channel in 0..<buffer.channelCount {
            let sample = history.withChannel(channel) { span in
                VarispeedKernel.sum(span.extracting(first..<first + taps.count), weights)
            }
            buffer.withMutableChannel(channel) { $0[frame] = Float(sample) }
        }
    }
}
