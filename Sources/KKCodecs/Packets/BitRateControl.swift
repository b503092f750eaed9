/// How an encoder keeps to a bit rate, by Core Audio's numbers (`kAudioCodecBitRateControlMode_…`).
public enum BitRateControl: UInt32, Hashable, Sendable, Codable, CaseIterable {
    /// What is sent at the bit rate is never late, and never stops: packets are of one size, or differ as far as a
    /// decoder's reservoir lets them.
    case constant = 0
    /// The bit rate is the average of much sound.
    case longTermAverage = 1
    /// Packets have what their sound needs, within bounds.
    case variableConstrained = 2
    /// Packets have what their sound needs, at the same quality.
    case variable = 3
}

extension EncoderSettings {
    /// The bits per second of an encoder that keeps to some: those that are asked for, or the nearest of `rates` to what
    /// ``quality`` stands for.
    func bitRate(of rates: [ClosedRange<Int>], channelCount: Int) -> Int {
        if let bitRate { return bitRate }
        let wanted = [32_000, 48_000, 64_000, 96_000, 128_000][step] * channelCount
        return rates.map { min(max(wanted, $0.lowerBound), $0.upperBound) }.min { abs($0 - wanted) < abs($1 - wanted) }
            ?? wanted
    }
}
