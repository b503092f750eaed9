internal import KKAudio

/// Echoes: `Delay` of kkmix. Values out of range are limited.
open class AVAudioUnitDelay: AVAudioUnitEffect {
    public init() {
        super.init(audioComponentDescription: AudioComponentDescription(ComponentDescription.delay))
        wetDryMix = 100
    }

    /// 0 … 2 s; default: 1.
    public var delayTime: TimeInterval {
        get { TimeInterval(value(Delay.Parameter.delayTime)) }
        set { set(Delay.Parameter.delayTime, Float(newValue)) }
    }

    /// -100 … 100 %; default: 50.
    public var feedback: Float {
        get { value(Delay.Parameter.feedback) }
        set { set(Delay.Parameter.feedback, newValue) }
    }

    /// 10 Hz … half the sample rate; default: 15,000.
    public var lowPassCutoff: Float {
        get { value(Delay.Parameter.lopassCutoff) }
        set { set(Delay.Parameter.lopassCutoff, newValue) }
    }

    /// 0 … 100 %; default: 100 (50 in the unit itself).
    public var wetDryMix: Float {
        get { value(Delay.Parameter.wetDryMix) }
        set { set(Delay.Parameter.wetDryMix, newValue) }
    }
}
