internal import KKPCM

/// The header of AIFF, and of AIFF-C where the samples are not big-endian integers or AIFF-C was asked for.
///
/// `COMM`, then `CHAN` (an `AudioChannelLayout`, as Core Audio writes it) where the layout is not plain mono or stereo,
/// then `SSND`. Source: Apple, Audio Interchange File Format AIFF-C, draft of 1991. Sizes have 32 bits, so a file ends
/// before 4 GiB.
struct AIFFHeader: PCMHeader {
    let dataFormat: StreamDescription
    private let isAIFC: Bool
    private let layout: StoredLayout
    /// The common chunk of a file that is changed: it keeps its compression's code and name.
    var storedCommon: [UInt8]?
    /// What belongs to the sound, before it.
    private let texts: [UInt8]

    init(
        dataFormat: StreamDescription, layout: ChannelLayout, isAIFC: Bool,
        texts: [UInt8] = []
    ) {
        self.texts = texts
        self.dataFormat = dataFormat
        self.isAIFC = isAIFC || !dataFormat.isLinearPCM || dataFormat.isFloat
        self.layout = StoredLayout(layout)
    }

    var channelOrder: [Int] { layout.channelOrder }

    /// What FORM's size can count, less the header and a padding byte.
    var maximumByteCount: Int64 { 0xFFFF_FFFF - Int64(bytes(byteCount: 0).count) }

    /// The sizes of an unknown length are those of an empty file; AIFF is not written to streams.
    func bytes(byteCount: Int64?) -> [UInt8] {
        let dataSize = byteCount ?? 0
        var chunks = HeaderBytes()
        if isAIFC {
            chunks.text("FVER")
            chunks.big(UInt32(4))
            // AIFCVersion1.
            chunks.big(UInt32(0xA280_5140))
        }
        chunks.append(commonChunk(frameCount: dataSize / Int64(max(1, dataFormat.bytesPerFrame))))
        if !layout.isPlain {
            chunks.text("CHAN")
            chunks.big(UInt32(layout.bytes.count))
            chunks.append(layout.bytes)
        }
        chunks.append(texts)
        chunks.text("SSND")
        chunks.big(UInt32(truncatingIfNeeded: dataSize + 8))
        // Offset and block size: the samples begin here, in no blocks.
        chunks.zeros(8)

        var header = HeaderBytes()
        header.text("FORM")
        header.big(
            UInt32(truncatingIfNeeded: 4 + Int64(chunks.bytes.count) + dataSize + Int64(padding(byteCount: dataSize))))
        header.text(isAIFC ? "AIFC" : "AIFF")
        header.append(chunks.bytes)
        return header.bytes
    }

    private func commonChunk(frameCount: Int64) -> [UInt8] {
        var chunks = HeaderBytes()
        chunks.text("COMM")
        if let storedCommon {
            chunks.big(UInt32(truncatingIfNeeded: storedCommon.count))
            chunks.append(Array(storedCommon.prefix(2)))
            chunks.big(UInt32(truncatingIfNeeded: frameCount))
            chunks.append(Array(storedCommon.dropFirst(6)))
            chunks.zeros(storedCommon.count % 2)
            return chunks.bytes
        }
        chunks.big(UInt32(isAIFC ? 24 : 18))
        chunks.big(UInt16(truncatingIfNeeded: dataFormat.channelsPerFrame))
        chunks.big(UInt32(truncatingIfNeeded: frameCount))
        chunks.big(UInt16(truncatingIfNeeded: sampleSize))
        chunks.extended(dataFormat.sampleRate)
        if isAIFC {
            chunks.code(compression)
            // The name of the compression, a Pascal string: empty, and padded to an even length.
            chunks.zeros(2)
        }
        return chunks.bytes
    }

    /// Of a compressed sound, the bits before the compression: µ-law and A-law stand for 16.
    private var sampleSize: UInt32 { dataFormat.isLinearPCM ? dataFormat.bitsPerChannel : 16 }

    private var compression: FourCharCode {
        guard dataFormat.isLinearPCM else { return dataFormat.formatID }
        guard dataFormat.isFloat else {
            guard !dataFormat.formatFlags.contains(.isBigEndian), dataFormat.bitsPerChannel > 8 else { return "NONE" }
            // Of any width, as libsndfile and sox have it.
            return "sowt"
        }
        return dataFormat.bitsPerChannel == 64 ? "fl64" : "fl32"
    }
}
