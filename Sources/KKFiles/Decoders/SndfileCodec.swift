internal import KKPCM

/// An encoding of libsndfile's: what kkmix must know to call it by its name and to trust it.
struct SndfileCodec {
    /// `SF_FORMAT_SUBMASK` of sndfile.h.
    private let encoding: Int32
    private let isFLAC: Bool

    init(format: Int32) {
        encoding = format & 0xFFFF
        isFLAC = format & 0x0FFF_0000 == 0x17_0000
    }

    var isVorbis: Bool { encoding == 0x60 }
    var isOpus: Bool { encoding == 0x64 }
    /// Whether the channels are in Vorbis' order and the length is a difference of granule positions.
    var isXiph: Bool { isVorbis || isOpus }
    /// ADPCM and GSM: the last block is filled up, and WAV's `fact` chunk tells how much of it is audio.
    var hasBlocks: Bool { [0x12, 0x13, 0x20].contains(encoding) }

    /// Whether libsndfile's seek gives the same samples as reading on.
    var seeksExactly: Bool { !isXiph && encoding != 0x20 }

    /// The bits of the audio; `nil` for lossy and float encodings.
    var bitDepth: Int? {
        switch encoding {
        case 0x01, 0x05: 8
        case 0x02: 16
        case 0x03: 24
        case 0x04: 32
        default: nil
        }
    }

    /// The file data format.
    func description(sampleRate: Int, channels: Int) -> StreamDescription {
        let rate = Double(sampleRate)
        func packed(_ id: FourCharCode, flags: FormatFlags = []) -> StreamDescription {
            StreamDescription(sampleRate: rate, formatID: id, formatFlags: flags, channelsPerFrame: UInt32(channels))
        }
        // The source's depth in the flags, as Apple Lossless has it: `kAppleLosslessFormatFlag_16BitSourceData` … 1 to 4.
        if isFLAC { return packed(.flac, flags: FormatFlags(rawValue: bitDepth.flatMap { [16: 1, 24: 3, 32: 4][$0] } ?? 0)) }
        switch encoding {
        case 0x06, 0x07:
            return .linearPCM(sampleRate: rate, channels: channels, bits: encoding == 0x06 ? 32 : 64, flags: [.isFloat, .isBigEndian])
        case 0x10, 0x11:
            return StreamDescription(
                sampleRate: rate, formatID: encoding == 0x10 ? .uLaw : .aLaw, bytesPerPacket: UInt32(channels), framesPerPacket: 1,
                bytesPerFrame: UInt32(channels), channelsPerFrame: UInt32(channels), bitsPerChannel: 8)
        case 0x12: return packed(.dviIMAADPCM)
        case 0x13: return packed(.microsoftADPCM)
        case 0x20: return packed(.microsoftGSM)
        case 0x60: return packed(.vorbis)
        case 0x64: return packed(.opus)
        default:
            guard let bitDepth else { return packed(FourCharCode(rawValue: UInt32(encoding))) }
            return .linearPCM(sampleRate: rate, channels: channels, bits: bitDepth, flags: [.isSignedInteger, .isBigEndian])
        }
    }
}
