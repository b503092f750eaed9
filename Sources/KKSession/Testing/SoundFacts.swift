internal import KKAnalysis
internal import KKFiles
internal import KKPCM

/// Everything that assertions and fingerprints ask of a sound, measured in one pass over its file.
struct SoundFacts {
    var frameCount: Int64
    var sampleRate: Double
    var channelCount: Int
    var loudness: Double?
    var momentary: Double?
    var shortTerm: Double?
    var range: Double?
    var truePeak: Double?
    var samplePeak: Double?
    var rms: Double?
    var pcmSHA256: String
    /// Samples that are infinite or no number.
    var nonFiniteCount: Int64
}

extension Fingerprint {
    init(_ facts: SoundFacts, _ meter: FingerprintMeter) {
        let rounded = { (value: Double?) in value.map { $0.isFinite ? ($0 * 100).rounded() / 100 : $0 } }
        sampleRate = facts.sampleRate
        channelCount = facts.channelCount
        frameCount = facts.frameCount
        pcmSHA256 = facts.pcmSHA256
        loudness = rounded(facts.loudness)
        loudnessRange = rounded(facts.range)
        truePeak = rounded(facts.truePeak)
        crossovers = meter.crossovers
        levels = meter.levels
    }

    /// Reads and measures a sound file.
    public init(ofSound path: String) throws {
        self = try SoundFacts.measure(path, withFingerprint: true).fingerprint ?? Fingerprint.none
    }
}
