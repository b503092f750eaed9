internal import KKMath
internal import KKPCM

/// Makes the frames of a stimulus, as if they were read from a file.
///
/// ## Allocation
/// One channel of frames, in `init`.
final class StimulusDecoder: FileDecoder {
    let properties: FileProperties
    let warnings: [FileWarning] = []

    private let stimulus: Stimulus
    private let sound: StimulusSound
    private var position: Int64 = 0
    /// What goes to every channel.
    private var made: PCMBuffer

    private static let pieceLength = 4096

    init(_ stimulus: Stimulus) {
        self.stimulus = stimulus
        properties = stimulus.properties
        sound = StimulusSound(stimulus)
        made = PCMBuffer(channelCount: 1, frameCapacity: Self.pieceLength)
    }

    func read(into buffer: inout PCMBuffer, at offset: Int, frameCount: Int) throws(AudioFileError) -> Int {
        let rest = stimulus.frameCount - position
        guard frameCount > 0, rest > 0 else { return 0 }
        let count = Int(min(Int64(min(frameCount, Self.pieceLength)), rest))
        for channel in 0..<stimulus.channelCount {
            if channel == 0 || stimulus.kind == .noise {
                let (sound, position) = (sound, position)
                made.withMutableChannel(0) { sound.write(count, from: position, channel: channel, to: &$0) }
                made.frameLength = count
            }
            made.withChannel(0) { from in
                buffer.withMutableChannel(channel) { to in
                    for index in 0..<count { to[offset + index] = from[index] }
                }
            }
        }
        position += Int64(count)
        return count
    }

    func seek(to frame: Int64) throws(AudioFileError) {
        position = max(0, frame)
    }
}

/// The formulas of ``Stimulus/Kind``.
struct StimulusSound {
    private let stimulus: Stimulus
    /// The turns of a sweep's phase at which its exponential is 1, and the octaves that it goes through.
    private let sweepTurns: Double
    private let octaves: Double

    private static let ln2 = 0.693147180559945309417232

    init(_ stimulus: Stimulus) {
        self.stimulus = stimulus
        guard stimulus.kind == .sweep else {
            (sweepTurns, octaves) = (0, 0)
            return
        }
        octaves = PortableMath.log2(Double(stimulus.second) / Double(stimulus.first))
        let seconds = Double(stimulus.frameCount) / Double(stimulus.sampleRate)
        sweepTurns = Double(stimulus.first) / 1_000_000 * seconds / (octaves * Self.ln2)
    }

    /// Writes `count` frames, the first of which is `frame`, to the front of `samples`.
    func write(_ count: Int, from frame: Int64, channel: Int, to samples: inout MutableSpan<Float>) {
        let level = stimulus.level
        switch stimulus.kind {
        case .silence:
            for index in 0..<count { samples[index] = 0 }
        case .impulse:
            for index in 0..<count { samples[index] = frame + Int64(index) == stimulus.impulseFrame ? Float(level) : 0 }
        case .noise:
            for index in 0..<count {
                let bits = CounterHash.bits(seed: stimulus.seed, channel: UInt32(channel), frame: frame + Int64(index))
                samples[index] = Float(level * (Double(Int32(bitPattern: bits)) * 0x1p-31))
            }
        case .sine:
            var phase = Phase(stimulus.first, rate: stimulus.sampleRate, frame: frame)
            for index in 0..<count { samples[index] = Float(level * phase.nextSine()) }
        case .square:
            var phase = Phase(stimulus.first, rate: stimulus.sampleRate, frame: frame)
            for index in 0..<count { samples[index] = Float(phase.nextIsInFirstHalf() ? level : -level) }
        case .twoTones:
            var first = Phase(stimulus.first, rate: stimulus.sampleRate, frame: frame)
            var second = Phase(stimulus.second, rate: stimulus.sampleRate, frame: frame)
            for index in 0..<count { samples[index] = Float(0.5 * level * (first.nextSine() + second.nextSine())) }
        case .sweep:
            let length = Double(stimulus.frameCount)
            for index in 0..<count {
                let turns = sweepTurns * (PortableMath.exp2(octaves * (Double(frame + Int64(index)) / length)) - 1)
                let fraction = turns - (turns + PortableMath.rounder - PortableMath.rounder)
                samples[index] = Float(level * PortableMath.sin(6.283185307179586476925287 * fraction))
            }
        }
    }
}

/// The phase of a tone in whole numbers: frac(f · n / R) as a count of millionths of a hertz in R hertz.
private struct Phase {
    private var numerator: Int64
    private let step: Int64
    private let denominator: Int64

    /// - Parameter frequency: in millionths of a hertz, below half the rate.
    init(_ frequency: Int64, rate: Int64, frame: Int64) {
        denominator = rate * 1_000_000
        step = frequency
        // After as many frames as the denominator says the phase is at its start again.
        let product = frequency.multipliedFullWidth(by: frame % denominator)
        numerator = denominator.dividingFullWidth(product).remainder
    }

    private mutating func advance() {
        numerator += step
        if numerator >= denominator { numerator -= denominator }
    }

    mutating func nextSine() -> Double {
        defer { advance() }
        return PortableMath.sin(turns: numerator, of: denominator)
    }

    mutating func nextIsInFirstHalf() -> Bool {
        defer { advance() }
        return 2 * numerator < denominator
    }
}
