internal import KKAudio

/// The rooms of an ``AVAudioUnitReverb``, in Apple's order.
public enum AVAudioUnitReverbPreset: Int, Sendable {
    case smallRoom, mediumRoom, largeRoom, mediumHall, largeHall, plate, mediumChamber, largeChamber, cathedral
    case largeRoom2, mediumHall2, mediumHall3, largeHall2
}

/// A room: `Reverb2` of kkmix.
open class AVAudioUnitReverb: AVAudioUnitEffect {
    /// A medium hall, of which nothing is heard until ``wetDryMix`` is set.
    public init() {
        super.init(audioComponentDescription: AudioComponentDescription(ComponentDescription.reverb2))
        loadFactoryPreset(.mediumHall)
        wetDryMix = 0
    }

    /// The mix stays as it is.
    public func loadFactoryPreset(_ preset: AVAudioUnitReverbPreset) {
        guarded { try? unit.setPresentPreset(unit.factoryPresets[preset.rawValue]) }
    }

    /// 0 … 100 %; 0, where the unit itself begins with 100.
    public var wetDryMix: Float {
        get { value(Reverb2.Parameter.dryWetMix) }
        set { set(Reverb2.Parameter.dryWetMix, newValue) }
    }
}
