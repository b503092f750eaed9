internal import KKPCM

/// What an Apple Lossless stream says of itself in its magic cookie: ALACSpecificConfig, 24 bytes, big-endian.
///
/// Source: ALACMagicCookieDescription.txt of Apple's ALAC.
package struct ALACConfiguration: Hashable {
    /// Frames in a packet; the last one may have fewer.
    let frameLength: Int
    /// 16, 20, 24 or 32.
    let bitDepth: Int
    /// What the adaptive code starts from and is bounded by: its rate of change, the first mean, the most bits of a
    /// remainder, 0 in FFmpeg's files whose packets are all plain.
    let historyMultiplier: UInt32
    let initialHistory: UInt32
    let maximumRemainderBits: Int
    let channelCount: Int
    let sampleRate: Int

    /// The most frames in a packet that are believed; Apple's encoder makes 4096.
    private static let maximumFrameLength = 1 << 16

    private static let byteCount = 24

    /// The configuration alone; `nil` of a cookie that is too short.
    package static func bare(_ cookie: [UInt8]) -> [UInt8]? {
        let bytes = cookie.dropFirst(start(in: cookie)).prefix(byteCount)
        return bytes.count == byteCount ? Array(bytes) : nil
    }

    /// Where the configuration begins in a cookie: at its start, or after the atoms `frma` and `alac`, 12 bytes each.
    private static func start(in cookie: [UInt8]) -> Int {
        var start = 0
        for name in ["frma", "alac"] where cookie.dropFirst(start + 4).starts(with: name.utf8) { start += 12 }
        return start
    }

    /// - Parameter cookie: the configuration, bare or in its atoms; what follows it is left out.
    init(_ cookie: [UInt8]) throws(CodecError) {
        let start = Self.start(in: cookie)
        guard cookie.count >= start + Self.byteCount else {
            throw CodecError(
                format: .appleLossless,
                "the magic cookie has \(max(0, cookie.count - start)) bytes of configuration; \(Self.byteCount) are needed"
            )
        }
        func number(_ place: Int) -> Int { cookie[start + place..<start + place + 4].reduce(0) { $0 << 8 | Int($1) } }
        frameLength = number(0)
        bitDepth = Int(cookie[start + 5])
        historyMultiplier = UInt32(cookie[start + 6])
        initialHistory = UInt32(cookie[start + 7])
        maximumRemainderBits = Int(cookie[start + 8])
        channelCount = Int(cookie[start + 9])
        sampleRate = number(20)
        let version = cookie[start + 4]
        guard version == 0 else {
            throw CodecError(
                .unavailable, format: .appleLossless,
                "the stream needs a decoder of version \(version); this one has version 0")
        }
        guard (1...Self.maximumFrameLength).contains(frameLength), [16, 20, 24, 32].contains(bitDepth),
            (0...31).contains(maximumRemainderBits),
            (1...8).contains(channelCount)
        else {
            throw CodecError(
                format: .appleLossless,
                "the magic cookie states \(channelCount) channels of \(bitDepth) bits, \(frameLength) frames in a packet and remainders of \(maximumRemainderBits) bits"
            )
        }
    }
}
