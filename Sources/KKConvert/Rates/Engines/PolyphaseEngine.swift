internal import KKDSP
internal import KKPCM

/// The own rate converter: for every output frame, one row of a ``PolyphaseBank`` over the input frames around its
/// place.
///
/// The place of output frame k is k · M / L input frames, in whole numbers; before its first and after its last frame
/// the input is silent. A frame is worked out in one way only, whatever it is asked for with, so the bits depend
/// neither on the pieces of the input nor on those of the output.
///
/// As a stage of several it begins before frame 0, where the stage before it has begun to sound, and is told where to
/// end.
final class PolyphaseEngine: RateEngine {
    let bank: PolyphaseBank
    private let origin: Int64
    /// The first input frame that may sound; it comes first.
    private let inputStart: Int64
    private let kernel: PolyphaseKernel
    /// The row of the next output frame, when it is a blend.
    private let blended: WeightRows

    /// Input frames around the place of the next output frame: `historyCount` of them from number `historyStart` on.
    private var history: PCMBuffer
    private var historyStart: Int64 = 0
    private var historyCount = 0
    /// The number of the input frame that is pushed next.
    private(set) var received: Int64 = 0

    /// Where the period of the next output frame begins in the input, and its number in that period. With blended rows,
    /// the input frame at or before its place, and the rest in L-ths of a frame.
    private var frame: Int64 = 0
    private var phase: Int64 = 0
    /// The number of the next output frame, and of the one after the last, once that is known.
    private var position: Int64 = 0
    private var total: Int64?
    /// Whether nothing but silence comes in.
    private var isInputOver = false

    /// Frames that are taken in beyond those that a row needs.
    private static let chunk = 4096

    init(_ bank: PolyphaseBank, channelCount: Int, origin: Int, inputStart: Int64 = 0, _ set: InstructionSet) {
        self.bank = bank
        self.origin = Int64(origin)
        self.inputStart = inputStart
        kernel = PolyphaseKernel(set)
        blended = WeightRows(count: bank.period == nil ? 1 : 0, taps: bank.taps, isDouble: bank.design.isDouble)
        history = PCMBuffer(
            channelCount: channelCount, frameCapacity: 2 * bank.taps + 2 * (bank.period?.input ?? 0) + Self.chunk)
        _ = restart(at: 0)
    }

    var leadingFrames: Int { bank.halfCount - 1 }
    /// Zeros at the end of a row count: they are weighed like the rest.
    var trailingFrames: Int { bank.taps - bank.halfCount }

    func restart(at frame: Int64) -> Int64 {
        position = frame
        total = nil
        isInputOver = false
        if let period = bank.period {
            let (periods, rest) = frame.quotientAndRemainder(dividingBy: Int64(period.output))
            let borrowed: Int64 = rest < 0 ? 1 : 0
            self.frame = origin + (periods - borrowed) * Int64(period.input)
            phase = rest + borrowed * Int64(period.output)
        } else {
            let place = bank.ratio.place(of: frame)
            self.frame = origin + place.frame
            phase = place.rest
        }
        historyStart = nextReach
        historyCount = Int(clamping: max(0, inputStart - historyStart))
        received = max(inputStart, historyStart)
        history.silence(0..<historyCount)
        return received
    }

    func push(_ buffer: borrowing PCMBuffer, at offset: Int, frameCount: Int) -> Int {
        guard !isInputOver, frameCount > 0 else { return 0 }
        // A high ratio may leave frames out.
        let skipped = historyCount > 0 ? 0 : Int(min(Int64(frameCount), max(0, historyStart - received)))
        if history.frameCapacity - historyCount < frameCount - skipped { dropUsed() }
        let count = min(frameCount - skipped, history.frameCapacity - historyCount)
        history.copy(count, framesFrom: buffer, at: offset + skipped, to: historyCount)
        historyCount += count
        received += Int64(skipped + count)
        return skipped + count
    }

    func finish() {
        guard !isInputOver else { return }
        end(at: bank.ratio.outputLength(of: received - origin))
        endInput()
    }

    /// Makes frame `frame` the one after the last.
    func end(at frame: Int64) { total = frame }

    /// Whether all frames have been pulled.
    var isAtEnd: Bool { total.map { position >= $0 } ?? false }

