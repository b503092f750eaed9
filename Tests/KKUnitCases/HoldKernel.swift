public import KKDSP
public import KKPCM
public import KKUnits

/// An effect as a user of the library writes one: every third frame, times a gain, stands for three. Its state is a
/// sample of each channel and a count.
public struct HoldKernel: EffectKernel {
    /// −4 … 4; 1.
    public static let gain: ParameterID = 7
    public static let component = ComponentDescription(type: .effectUnit, subType: "hold", manufacturer: "Test")
    static let period = 3

    public var gain: Float = 1
    private var held: [Float]
    private var count = 0

    public init(channelCount: Int, sampleRate: Double, maximumFrameCount: Int) {
        held = Array(repeating: 0, count: channelCount)
    }

    public mutating func process(_ frames: Range<Int>, in buffer: inout PCMBuffer) {
        for channel in held.indices {
            buffer.withMutableChannel(channel) { samples in
                for frame in frames {
                    if (count + frame - frames.lowerBound) % Self.period == 0 { held[channel] = samples[frame] }
                    samples[frame] = held[channel] * gain
                }
            }
        }
        skip(frames.count)
    }

    public mutating func reset() {
        for channel in held.indices { held[channel] = 0 }
        count = 0
    }

    public mutating func skip(_ frameCount: Int) { count = (count + frameCount) % Self.period }

    public var tailFrameCount: Int? { Self.period - 1 }

    /// A negative gain makes a negative zero of silence.
    public var isAtRest: Bool { gain >= 0 && held.allSatisfy { $0.bitPattern == 0 } }

    public static func makeUnit() -> Effect<HoldKernel> {
        Effect(
            component,
            parameters: [
                ParameterInfo(
                    id: gain, name: "Gain", unit: .linearGain, range: -4...4, defaultValue: 1, canRamp: true)
            ]
        ) { kernel, values in kernel.gain = Float(values[gain]) }
    }
}
