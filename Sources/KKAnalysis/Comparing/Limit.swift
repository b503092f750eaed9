/// A limit of a comparison: the largest value that still passes.
///
/// Each applies to the whole sound and, if ``isWindowed``, to every window of 400 ms (one starts every 100 ms), so that
/// a single click in an hour is found.
public enum Limit: String, Hashable, Sendable, Codable, CaseIterable {
    /// The largest residual sample, in steps of the reference's integers.
    case lsb
    /// The largest residual sample, dBFS.
    case peak
    /// The RMS of a channel's residual, dBFS: 0 dBFS is a square wave at full scale.
    case rms
    /// The RMS of a channel's residual relative to that of the reference's channel, dB. A quieter reference counts as
    /// −60 dBFS.
    case relative
    /// The K-weighted residual of all channels together, LUFS, without gates.
    case weighted
    /// The difference of the loudnesses, LU: integrated for the whole sound, momentary in a window. Lower values count
    /// as ``Tolerance/floor``.
    case loudness
    /// The loudness ranges' difference, LU.
    case loudnessRange = "loudness-range"
    /// The difference of the true peaks, dB. Lower values count as ``Tolerance/floor``. In a window, peaks whose
    /// difference is below −80 dBFS count as equal.
    case truePeak = "true-peak"
    /// The largest difference of the levels of a third octave from 50 Hz to 20 kHz over the whole length, dB; only
    /// bands at most 15 dB below the strongest. If ``treble`` is limited, only bands up to 4 kHz.
    case thirdOctave = "third-octave"
    /// The same for the third octaves from 5 to 12.5 kHz, at most 50 dB below the strongest: there, encoders replace
    /// noise and cut.
    case treble
    /// How much louder or quieter the third octaves up to 4 kHz are together, dB; only bands at most 15 dB below the
    /// strongest. This is a gain that does not depend on the treble.
    case level
    /// How far a channel's level in 10 ms falls below that of the reference's channel, dB. Levels below −65 dBFS count
    /// as −65 dBFS.
    case dropout
    /// The RMS of a channel's residual in 25 ms relative to that of the reference's channel, dB. A quieter reference
    /// counts as −30 dBFS, because encoders smear loud sounds over the silence before them.
    case burst
    /// How far the actual sound may be early or late.
    case lag
    /// How much longer or shorter the actual sound may be.
    case length
}

/// A duration, in the unit in which it was given.
public enum Extent: Hashable, Sendable, Codable {
    case seconds(Double)
    case frames(Int64)

    /// The nearest number of frames; halves away from zero.
    public func frames(at sampleRate: Double) -> Int64 {
        switch self {
        case .seconds(let seconds): Int64(min(4.5e15, max(0, seconds * sampleRate)).rounded())
        case .frames(let frames): max(0, frames)
        }
    }
}
