internal import KKDSP
internal import KKPCM

/// Which channel of the actual is which of the reference, upside down or not, and at which level: from the products of all of them with all.
struct ChannelMatch {
    private let channelCount: Int
    /// Whether each is held against all, and not against its own alone.
    private let isSearched: Bool
    private var referencePowers: [Double]
    private var actualPowers: [Double]
    /// By actual channel, then reference channel.
    private var products: [[Double]]

    /// What the channel in its own place is given in advance: two of one sound stay where they are.
    private static let preference = 1e-4

    /// - Parameter searched: beyond this many channels each is held against its own alone.
    init(channelCount: Int, searched: Int = 8) {
        self.channelCount = channelCount
        isSearched = channelCount <= searched
        referencePowers = Array(repeating: 0, count: channelCount)
        actualPowers = referencePowers
        products = Array(repeating: referencePowers, count: channelCount)
    }

    mutating func add(_ actual: borrowing PCMBuffer, _ reference: borrowing PCMBuffer, count: Int) {
        for channel in 0..<channelCount {
            referencePowers[channel] += reference.product(0..<count, ofChannel: channel, with: reference, channel: channel)
            actualPowers[channel] += actual.product(0..<count, ofChannel: channel, with: actual, channel: channel)
            for other in 0..<channelCount where isSearched || other == channel {
                products[channel][other] += actual.product(0..<count, ofChannel: channel, with: reference, channel: other)
            }
        }
    }

    /// For each channel of the actual the channel of the reference, the likeliest pairs first.
    var map: [Int] {
        var pairs: [(score: Double, actual: Int, reference: Int)] = []
        for channel in 0..<channelCount {
            for other in 0..<channelCount where isSearched || other == channel {
                let power = actualPowers[channel] * referencePowers[other]
                let likeness = power > 0 ? (products[channel][other] / power.squareRoot()).magnitude : 0
                pairs.append((likeness + (channel == other ? Self.preference : 0), channel, other))
            }
        }
        pairs.sort { ($1.score, $0.actual, $0.reference) < ($0.score, $1.actual, $1.reference) }
        var map = Array(repeating: -1, count: channelCount), taken = Array(repeating: false, count: channelCount)
        for pair in pairs where map[pair.actual] < 0 && !taken[pair.reference] {
            map[pair.actual] = pair.reference
            taken[pair.reference] = true
        }
        return map
    }

    /// The actual's channels that are upside down: their products are below minus half of what they could be.
    func invertedChannels(_ map: [Int]) -> [Int] {
        (0..<channelCount).filter { channel in
            let most = (actualPowers[channel] * referencePowers[map[channel]]).squareRoot()
            return products[channel][map[channel]] < -0.5 * most
        }
    }

    /// The level of the actual: the factor with which the reference fits it best; `nil` where there is none above 0.
    func gain(_ map: [Int], inverted: [Int]) -> Double? {
        var product = 0.0, power = 0.0
        for channel in 0..<channelCount {
            let value = products[channel][map[channel]]
            product += inverted.contains(channel) ? -value : value
            power += referencePowers[channel]
        }
        guard power > 0, product > 0 else { return nil }
        let gain = product / power
        return gain.isFinite ? gain : nil
    }
}
