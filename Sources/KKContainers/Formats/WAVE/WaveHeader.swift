internal import KKPCM

/// The headers of WAV and RF64.
///
/// A file whose length is known at the end begins `RIFF size WAVE JUNK(28)`: should it outgrow 4 GiB, the same 48 bytes
/// become `RF64 FFFFFFFF WAVE ds64`, and nothing has to move (EBU Tech 3306, section 4). Below that the JUNK stays,
/// which every reader skips. A stream has no JUNK, and says 0xFFFFFFFF where its sizes would be, as sox and ffmpeg do:
/// "until the end of the file".
///
/// The `fmt ` chunk is the smallest that is right: PCMWAVEFORMAT for up to 16 bits, WAVEFORMATEX for float, µ-law and
/// A-law, and WAVEFORMATEXTENSIBLE for more than two channels, another layout than mono or stereo, and more than 16
/// bits, as Microsoft's "Multiple channel audio data and WAVE files" asks. What is not integer PCM has a `fact` chunk
/// with the number of frames.
struct WaveHeader: PCMHeader {
    let dataFormat: StreamDescription
    private let layout: ChannelLayout
    /// Whether a short file is RF64 too.
    private let isAlwaysRF64: Bool
    /// The first RIFF size, or data size, that a 32-bit header does not state. Smaller in tests.
    private let threshold: Int64
    /// What a file with 64-bit sizes begins with: RF64, or BW64, which ITU-R BS.2088 made of it.
    private let longForm: String
    /// The fields of the format chunk of a file that is changed: they stay what they were.
    var storedFormat: [UInt8]?
    /// What belongs to the sound, before it.
    private let texts: [UInt8]

    init(
        dataFormat: StreamDescription, layout: ChannelLayout, isAlwaysRF64: Bool = false,
        threshold: Int64 = 0xFFFF_FFFF, longForm: String = "RF64", texts: [UInt8] = []
    ) {
        self.texts = texts
        self.dataFormat = dataFormat
        self.layout = layout
        self.isAlwaysRF64 = isAlwaysRF64
        self.threshold = threshold
        self.longForm = longForm
    }

    /// What 63 bits hold, with room for the header.
    var maximumByteCount: Int64 { .max - 1024 - Int64(texts.count) }

    func bytes(byteCount: Int64?) -> [UInt8] {
        let format = formatChunk
        let hasFact = !isIntegerPCM
        let reserved = byteCount != nil || isAlwaysRF64 ? 36 : 0
        let headerSize = 12 + reserved + format.count + (hasFact ? 12 : 0) + texts.count + 8
        let dataSize = byteCount ?? 0
        let riffSize = Int64(headerSize - 8) + dataSize + Int64(padding(byteCount: dataSize))
        let frameCount = dataSize / Int64(max(1, dataFormat.bytesPerFrame))
        let isRF64 = isAlwaysRF64 || riffSize >= threshold
        let isShort = byteCount != nil && !isRF64

        var header = HeaderBytes()
        header.text(isRF64 ? longForm : "RIFF")
        header.little(isShort ? UInt32(truncatingIfNeeded: riffSize) : .max)
        header.text("WAVE")
        if reserved > 0 {
            header.text(isRF64 ? "ds64" : "JUNK")
            header.little(UInt32(28))
            // A stream in RF64 has sizes that no file reaches, for the same meaning as 0xFFFFFFFF.
            header.little(isRF64 ? (byteCount == nil ? Int64.max : riffSize) : 0)
            header.little(isRF64 ? (byteCount == nil ? Int64.max : dataSize) : 0)
            header.little(isRF64 ? frameCount : 0)
            header.little(UInt32(0))
        }
        header.append(format)
        if hasFact {
            header.text("fact")
            header.little(UInt32(4))
            header.little(isShort ? UInt32(truncatingIfNeeded: frameCount) : .max)
        }
        header.append(texts)
        header.text("data")
        header.little(isShort ? UInt32(truncatingIfNeeded: dataSize) : .max)
        return header.bytes
    }

    private var isIntegerPCM: Bool { dataFormat.isLinearPCM && !dataFormat.isFloat }

    private var isExtensible: Bool {
        let mask = layout.waveMask
        let isUsual =
            dataFormat.channelCount <= 2
            && (mask == nil || mask == ChannelLayout.standard(dataFormat.channelCount).waveMask)
        return !isUsual || isIntegerPCM && dataFormat.bitsPerChannel > 16
    }

    /// `wFormatTag` of mmreg.h.
    private var formatTag: UInt16 {
        switch dataFormat.formatID {
        case .aLaw: 6
        case .uLaw: 7
        default: dataFormat.isFloat ? 3 : 1
        }
    }

    private var formatChunk: [UInt8] {
        var chunk = HeaderBytes()
        chunk.text("fmt ")
        if let storedFormat {
            chunk.little(UInt32(truncatingIfNeeded: storedFormat.count))
            chunk.append(storedFormat)
            chunk.zeros(storedFormat.count % 2)
            return chunk.bytes
        }
        chunk.little(UInt32(isExtensible ? 40 : isIntegerPCM ? 16 : 18))
        chunk.little(isExtensible ? 0xFFFE : formatTag)
        chunk.little(UInt16(truncatingIfNeeded: dataFormat.channelsPerFrame))
        let rate = UInt32(exactly: dataFormat.sampleRate) ?? .max
        chunk.little(rate)
        chunk.little(rate.multipliedReportingOverflow(by: dataFormat.bytesPerFrame).partialValue)
        chunk.little(UInt16(truncatingIfNeeded: dataFormat.bytesPerFrame))
        chunk.little(UInt16(truncatingIfNeeded: dataFormat.bitsPerChannel))
        if isExtensible {
            chunk.little(UInt16(22))
            chunk.little(UInt16(truncatingIfNeeded: dataFormat.bitsPerChannel))
            chunk.little(layout.waveMask ?? 0)
            // The format tag as a GUID: KSDATAFORMAT_SUBTYPE_… of ksmedia.h.
            chunk.little(formatTag)
            chunk.append([0x00, 0x00, 0x00, 0x00, 0x10, 0x00, 0x80, 0x00, 0x00, 0xAA, 0x00, 0x38, 0x9B, 0x71])
        } else if !isIntegerPCM {
            chunk.little(UInt16(0))
        }
        return chunk.bytes
    }
}

extension WaveHeader {
    /// The `fmt ` chunk without its RIFF name and size, for Wave64.
    var formatFields: [UInt8] { storedFormat ?? Array(formatChunk.dropFirst(8)) }

    /// Whether a `fact` chunk belongs to the format.
    var needsFact: Bool { !isIntegerPCM }
}
