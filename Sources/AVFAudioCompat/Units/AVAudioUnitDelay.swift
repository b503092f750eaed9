internal import KKAudio

/// Echoes: `Delay` of kkmix. A value beyond its range becomes the nearest within.
open class AVAudioUnitDelay: AVAudioUnitEffect {
    public init() {
        super.init(audioComponentDescription: AudioComponentDescription(ComponentDescription.delay))
        wetDryMix = 100
    }

    /// 0 … 2 s; 1.
    public var delayTime: TimeInterval {
        get { TimeInterval(value(Delay.Parameter.delayTime)) }
        set { set(Delay.Parameter.delayTime, Float(newValue)) }
    }

    /// -100 … 100 %; 50.
    public var feedback: Float {
        get { value(Delay.Parameter.feedback) }
        set { set(Delay.Parameter.feedback, newValue) }
    }

    /// 10 Hz … half the sample rate; 15,000.
    public var lowPassCutoff: Float {
        get { value(Delay.Parameter.lopassCutoff) }
        set { set(Delay.Parameter.lopassCutoff, newValue) }
    }

    /// 0 … 100 %; 100, where the unit itself begins with 50.
    public var wetDryMix: Float {
        get { value(Delay.Parameter.wetDryMix) }
        set { set(Delay.Parameter.wetDryMix, newValue) }
    }
}
