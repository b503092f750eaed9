public import KKDSP
internal import KKPCM

extension ComponentDescription {
    public static let iPodEQ = ComponentDescription(type: .effectUnit, subType: "ipeq")
}

/// The equaliser of the iPod and iOS, which has only presets: `kAudioUnitSubType_AUiPodEQ`.
///
/// A new unit is flat and passes every bit. The curves are ten peaks, each an octave wide (``KKDSP/EQPreset``). Apple's
/// preset numbers are not public: read `factoryPresets` and choose by name.
public final class IPodEQ: Effect<FilterKernel> {
    private var curve = EQPreset.flat

    public init() {
        super.init(.iPodEQ, parameters: []) { _, _ in }
        preset = factoryPresets.first
    }

    public override var factoryPresets: [FactoryPreset] {
        EQPreset.all.map { FactoryPreset(number: Int32($0.number), name: $0.name) }
    }

    override func apply(_ preset: FactoryPreset) {
        curve = EQPreset.all[Int(preset.number)]
        update()
    }

    /// The curve by its number: under a name of the host's own it is not the present preset's.
    override var numberSettings: [ClassInfo.Setting] {
        [ClassInfo.Setting(property: .presentPreset, value: curve.number)]
    }

    override func check(_ setting: ClassInfo.Setting) throws(AudioUnitError) {
        guard setting.property == .presentPreset else { return try super.check(setting) }
        guard EQPreset.all.indices.contains(setting.value) else {
            throw AudioUnitError(
                .invalidPropertyValue, place: name, "there is no preset \(setting.value)",
                nextStep: "use 0 to \(EQPreset.all.count - 1)")
        }
    }

    override func apply(_ setting: ClassInfo.Setting) throws(AudioUnitError) {
        curve = EQPreset.all[setting.value]
        update()
    }

    override func configure(_ filter: inout FilterKernel) {
        let rate = filter.sampleRate, bands = curve.bands(sampleRate: rate)
        filter.setSections(EQPreset.frequencies.count) { index in
            bands.indices.contains(index) ? bands[index].coefficients(sampleRate: rate) : .identity
        }
    }
}
