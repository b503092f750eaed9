import KKConvert
import KKPCM

/// The formats of these tests, by short name.
func pcm(
    _ bits: Int, container: Int? = nil, channels: Int = 1, _ flags: FormatFlags = .isSignedInteger
) -> StreamDescription {
    .linearPCM(sampleRate: 48_000, channels: channels, bits: bits, containerBits: container, flags: flags)
}

func companded(_ formatID: FourCharCode, channels: Int = 1) -> StreamDescription {
    StreamDescription(
        sampleRate: 8_000, formatID: formatID, bytesPerPacket: UInt32(channels), framesPerPacket: 1,
        bytesPerFrame: UInt32(channels),
        channelsPerFrame: UInt32(channels))
}

func buffer(of channels: [[Float]]) -> PCMBuffer {
    let count = channels.first?.count ?? 0
    var buffer = PCMBuffer(channelCount: channels.count, frameCapacity: max(1, count))
    for (index, samples) in channels.enumerated() { buffer.fill(channel: index, with: samples) }
    buffer.frameLength = count
    return buffer
}

/// Bytes to samples, in one call.
func unpacked(_ bytes: [UInt8], as format: StreamDescription) throws -> [[Float]] {
    let unpacker = try PCMUnpacker(format: format)
    let count = bytes.count / unpacker.bytesPerFrame
    var buffer = PCMBuffer(channelCount: format.channelCount, frameCapacity: max(1, count))
    unsafe unpacker.unpack(bytes.span.bytes, frameCount: count, into: &buffer, at: 0)
    buffer.frameLength = count
    var channels: [[Float]] = []
    for channel in 0..<format.channelCount { channels.append(buffer.samples(ofChannel: channel)) }
    return channels
}

/// Samples to bytes, in one call.
func packed(_ channels: [[Float]], by packer: inout PCMPacker, firstFrame: Int64 = 0) -> [UInt8] {
    let buffer = buffer(of: channels)
    var bytes = [UInt8](repeating: 0xAA, count: buffer.frameLength * packer.bytesPerFrame)
    var span = bytes.mutableSpan
    var raw = unsafe span.mutableBytes
    let written = packer.pack(buffer, firstFrame: firstFrame, into: &raw)
    return Array(bytes.prefix(written))
}

func packed(
    _ channels: [[Float]], as format: StreamDescription, dither: Dither = .none, seed: UInt64 = 0, firstFrame: Int64 = 0
) throws -> [UInt8] {
    var packer = try PCMPacker(format: format, dither: dither, seed: seed)
    return packed(channels, by: &packer, firstFrame: firstFrame)
}

/// 16-bit little-endian bytes as numbers.
func int16Values(_ bytes: [UInt8]) -> [Int] {
    stride(from: 0, to: bytes.count, by: 2).map {
        Int(Int16(truncatingIfNeeded: Int(bytes[$0]) | Int(bytes[$0 + 1]) << 8))
    }
}
