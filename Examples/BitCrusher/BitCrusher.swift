import KKAudio

/// Few bits and a low rate: every sample is rounded to so many bits, and stands for as many frames as are held.
struct BitCrusher: EffectKernel {
    /// Of each channel, the sample that is heard now.
    private var held: [Float]
    /// Frames for which it has been heard.
    private var age = 0

    /// The settings, as the parameters below give them.
    var bits = 8
    var holdTime = 1

    init(channelCount: Int, sampleRate: Double, maximumFrameCount: Int) {
        held = Array(repeating: 0, count: channelCount)
    }

    mutating func process(_ frames: Range<Int>, in buffer: inout PCMBuffer) {
        let steps = Float(1 << (bits - 1))
        var next = age
        for channel in held.indices {
            // Each channel begins where the last call has ended.
            next = age
            buffer.withMutableChannel(channel) { samples in
                for frame in frames {
                    if next == 0 { held[channel] = (samples[frame] * steps).rounded() / steps }
                    samples[frame] = held[channel]
                    next = next + 1 < holdTime ? next + 1 : 0
                }
            }
        }
        age = next
    }

    mutating func reset() {
        for channel in held.indices { held[channel] = 0 }
        age = 0
    }

    /// The last sample sounds on after the end of the input.
    var tailFrameCount: Int? { holdTime - 1 }
}

extension BitCrusher {
    enum Parameter {
        static let bits: ParameterID = 0
        static let hold: ParameterID = 1
    }

    static let description = ComponentDescription(type: .effectUnit, subType: "crsh", manufacturer: "Demo")

    /// What AudioComponentRegister is given: the codes, a name, and how a unit is made.
    static let component = AudioComponent(description, "Demo: Bit crusher") {
        Effect<BitCrusher>(
            description,
            parameters: [
                ParameterInfo(id: Parameter.bits, name: "Bits", unit: .generic, range: 1...24, defaultValue: 8),
                ParameterInfo(id: Parameter.hold, name: "Hold", unit: .sampleFrames, range: 1...64, defaultValue: 1),
            ]
        ) { crusher, values in
            crusher.bits = Int(values[Parameter.bits])
            crusher.holdTime = Int(values[Parameter.hold])
        }
    }
}
