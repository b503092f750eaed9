internal import KKDSP
internal import KKPCM

/// Which channel of the actual is which of the reference, inverted or not, and at which level: from the products of all
/// of them with all.
struct ChannelMatch {
    private let channelCount: Int
    /// Whether each is held against all, and not against its own alone.
    private let isSearched: Bool
    private var referencePowers: [Double]
    private var actualPowers: [Double]
    /// By actual channel, then reference channel.
    private var products: [[Double]]

    /// What the channel in its own place is given in advance: two of one sound stay where they are.
    private static let preference = 1e-6
    /// Of what channels leave in their own places, as much may be left of those that are said to have changed places;
    /// and so much less it must be for each of them.
    private static let clearly = 0.7
    private static let least = 1e-4

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
            referencePowers[channel] += reference.product(
                0..<count, ofChannel: channel, with: reference, channel: channel)
            actualPowers[channel] += actual.product(0..<count, ofChannel: channel, with: actual, channel: channel)
            for other in 0..<channelCount where isSearched || other == channel {
                products[channel][other] += actual.product(
                    0..<count, ofChannel: channel, with: reference, channel: other)
            }
        }
    }

    /// For each channel of the actual the channel of the reference: that order of all of them which leaves the least,
    /// where it leaves clearly less than their own places do. Channels that change places among each other are judged
    /// together: in near-mono music a codec's noise may make one look more like its neighbour, but not both.
    var map: [Int] {
        let own = Array(0..<channelCount)
        guard isSearched else { return own }
        let costs = own.map { channel in own.map { leftOver(channel, $0) - (channel == $0 ? Self.preference : 0) } }
        var map = assignment(costs)
        var isSeen = own.map { _ in false }
        for start in own where !isSeen[start] {
            var ring: [Int] = [], channel = start
            while !isSeen[channel] {
                isSeen[channel] = true
                ring.append(channel)
                channel = map[channel]
            }
            let found = ring.reduce(0) { $0 + leftOver($1, map[$1]) }, there = ring.reduce(0) { $0 + leftOver($1, $1) }
            if !(found <= Self.clearly * there && found + Self.least * Double(ring.count) < there) {
                for channel in ring { map[channel] = channel }
            }
        }
        return map
    }

    /// What of a channel's power the best factor of a channel of the reference leaves: 0 … 1.
    private func leftOver(_ channel: Int, _ other: Int) -> Double {
        if actualPowers[channel] == 0 && referencePowers[other] == 0 { return 0 }
        let likeness =
            (products[channel][other] / actualPowers[channel].squareRoot()) / referencePowers[other].squareRoot()
        return likeness.isFinite ? max(0, 1 - likeness * likeness) : 1
    }

    /// The actual's channels that are inverted: their products are below minus half of what they could be.
    func invertedChannels(_ map: [Int]) -> [Int] {
        (0..<channelCount).filter { channel in
            let most = (actualPowers[channel] * referencePowers[map[channel]]).squareRoot()
            return products[channel][map[channel]] < -0.5 * most
        }
    }

    /// The level of the actual: the factor with which the reference fits it best; `nil` if there is none above 0.
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
