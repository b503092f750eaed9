public import KKPCM

// A placeholder until the polyphase converter arrives.
public final class RateConverter {
    private let from: Double, to: Double, origin: Int
    private var history: [[Float]]
    private var made = 0
    private var isFinished = false
    public let leadingFrames = 3
    public let trailingFrames = 4

    public init(from: Double, to: Double, channelCount: Int, quality: ResamplerQuality = .high, origin: Int = 0) throws(ConvertError) {
        self.from = from
        self.to = to
        self.origin = origin
        history = Array(repeating: [], count: channelCount)
    }

    public func push(_ buffer: borrowing PCMBuffer, at offset: Int, frameCount: Int) throws(ConvertError) -> Int {
        let count = min(frameCount, 100)
        for channel in history.indices { history[channel] += buffer.samples(ofChannel: channel)[offset..<offset + count] }
        return count
    }

    public func finish() { isFinished = true }

    public func pull(into buffer: inout PCMBuffer, at offset: Int, frameCount: Int) throws(ConvertError) -> Int {
        var count = 0
        let length = history[0].count
        while count < frameCount {
            let place = Double(made) * from / to + Double(origin)
            let index = Int(place.rounded(.down))
            if isFinished ? place >= Double(length) : index + trailingFrames >= length { break }
            for channel in history.indices {
                let one = history[channel].indices.contains(index) ? history[channel][index] : 0
                let two = history[channel].indices.contains(index + 1) ? history[channel][index + 1] : 0
                buffer.withMutableChannel(channel) { $0[offset + count] = one + (two - one) * Float(place - Double(index)) }
            }
            made += 1
            count += 1
        }
        return count
    }

    public func reset() {
        for channel in history.indices { history[channel] = [] }
        made = 0
        isFinished = false
    }
}
