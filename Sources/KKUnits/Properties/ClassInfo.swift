/// All settings of a unit that a document would keep: `kAudioUnitProperty_ClassInfo`.
///
/// Where Core Audio has a property list, kkmix has this value, which can be compared, and coded in any format.
///
/// It holds what the unit is: its parameters, its preset, and what cannot be told by those (numbers of buses where they
/// can be set, an ``NBandEQ``'s bands, an ``IPodEQ``'s curve, levels of a mixer). What belongs to the place that the
/// unit is used in is the host's and not in it: formats, connections, callbacks, names, and whether an effect is
/// bypassed, which AUBase leaves out of its class info, too.
public struct ClassInfo: Hashable, Sendable, Codable {
    public struct Value: Hashable, Sendable, Codable {
        public var scope: Scope
        public var element: Int
        public var parameter: ParameterID
        public var value: Float

        public init(scope: Scope, element: Int, parameter: ParameterID, value: Float) {
            self.scope = scope
            self.element = element
            self.parameter = parameter
            self.value = value
        }
    }

    /// A setting that is a list of numbers and no parameter: the matrix levels of a mixer's bus.
    public struct List: Hashable, Sendable, Codable {
        public var property: PropertyID
        public var scope: Scope
        public var element: Int
        public var values: [Float]

        public init(property: PropertyID, scope: Scope, element: Int, values: [Float]) {
            self.property = property
            self.scope = scope
            self.element = element
            self.values = values
        }
    }

    /// A setting that is a whole number and no parameter: how many buses, bands.
    public struct Setting: Hashable, Sendable, Codable {
        public var property: PropertyID
        public var scope: Scope
        public var element: Int
        public var value: Int

        public init(property: PropertyID, scope: Scope = .global, element: Int = 0, value: Int) {
            self.property = property
            self.scope = scope
            self.element = element
            self.value = value
        }
    }

    /// The form of this record; 0 is the only one there is.
    public var version = 0
    public var component: ComponentDescription
    public var preset: FactoryPreset?
    /// What the unit needs to have a place for the values; these are set first.
    public var settings: [Setting] = []
    /// Every parameter that is not a meter, by scope, element and place in the unit's own list.
    public var values: [Value]
    /// The settings that are no parameters, by element; they are set after the parameters.
    public var lists: [List] = []
}
