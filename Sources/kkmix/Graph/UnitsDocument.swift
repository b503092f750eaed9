internal import KKMixing

/// `{"schema":1,"units":[…]}`: what `graph --list-units --json` prints. Times are those of a new unit at 44,100 Hz, in
/// seconds; a tail without end is null.
struct UnitsDocument: Codable {
    var schema = 1
    var units = AudioComponent.all.map(Unit.init)

    struct Unit: Codable {
        var name: String
        var type: String
        var sub_type: String
        var manufacturer: String
        var input_buses: Int
        var output_buses: Int
        var latency: Double
        @OrNull var tail_time: Double?
        var parameters: [Parameter]
        var properties: [Property]
        var presets: [String]

        init(_ component: AudioComponent) {
            let unit = component.makeInstance()
            name = component.name
            type = component.description.type.characters
            sub_type = component.description.subType.characters
            manufacturer = component.description.manufacturer.characters
            input_buses = unit.elementCount(.input)
            output_buses = unit.elementCount(.output)
            latency = unit.latency
            tail_time = unit.tailTime.isFinite ? unit.tailTime : nil
            parameters = Scope.allCases.flatMap { scope in unit.parameters(scope).map { Parameter($0, scope) } }
            properties = unit.ownProperties.map {
                Property(id: $0.id.rawValue, name: $0.name, is_writable: $0.isWritable)
            }
            presets = unit.factoryPresets.map(\.name)
        }
    }

    struct Property: Codable {
        var id: UInt32
        var name: String
        var is_writable: Bool
    }

    struct Parameter: Codable {
        var id: UInt32
        var name: String
        var scope: String
        var unit: String
        var minimum: Float
        /// At 44,100 Hz where the end follows the rate.
        var maximum: Float
        @OrNull var maximum_per_rate: Float?
        var default_value: Float
        var is_read_only: Bool
        var value_names: [String]

        init(_ info: ParameterInfo, _ scope: Scope) {
            id = info.id.rawValue
            name = info.name
            self.scope = "\(scope)"
            unit = "\(info.unit)"
            minimum = info.range.lowerBound
            maximum = info.range.upperBound
            maximum_per_rate = info.upperBoundPerRate
            default_value = info.defaultValue
            is_read_only = info.isReadOnly
            value_names = info.valueNames
        }
    }
}
