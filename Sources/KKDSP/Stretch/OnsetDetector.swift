package import KKPCM

/// Finds where something is struck: the frames at which a sound's energy jumps.
///
/// The energy is that of the difference of neighbouring samples, which favours what is high, in blocks of 1.3 ms and
/// summed over the channels. A block is an onset where the next 5 ms have eight times the mean of the 32 ms before, and
/// at least −80 dBFS. The next onset is 50 ms later at the earliest.
///
/// A tone that changes is none, nor is a voice's pulse: between two of them are less than 32 ms.
///
/// ## Allocation
/// In `init` alone.
package struct OnsetDetector {
    /// Frames by which what is asked for must have gone in before an onset is known.
    package let delay: Int

    private let blockLength: Int
    /// The newest block is the last one.
    private var energies: [Double]
    private var lastSamples: [Float]
    private var energy = 0.0
    private var fill = 0
    private var blockCount: Int64 = 0
    /// The block of the last onset.
    private var latest: Int64 = 0
    /// The frames of the onsets that nobody asked for yet.
    private var onsets: [Int64] = []

    private static let ahead = 4
    private static let behind = 24
    private static let rise = 8.0
    private static let distance: Int64 = 38

    package init(channelCount: Int, sampleRate: Double) {
        blockLength = max(1, Int((sampleRate / 750).rounded()))
        delay = (Self.ahead + 1) * blockLength
        energies = Array(repeating: 0, count: Self.ahead + Self.behind)
        lastSamples = Array(repeating: 0, count: channelCount)
        onsets.reserveCapacity(64)
    }

    package mutating func reset() {
        for index in energies.indices { energies[index] = 0 }
        for index in lastSamples.indices { lastSamples[index] = 0 }
        (energy, fill, blockCount, latest) = (0, 0, 0, 0)
        onsets.removeAll(keepingCapacity: true)
    }

    /// The first onset after `frame`; those before are forgotten.
    package mutating func next(after frame: Int64) -> Int64? {
        while let first = onsets.first, first <= frame { onsets.removeFirst() }
        return onsets.first
    }

    /// Takes the next frames of the sound.
    package mutating func take(_ frames: Range<Int>, of buffer: borrowing PCMBuffer) {
        var start = frames.lowerBound
        while start < frames.upperBound {
            let end = min(frames.upperBound, start + blockLength - fill)
            for channel in lastSamples.indices {
                var (last, sum) = (lastSamples[channel], 0.0)
                buffer.withChannel(channel) { samples in
                    for frame in start..<end {
                        let sample = samples[frame], step = Double(sample - last)
                        sum += step * step
                        last = sample
                    }
                }
                lastSamples[channel] = last
                if sum.isFinite { energy += sum }
            }
            fill += end - start
            start = end
            if fill == blockLength { close() }
        }
    }

    private mutating func close() {
        for index in energies.indices.dropLast() { energies[index] = energies[index + 1] }
        energies[energies.count - 1] = energy
        (energy, fill) = (0, 0)
        blockCount += 1
        let candidate = blockCount - Int64(Self.ahead)
        guard candidate - latest >= Self.distance else { return }
        let floor = 1e-8 * Double(blockLength)
        let before = energies[..<Self.behind].reduce(0, +) / Double(Self.behind) + floor
        let after = energies[Self.behind...]
        guard after.reduce(0, +) / Double(Self.ahead) > Self.rise * before,
            let first = after.firstIndex(where: { $0 > Self.rise / 2 * before })
        else { return }
        latest = candidate + Int64(first - Self.behind)
        onsets.append(latest * Int64(blockLength))
    }
}
