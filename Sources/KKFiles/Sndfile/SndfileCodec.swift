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

    /// ADPCM and GSM: the last block is filled up, and WAV's `fact` chunk tells how much of it is audio.
    var hasBlocks: Bool { [0x12, 0x13, 0x20].contains(encoding) }

    /// Whether libsndfile's seek gives the same samples as reading on.
    var seeksExactly: Bool { encoding != 0x20 }

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
        if isFLAC { return packed(.flac, flags: .lossless(bitDepth: bitDepth)) }
        switch encoding {
        case 0x06, 0x07:
            return .linearPCM(
                sampleRate: rate, channels: channels, bits: encoding == 0x06 ? 32 : 64, flags: [.isFloat, .isBigEndian])
        case 0x10, 0x11:
            return StreamDescription(
                sampleRate: rate, formatID: encoding == 0x10 ? .uLaw : .aLaw, bytesPerPacket: UInt32(channels),
                framesPerPacket: 1,
                bytesPerFrame: UInt32(channels), channelsPerFrame: UInt32(channels), bitsPerChannel: 8)
        case 0x12: return packed(.dviIMAADPCM)
        case 0x13: return packed(.microsoftADPCM)
        case 0x20: return packed(.microsoftGSM)
        default:
            guard let bitDepth else { return packed(FourCharCode(rawValue: UInt32(encoding))) }
            return .linearPCM(
                sampleRate: rate, channels: channels, bits: bitDepth, flags: [.isSignedInteger, .isBigEndian])
        }
    }
}
