package import KKPCM

/// What surrounds the samples of a PCM file: a pure function of the format and the number of bytes.
///
/// A header has the same length for every byte count, so a file is written with its header first and the same header,
/// now with the true sizes, is laid over it at the end. Nothing in it depends on anything but the format and that
/// count.
package protocol PCMHeader: Sendable {
    /// The samples as they are stored: interleaved linear PCM, µ-law or A-law.
    var dataFormat: StreamDescription { get }

    /// For each channel of the file, the channel of the WAVE order that it is.
    var channelOrder: [Int] { get }

    /// The most bytes of samples that the container can hold.
    var maximumByteCount: Int64 { get }

    /// The header for `byteCount` bytes of samples; `nil` if it is written to a stream and the length is not known.
    func bytes(byteCount: Int64?) -> [UInt8]

    /// The zero bytes that follow `byteCount` bytes of samples.
    func padding(byteCount: Int64) -> Int
}

extension PCMHeader {
    var channelOrder: [Int] { Array(0..<dataFormat.channelCount) }

    /// Chunks of IFF and RIFF begin at even offsets.
    func padding(byteCount: Int64) -> Int { Int(byteCount & 1) }
}

/// A header under construction.
package struct HeaderBytes {
    package private(set) var bytes: [UInt8] = []

    package init() {}

    package mutating func text(_ characters: String) {
        bytes += Array(characters.utf8)
    }

    mutating func code(_ code: FourCharCode) {
        big(code.rawValue)
    }

    package mutating func append(_ more: [UInt8]) {
        bytes += more
    }

    mutating func zeros(_ count: Int) {
        bytes += [UInt8](repeating: 0, count: count)
    }

    package mutating func big<Number: FixedWidthInteger>(_ number: Number) {
        for shift in stride(from: Number.bitWidth - 8, through: 0, by: -8) {
            bytes.append(UInt8(truncatingIfNeeded: number >> shift))
        }
    }

    mutating func little<Number: FixedWidthInteger>(_ number: Number) {
        for shift in stride(from: 0, to: Number.bitWidth, by: 8) {
            bytes.append(UInt8(truncatingIfNeeded: number >> shift))
        }
    }

    /// A number in IEEE 754 extended precision, big-endian: the rate of an AIFF file. Finite and positive, not
    /// subnormal.
    mutating func extended(_ number: Double) {
        big(UInt16(truncatingIfNeeded: Int(number.exponent) + 16_383))
        big(1 << 63 | number.significandBitPattern << 11)
    }
}

extension StreamDescription {
    /// The samples of an encoding as a file stores them, interleaved; `nil` for a compressed encoding.
    package static func stored(
        _ encoding: Encoding, sampleRate: Double, channels: Int, bigEndian: Bool
    ) -> StreamDescription? {
        let order: FormatFlags = bigEndian ? .isBigEndian : []
        func pcm(_ bits: Int, _ flags: FormatFlags) -> StreamDescription {
            .linearPCM(
                sampleRate: sampleRate, channels: channels, bits: bits, flags: bits > 8 ? flags.union(order) : flags)
        }
        func companded(_ code: FourCharCode) -> StreamDescription {
            StreamDescription(
                sampleRate: sampleRate, formatID: code, bytesPerPacket: UInt32(channels), framesPerPacket: 1,
                bytesPerFrame: UInt32(channels), channelsPerFrame: UInt32(channels), bitsPerChannel: 8)
        }
        switch encoding {
        case .u8: return pcm(8, [])
        case .s16: return pcm(16, .isSignedInteger)
        case .s24: return pcm(24, .isSignedInteger)
        case .s32: return pcm(32, .isSignedInteger)
        case .f32: return pcm(32, .isFloat)
        case .f64: return pcm(64, .isFloat)
        case .ulaw: return companded(.uLaw)
        case .alaw: return companded(.aLaw)
        case .alac, .alac16, .alac24, .flac, .vorbis, .opus, .mp3, .aac, .ac3: return nil
        }
    }
}
