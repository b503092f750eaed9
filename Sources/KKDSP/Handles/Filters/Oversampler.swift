internal import KKMath
internal import KKPCM

/// Four samples for each, and one for four again: what a curve adds in between, up to 3.5 times the sample rate, does not
/// fold back into the sound.
///
/// Both ways go through one low-pass of 477 weights, sin(x)/x under a Kaiser window (J. Kaiser, *Nonrecursive digital filter
/// design using the I₀-sinh window function*, ISCAS 1974): flat within 0.001 dB up to 0.45 of the sample rate, and 93 dB down
/// from half of it on. Samples are Float32, weights and sums Float64.
///
/// For each frame of a block: ``raise(_:_:at:)``, its four samples changed in place, ``lowered(_:at:)``; after the
/// block ``finish(_:)``.
///
/// ## Allocation
/// In `init` alone.
struct Oversampler: ~Copyable {
    static let factor = 4
    /// Frames by which ``lowered(_:at:)`` is later than ``raise(_:_:at:)``.
    static let latency = (weightCount - 1) / factor
    /// Fine samples by which what ``raise(_:_:at:)`` makes is later than what it takes.
    static let rise = (weightCount - 1) / 2
    /// Frames of silence after which nothing is left inside.
    static let memory = 2 * latency

    private static let weightCount = 477
    /// Weights of a phase: a quarter of them all, and a multiple of the kernel's eight lanes.
    private static let taps = 120

    let blockLength: Int
    /// Of each channel the samples that the filter still reaches, and after them the block's.
    private var coarse: PCMBuffer
    private var fine: PCMBuffer
    private let up = Self.upRows()
    private let down = Self.downRows()
    /// Every row weighs the samples from the first one on.
    private let reaches: [Int32] = [0, 0]

    init(channelCount: Int, blockLength: Int) {
        self.blockLength = blockLength
        coarse = PCMBuffer(channelCount: channelCount, frameCapacity: Self.latency + blockLength)
        fine = PCMBuffer(channelCount: channelCount, frameCapacity: Self.factor * (Self.latency + blockLength))
    }

    static let longestBlock = 256

    /// Of the longest block.
    static func heldByteCount(channelCount: Int) -> Int {
        let frameCount = latency + longestBlock
        return PCMBuffer.byteCount(channelCount: channelCount, frameCapacity: frameCount)
            + PCMBuffer.byteCount(channelCount: channelCount, frameCapacity: factor * frameCount)
    }

    mutating func reset() {
        coarse.silence(0..<coarse.frameCapacity)
        fine.silence(0..<fine.frameCapacity)
    }

    /// Makes four samples of the next one, frame `index` of the block.
    mutating func raise(_ sample: Float, _ channel: Int, at index: Int) {
        precondition((0..<blockLength).contains(index), "a frame outside the block")
        let samples = unsafe coarse.channelPointer(channel) + index
        unsafe samples[Self.latency] = sample
        var from: UnsafePointer<Float>? = unsafe UnsafePointer(samples)
        var to: UnsafeMutablePointer<Float>? =
            unsafe fine.channelPointer(channel) + Self.factor * (Self.latency + index)
        unsafe up.sum(0..<Self.factor, reaches: reaches, &from, &to, streams: 1, .best)
    }

    /// The sample that the four of frame `index`, and those before them, make.
    func lowered(_ channel: Int, at index: Int) -> Float {
        precondition((0..<blockLength).contains(index), "a frame outside the block")
        var result: Float = 0
        var from: UnsafePointer<Float>? = unsafe UnsafePointer(fine.channelPointer(channel) + Self.factor * index)
        unsafe withUnsafeMutablePointer(to: &result) { result in
            var to: UnsafeMutablePointer<Float>? = unsafe result
            unsafe down.sum(0..<1, reaches: reaches, &from, &to, streams: 1, .best)
        }
        return result
    }

    /// One of the block's samples, four for each frame.
    subscript(channel: Int, place: Int) -> Float {
        get { unsafe fine.channelPointer(channel)[checked(place)] }
        set { unsafe fine.channelPointer(channel)[checked(place)] = newValue }
    }

    private func checked(_ place: Int) -> Int {
        precondition((0..<Self.factor * blockLength).contains(place), "a sample outside the block")
        return Self.factor * Self.latency + place
    }

    /// Keeps what the next block's frames still reach of this one's `count`.
    mutating func finish(_ count: Int) {
        coarse.moveToFront(from: count, count: Self.latency)
        fine.moveToFront(from: Self.factor * count, count: Self.factor * Self.latency)
    }

    // MARK: Weights

    private static let weights: [Double] = {
        let half = Double(weightCount - 1) / 2
        // In the middle between 0.45 and half of the rate, in turns of a fine sample; 93 dB.
        let cutoff = 0.475 / Double(factor), beta = 9.4
        return (0..<weightCount).map { index in
            let time = Double(index) - half, ratio = time / half
            let sinc = time == 0 ? 2 * cutoff : PortableMath.sin(2 * .pi * cutoff * time) / (.pi * time)
            return sinc * PortableMath.besselI0(quarterSquare: 0.25 * beta * beta * (1 - ratio * ratio))
                / PortableMath.besselI0(beta)
        }
    }()

    /// Phase p of the way up has every fourth weight from p on, the newest sample's last.
    private static func upRows() -> WeightRows {
        let rows = WeightRows(count: factor, taps: taps, isDouble: true)
        for phase in 0..<factor {
            let row = stride(from: phase, to: weightCount, by: factor).reversed().map { Double(factor) * weights[$0] }
            rows.set(phase, from: taps - row.count, to: row)
        }
        return rows
    }

    /// The newest weight is that of a frame's first sample.
    private static func downRows() -> WeightRows {
        let rows = WeightRows(count: 1, taps: factor * taps, isDouble: true)
        rows.set(0, from: 0, to: weights)
        return rows
    }
}
