/// What a frame of MPEG audio says of its own contents, after its header: of layer III the side information, of layers
/// I and II how the bits are shared out. Most bytes that follow something like a header by chance cannot be it.
///
/// Source: ISO/IEC 11172-3 §2.4.1.5 to §2.4.1.7, §2.4.2.7 and tables B.2a to B.2d; ISO/IEC 13818-3 §2.4.1.7 and table
/// B.1.
package struct MPEGFrameContents: Hashable, Sendable {
    /// Whether no bit of it is sound.
    package var isSilent: Bool

    /// The bytes of a frame that are looked at: header, checksum, and layer II's longest table (27 bands of two
    /// channels) with what selects its factors.
    package static let headByteCount = 80

    /// - Parameters:
    ///   - head: the frame from its header on, ``headByteCount`` bytes where it has so many.
    ///   - byteCount: the bytes of the frame.
    /// - Returns: `nil` if no frame can say this.
    package init?(_ head: Span<UInt8>, header: MPEGFrameHeader, byteCount: Int) {
        guard head.count >= 4, byteCount >= 4 else { return nil }
        var cursor = BitCursor(position: header.isProtected ? 48 : 32)
        let bitCount =
            header.format.layer == 3
            ? Self.mainDataBitCount(head, &cursor, header, byteCount: byteCount)
            : Self.sampleBitCount(head, &cursor, header)
        guard let bitCount, header.format.layer == 3 || cursor.position + bitCount <= 8 * byteCount else { return nil }
        isSilent = bitCount == 0
    }

    /// The bits of main data that the side information of layer III speaks of; `nil` if it cannot be one.
    private static func mainDataBitCount(
        _ head: Span<UInt8>, _ cursor: inout BitCursor, _ header: MPEGFrameHeader, byteCount: Int
    ) -> Int? {
        let (format, isFirst) = (header.format, header.format.version == .mpeg1)
        let own = byteCount - cursor.position / 8 - format.sideInformationByteCount
        guard own >= 0 else { return nil }
        let reservoir = Int(cursor.read(isFirst ? 9 : 8, head))
        // Private bits, and which scale factors are shared by both granules.
        cursor.position += isFirst ? (format.channelCount == 1 ? 5 + 4 : 3 + 8) : format.channelCount
        var bitCount = 0
        for _ in 0..<(isFirst ? 2 : 1) * format.channelCount {
            let length = Int(cursor.read(12, head))
            let pairs = Int(cursor.read(9, head))
            guard pairs <= 288, length > 0 || pairs == 0 else { return nil }
            bitCount += length
            cursor.position += 8 + (isFirst ? 4 : 9)
            let isSwitched = cursor.read(1, head) == 1
            if isSwitched {
                // Block type 0 is the one that is not switched to.
                guard cursor.read(2, head) != 0 else { return nil }
                cursor.position += 1
            }
            for _ in 0..<(isSwitched ? 2 : 3) {
                let table = cursor.read(5, head)
                // There are no tables of these numbers.
                guard pairs == 0 || table != 4 && table != 14 else { return nil }
            }
            cursor.position += (isSwitched ? 9 : 7) + (isFirst ? 3 : 2)
        }
        return bitCount <= 8 * (reservoir + own) ? bitCount : nil
    }

    /// The bits of scale factors and samples that the allocation of layers I and II shares out, with those that select
    /// factors; `nil` if it cannot be one. The cursor is then after the allocation.
    private static func sampleBitCount(
        _ head: Span<UInt8>, _ cursor: inout BitCursor, _ header: MPEGFrameHeader
    ) -> Int? {
        let isLayerI = header.format.layer == 1
        let bands = isLayerI ? [Bands(width: 4, count: 32, codes: layerI)] : bands(header)
        // From this band on, both channels of joint stereo share their samples.
        let shared = head[3] >> 6 == 1 ? 4 + 4 * Int(head[3] >> 4 & 3) : 32
        var (band, bitCount) = (0, 0)
        for group in bands {
            for _ in 0..<group.count {
                let isShared = band >= shared
                for _ in 0..<(isShared ? 1 : header.format.channelCount) {
                    let code = Int(cursor.read(group.width, head))
                    if isLayerI, code == 15 { return nil }
                    guard code > 0 else { continue }
                    // Of layer II two bits select one to three factors.
                    let factors = (isLayerI ? 6 : 2 + 6) * (isShared ? 2 : 1)
                    bitCount += factors + 12 * group.codes[code]
                }
                band += 1
            }
        }
        return bitCount
    }

    /// Bands of one allocation: the bits of its code, and for each code those of a sample in layer I, of three samples
    /// in layer II.
    private struct Bands {
        var width: Int
        var count: Int
        var codes: [Int]
    }

    private static func bands(_ header: MPEGFrameHeader) -> [Bands] {
        guard header.format.version == .mpeg1 else {
            return [
                Bands(width: 4, count: 4, codes: half), Bands(width: 3, count: 7, codes: low),
                Bands(width: 2, count: 19, codes: low),
            ]
        }
        let rate = (header.bitRate ?? 384_000) / header.format.channelCount
        guard rate >= 56_000 else {
            return [
                Bands(width: 4, count: 2, codes: low),
                Bands(width: 3, count: header.format.sampleRate == 32000 ? 10 : 6, codes: low),
            ]
        }
        let isWide = rate >= 96_000 && header.format.sampleRate != 48000
        return [
            Bands(width: 4, count: 3, codes: [0, 5] + (3...16).map { 3 * $0 }),
            Bands(width: 4, count: 8, codes: middle), Bands(width: 3, count: 12, codes: Array(middle[..<7]) + [48]),
            Bands(width: 2, count: isWide ? 7 : 4, codes: [0, 5, 7, 48]),
        ]
    }

    private static let layerI = [0] + (2...16)
    private static let middle = [0, 5, 7, 9, 10] + (4...13).map { 3 * $0 } + [48]
    private static let half = [0, 5, 7, 9, 10] + (4...14).map { 3 * $0 }
    private static let low = [0, 5, 7, 10] + (4...15).map { 3 * $0 }
}
