/// The empty frame at the start of an MP3, which the encoder fills in at the end with the length, delay and padding.
///
/// A stream has no way back to it; left empty it would play as a frame of silence, so a stream goes without.
struct InfoFrame {
    private var held: [UInt8] = []
    private var isPast = false

    /// Takes the next bytes from the start of the file on.
    ///
    /// - Returns: those behind the empty frame; all, when there is none.
    mutating func rest(of bytes: [UInt8]) -> [UInt8] {
        if isPast { return bytes }
        held += bytes
        guard held.count >= 4 else { return [] }
        guard let size = Self.frameSize(held) else { return pass(0) }
        guard held.count >= size else { return [] }
        // A frame that only reserves room holds nothing but zeros.
        return pass(held[4..<size].allSatisfy { $0 == 0 } ? size : 0)
    }

    private mutating func pass(_ count: Int) -> [UInt8] {
        defer { held = [] }
        isPast = true
        return Array(held[count...])
    }

    /// The bytes of the layer III frame whose header `bytes` begins with (ISO/IEC 11172-3, 2.4.2.3; 13818-3).
    private static func frameSize(_ bytes: [UInt8]) -> Int? {
        guard bytes[0] == 0xFF, bytes[1] & 0xE6 == 0xE2 else { return nil }
        let version = bytes[1] >> 3 & 3
        let rates = version == 3 ? [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
            : [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]
        let index = Int(bytes[2] >> 4)
        let rateIndex = Int(bytes[2] >> 2 & 3)
        guard version != 1, (1...14).contains(index), rateIndex < 3 else { return nil }
        let sampleRate = [44_100, 48_000, 32_000][rateIndex] >> (version == 3 ? 0 : version == 2 ? 1 : 2)
        return (version == 3 ? 144 : 72) * rates[index - 1] * 1000 / sampleRate + Int(bytes[2] >> 1 & 1)
    }
}
