internal import KKAudio

/// The presets of an ``AVAudioUnitDistortion``, in Apple's order.
public enum AVAudioUnitDistortionPreset: Int, Sendable {
    case drumsBitBrush, drumsBufferBeats, drumsLoFi, multiBrokenSpeaker, multiCellphoneConcert
    case multiDecimated1, multiDecimated2, multiDecimated3, multiDecimated4
    case multiDistortedFunk, multiDistortedCubed, multiDistortedSquared
    case multiEcho1, multiEcho2, multiEchoTight1, multiEchoTight2, multiEverythingIsBroken
    case speechAlienChatter, speechCosmicInterference, speechGoldenPi, speechRadioTower, speechWaves
}

/// Distortion: `Distortion` of kkmix.
open class AVAudioUnitDistortion: AVAudioUnitEffect {
    /// With ``AVAudioUnitDistortionPreset/drumsBitBrush``.
    public init() {
        super.init(audioComponentDescription: AudioComponentDescription(ComponentDescription.distortion))
        loadFactoryPreset(.drumsBitBrush)
    }

    /// The gain and the mix are not changed.
    public func loadFactoryPreset(_ preset: AVAudioUnitDistortionPreset) {
        guarded { try? unit.setPresentPreset(unit.factoryPresets[preset.rawValue]) }
    }

    /// −80 … 20 dB; default: −6.
    public var preGain: Float {
        get { value(Distortion.Parameter.softClipGain) }
        set { set(Distortion.Parameter.softClipGain, newValue) }
    }

    /// 0 … 100 %; default: 50.
    public var wetDryMix: Float {
        get { value(Distortion.Parameter.finalMix) }
        set { set(Distortion.Parameter.finalMix, newValue) }
    }
}
