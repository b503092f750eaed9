internal import KKAudio

/// The rooms of an ``AVAudioUnitReverb``, in Apple's order.
public enum AVAudioUnitReverbPreset: Int, Sendable {
    case smallRoom, mediumRoom, largeRoom, mediumHall, largeHall, plate, mediumChamber, largeChamber, cathedral
    case largeRoom2, mediumHall2, mediumHall3, largeHall2
}

/// Reverberation: `Reverb2` of kkmix.
open class AVAudioUnitReverb: AVAudioUnitEffect {
    /// A medium hall, inaudible until ``wetDryMix`` is set.
    public init() {
        super.init(audioComponentDescription: AudioComponentDescription(ComponentDescription.reverb2))
        loadFactoryPreset(.mediumHall)
        wetDryMix = 0
    }

    /// The mix is not changed.
    public func loadFactoryPreset(_ preset: AVAudioUnitReverbPreset) {
        guarded { try? unit.setPresentPreset(unit.factoryPresets[preset.rawValue]) }
    }

    /// 0 … 100 %; default: 0 (100 in the unit itself).
    public var wetDryMix: Float {
        get { value(Reverb2.Parameter.dryWetMix) }
        set { set(Reverb2.Parameter.dryWetMix, newValue) }
    }
}