    /// Lets silence follow what was pushed.
    func endInput() { isInputOver = true }

    func pull(into buffer: inout PCMBuffer, at offset: Int, frameCount: Int) -> Int {
        let wanted = total.map { Int(min(Int64(frameCount), $0 - position)) } ?? frameCount
        var done = 0
        while done < wanted {
            let count = advance(into: &buffer, at: offset + done, atMost: wanted - done)
            if count == 0 {
                if !isInputOver { break }
                appendSilence()
            }
            done += count
            position += Int64(count)
        }
        return done
    }

    /// Makes as many frames as there is input for, or at least one of them.
    private func advance(into buffer: inout PCMBuffer, at offset: Int, atMost wanted: Int) -> Int {
        if let period = bank.period { return run(period, into: &buffer, at: offset, atMost: wanted) }
        return blend(into: &buffer, at: offset, atMost: wanted)
    }

    /// The first input frame that the next output frame weighs.
    private var nextReach: Int64 {
        frame - Int64(leadingFrames) + (bank.period == nil ? 0 : Int64(bank.reaches[Int(phase) / 2]))
    }

    private func dropUsed() {
        let used = nextReach - historyStart
        guard used > 0 else { return }
        let kept = max(0, historyCount - Int(used))
        history.moveToFront(from: historyCount - kept, count: kept)
        historyStart += used
        historyCount = kept
    }

    private func appendSilence() {
        dropUsed()
        history.silence(historyCount..<history.frameCapacity)
        historyCount = history.frameCapacity
    }

    /// Whole periods where there are some, else the rest of one, as far as there is input.
    private func run(
        _ period: PolyphaseBank.Period, into buffer: inout PCMBuffer, at offset: Int, atMost wanted: Int
    ) -> Int {
        // Input frames beyond those that the period's first pair of rows needs.
        let start = Int(frame - Int64(leadingFrames) - historyStart)
        let spare = historyCount - (start + bank.taps)
        var phases = Int(phase)..<min(period.output, Int(phase) + wanted)
        var periods = 1
        let lastReach = Int(bank.reaches[bank.reaches.count - 1])
        if phases.count == period.output, spare >= lastReach {
            periods = min(wanted / period.output, (spare - lastReach) / period.input + 1)
        } else {
            var upper = phases.lowerBound
            while upper < phases.upperBound, Int(bank.reaches[upper / 2]) <= spare {
                upper = min(phases.upperBound, (upper | 1) + 1)
            }
            phases = phases.lowerBound..<upper
        }
        guard !phases.isEmpty else { return 0 }
        kernel.run(
            bank.rows, reaches: bank.reaches, phases: phases, periods: periods, step: period.input,
            over: history, from: start, into: &buffer, at: offset)
        if phases.upperBound == period.output {
            frame += Int64(periods * period.input)
            phase = 0
        } else {
            phase = Int64(phases.upperBound)
        }
        return periods * phases.count
    }

    /// One frame after the other, each with a row of its own.
    private func blend(into buffer: inout PCMBuffer, at offset: Int, atMost wanted: Int) -> Int {
        let ratio = bank.ratio
        let (step, advance) = ratio.input.quotientAndRemainder(dividingBy: ratio.output)
        var done = 0
        while done < wanted {
            let start = Int(frame - Int64(leadingFrames) - historyStart)
            guard start + bank.taps <= historyCount else { break }
            let (row, rest) = ratio.output.dividingFullWidth(phase.multipliedFullWidth(by: Int64(PolyphaseBank.steps)))
            kernel.blend(
                blended, of: bank.rows, from: Int(row), shares: Self.cubic(Double(rest) / Double(ratio.output)))
            kernel.run(
                blended, reaches: bank.reaches, phases: 0..<1, over: history, from: start, into: &buffer,
                at: offset + done)
            done += 1
            phase += advance
            frame += step
            if phase >= ratio.output {
                phase -= ratio.output
                frame += 1
            }
        }
        return done
    }

    /// Lagrange's weights of the values at −1, 0, 1 and 2 for the place `t`.
    private static func cubic(_ t: Double) -> SIMD4<Double> {
        let (before, after, far) = (t + 1, t - 1, t - 2)
        return SIMD4(-t * after * far / 6, before * after * far / 2, -before * t * far / 2, before * t * after / 6)
    }
}
