internal import KKPCM

/// The header of Sony Wave64: RIFF with GUIDs for names and 64-bit sizes that count the chunk header, on boundaries of
/// 8 bytes. A stream's sizes are 2^62, which no file reaches and nobody's arithmetic overflows.
struct Wave64Header: PCMHeader {
    /// The same in WAV.
    var wave: WaveHeader

    /// Words about the sound, before it.
    private let texts: [UInt8]

    init(
        dataFormat: StreamDescription, layout: ChannelLayout, texts: [UInt8] = []
    ) {
        self.texts = texts
        wave = WaveHeader(dataFormat: dataFormat, layout: layout)
    }

    var dataFormat: StreamDescription { wave.dataFormat }

    var maximumByteCount: Int64 { .max - 1024 - Int64(texts.count) }

    /// The data chunk is the last, so nothing has to be aligned after it; readers that go by the file's length would
    /// count zeros as audio.
    func padding(byteCount: Int64) -> Int { 0 }

    func bytes(byteCount: Int64?) -> [UInt8] {
        let format = wave.formatFields
        let paddedFormat = (format.count + 7) & ~7
        let headerSize = Int64(40 + 24 + paddedFormat + (wave.needsFact ? 32 : 0) + texts.count + 24)
        var header = HeaderBytes()
        header.append(Self.riff)
        header.little(byteCount.map { headerSize + $0 } ?? Self.endless)
        header.append(Self.guid("wave"))
        header.append(Self.guid("fmt "))
        header.little(Int64(24 + format.count))
        header.append(format)
        header.zeros(paddedFormat - format.count)
        if wave.needsFact {
            header.append(Self.guid("fact"))
            header.little(Int64(32))
            header.little(byteCount.map { $0 / Int64(max(1, dataFormat.bytesPerFrame)) } ?? Self.endless)
        }
        header.append(texts)
        header.append(Self.guid("data"))
        header.little(byteCount.map { $0 + 24 } ?? Self.endless)
        return header.bytes
    }

    private static let endless: Int64 = 1 << 62

    private static let riff: [UInt8] = [
        0x72, 0x69, 0x66, 0x66, 0x2E, 0x91, 0xCF, 0x11, 0xA5, 0xD6, 0x28, 0xDB, 0x04, 0xC1, 0x00, 0x00,
    ]

    /// A chunk's GUID: its four characters and a common rest.
    private static func guid(_ name: String) -> [UInt8] {
        Array(name.utf8) + [0xF3, 0xAC, 0xD3, 0x11, 0x8C, 0xD1, 0x00, 0xC0, 0x4F, 0x8E, 0xDB, 0x8A]
    }
}
