import KKAudio

/// 16-bit stereo at 44.1 kHz as 8.24 fixed point at 48 kHz, a buffer per channel, pulled through a callback.
func fixedPoint(of samples: [Int16]) throws -> AudioBufferList {
    let converter = try AudioConverter(
        from: .linearPCM(sampleRate: 44_100, channels: 2, bits: 16, flags: .isSignedInteger),
        to: .fixedPoint(sampleRate: 48_000, channels: 2))
    var packetCount = try converter.outputByteCount(forInput: 2 * samples.count) / 4
    var output = AudioBufferList(for: converter.outputDescription, frameCapacity: packetCount)
    var position = 0
    try converter.fillComplexBuffer(packetCount: &packetCount, into: &output) { packetCount, data in
        packetCount = min(packetCount, samples.count / 2 - position)
        data[0] = AudioBuffer(channelCount: 2, samples: Array(samples[2 * position..<2 * (position + packetCount)]))
        position += packetCount
    }
    return output
}
