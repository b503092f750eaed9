internal import KKMath

/// The level of one channel, frame after frame.
///
/// No public source settles how Core Audio's meters move; these are kkmix's own rules, in tenths of a second that are
/// counted from the first frame metered:
///
/// - the average power is the mean square of the last whole tenth of a second; before there is one, of the frames so
///   far;
/// - the peak is the largest magnitude. It is held for the rest of its tenth of a second and ten more, and then falls
///   by 2 dB at the end of each; a sample that reaches it takes over at once.
///
/// A full-scale square wave reads 0 dB both ways, a full-scale sine −3.01 dB and 0 dB. Nothing reads less than −120 dB.
/// What is not finite counts as zero. Frames are taken one by one in Double, so slices change no bit, and decibels are
/// worked out when they are asked for.
struct ChannelMeter {
    static let floor = -120.0
    private static let blocksHeld = 10
    /// 10^(−2 / 20).
    private static let fall = 0.79432823472428150

    private let blockLength: Int
    /// Frames of the tenth of a second under way, and the sum of their squares.
    private var position = 0
    private var sum = 0.0
    private var lastMean: Double?
    private var held = 0.0
    private var blocksSincePeak = 0
    private var clipping = MeterClipping()

    init(sampleRate: Double) {
        blockLength = Int(max(1, min(1e9, (sampleRate / 10).rounded())))
    }

    /// The root of the mean square.
    var average: Double { (lastMean ?? (position == 0 ? 0 : sum / Double(position))).squareRoot() }

    /// The magnitude that is held.
    var peak: Double { held }

    /// In decibels, −120 at least, or whatever the lowest is.
    static func decibels(_ amplitude: Double, floor: Double = floor) -> Float {
        Float(max(floor, Decibels(linear: amplitude).value))
    }

    /// What was seen since this was asked last.
    mutating func takeClipping() -> MeterClipping {
        defer { clipping = MeterClipping() }
        return clipping
    }

    /// Hears `frames` of a channel, times `gain`.
    mutating func add(_ samples: Span<Float>, _ frames: Range<Int>, gain: Float = 1) {
        for frame in frames { add(samples[frame] * gain) }
    }

    mutating func add(_ sample: Float) {
        let magnitude = sample.magnitude
        if magnitude <= .greatestFiniteMagnitude {
            let value = Double(magnitude)
            sum += value * value
            if value >= held {
                held = value
                blocksSincePeak = 0
            }
            if magnitude > clipping.peakSinceLastCall { clipping.peakSinceLastCall = magnitude }
        } else if sample.isNaN {
            clipping.sawNotANumber = true
        } else {
            clipping.sawInfinity = true
        }
        position += 1
        if position == blockLength { endBlock() }
    }

    private mutating func endBlock() {
        lastMean = sum / Double(blockLength)
        sum = 0
        position = 0
        blocksSincePeak += 1
        if blocksSincePeak > Self.blocksHeld {
            held *= Self.fall
            // Far below the floor of what can be read, and above where a Double becomes slow.
            if held < 1e-30 { held = 0 }
        }
    }
}

/// What a meter has seen since it was last read: `AudioUnitMeterClipping`.
public struct MeterClipping: Hashable, Sendable {
    /// The largest finite magnitude.
    public var peakSinceLastCall: Float = 0
    public var sawInfinity = false
    public var sawNotANumber = false

    public init() {}
}
