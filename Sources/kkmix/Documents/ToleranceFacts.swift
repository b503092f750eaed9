internal import KKMixing

/// A tolerance's limits by the names of their options, and null for what is not limited. A lag and a length are seconds
/// or frames, as they were said, and null in the other unit.
struct ToleranceFacts: Codable {
    private let values: [String: OrNull<Double>]

    init(_ tolerance: Tolerance) {
        var values: [String: OrNull<Double>] = [:]
        for limit in Limit.allCases {
            switch limit {
            case .lag: Self.add(tolerance.lag, limit, to: &values)
            case .length: Self.add(tolerance.length, limit, to: &values)
            default: values[limit.rawValue] = OrNull(wrappedValue: tolerance[limit])
            }
        }
        self.values = values
    }

    init(from decoder: any Decoder) throws {
        values = try decoder.singleValueContainer().decode([String: OrNull<Double>].self)
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(values)
    }

    private static func add(_ extent: Extent, _ limit: Limit, to values: inout [String: OrNull<Double>]) {
        let (seconds, frames): (Double?, Double?) =
            switch extent {
            case .seconds(let seconds): (seconds, nil)
            case .frames(let frames): (nil, Double(frames))
            }
        values["\(limit.rawValue)_seconds"] = OrNull(wrappedValue: seconds)
        values["\(limit.rawValue)_frames"] = OrNull(wrappedValue: frames)
    }
}

extension ToleranceFacts: HasOwnShape {
    static var shape: JSONShape {
        .keys(
            Limit.allCases.flatMap { limit in
                let what = "the limit of `--max-\(limit.rawValue)`"
                switch limit {
                case .lag, .length:
                    return [("seconds", JSONShape.number), ("frames", .integer)].map { unit, shape in
                        JSONShape.Key(
                            name: "\(limit.rawValue)_\(unit)", shape: .orNull(shape),
                            meaning: "\(what), where it was said in \(unit)")
                    }
                default:
                    return [
                        JSONShape.Key(
                            name: limit.rawValue, shape: .orNull(.number),
                            meaning: "\(what), in \(limit.unit); null limits nothing")
                    ]
                }
            })
    }
}
