internal import KKMath
internal import KKPCM

/// The checksum that a FLAC has of its sound, against what is decoded of it. It says something where all frames come in
/// one go, from the first to the last: where some are lost, or left out, nothing is said.
///
/// Source: RFC 9639 §8.2: MD5 of the samples as signed integers, interleaved, in whole bytes, the lowest first.
///
/// ## Allocation
/// The bytes of the longest packet.
struct SoundChecksum {
    private let stated: [UInt8]
    private let bitDepth: Int
    private var sum = MD5()
    /// The frame that must come next; `nil` after one that did not.
    private var next: Int64? = 0
    private var isTold = false
    private var bytes: [UInt8] = []

    /// - Returns: `nil` of a file without one.
    init?(_ properties: FileProperties) {
        guard let stated = properties.soundChecksum, let bitDepth = properties.sourceBitDepth else { return nil }
        (self.stated, self.bitDepth) = (stated, bitDepth)
    }

    /// Takes the frames of a packet, the first of which is the sound's frame `frame`.
    mutating func take(_ frames: borrowing PCMBuffer, _ count: Int, at frame: Int64) {
        if frame == 0 { (sum, next) = (MD5(), 0) }
        guard frame == next else {
            next = nil
            return
        }
        next = frame + Int64(count)
        let (channels, width) = (frames.channelCount, (bitDepth + 7) / 8)
        let byteCount = count * channels * width
        if bytes.count < byteCount { bytes += [UInt8](repeating: 0, count: byteCount - bytes.count) }
        let scale = Float(sign: .plus, exponent: bitDepth - 1, significand: 1)
        for channel in 0..<channels {
            frames.withChannel(channel) { samples in
                for index in 0..<count {
                    let code = Int32(samples[index] * scale)
                    let place = (index * channels + channel) * width
                    for byte in 0..<width { bytes[place + byte] = UInt8(truncatingIfNeeded: code &>> Int32(8 * byte)) }
                }
            }
        }
        let codes = bytes
        sum.add(codes.span.extracting(0..<byteCount))
    }

    /// What is to be reported, once, when the last of all frames was taken.
    mutating func warning(frameCount: Int64, path: String) -> FileWarning? {
        guard !isTold, next == frameCount, frameCount > 0 else { return nil }
        let found = sum.value
        guard found != stated else { return nil }
        isTold = true
        return FileWarning(
            path: path, "the sound has the MD5 \(found.hexadecimalText), and its header says \(stated.hexadecimalText)",
            consequence: "it is used")
    }
}
