internal import KKAudio

/// A unit that changes the time: it takes more frames than it gives, or fewer.
open class AVAudioUnitTimeEffect: AVAudioUnit {
    /// - Parameter audioComponentDescription: of a unit of the type `'aufc'` that there is: `'nutp'` or `'vari'`.
    public init(audioComponentDescription: AudioComponentDescription) {
        guard let unit = try? AVAudioUnit.effect(audioComponentDescription), unit is TimeEffect else {
            AVFAudioError.misuse(
                "error -3000 (there is no time effect \(ComponentDescription(audioComponentDescription)))")
        }
        super.init(unit)
    }

    /// Whether the input passes as it is.
    public var bypass: Bool {
        get { guarded { unit.isBypassed } }
        set { guarded { unit.isBypassed = newValue } }
    }
}

/// Speed without pitch, and pitch without speed: `NewTimePitch` of kkmix.
open class AVAudioUnitTimePitch: AVAudioUnitTimeEffect {
    public init() {
        super.init(audioComponentDescription: AudioComponentDescription(ComponentDescription.newTimePitch))
    }

    /// 1/32 … 32; 1.
    public var rate: Float {
        get { value(NewTimePitch.Parameter.rate) }
        set { set(NewTimePitch.Parameter.rate, newValue) }
    }

    /// -2400 … 2400 cents; 0.
    public var pitch: Float {
        get { value(NewTimePitch.Parameter.pitch) }
        set { set(NewTimePitch.Parameter.pitch, newValue) }
    }

    /// 3 … 32; 8. Another one holds when the engine starts the next time.
    public var overlap: Float {
        get { value(NewTimePitch.Parameter.overlap) }
        set { set(NewTimePitch.Parameter.overlap, newValue) }
    }
}

/// The speed of a tape: `Varispeed` of kkmix.
open class AVAudioUnitVarispeed: AVAudioUnitTimeEffect {
    public init() {
        super.init(audioComponentDescription: AudioComponentDescription(ComponentDescription.varispeed))
    }

    /// ¼ … 4; 1. Frequencies are multiplied by it.
    public var rate: Float {
        get { value(Varispeed.Parameter.playbackRate) }
        set { set(Varispeed.Parameter.playbackRate, newValue) }
    }
}
