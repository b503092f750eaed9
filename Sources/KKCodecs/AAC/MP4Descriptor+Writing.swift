extension MP4Descriptor {
    /// An ES descriptor around AAC's configuration, in the lengths of four bytes in which QuickTime has it.
    ///
    /// Source: ISO/IEC 14496-1 §7.2.6.5 to §7.2.6.7, §7.3.2.3.
    ///
    /// - Parameters:
    ///   - bufferSize: the most bytes of a packet.
    ///   - bitRate: on average; 0 leaves it open.
    package static func bytes(configuration: [UInt8], bufferSize: Int = 0x1800, bitRate: Int = 0) -> [UInt8] {
        let rate = big(bitRate, 4)
        // MPEG-4 audio, an audio stream.
        let decoder: [UInt8] = [0x40, 0x15] + big(bufferSize, 3) + rate + rate + tagged(5, configuration)
        return tagged(3, [0, 0, 0] + tagged(4, decoder) + tagged(6, [2]))
    }

    private static func big(_ number: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * (count - 1 - $0))) }
    }

    private static func tagged(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
        [tag, 0x80, 0x80, 0x80 | UInt8(content.count >> 7 & 0x7F), UInt8(content.count & 0x7F)] + content
    }
}
