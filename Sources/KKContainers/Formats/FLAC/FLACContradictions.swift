internal import KKCodecs
internal import KKPCM

extension FLACStreamInfo {
    /// The same, of the rate and the channels that a frame says; `nil` where STREAMINFO cannot say them.
    func like(_ header: FLACFrameHeader) -> FLACStreamInfo? {
        let rate = header.sampleRate ?? sampleRate
        if header.channelCount == channelCount, rate == sampleRate { return self }
        return saying(
            minimumBlock: minimumBlock, maximumBlock: maximumBlock, sampleRate: rate, channelCount: header.channelCount,
            bitDepth: bitDepth)
    }

    /// What a stream is by its first two frames, as far as they agree with one another: rate and channels; bits; and
    /// blocks, which of frames that are counted have one size, the longer of the two, because the second one may be the
    /// last.
    func settled(by first: FLACFrameHeader, _ next: FLACFrameHeader?) -> FLACStreamInfo {
        let depth = first.bitDepth ?? bitDepth
        let longest = max(16, first.frameCount, next?.frameCount ?? 0)
        var (shortestBlock, longestBlock) = (minimumBlock, max(maximumBlock, longest))
        if !first.countsSamples, next != nil || !isFixed || longest > maximumBlock {
            (shortestBlock, longestBlock) = (longest, longest)
        }
        return saying(
            minimumBlock: shortestBlock, maximumBlock: longestBlock, sampleRate: first.sampleRate ?? sampleRate,
            channelCount: first.channelCount,
            bitDepth: next.map { $0.bitDepth ?? bitDepth == depth } ?? true ? depth : bitDepth) ?? self
    }
}

/// What the frames of a FLAC say otherwise than its STREAMINFO, each once.
package struct FLACContradictions {
    private let stated: FLACStreamInfo?
    private var untold: Set<Kind> = [.rate, .channels, .bits, .block]

    private enum Kind {
        case rate, channels, bits, block
    }

    package init(_ stream: FramedStream?) {
        stated = stream?.streamInfo
    }

    /// What is to be reported of a frame, which lies at the byte `offset`.
    package mutating func warnings(_ packet: Span<UInt8>, at offset: Int64, path: String) -> [FileWarning] {
        guard let stated, !untold.isEmpty, let header = FLACFrameHeader(packet, at: 0) else { return [] }
        var warnings: [FileWarning] = []
        let (rate, bits) = (header.sampleRate ?? stated.sampleRate, header.bitDepth ?? stated.bitDepth)
        let place = AudioFileError.Position.byte(offset)
        if rate != stated.sampleRate, untold.remove(.rate) != nil {
            warnings.append(.otherRate(Double(rate), than: Double(stated.sampleRate), at: place, path: path))
        }
        if header.channelCount != stated.channelCount, untold.remove(.channels) != nil {
            warnings.append(
                .contradiction(
                    Self.channels(stated.channelCount), Self.channels(header.channelCount), at: place, path: path))
        }
        if bits != stated.bitDepth, untold.remove(.bits) != nil {
            warnings.append(.contradiction("\(stated.bitDepth) bits", "\(bits) bits", at: place, path: path))
        }
        if header.frameCount > stated.maximumBlock, untold.remove(.block) != nil {
            warnings.append(
                .contradiction(
                    "\(stated.maximumBlock) frames at most", "\(header.frameCount) frames", at: place, path: path))
        }
        return warnings
    }

    private static func channels(_ count: Int) -> String { count == 1 ? "1 channel" : "\(count) channels" }
}
