internal import KKPCM

/// Channel counts that a unit supports together: `AUChannelInfo`.
///
/// | number | of a side |
/// |---|---|
/// | 1 and more | that many channels |
/// | 0 | no elements |
/// | −1 | any number; with −1 on the other side, the same there |
/// | −2 | any number, whatever the other side has |
/// | −3 and less | at most 3, and so on, in all buses together, however they are spread |
///
/// Except for totals, the first bus of a side counts; a side without buses matches −1 and −2.
///
/// Source: AudioUnitProperties.h, kAudioUnitProperty_SupportedNumChannels.
public struct ChannelPair: Hashable, Sendable, Codable {
    public var input: Int
    public var output: Int

    public init(input: Int, output: Int) {
        self.input = input
        self.output = output
    }

    /// As many output channels as input channels.
    public static let same = ChannelPair(input: -1, output: -1)
    /// Any number of input and output channels.
    public static let any = ChannelPair(input: -1, output: -2)

    /// Whether buses with these numbers of channels go together.
    func allows(input inputs: [Int], output outputs: [Int]) -> Bool {
        guard Self.allows(input, inputs) && Self.allows(output, outputs) else { return false }
        guard self == .same, let first = inputs.first, let other = outputs.first else { return true }
        return first == other
    }

    private static func allows(_ number: Int, _ channelCounts: [Int]) -> Bool {
        switch number {
        case 1...: channelCounts.first == number
        case 0: channelCounts.isEmpty
        case -2 ... -1: true
        // The widest total of all has no counterpart above zero.
        default: channelCounts.reduce(0, +) <= Int(clamping: number.magnitude)
        }
    }
}

extension ChannelPair: CustomStringConvertible {
    /// `any → the same`, `1 → 2`, `none → any`, `16 in all → any`.
    public var description: String {
        func side(_ number: Int) -> String {
            switch number {
            case 1...: "\(number)"
            case 0: "none"
            case -2 ... -1: "any"
            default: "\(number.magnitude) in all"
            }
        }
        return self == .same ? "any → the same" : "\(side(input)) → \(side(output))"
    }
}

extension AudioUnit {
    /// - Throws: `formatNotSupported` for channel counts that are not in ``supportedChannelPairs``.
    package func checkChannelPairs() throws(AudioUnitError) {
        let pairs = supportedChannelPairs
        let input = inputs.map(\.format.channelCount), output = outputs.map(\.format.channelCount)
        if pairs.isEmpty || pairs.contains(where: { $0.allows(input: input, output: output) }) { return }
        throw AudioUnitError(
            .formatNotSupported, place: name, "\(list(input)) in and \(list(output)) out cannot be combined",
            nextStep: "use \(pairs.map(\.description).joined(separator: ", or "))")
    }

    /// `2 channels`, `2 + 6 channels`.
    private func list(_ channelCounts: [Int]) -> String {
        if channelCounts.isEmpty { return "no channels" }
        return channelCounts.map(String.init).joined(separator: " + ")
            + (channelCounts == [1] ? " channel" : " channels")
    }
}
