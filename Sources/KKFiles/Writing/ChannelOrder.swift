internal import KKConvert
internal import KKPCM

/// The order of channels in a file, and the way to it from the WAVE order inside.
///
/// ## Allocation
/// When the orders differ, for a buffer that is longer than all before it.
struct ChannelOrder: ~Copyable {
    /// For each channel of the file, the channel of the WAVE order that it is.
    private let sources: [Int]
    private let isIdentity: Bool
    private var arranged: PCMBuffer

    init(_ sources: [Int]) {
        self.sources = sources
        isIdentity = sources == Array(sources.indices)
        arranged = PCMBuffer(channelCount: isIdentity ? 0 : sources.count, frameCapacity: 0)
    }

    /// Gives `buffer` in the order of the file to `body`.
    mutating func arranging(_ buffer: borrowing PCMBuffer, _ body: (borrowing PCMBuffer) -> Void) {
        guard !isIdentity else {
            body(buffer)
            return
        }
        let count = buffer.frameLength
        if count > arranged.frameCapacity { arranged = PCMBuffer(channelCount: sources.count, frameCapacity: count) }
        arranged.frameLength = count
        for (channel, source) in sources.enumerated() {
            buffer.withChannel(source) { samples in
                arranged.withMutableChannel(channel) { copy in
                    for index in 0..<count { copy[index] = samples[index] }
                }
            }
        }
        body(arranged)
    }

    /// A tally of the file's channels, told in the order inside.
    func fromFile(_ tally: OverloadTally) -> OverloadTally {
        guard !isIdentity, let worst = tally.worst, sources.indices.contains(worst.channel) else { return tally }
        var tally = tally
        tally.worst?.channel = sources[worst.channel]
        return tally
    }
}
