internal import KKPCM

/// A kind of unit, which can be found by its description and instantiated: `AudioComponent`.
///
/// ## Units of your own
/// In place of Core Audio's `AudioComponentRegister`, kkmix has this value: describe your kind of unit once, and pass
/// it to the code that must find it. There is no process-wide registry, which any code could change between two
/// renders; a graph finds only the components that it was made with.
///
/// ```
/// let graph = AudioGraph(components: AudioComponent.all + [crusher])
/// let node = try graph.addNode(crusher.description)
/// ```
///
/// In every list the first component with a description is found. So your own component can replace one of kkmix's if
/// it comes before it. The outputs of devices (``ComponentDescription/remoteIO``) are found as the generic output.
///
/// Source: AudioComponent.h.
public struct AudioComponent: Sendable {
    public let description: ComponentDescription
    /// As Core Audio lists it: `Apple: AUMultiChannelMixer`.
    public let name: String
    /// The name in a mix where it does not follow from ``name``.
    let givenKeyword: String?
    private let make: @Sendable () -> AudioUnit

    /// - Parameters:
    ///   - description: three codes, none of them 0.
    ///   - name: its maker and its name: `Demo: Bit crusher`.
    ///   - keyword: its name in a mix; `nil` makes it of `name`.
    ///   - make: returns a new unit at each call, of the type in `description`: an ``Effect`` over your own kernel, or
    ///     any other unit.
    public init(
        _ description: ComponentDescription, _ name: String, keyword: String? = nil,
        _ make: @escaping @Sendable () -> AudioUnit
    ) {
        self.description = description
        self.name = name
        givenKeyword = keyword
        self.make = make
    }

    /// A new unit, uninitialized: `AudioComponentInstanceNew`.
    public func makeInstance() -> AudioUnit { make() }

    /// The first of `components` after `previous` that has the codes of `description`, of which 0 matches any:
    /// `AudioComponentFindNext`.
    ///
    /// - Returns: `nil` after the last one.
    public static func findNext(
        after previous: AudioComponent? = nil, _ description: ComponentDescription,
        in components: [AudioComponent] = all
    ) -> AudioComponent? {
        let last = previous.flatMap { previous in components.firstIndex { $0.description == previous.description } }
        return places(of: description, in: components).first { $0 > last ?? -1 }.map { components[$0] }
    }

    /// The number of `components` with the codes of `description`: `AudioComponentCount`.
    public static func count(_ description: ComponentDescription, in components: [AudioComponent] = all) -> Int {
        places(of: description, in: components).count
    }

    /// The first of `components` with exactly this description, or what is in its place.
    package static func first(
        _ description: ComponentDescription, in components: [AudioComponent] = all
    ) -> AudioComponent? {
        components.first { $0.description == description }
            ?? components.first { $0.description == description.resolved }
    }

    /// Where those are that can be found.
    private static func places(of description: ComponentDescription, in components: [AudioComponent]) -> [Int] {
        func places(of description: ComponentDescription) -> [Int] {
            components.indices.filter { index in
                let found = components[index].description
                return description.matches(found) && components.firstIndex { $0.description == found } == index
            }
        }
        let own = places(of: description)
        return own.isEmpty ? places(of: description.resolved) : own
    }
}

extension ComponentDescription {
    /// Whether each of the three codes is 0 or the other's.
    func matches(_ other: ComponentDescription) -> Bool {
        func fits(_ mine: FourCharCode, _ its: FourCharCode) -> Bool { mine.rawValue == 0 || mine == its }
        return fits(type, other.type) && fits(subType, other.subType) && fits(manufacturer, other.manufacturer)
    }

    /// Whether this is one of kkmix's units.
    public var isKnown: Bool { AudioComponent.first(self) != nil }

    /// A new, uninitialized unit of this kind, of kkmix's units.
    ///
    /// - Throws: `invalidComponentID` for a kind that kkmix does not have.
    public func makeUnit() throws(AudioUnitError) -> AudioUnit {
        guard let component = AudioComponent.first(self) else {
            throw AudioUnitError(.invalidComponentID, place: description, "there is no such unit")
        }
        return component.makeInstance()
    }
}
