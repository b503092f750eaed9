internal import KKPCM

/// The half second with the least power of all channels together, wherever it begins: every window of so many frames is
/// looked at.
///
/// ```
///  block k    k + 1 … k + n − 1   and so many frames of those behind that the window has its length
///  ├──╫──────┼─────────────────┼──────╫───┤
///     a start                         its end
/// ```
///
/// Frames lie in blocks of a fiftieth of the window, from frame 0 of the sound on. All windows that begin in a block
/// have the whole blocks after it in them; where those alone have more power than the least window so far, none of them
/// is worth working out. The others are sums of three parts, each of which only grows: nothing is ever taken away from
/// a sum, so what was loud leaves no rounding in what is quiet, and slices show in nothing.
///
/// ## Allocation
/// In `init` alone: 8 bytes for each frame of 0.53 s.
struct QuietestWindow {
    /// Frames in a window: half a second, rounded to the nearest number, at least 1.
    let length: Int
    private let blockLength: Int
    /// Whole blocks in a window.
    private let whole: Int
    private let blockCount: Int
    /// The power of each frame, and of each block, by the block's number modulo their count.
    private var powers: [Double]
    private var sums: [Double]
    private var frame = 0
    /// The first block whose windows have not been looked at.
    private var next = 0
    private var least: Double?
    /// For each start in a block what lies after the whole blocks.
    private var ends: [Double]

    init(sampleRate: Double) {
        length = max(1, Int((sampleRate / 2).rounded()))
        blockLength = max(1, length / 50)
        whole = length / blockLength
        blockCount = whole + 3
        powers = Array(repeating: 0, count: blockCount * blockLength)
        sums = Array(repeating: 0, count: blockCount)
        ends = Array(repeating: 0, count: blockLength)
    }

    /// Takes `frames` of all channels.
    mutating func add(_ buffer: borrowing PCMBuffer, frames: Range<Int>) {
        var start = frames.lowerBound
        while start < frames.upperBound {
            let count = min(frames.upperBound - start, blockLength - frame % blockLength)
            let place = frame / blockLength % blockCount * blockLength + frame % blockLength
            for index in place..<place + count { powers[index] = 0 }
            for channel in 0..<buffer.channelCount {
                buffer.addPowers(of: start..<start + count, ofChannel: channel, to: &powers, at: place)
            }
            frame += count
            start += count
            if frame % blockLength == 0 { closeBlock() }
        }
    }

    /// The mean power of the quietest window, all channels added; `nil` below half a second.
    var meanPower: Double? {
        var (least, ends) = (least, ends)
        // The windows whose last frames came since a block was complete.
        for block in next..<max(next, (frame - length) / blockLength + 1) { look(at: block, &least, &ends) }
        return least.map { $0 / Double(length) }
    }

    private mutating func closeBlock() {
        let block = frame / blockLength - 1, place = block % blockCount * blockLength
        var sum = 0.0
        for index in place..<place + blockLength { sum += powers[index] }
        sums[block % blockCount] = sum
        while (next + 1) * blockLength - 1 + length <= frame {
            look(at: next, &least, &ends)
            next += 1
        }
    }

    /// The windows that begin in a block, as far as they have come.
    private func look(at block: Int, _ least: inout Double?, _ ends: inout [Double]) {
        let start = block * blockLength
        guard start + length <= frame else { return }
        var middle = 0.0
        for other in block + 1..<block + whole { middle += sums[other % blockCount] }
        if let least, middle >= least { return }
        // What lies after the whole blocks for each start, from the first on; then what lies before them, from the last
        // back.
        let last = min(blockLength, frame - length - start + 1)
        let end = (block + whole) * blockLength
        var behind = 0.0
        for index in end..<start + length { behind += power(index) }
        for offset in 0..<last {
            ends[offset] = behind
            if offset + 1 < last { behind += power(start + offset + length) }
        }
        var before = 0.0
        for offset in (0..<blockLength).reversed() {
            before += power(start + offset)
            if offset < last { least = min(least ?? .infinity, before + middle + ends[offset]) }
        }
    }

    private func power(_ frame: Int) -> Double {
        powers[frame / blockLength % blockCount * blockLength + frame % blockLength]
    }
}
