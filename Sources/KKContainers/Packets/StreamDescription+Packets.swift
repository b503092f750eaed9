internal import KKCodecs
internal import KKPCM

/// What a decoder's configuration, or a first packet, says of a stream.
extension StreamDescription {
    init(_ info: FLACStreamInfo) {
        let isFixed = info.minimumBlock == info.maximumBlock
        self.init(
            sampleRate: Double(info.sampleRate), formatID: .flac, formatFlags: .lossless(bitDepth: info.bitDepth),
            framesPerPacket: isFixed ? UInt32(info.maximumBlock) : 0, channelsPerFrame: UInt32(info.channelCount))
    }

    /// - Parameters:
    ///   - configuration: ALACSpecificConfig.
    ///   - rate: where that has none.
    /// - Returns: `nil` for too few bytes.
    init?(alac configuration: [UInt8], rate: Double) {
        guard configuration.count >= 24 else { return nil }
        func number(_ place: Int) -> UInt32 { configuration[place..<place + 4].reduce(0) { $0 << 8 | UInt32($1) } }
        self.init(
            sampleRate: number(20) > 0 ? Double(number(20)) : rate, formatID: .appleLossless,
            formatFlags: .lossless(bitDepth: Int(configuration[5])), framesPerPacket: number(0),
            channelsPerFrame: UInt32(configuration[9]))
    }

    /// With what the first packet tells and a description leaves open: layer, rate and channels of MPEG audio, those of
    /// AC-3 with their order.
    ///
    /// - Parameter packet: its first eight bytes.
    /// - Returns: `nil` if it tells nothing.
    func completed(by packet: [UInt8]) -> (format: StreamDescription, layout: ChannelLayout?)? {
        switch formatID {
        case .mpegLayer1, .mpegLayer2, .mpegLayer3:
            guard packet.count >= 4, let header = MPEGFrameHeader(packet.prefix(4).reduce(0) { $0 << 8 | UInt32($1) })
            else { return nil }
            let formats: [FourCharCode] = [.mpegLayer1, .mpegLayer2, .mpegLayer3]
            let described = StreamDescription(
                sampleRate: Double(header.format.sampleRate), formatID: formats[header.format.layer - 1],
                framesPerPacket: UInt32(header.format.framesPerPacket),
                channelsPerFrame: UInt32(header.format.channelCount))
            return (described, nil)
        case .ac3, .enhancedAC3:
            guard let header = AC3Header(packet.span, at: 0) else { return nil }
            let order = AC3ChannelMap(header).layout(mode: header.mode)
            var described = self
            described.sampleRate = Double(header.sampleRate)
            described.channelsPerFrame = UInt32(order.channelCount)
            // The syncframes of a packet have 1536 frames together, whatever each of them has.
            described.framesPerPacket = 1536
            return (described, order)
        default: return nil
        }
    }
}
