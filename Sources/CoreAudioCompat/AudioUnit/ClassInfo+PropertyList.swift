internal import KKAudio

/// A unit's settings as a property list, as AUBase has it: the parameters are the bytes of `data`, for every scope and
/// element their number and each one's number and value, the highest byte first. What is not a parameter is kkmix's
/// own.
extension ClassInfo {
    private static let ownKey = "kkmix"
    private static let untitled = "Untitled"

    /// What is not a parameter.
    private struct Rest: Codable {
        var settings: [Setting]
        var lists: [List]
        var data: [UInt8]?
    }

    func propertyList() throws -> NSDictionary {
        func number(_ code: FourCharCode) -> NSNumber { NSNumber(value: Int32(bitPattern: code.rawValue)) }
        var list: [String: Any] = [
            kAUPresetVersionKey: NSNumber(value: version), kAUPresetTypeKey: number(component.type),
            kAUPresetSubtypeKey: number(component.subType), kAUPresetManufacturerKey: number(component.manufacturer),
            kAUPresetNameKey: NSString(string: preset?.name ?? Self.untitled),
            kAUPresetDataKey: NSData(data: valueData),
        ]
        if let preset { list[kAUPresetNumberKey] = NSNumber(value: preset.number) }
        if !settings.isEmpty || !lists.isEmpty || data != nil {
            let rest = Rest(settings: settings, lists: lists, data: data)
            list[Self.ownKey] = NSData(data: try PropertyListEncoder().encode(rest))
        }
        return NSDictionary(dictionary: list)
    }

    private var valueData: Data {
        var words: [UInt32] = []
        var start = 0
        while start < values.count {
            let head = values[start]
            let end =
                values[start...].firstIndex { $0.scope != head.scope || $0.element != head.element } ?? values.count
            words += [head.scope.rawValue, UInt32(clamping: head.element), UInt32(end - start)]
            for value in values[start..<end] { words += [value.parameter.rawValue, value.value.bitPattern] }
            start = end
        }
        return Data(words.flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> (24 - 8 * $0)) } })
    }

    /// - Parameter unit: whoever is asked to take the settings.
    /// - Throws: `invalidPropertyValue` for what is not a unit's settings.
    init(propertyList list: NSDictionary, for unit: KKUnits.AudioUnit) throws {
        func number(_ key: String) -> Int64? { (list[NSString(string: key)] as? NSNumber)?.int64Value }
        func code(_ key: String) throws -> FourCharCode {
            FourCharCode(rawValue: UInt32(truncatingIfNeeded: try number(key).orThrow(Self.wrong)))
        }
        func bytes(_ key: String) -> Data? {
            let value = list[NSString(string: key)]
            return value as? Data ?? (value as? NSData).map { Data(referencing: $0) }
        }
        let name = list[NSString(string: kAUPresetNameKey)].map { "\($0)" } ?? Self.untitled
        let preset = number(kAUPresetNumberKey).map { Int32(clamping: $0) }
        self = unit.classInfo
        component = ComponentDescription(
            type: try code(kAUPresetTypeKey), subType: try code(kAUPresetSubtypeKey),
            manufacturer: try code(kAUPresetManufacturerKey))
        self.preset = preset == nil && name == Self.untitled ? nil : FactoryPreset(number: preset ?? -1, name: name)
        values = try Self.values(bytes(kAUPresetDataKey) ?? Data())
        version = Int(number(kAUPresetVersionKey) ?? 0)
        (settings, lists, data) = ([], [], nil)
        guard let own = bytes(Self.ownKey) else { return }
        let rest = try (try? PropertyListDecoder().decode(Rest.self, from: own)).orThrow(Self.wrong)
        (settings, lists, data) = (rest.settings, rest.lists, rest.data)
    }

    private static let wrong = kAudioUnitErr_InvalidPropertyValue

    private static func values(_ data: Data) throws -> [Value] {
        let bytes = [UInt8](data)
        guard bytes.count % 4 == 0 else { throw Status(wrong) }
        let words = stride(from: 0, to: bytes.count, by: 4).map { place in
            bytes[place..<place + 4].reduce(0) { $0 << 8 | UInt32($1) } as UInt32
        }
        var values: [Value] = []
        var place = 0
        while place < words.count {
            guard place + 3 <= words.count, let scope = Scope(rawValue: words[place]),
                Int(words[place + 2]) <= (words.count - place - 3) / 2
            else { throw Status(wrong) }
            let (element, count) = (Int(words[place + 1]), Int(words[place + 2]))
            place += 3
            for _ in 0..<count {
                values.append(
                    Value(
                        scope: scope, element: element, parameter: ParameterID(rawValue: words[place]),
                        value: Float(bitPattern: words[place + 1])))
                place += 2
            }
        }
        return values
    }
}
