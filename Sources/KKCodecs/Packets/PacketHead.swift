package import KKPCM

/// What packets say of themselves in their first bytes: how many frames they have. Those of FLAC, Opus and Apple
/// Lossless do.
package struct PacketHead {
    /// The first bytes of a packet that tell.
    package let byteCount: Int

    private let formatID: FourCharCode
    /// The most frames that a packet has.
    private let longest: Int

    /// - Parameter magicCookie: what says how long a packet can be. FLAC's may be empty.
    /// - Returns: `nil` where packets do not say it, or not without another cookie.
    package init?(_ formatID: FourCharCode, magicCookie: [UInt8]) {
        self.formatID = formatID
        switch formatID {
        case .opus: (byteCount, longest) = (2, OpusHandle.maximumFramesPerPacket)
        case .flac:
            (byteCount, longest) = (
                FLACFrameHeader.byteCountUpperBound, (try? FLACStreamInfo(magicCookie))?.maximumBlock ?? 0xFFFF
            )
        case .appleLossless:
            guard let configuration = try? ALACConfiguration(magicCookie) else { return nil }
            (byteCount, longest) = (ALACPacket.headByteCount, configuration.frameLength)
        default: return nil
        }
    }

    /// The frames of a packet, at the stream's own rate; `nil` if its first bytes are not a head, or not all there, and
    /// for more than a packet has.
    ///
    /// - Parameter head: its first ``byteCount`` bytes, or all where it has fewer.
    package func frameCount(_ head: ArraySlice<UInt8>) -> Int? {
        let count: Int? =
            switch formatID {
            case .opus: OpusPacket.frameCount(head).map(Int.init)
            case .flac: FLACFrameHeader(head.span, at: 0)?.frameCount
            case .appleLossless: ALACPacket.frameCount(head.span, frameLength: longest)
            default: nil
            }
        return count.flatMap { $0 <= longest ? $0 : nil }
    }
}
