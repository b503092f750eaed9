internal import KKPCM

/// Numbers of channels that a unit takes together: `AUChannelInfo`.
///
/// A number of 0 or more is that many channels. −1 is any number, the same on both sides when both are −1; −1 and −2 are any two numbers.
///
/// Source: AudioUnitProperties.h, kAudioUnitProperty_SupportedNumChannels.
public struct ChannelPair: Hashable, Sendable, Codable {
    public var input: Int
    public var output: Int

    public init(input: Int, output: Int) {
        self.input = input
        self.output = output
    }

    /// As many channels go out as come in.
    public static let same = ChannelPair(input: -1, output: -1)

    func allows(input inputCount: Int, output outputCount: Int) -> Bool {
        switch (input, output) {
        case (-1, -1): inputCount == outputCount
        case (0..., 0...): input == inputCount && output == outputCount
        case (0..., _): input == inputCount
        case (_, 0...): output == outputCount
        default: true
        }
    }
}

extension ChannelPair: CustomStringConvertible {
    /// `any → the same`, `1 → 2`.
    public var description: String {
        self == .same ? "any → the same" : "\(input < 0 ? "any" : String(input)) → \(output < 0 ? "any" : String(output))"
    }
}

extension AudioUnit {
    /// - Throws: `formatNotSupported` for channel counts of the first buses that are not in ``supportedChannelPairs``.
    func checkChannelPairs() throws(AudioUnitError) {
        let pairs = supportedChannelPairs
        let input = inputs.first?.format.channelCount ?? 0
        let output = outputs.first?.format.channelCount ?? 0
        if pairs.isEmpty || pairs.contains(where: { $0.allows(input: input, output: output) }) { return }
        throw AudioUnitError(
            .formatNotSupported, place: name, "\(input) channels in and \(output) out do not go together",
            nextStep: "use \(pairs.map(\.description).joined(separator: ", or "))")
    }
}
