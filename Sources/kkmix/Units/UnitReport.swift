internal import KKMixing

/// What `graph --list-units --json` prints of a unit. Times are those of a new one at 44,100 Hz, in seconds; a tail
/// without end is null.
struct UnitReport: KeyedReport {
    private let component: AudioComponent
    private let unit: AudioUnit

    init(_ component: AudioComponent) { (self.component, unit) = (component, component.makeInstance()) }

    static func tell(_ key: inout ReportKeys<Self>) {
        key("name", \.component.name)
        key("keyword") { $0.component.isForMixes ? $0.component.keyword : nil }
        key("type", \.component.description.type.characters)
        key("sub_type", \.component.description.subType.characters)
        key("manufacturer", \.component.description.manufacturer.characters)
        key("input_buses") { $0.unit.elementCount(.input) }
        key("output_buses") { $0.unit.elementCount(.output) }
        key("latency", \.unit.latency)
        key("tail_time") { Optional($0.unit.tailTime) }
        key("parameters") { report in
            Scope.allCases.flatMap { scope in report.unit.parameters(scope).map { Parameter(info: $0, scope: scope) } }
        }
        key("properties") { $0.unit.ownProperties.map(Property.init) }
        key("presets") { $0.unit.factoryPresets.map(\.name) }
    }

    struct Property: KeyedReport {
        let property: PropertyListing

        static func tell(_ key: inout ReportKeys<Self>) {
            key("id", \.property.id.rawValue)
            key("name", \.property.name)
            key("is_writable", \.property.isWritable)
        }
    }

    struct Parameter: KeyedReport {
        let info: ParameterInfo
        let scope: Scope

        static func tell(_ key: inout ReportKeys<Self>) {
            key("id", \.info.id.rawValue)
            key("name", \.info.name)
            key("keyword", \.info.keyword)
            key("scope") { "\($0.scope)" }
            key("unit") { "\($0.info.unit)" }
            key("minimum", \.info.range.lowerBound)
            key("maximum", \.info.range.upperBound)
            key("maximum_per_rate", \.info.upperBoundPerRate)
            key("default_value", \.info.defaultValue)
            key("is_read_only", \.info.isReadOnly)
            key("value_names", \.info.valueNames)
        }
    }
}
