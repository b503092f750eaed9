internal import KKPCM

/// The header of a Core Audio file: `desc`, `chan` where the layout is not plain mono or stereo, and `data` with edit count 0.
/// The samples are little-endian; the chunks are big-endian as everything else in CAF. No `free` chunk pads the data to a page.
///
/// A stream's `data` has the size −1: until the end of the file (Apple Core Audio Format Specification, "Audio Data Chunk").
struct CAFHeader: PCMHeader {
    let dataFormat: StreamDescription
    private let layout: StoredLayout

    init(dataFormat: StreamDescription, layout: ChannelLayout) {
        self.dataFormat = dataFormat
        self.layout = StoredLayout(layout)
    }

    var channelOrder: [Int] { layout.channelOrder }

    var maximumByteCount: Int64 { .max - 1024 }

    func padding(byteCount: Int64) -> Int { 0 }

    func bytes(byteCount: Int64?) -> [UInt8] {
        var header = HeaderBytes()
        header.text("caff")
        header.big(UInt16(1))
        header.big(UInt16(0))
        header.text("desc")
        header.big(Int64(32))
        header.big(dataFormat.sampleRate.bitPattern)
        header.code(dataFormat.formatID)
        // kCAFLinearPCMFormatFlagIsFloat 1, …IsLittleEndian 2: the opposite sense to a stream description's flag.
        header.big(UInt32(dataFormat.isLinearPCM ? (dataFormat.isFloat ? 3 : 2) : 0))
        header.big(dataFormat.bytesPerPacket)
        header.big(dataFormat.framesPerPacket)
        header.big(dataFormat.channelsPerFrame)
        header.big(dataFormat.bitsPerChannel)
        if !layout.isPlain {
            header.text("chan")
            header.big(Int64(layout.bytes.count))
            header.append(layout.bytes)
        }
        header.text("data")
        header.big(byteCount.map { $0 + 4 } ?? -1)
        header.big(UInt32(0))
        return header.bytes
    }
}
