import KKPCM
public import KKUnits

/// A unit at work: settings that are not its defaults, inputs, and what it is asked for.
///
/// Each unit that kkmix has is in ``all``. Their sound is kept as goldens, and the program `unit-slices` renders them
/// for as many slices as it is told.
public struct UnitCase: Sendable, CustomStringConvertible {
    /// A parameter that is set.
    public struct Setting: Sendable {
        public var id: ParameterID
        public var value: Float
        public var scope: Scope
        public var element: Int

        public init(_ id: ParameterID, _ value: Float, _ scope: Scope = .global, _ element: Int = 0) {
            self.id = id
            self.value = value
            self.scope = scope
            self.element = element
        }
    }

    /// Of the golden, and for the command line.
    public var name: String
    public var component: ComponentDescription
    /// What else is done with the unit, for a reader: sentences.
    public var words: String
    public var settings: [Setting]
    /// The output buses that are rendered, a slice of each in turns.
    public var buses: [Int]
    /// Whether other processors compute the same last bits.
    public var isExactEverywhere: Bool
    /// Gives the unit formats and inputs, before the settings.
    private var connect: @Sendable (AudioUnit) throws -> Void
    /// Schedules what is played, when the unit is initialized.
    private var schedule: @Sendable (AudioUnit) throws -> Void

    init(
        _ name: String, _ component: ComponentDescription, words: String, settings: [Setting] = [], buses: [Int] = [0],
        isExactEverywhere: Bool = true,
        connect: @escaping @Sendable (AudioUnit) throws -> Void = { try Stimulus.connect($0, channels: [2]) },
        schedule: @escaping @Sendable (AudioUnit) throws -> Void = { _ in }
    ) {
        self.name = name
        self.component = component
        self.words = words
        self.settings = settings
        self.buses = buses
        self.isExactEverywhere = isExactEverywhere
        self.schedule = schedule
        self.connect = connect
    }

    public static let all = effects + equalizers + mixers + converters + players

    public var description: String { name }

    /// The unit, initialized and ready to be rendered from frame 0 on.
    public func makeUnit() throws -> AudioUnit {
        let unit = try component.makeUnit()
        try connect(unit)
        for setting in settings {
            try unit.setParameter(setting.id, setting.value, scope: setting.scope, element: setting.element)
        }
        try unit.initialize()
        try schedule(unit)
        return unit
    }
}

/// A case that asks for the wrong class of unit.
struct WrongClass: Error {}

/// The unit as what it is.
func cast<Unit: AudioUnit>(_ unit: AudioUnit, _ kind: Unit.Type) throws -> Unit {
    guard let unit = unit as? Unit else { throw WrongClass() }
    return unit
}

func format(_ rate: Double, _ channels: Int) -> StreamDescription { .canonical(sampleRate: rate, channels: channels) }
