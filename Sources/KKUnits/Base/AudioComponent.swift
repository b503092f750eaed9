internal import KKPCM

/// A kind of unit that can be found by description and made: `AudioComponent`.
///
/// Source: AudioComponent.h.
public struct AudioComponent: Sendable {
    public let description: ComponentDescription
    /// As Core Audio lists it: `Apple: AUMultiChannelMixer`.
    public let name: String
    private let make: @Sendable () -> AudioUnit

    init(_ description: ComponentDescription, _ name: String, _ make: @escaping @Sendable () -> AudioUnit) {
        self.description = description
        self.name = name
        self.make = make
    }

    /// A new unit, uninitialized: `AudioComponentInstanceNew`.
    public func makeInstance() -> AudioUnit { make() }

    /// The first component after `previous` that has the codes of `description`, of which 0 matches any:
    /// `AudioComponentFindNext`.
    ///
    /// - Returns: `nil` behind the last one.
    public static func findNext(
        after previous: AudioComponent? = nil, _ description: ComponentDescription
    ) -> AudioComponent? {
        let start =
            previous.flatMap { previous in all.firstIndex { $0.description == previous.description } }.map { $0 + 1 }
            ?? 0
        return all[start...].first { description.matches($0.description) }
    }

    /// How many components have the codes of `description`: `AudioComponentCount`.
    public static func count(_ description: ComponentDescription) -> Int {
        all.count { description.matches($0.description) }
    }
}

extension ComponentDescription {
    /// Whether each of the three codes is 0 or the other's.
    func matches(_ other: ComponentDescription) -> Bool {
        func fits(_ mine: FourCharCode, _ its: FourCharCode) -> Bool { mine.rawValue == 0 || mine == its }
        return fits(type, other.type) && fits(subType, other.subType) && fits(manufacturer, other.manufacturer)
    }

    /// Whether kkmix has this unit.
    public var isKnown: Bool { AudioComponent.all.contains { $0.description == self } }

    /// A new unit of this kind, uninitialized.
    ///
    /// - Throws: `invalidComponentID` for a kind that kkmix does not have.
    public func makeUnit() throws(AudioUnitError) -> AudioUnit {
        guard let component = AudioComponent.all.first(where: { $0.description == self }) else {
            throw AudioUnitError(.invalidComponentID, place: description, "there is no such unit")
        }
        return component.makeInstance()
    }
}
