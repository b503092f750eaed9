internal import KKAnalysis
internal import KKMath
internal import KKPCM
internal import KKSession

extension SoundAssertion {
    /// What must be measured for it.
    var measures: Measures {
        switch rule {
        case .level(let quantity, _): quantity.measures
        case .hash: .hash
        case .silent, .length, .channels, .rate, .clipped: []
        }
    }

    /// Holds the assertion against a sound.
    ///
    /// - Parameters:
    ///   - facts: with ``measures``.
    ///   - sound: for what is asked of a part of it.
    ///   - clippedCount: samples that the render held at full scale.
    func check(_ facts: Measurement, _ sound: any FrameSource, clippedCount: Int64) throws -> Outcome {
        switch rule {
        case .level(let quantity, let bound): return check(quantity, bound, facts)
        case .silent(let from, let to, let ceiling, let expected):
            return try checkSilence(from, to, ceiling, expected, facts, sound)
        case .length(let bound):
            let frames = bound.map { Double($0.frames(at: facts.sampleRate)) }
            let seconds = decimalText(Double(facts.frameCount) / facts.sampleRate, digits: 4)
            let passed = frames.contains(Double(facts.frameCount))
            // A time that was printed is rounded, and a length is held to the frame.
            var hint = ""
            if !passed, case .equal(.seconds(let wanted)) = bound,
                abs(Double(facts.frameCount) / facts.sampleRate - wanted) < 0.001
            {
                hint = "; a length is exact to the frame: write \(facts.frameCount)f, or add ±1ms"
            }
            return outcome(passed, "\(groupedText(Int64(facts.frameCount))) frames (\(seconds) s)\(hint)")
        case .channels(let count):
            let found = facts.layout.channelCount
            return outcome(found == count, "\(found) \(found == 1 ? "channel" : "channels")")
        case .rate(let rate):
            return outcome(facts.sampleRate == rate, "\(shortDecimalText(facts.sampleRate, digits: 3)) Hz")
        case .hash(let digits): return outcome(facts.pcmSHA256?.hasPrefix(digits) ?? false, facts.pcmSHA256 ?? "none")
        case .clipped(let expected):
            return outcome(
                expected == (clippedCount > 0),
                clippedCount == 0 ? "nothing clipped" : "\(groupedText(clippedCount)) samples clipped")
        }
    }

    /// What does not exist meets no limit.
    private func check(_ quantity: Measurement.Quantity, _ bound: Bound<Double>, _ facts: Measurement) -> Outcome {
        guard let value = quantity.value(of: facts) ?? (quantity.absence == nil ? -.infinity : nil) else {
            return outcome(false, "none (\(quantity.absence ?? ""))")
        }
        return outcome(bound.contains(level: value), "\(bound.precision.text(value)) \(quantity.unit)")
    }

    private func checkSilence(
        _ from: TimeValue, _ to: TimeValue?, _ ceiling: Double, _ expected: Bool, _ facts: Measurement,
        _ sound: any FrameSource
    ) throws -> Outcome {
        let start = from.frames(at: facts.sampleRate)
        let end = to?.frames(at: facts.sampleRate) ?? Int64(facts.frameCount)
        guard start < end, end <= Int64(facts.frameCount) else {
            return outcome(false, "the sound ends at \(timeText(Double(facts.frameCount) / facts.sampleRate))")
        }
        let loudest = try LoudestSample(of: sound, frames: start..<end)
        let level = Decibels(linear: Double(loudest.magnitude)).value
        let precision = LevelPrecision([ceiling]), isSilent = precision.reported(level) <= precision.reported(ceiling)
        let place = "\(timeText(Double(loudest.frame) / facts.sampleRate)), channel \(loudest.channel + 1)"
        return outcome(
            isSilent == expected,
            loudest.magnitude == 0 ? "digital silence" : "\(precision.text(level)) dBFS at \(place)")
    }

    private func outcome(_ passed: Bool, _ measured: String) -> Outcome {
        Outcome(text: text, passed: passed, measured: measured)
    }
}

/// The loudest sample of a part of a sound; the first of those that are equally loud.
private struct LoudestSample {
    var magnitude: Float = 0
    var frame: Int64
    var channel = 0

    init(of sound: any FrameSource, frames: Range<Int64>) throws {
        frame = frames.lowerBound
        try sound.seek(to: frames.lowerBound)
        var buffer = PCMBuffer(channelCount: sound.format.channelCount, frameCapacity: 8_192)
        var position = frames.lowerBound
        while position < frames.upperBound {
            let count = try sound.readFully(
                into: &buffer, at: 0, frameCount: Int(min(8_192, frames.upperBound - position)))
            if count == 0 { break }
            buffer.frameLength = count
            for index in 0..<buffer.channelCount {
                buffer.withChannel(index) { samples in
                    for offset in 0..<count where samples[offset].magnitude > magnitude {
                        (magnitude, frame, channel) = (samples[offset].magnitude, position + Int64(offset), index)
                    }
                }
            }
            position += Int64(count)
        }
    }
}
