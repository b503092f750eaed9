/// Settings that come with a unit, by number and name: `AUPreset`.
///
/// Source: AudioUnitProperties.h; numbers from 0 are the unit's own, numbers below 0 are the user's.
public struct FactoryPreset: Hashable, Sendable, Codable {
    public var number: Int32
    public var name: String

    public init(number: Int32, name: String) {
        self.number = number
        self.name = name
    }
}

extension AudioUnit {
    /// The last chosen preset, if no parameter has changed since (`kAudioUnitProperty_PresentPreset`).
    ///
    /// A unit that has only presets has one from the start; others have none until one is chosen.
    public var presentPreset: FactoryPreset? { preset }

    /// Sets the parameters to a preset, by its number; a number below zero only sets the name.
    ///
    /// - Throws: `invalidPropertyValue` for a number that the unit does not have.
    public func setPresentPreset(_ chosen: FactoryPreset) throws(AudioUnitError) {
        if chosen.number < 0 {
            preset = chosen
        } else {
            guard let own = factoryPresets.first(where: { $0.number == chosen.number }) else {
                throw AudioUnitError(
                    .invalidPropertyValue, place: name, "there is no preset \(chosen.number)",
                    nextStep: factoryPresets.isEmpty ? "the unit has none" : "use 0 to \(factoryPresets.count - 1)")
            }
            apply(own)
            preset = own
        }
        propertyDidChange(.presentPreset, .global, 0)
    }

    /// Chooses a preset by its name, as `factoryPresets` spells it.
    ///
    /// - Throws: `invalidPropertyValue` for a name that the unit does not have.
    public func setPresentPreset(named wanted: String) throws(AudioUnitError) {
        guard let own = factoryPresets.first(where: { $0.name == wanted }) else {
            throw AudioUnitError(
                .invalidPropertyValue, place: name, "there is no preset \(wanted)",
                nextStep: "use \(factoryPresets.map(\.name).joined(separator: ", "))")
        }
        try setPresentPreset(own)
    }
}
