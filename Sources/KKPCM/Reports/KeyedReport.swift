/// A report that is a JSON document, or a part of one: it lists each key once, with the source of its value.
///
/// So it is encoded without a second type that has the same fields under other names, and its keys and types are known
/// without a value. Reports are not decoded.
public protocol KeyedReport: Encodable {
    /// Lists every key; the keys and their order do not depend on the values.
    static func tell(_ key: inout ReportKeys<Self>)
}

extension KeyedReport {
    public func encode(to encoder: any Encoder) throws {
        var keys = ReportKeys<Self>()
        keys.target = (self, encoder.container(keyedBy: ReportKey.self))
        Self.tell(&keys)
        if let error = keys.error { throw error }
    }

    /// The keys and the types of their values.
    package static var keys: [(name: String, type: Any.Type)] {
        var keys = ReportKeys<Self>()
        tell(&keys)
        return keys.known
    }
}

/// Takes the keys of a report.
public struct ReportKeys<Report> {
    fileprivate var target: (report: Report, container: KeyedEncodingContainer<ReportKey>)?
    fileprivate var known: [(name: String, type: Any.Type)] = []
    fileprivate var error: (any Error)?

    /// Takes a key and its value. Infinite numbers, NaN and `nil` become null.
    public mutating func callAsFunction<Value: Encodable>(_ name: String, _ value: (Report) -> Value) {
        guard let report = target?.report else { return known.append((name, Value.self)) }
        let value = value(report)
        let isNumber = (value as? Double)?.isFinite ?? (value as? Float)?.isFinite ?? true
        do {
            if isNumber {
                try target?.container.encode(value, forKey: ReportKey(name))
            } else {
                try target?.container.encodeNil(forKey: ReportKey(name))
            }
        } catch {
            self.error = self.error ?? error
        }
    }

    /// Takes the keys of a part as the report's own.
    public mutating func all<Part: KeyedReport>(of part: (Report) -> Part) {
        var keys = ReportKeys<Part>()
        if let target { keys.target = (part(target.report), target.container) }
        Part.tell(&keys)
        known += keys.known
        error = error ?? keys.error
    }
}

/// A key by its name.
package struct ReportKey: CodingKey {
    package let stringValue: String
    package var intValue: Int? { nil }

    package init(_ name: String) { stringValue = name }
    package init(stringValue name: String) { self.init(name) }
    package init?(intValue: Int) { nil }
}
