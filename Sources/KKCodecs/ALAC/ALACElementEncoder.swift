internal import KKPCM

/// Writes elements of Apple Lossless, one of each packet: the other side of ``ALACElement``, which tells the fields.
///
/// Of two channels the mixture is taken whose second differences are smallest; of the predictor's orders, and of the low
/// bytes that lie apart, those are whose bits are fewest; samples as they are where nothing is shorter. The weights go
/// on from one packet to the next, as Apple's encoder has them, and over each packet twice.
///
/// ## Allocation
/// In `init`, for bits that are more than ever before, and for the weights of each packet.
struct ALACElementEncoder {
    let channel: Int
    let isPair: Bool

    private let configuration: ALACConfiguration
    private var frameCount = 0
    /// The element's samples, as they came and as they are predicted; the first channel's, the second's.
    private var samples: [[Int32]]
    private var mixed: [[Int32]]
    private var differences: [Int32]
    /// For each channel and each choice of ``orders``.
    private var predictors: [[ALACPredictor]]
    /// What is best so far, for each channel.
    private var best: [Coded]
    private var chosen: [Coded]
    private var trial = BitWriter()

    /// A channel's predictor before the packet, and the bits of its differences.
    private struct Coded {
        var predictor = ALACPredictor()
        var bits = BitWriter()
    }

    private static let orders = [4, 8]
    private static let mixShift: Int32 = 2
    /// The code's rate as it is in a predictor's fields: four quarters of the configuration's.
    private static let rate: UInt32 = 4

    init(_ configuration: ALACConfiguration, channel: Int, isPair: Bool) {
        self.configuration = configuration
        self.channel = channel
        self.isPair = isPair
        let channels = isPair ? 2 : 1
        samples = Array(repeating: Array(repeating: 0, count: configuration.frameLength), count: channels)
        mixed = samples
        differences = samples[0]
        predictors = Array(repeating: Self.orders.map(ALACPredictor.start), count: channels)
        best = Array(repeating: Coded(), count: channels)
        chosen = best
    }

    /// Takes a channel of the element.
    mutating func take(_ list: AudioBufferList, _ buffer: Int, isSecond: Bool, frameCount: Int) {
        self.frameCount = frameCount
        let index = isSecond ? 1 : 0
        list.forEach(Int32.self, ofChannel: buffer, frameCount) { samples[index][$0] = $1 }
    }

    /// Writes the element of the channels that were taken.
    mutating func write(number: Int, to packet: inout BitWriter) {
        let channels = samples.count
        let plainBits = frameCount * channels * configuration.bitDepth
        var (lowBits, mixWeight, size) = (0, 0 as Int32, plainBits)
        for candidate in lowBitChoices {
            let weight = mix(lowBits: candidate)
            var bits = 16 + candidate * frameCount * channels
            for index in 0..<channels { bits += code(index, lowBits: candidate) }
            guard bits < size else { continue }
            (lowBits, mixWeight, size) = (candidate, weight, bits)
            swap(&best, &chosen)
        }
        let isPlain = size == plainBits
        writeHead(number, lowBits: lowBits, isPlain: isPlain, to: &packet)
        if isPlain {
            for frame in 0..<frameCount {
                for index in 0..<channels { packet.write(samples[index][frame], configuration.bitDepth) }
            }
            return
        }
        packet.write(isPair ? Self.mixShift : 0, 8)
        packet.write(mixWeight, 8)
        for index in 0..<channels { writePredictor(chosen[index].predictor, to: &packet) }
        if lowBits > 0 {
            for frame in 0..<frameCount {
                for index in 0..<channels { packet.write(samples[index][frame], lowBits) }
            }
        }
        for index in 0..<channels { packet.write(chosen[index].bits) }
    }

    /// How many low bits may lie apart. Differences of pairs are a bit wider than their samples, and 32 are the most.
    private var lowBitChoices: [Int] {
        switch configuration.bitDepth {
        case 24: [8, 0]
        case 32: [16, 8]
        default: [0]
        }
    }

    private func writeHead(_ number: Int, lowBits: Int, isPlain: Bool, to packet: inout BitWriter) {
        let isShort = frameCount < configuration.frameLength
        packet.write(isPair ? 1 : 0 as UInt32, 3)
        packet.write(UInt32(number), 4)
        packet.write(0 as UInt32, 12)
        packet.write(isShort ? 1 : 0 as UInt32, 1)
        packet.write(UInt32(lowBits / 8), 2)
        packet.write(isPlain ? 1 : 0 as UInt32, 1)
        if isShort { packet.write(UInt32(frameCount), 32) }
    }

    private func writePredictor(_ predictor: ALACPredictor, to packet: inout BitWriter) {
        packet.write(0 as UInt32, 4)
        packet.write(UInt32(predictor.shift), 4)
        packet.write(Self.rate, 3)
        packet.write(UInt32(predictor.order), 5)
        for tap in 0..<predictor.order { packet.write(predictor.weights[tap], 16) }
    }

    /// Puts into ``mixed`` what is predicted.
    ///
    /// - Returns: the weight of the first channel in the mixture, in quarters; 0 leaves both as they are.
    private mutating func mix(lowBits: Int) -> Int32 {
        let unused = Int32(lowBits)
        guard isPair else {
            for frame in 0..<frameCount { mixed[0][frame] = samples[0][frame] >> unused }
            return 0
        }
        var weight: Int32 = 0
        var least = Double.infinity
        for candidate in 0...Int32(1 << Self.mixShift) {
            fill(candidate, unused)
            // A code's length goes with the logarithm of its number, so the product counts.
            let size = roughness(0) * roughness(1)
            if size < least { (weight, least) = (candidate, size) }
        }
        fill(weight, unused)
        return weight
    }

    private mutating func fill(_ weight: Int32, _ unused: Int32) {
        for frame in 0..<frameCount {
            let (left, right) = (samples[0][frame] >> unused, samples[1][frame] >> unused)
            mixed[0][frame] = weight == 0 ? left : right + (weight * (left - right)) >> Self.mixShift
            mixed[1][frame] = weight == 0 ? right : left - right
        }
    }

    /// The sum of second differences, and one.
    private func roughness(_ index: Int) -> Double {
        var sum: Int64 = 1
        var (before, last): (Int64, Int64) = (0, 0)
        for frame in 0..<frameCount {
            let next = Int64(mixed[index][frame])
            sum += abs(next - 2 * last + before)
            (before, last) = (last, next)
        }
        return Double(sum)
    }

    /// Codes a channel of ``mixed`` with each order, and keeps the shorter bits.
    ///
    /// - Returns: their number, with the predictor's fields.
    private mutating func code(_ index: Int, lowBits: Int) -> Int {
        let width = configuration.bitDepth - lowBits + (isPair ? 1 : 0)
        let entropy = ALACEntropy(
            rate: configuration.historyMultiplier * Self.rate / 4, start: configuration.initialHistory,
            maximumBits: configuration.maximumRemainderBits)
        var least = Int.max
        for choice in Self.orders.indices {
            // A first run takes the weights to where this packet wants them.
            predictors[index][choice].predict(frameCount, width: width, &mixed[index], to: &differences)
            let start = predictors[index][choice]
            predictors[index][choice].predict(frameCount, width: width, &mixed[index], to: &differences)
            trial.removeAll()
            entropy.encode(frameCount, width: width, differences, to: &trial)
            let bits = trial.bitCount + 16 + 16 * start.order
            guard bits < least else { continue }
            least = bits
            best[index].predictor = start
            swap(&best[index].bits, &trial)
        }
        return least
    }
}
