internal import KKAudio

/// A unit whose input and output differ in the number of frames.
open class AVAudioUnitTimeEffect: AVAudioUnit {
    /// - Parameter audioComponentDescription: of an existing unit of the type `'aufc'`: `'nutp'`, `'tmpt'` or `'vari'`.
    public init(audioComponentDescription: AudioComponentDescription) {
        guard let unit = try? AVAudioUnit.effect(audioComponentDescription), unit is TimeEffect else {
            AVFAudioError.misuse(
                "error -3000 (there is no time effect \(ComponentDescription(audioComponentDescription)))")
        }
        super.init(unit)
    }

    /// Whether the input is passed unchanged.
    public var bypass: Bool {
        get { guarded { unit.isBypassed } }
        set { guarded { unit.isBypassed = newValue } }
    }
}

/// Independent speed and pitch: `NewTimePitch` of kkmix.
open class AVAudioUnitTimePitch: AVAudioUnitTimeEffect {
    public init() {
        super.init(audioComponentDescription: AudioComponentDescription(ComponentDescription.newTimePitch))
    }

    /// 1/32 … 32; default: 1.
    public var rate: Float {
        get { value(NewTimePitch.Parameter.rate) }
        set { set(NewTimePitch.Parameter.rate, newValue) }
    }

    /// -2400 … 2400 cents; default: 0.
    public var pitch: Float {
        get { value(NewTimePitch.Parameter.pitch) }
        set { set(NewTimePitch.Parameter.pitch, newValue) }
    }

    /// 3 … 32; default: 8. A change takes effect at the next start of the engine.
    public var overlap: Float {
        get { value(NewTimePitch.Parameter.overlap) }
        set { set(NewTimePitch.Parameter.overlap, newValue) }
    }
}

/// Speed and pitch together, as of a tape: `Varispeed` of kkmix.
open class AVAudioUnitVarispeed: AVAudioUnitTimeEffect {
    public init() {
        super.init(audioComponentDescription: AudioComponentDescription(ComponentDescription.varispeed))
    }

    /// ¼ … 4; default: 1. Frequencies are multiplied by it.
    public var rate: Float {
        get { value(Varispeed.Parameter.playbackRate) }
        set { set(Varispeed.Parameter.playbackRate, newValue) }
    }
}
