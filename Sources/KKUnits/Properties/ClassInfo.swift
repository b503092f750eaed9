/// All settings of a unit that a document would store: `kAudioUnitProperty_ClassInfo`.
///
/// In place of Core Audio's property list, kkmix has this value, which can be compared and encoded in any format.
///
/// It has the parameters, the preset, and settings that are not parameters (numbers of buses if they can be set, the
/// bands of an ``NBandEQ``, the curve of an ``IPodEQ``, the levels of a mixer, the state of a plug-in). It does not have what depends on the
/// host: formats, connections, callbacks, names, and the bypass of an effect, which AUBase leaves out of its class
/// info, too.
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

    /// A setting that is a list of numbers, not a parameter: the matrix levels of a mixer's bus.
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

    /// A setting that is a whole number, not a parameter: the number of buses or bands.
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

    /// The version of this record, always 0.
    public var version = 0
    public var component: ComponentDescription
    public var preset: FactoryPreset?
    /// The settings on which the values depend; they are set first.
    public var settings: [Setting] = []
    /// Every parameter that is not a meter, in the order of scope, element and the unit's own list.
    public var values: [Value]
    /// The lists, by element; they are set after the parameters.
    public var lists: [List] = []
    /// What a ``HostedEffect`` keeps beside its parameters; `nil` for other units.
    public var data: [UInt8]?
}
