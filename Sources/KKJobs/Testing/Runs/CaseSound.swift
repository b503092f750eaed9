internal import KKAnalysis
public import KKFiles
internal import KKPCM
internal import KKSession

/// A sound, measured as far as its case asks.
struct CaseSound {
    private(set) var assertions: [SoundAssertion.Outcome] = []
    private(set) var fingerprint: Fingerprint?

    /// - Parameters:
    ///   - sound: seekable; a render, or one that was damaged on purpose.
    ///   - layout: its channels.
    ///   - clippedCount: samples that the render held at full scale; `nil` counts those of the sound that look like it
    ///     (``Measurement/clippedSampleCount``).
    init(_ item: GoldenCase, _ sound: any FrameSource, layout: ChannelLayout, clippedCount: Int64?) throws {
        let wantsFingerprint = item.golden?.kind == .fingerprint
        guard wantsFingerprint || !item.assertions.isEmpty else { return }
        var measures: Measures =
            wantsFingerprint ? .all : item.assertions.reduce(into: []) { $0.formUnion($1.measures) }
        if clippedCount == nil { measures.formUnion(.levels) }
        let (measurement, fingerprint) = try Self.measure(
            sound, layout: layout, measures: measures, withFingerprint: wantsFingerprint)
        self.fingerprint = fingerprint
        let clipped = clippedCount ?? Int64(measurement.clippedSampleCount)
        assertions = try item.assertions.map { try $0.check(measurement, sound, clippedCount: clipped) }
    }

    /// Reads a sound once, from its start.
    static func measure(
        _ sound: any FrameSource, layout: ChannelLayout, measures: Measures, withFingerprint: Bool
    ) throws -> (Measurement, Fingerprint?) {
        let meter = try SoundMeter(layout: layout, sampleRate: sound.format.sampleRate, measures: measures)
        let windows =
            withFingerprint
            ? FingerprintMeter(sampleRate: sound.format.sampleRate, channelCount: sound.format.channelCount) : nil
        var buffer = PCMBuffer(channelCount: sound.format.channelCount, frameCapacity: 4_096)
        try sound.seek(to: 0)
        while true {
            buffer.frameLength = 0
            let count = try sound.read(into: &buffer, at: 0, frameCount: buffer.frameCapacity)
            if count == 0 { break }
            buffer.frameLength = count
            meter.add(buffer)
            windows?.add(buffer)
        }
        let measurement = meter.finish()
        windows?.finish()
        return (measurement, windows.map { Fingerprint(measurement, $0) })
    }
}

extension Fingerprint {
    init(_ measurement: Measurement, _ meter: FingerprintMeter) {
        // As they will be printed: what is written and read again is the same.
        let rounded = { (value: Double?) in value.map { ($0 * 100).rounded() / 100 } }
        sampleRate = measurement.sampleRate
        layout = measurement.layout
        frameCount = Int64(measurement.frameCount)
        pcmSHA256 = measurement.pcmSHA256 ?? ""
        loudness = rounded(measurement.loudness.integrated)
        loudnessRange = rounded(measurement.loudness.range)
        truePeak = rounded(measurement.truePeak)
        crossovers = meter.crossovers
        levels = meter.levels
    }

    /// Reads and measures a sound file.
    public init(ofSound path: FilePath) throws {
        let sound = try AudioFileReader(path: path)
        let (measurement, fingerprint) = try CaseSound.measure(
            sound, layout: sound.clientLayout, measures: .all, withFingerprint: true)
        guard let fingerprint else {
            throw SessionError(.defect, "no fingerprint of \(measurement.frameCount) frames", place: path)
        }
        self = fingerprint
    }
}
