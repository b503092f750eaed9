internal import KKMath
internal import KKPCM

extension Damage {
    /// What happens to samples that are already in their places: `frames` of the buffer, the first of which has the
    /// number `first` in the damaged sound.
    ///
    /// - Parameter middle: the frame where it happens once.
    func change(_ buffer: inout PCMBuffer, _ frames: Range<Int>, first: Int64, middle: Int64, sampleRate: Double) {
        let channels = 0..<buffer.channelCount, last = buffer.channelCount - 1
        let once =
            middle >= first && middle < first + Int64(frames.count) ? frames.lowerBound + Int(middle - first) : nil
        switch self {
        case .louder: channels.forEach { scale(&buffer, $0, frames, Float(Decibels(0.1).linear)) }
        case .softer: channels.forEach { scale(&buffer, $0, frames, Float(Decibels(-0.1).linear)) }
        case .softerByOne: channels.forEach { scale(&buffer, $0, frames, Float(Decibels(-1).linear)) }
        case .softerBySix: channels.forEach { scale(&buffer, $0, frames, Float(Decibels(-6).linear)) }
        case .inverted: channels.forEach { scale(&buffer, $0, frames, -1) }
        case .oneChannelInverted: scale(&buffer, last, frames, -1)
        case .channelSilent: scale(&buffer, last, frames, 0)
        case .channelsSwapped where last > 0: swapSides(&buffer, frames)
        case .monoFold: fold(&buffer, frames)
        case .oneLSBOnce: once.map { add(&buffer, last, $0, 0x1p-15) }
        case .twoLSBOnce: once.map { add(&buffer, last, $0, 0x1p-14) }
        case .click: once.map { add(&buffer, last, $0, buffer.sample($0, ofChannel: last) > 0 ? -0.75 : 0.75) }
        case .oneNaN: once.map { add(&buffer, last, $0, .nan) }
        case .oneInfinity: once.map { add(&buffer, last, $0, .infinity) }
        case .oneLSB: each(&buffer, frames, first) { value, _, _ in value + 0x1p-15 }
        case .offset: each(&buffer, frames, first) { value, _, _ in value + 0.001 }
        case .eightBits: each(&buffer, frames, first) { value, _, _ in (value * 128).rounded(.toNearestOrEven) / 128 }
        case .clipped: each(&buffer, frames, first) { value, _, _ in min(0.25, max(-0.25, value)) }
        case .allNaN: each(&buffer, frames, first) { _, _, _ in .nan }
        case .dither:
            each(&buffer, frames, first) { value, channel, frame in
                let noise = Self.noise(channel, frame, seed: 1) + Self.noise(channel, frame, seed: 2)
                return ((value * 32_768 + 0.5 * noise).rounded(.toNearestOrEven)) / 32_768
            }
        case .noise70: noise(&buffer, frames, first, level: -70)
        case .noise94: noise(&buffer, frames, first, level: -94)
        case .hum60: hum(&buffer, frames, first, level: -60, sampleRate)
        case .hum80: hum(&buffer, frames, first, level: -80, sampleRate)
        default: return
        }
    }

    private func scale(_ buffer: inout PCMBuffer, _ channel: Int, _ frames: Range<Int>, _ factor: Float) {
        guard channel >= 0 else { return }
        buffer.withMutableChannel(channel) { for index in frames { $0[index] *= factor } }
    }

    private func add(_ buffer: inout PCMBuffer, _ channel: Int, _ frame: Int, _ value: Float) {
        guard channel >= 0 else { return }
        buffer.withMutableChannel(channel) { $0[frame] += value }
    }

    /// - Parameter value: of a sample, its channel and its frame.
    private func each(
        _ buffer: inout PCMBuffer, _ frames: Range<Int>, _ first: Int64, _ value: (Float, Int, Int64) -> Float
    ) {
        for channel in 0..<buffer.channelCount {
            buffer.withMutableChannel(channel) {
                for index in frames { $0[index] = value($0[index], channel, first + Int64(index - frames.lowerBound)) }
            }
        }
    }

    private func swapSides(_ buffer: inout PCMBuffer, _ frames: Range<Int>) {
        for frame in frames {
            let (left, right) = (buffer.sample(frame, ofChannel: 0), buffer.sample(frame, ofChannel: 1))
            buffer.withMutableChannel(0) { $0[frame] = right }
            buffer.withMutableChannel(1) { $0[frame] = left }
        }
    }

    private func fold(_ buffer: inout PCMBuffer, _ frames: Range<Int>) {
        let share = 1 / Float(max(1, buffer.channelCount))
        for frame in frames {
            let mean = (0..<buffer.channelCount).reduce(Float(0)) { $0 + buffer.sample(frame, ofChannel: $1) * share }
            for channel in 0..<buffer.channelCount { buffer.withMutableChannel(channel) { $0[frame] = mean } }
        }
    }

    private func noise(_ buffer: inout PCMBuffer, _ frames: Range<Int>, _ first: Int64, level: Double) {
        // Uniform from −1 to 1 has an RMS of 1/√3.
        let factor = Float(Decibels(level).linear * 3.0.squareRoot())
        each(&buffer, frames, first) { value, channel, frame in value + factor * Self.noise(channel, frame, seed: 3) }
    }

    private func hum(
        _ buffer: inout PCMBuffer, _ frames: Range<Int>, _ first: Int64, level: Double, _ sampleRate: Double
    ) {
        let factor = Decibels(level).linear * 2.0.squareRoot()
        each(&buffer, frames, first) { value, _, frame in
            // Whole turns are taken off first, so that the sine is as good after a day.
            let turns = (Double(frame) * 50 / sampleRate).truncatingRemainder(dividingBy: 1)
            return value + Float(factor * PortableMath.sin(2 * .pi * turns))
        }
    }

    /// From −1 to 1.
    private static func noise(_ channel: Int, _ frame: Int64, seed: UInt64) -> Float {
        Float(Int32(bitPattern: CounterHash.bits(seed: seed, channel: UInt32(channel), frame: frame))) / 2_147_483_648
    }
}
