/// What a comparison can be held to. Every limit is the largest value that still passes.
///
/// Each is held for the whole and, where ``isWindowed``, in every window of 400 ms (one starts every 100 ms), so that
/// one click in an hour is found.
public enum Limit: String, Hashable, Sendable, Codable, CaseIterable {
    /// The largest residual sample, in steps of the reference's integers.
    case lsb
    /// The largest residual sample, dBFS.
    case peak
    /// The RMS of a channel's residual, dBFS: 0 dBFS is a square wave at full scale.
    case rms
    /// The RMS of a channel's residual beside that of the reference's channel, dB. The reference counts as −60 dBFS
    /// where it is quieter.
    case relative
    /// The K-weighted residual of all channels together, LUFS, without gates.
    case weighted
    /// The loudness of the one beside the other's, LU: integrated for the whole, momentary in a window. What is quieter
    /// counts as ``Tolerance/floor``.
    case loudness
    /// The loudness ranges' difference, LU.
    case loudnessRange = "loudness-range"
    /// The true peaks' difference, dB. What is quieter counts as ``Tolerance/floor``; in a window, peaks that are less
    /// than −80 dBFS apart are not.
    case truePeak = "true-peak"
    /// The largest difference of the levels of a third octave from 50 Hz to 20 kHz over the whole length, dB; bands at
    /// most 15 dB below the strongest. Where ``treble`` is limited, those up to 4 kHz.
    case thirdOctave = "third-octave"
    /// The same of the third octaves from 5 to 12.5 kHz, at most 50 dB below the strongest: where encoders put noise in
    /// place of noise, and cut.
    case treble
    /// How much louder or softer the third octaves up to 4 kHz are together, of those at most 15 dB below the
    /// strongest, dB: a gain, whatever became of the highs.
    case level
    /// How far a channel's level falls below that of the reference's channel in 10 ms, dB. What is quieter than −65
    /// dBFS counts as that.
    case dropout
    /// The RMS of a channel's residual in 25 ms beside that of the reference's channel, dB. The reference counts as −30
    /// dBFS where it is quieter: an encoder smears what is loud over the silence before it.
    case burst
    /// How far the actual may be early or late.
    case lag
    /// How much longer or shorter the actual may be.
    case length
}

/// A stretch of time, in the unit in which it was said.
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
