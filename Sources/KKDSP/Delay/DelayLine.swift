/// Float64 samples of several channels that come back a whole number of frames later: a ring for each channel.
///
/// Every channel is written and read by itself, frame by frame, so a block can be done channel after channel. New
/// memory is silent.
///
/// ## Allocation
/// In `init` alone.
struct DelayLine {
    /// The longest delay, in frames, at least 1.
    let capacity: Int
    let channelCount: Int
    private var samples: [Double]
    /// For each channel, where its next sample goes.
    private var places: [Int]
    /// Frames of silence that went in last, up to the capacity: so it is known to be empty without being read.
    private var silentCount: Int

    init(channelCount: Int, capacity: Int) {
        self.capacity = max(1, capacity)
        self.channelCount = channelCount
        samples = Array(repeating: 0, count: channelCount * self.capacity)
        places = Array(repeating: 0, count: channelCount)
        silentCount = self.capacity
    }

    mutating func reset() {
        for index in samples.indices { samples[index] = 0 }
        for index in places.indices { places[index] = 0 }
        silentCount = capacity
    }

    /// Whether every sample is zero, as far as ``note(_:)`` was told.
    var isEmpty: Bool { silentCount == capacity }

    /// What a line of this capacity takes for so many channels.
    func heldByteCount(channelCount: Int) -> Int { channelCount * capacity * MemoryLayout<Double>.stride }

    /// Notes that `count` samples went into every channel.
    mutating func note(_ count: Int) {
        silentCount = isSilent(newest: count) ? min(capacity, silentCount + count) : 0
    }

    /// Whether the last `count` samples that were pushed are zero, and positive zero at that, on every channel.
    private func isSilent(newest count: Int) -> Bool {
        for channel in 0..<channelCount {
            for delay in 0..<min(count, capacity) where sample(ofChannel: channel, delay + 1).bitPattern != 0 {
                return false
            }
        }
        return true
    }

    /// The sample that was pushed `delay` pushes before the next one: 1 is the last one. 1 … ``capacity``.
    @inline(__always)
    func sample(ofChannel channel: Int, _ delay: Int) -> Double {
        let place = places[channel] - delay
        return samples[channel * capacity + (place < 0 ? place + capacity : place)]
    }

    /// The sound `delay` pushes before the next one, between samples by the cubic through the four around it (Lagrange): at
    /// least 2, and up to ``capacity`` − 3.
    @inline(__always)
    func cubic(ofChannel channel: Int, _ delay: Double) -> Double {
        let whole = Int(delay), d = delay - Double(whole)
        let a = sample(ofChannel: channel, whole - 1), b = sample(ofChannel: channel, whole)
        let c = sample(ofChannel: channel, whole + 1), e = sample(ofChannel: channel, whole + 2)
        let (before, behind, last) = (d + 1, d - 1, d - 2)
        return -d * behind * last / 6 * a + before * behind * last / 2 * b - before * d * last / 2 * c
            + before * d * behind / 6 * e
    }

    /// The two sums of taps[k] times the sample that was pushed 1 + k pushes before the next one, with ``capacity`` taps: a
    /// block has four of them, each for the one sum and the other.
    @inline(__always)
    func convolved(ofChannel channel: Int, with blocks: [SIMD8<Double>]) -> SIMD2<Double> {
        var sum = SIMD2<Double>(), delay = 1
        for block in blocks {
            let pairs = (block.lowHalf.lowHalf, block.lowHalf.highHalf, block.highHalf.lowHalf, block.highHalf.highHalf)
            sum += pairs.0 * sample(ofChannel: channel, delay)
            if delay < capacity { sum += pairs.1 * sample(ofChannel: channel, delay + 1) }
            if delay + 1 < capacity { sum += pairs.2 * sample(ofChannel: channel, delay + 2) }
            if delay + 2 < capacity { sum += pairs.3 * sample(ofChannel: channel, delay + 3) }
            delay += 4
        }
        return sum
    }

    /// Pushes a sample and what comes back to it. What is not finite is silence, and no denormal number goes round.
    @inline(__always)
    mutating func push(_ sample: Float, and echo: Double, toChannel channel: Int) {
        let sum = (sample.isFinite ? Double(sample) : 0) + echo
        push(sum.magnitude < 1e-30 ? 0 : sum, toChannel: channel)
    }

    @inline(__always)
    mutating func push(_ value: Double, toChannel channel: Int) {
        samples[channel * capacity + places[channel]] = value
        places[channel] = places[channel] + 1 == capacity ? 0 : places[channel] + 1
    }
}
