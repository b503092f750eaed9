import KKTestSupport

extension ScratchFolder {
    /// Makes `known.wav`, a second of a ramp whose header knows its length, and `open.wav`, the same as FFmpeg and
    /// recorders write it to a pipe.
    ///
    /// - Returns: the ramp's frames.
    @discardableResult
    func writeRamp() throws -> [[Int16]] {
        let samples: [[Int16]] = (0..<44_100).map {
            [Int16(truncatingIfNeeded: $0 * 31), Int16(truncatingIfNeeded: $0 * $0)]
        }
        var wave = WaveFile.pcm16(samples)
        try write(wave, to: "known.wav")
        for index in [4, 5, 6, 7, 40, 41, 42, 43] { wave[index] = 0xFF }
        try write(wave, to: "open.wav")
        return samples
    }
}
