/// A plug-in, as its library or its bundle describes it.
///
/// Source: the interface of LADSPA 1.1, ladspa.org; the LV2 specifications, lv2plug.in.
public struct PluginDescription: Hashable, Sendable {
    public enum Kind: String, CaseIterable, Sendable {
        case ladspa, lv2
    }

    public let kind: Kind
    /// The library.
    public let file: FilePath
    /// LADSPA's unique number; 0 for LV2, which has none.
    public let id: UInt32
    /// LADSPA's label, or LV2's URI.
    public let label: String
    public let name: String
    public let maker: String
    /// What it would need of its host that `kkmix-plugin-host` has not.
    public let lack: String?
    public fileprivate(set) var ports: [Port] = []
    /// LV2's, by name; of a plug-in that was asked for alone.
    public fileprivate(set) var presets: [Preset] = []

    /// Settings that come with a plug-in, or that somebody made for it.
    public struct Preset: Hashable, Sendable {
        public let address: String
        public let name: String
        /// What it sets beside ports, as `kkmix-plugin-host` reads it; empty for nothing.
        public let state: [UInt8]
        /// Values by the numbers of ports; the other ports stay.
        public fileprivate(set) var values: [Value] = []

        public struct Value: Hashable, Sendable {
            public let port: Int
            public let value: Float
        }
    }

    public struct Port: Hashable, Sendable {
        fileprivate let kind: UInt32
        /// The flags of `LADSPA_PortRangeHintDescriptor` for the range and the default, and the range's ends.
        public let hint: UInt32
        public let lower: Float
        public let upper: Float
        /// A default beside the flags.
        public let defaultValue: Float?
        /// What LV2's units vocabulary calls its unit: `db`.
        public let unit: String
        /// What LV2 knows it by; empty for one of LADSPA.
        public let symbol: String
        public let name: String
        /// Values that have names, the lowest first.
        public fileprivate(set) var points: [Point] = []

        public struct Point: Hashable, Sendable {
            public let value: Float
            public let name: String
        }

        fileprivate func has(_ flags: UInt32, without others: UInt32 = 0) -> Bool {
            kind & flags == flags && kind & others == 0
        }
    }

    /// Numbers of ports. Those that the host itself sets are not among them.
    public var audioInputs: [Int] { ports.indices.filter { ports[$0].has(1 | 8) } }
    /// Inputs of sound that control what is done to the sound.
    public var sideChains: [Int] { ports.indices.filter { ports[$0].has(1 | 256) } }
    public var audioOutputs: [Int] { ports.indices.filter { ports[$0].has(2 | 8) } }
    public var controls: [Int] { ports.indices.filter { ports[$0].has(1 | 4, without: 8 | 32) } }
    /// The port that says by how many frames the output is late.
    var latencyPort: Int? { ports.indices.first { ports[$0].has(2 | 4 | 16) } }

    /// Whether a sound has a way through it: as many channels come out as go in.
    public var isEffect: Bool { lack == nil && !audioInputs.isEmpty && audioInputs.count == audioOutputs.count }
}

extension PluginDescription {
    /// Reads what `kkmix-plugin-host describe` has written; `nil` for what it did not write to its end.
    static func plugins(in text: [UInt8], of kind: Kind) -> [PluginDescription]? {
        var plugins: [PluginDescription] = []
        let lines = text.split(separator: UInt8(ascii: "\n"))
        guard lines.last.map({ String(decoding: $0, as: UTF8.self) }) == "end" else { return nil }
        for line in lines.dropLast() {
            let words = line.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false).map(bytes)
            let fields = words.map(plainText)
            let values = fields.map { UInt32($0, radix: 16).map { Float(bitPattern: $0) } }
            switch (fields.first, fields.count) {
            case ("plugin", 7):
                guard let id = UInt32(fields[1]) else { return nil }
                plugins.append(
                    PluginDescription(
                        kind: kind, file: FilePath(fields[5]), id: id, label: fields[2], name: fields[3],
                        maker: fields[4], lack: fields[6].isEmpty ? nil : fields[6]))
            case ("port", 9):
                guard let kind = UInt32(fields[1]), let hint = Int32(fields[2]), let lower = values[3],
                    let upper = values[4], let value = values[5], !plugins.isEmpty
                else { return nil }
                plugins[plugins.count - 1].ports.append(
                    Port(
                        kind: kind, hint: UInt32(bitPattern: hint), lower: lower, upper: upper,
                        defaultValue: value.isFinite ? value : nil, unit: fields[6],
                        symbol: fields[7], name: fields[8]))
            case ("point", 3):
                guard let value = values[1], let place = plugins.indices.last,
                    let port = plugins[place].ports.indices.last
                else { return nil }
                plugins[place].ports[port].points.append(.init(value: value, name: fields[2]))
            case ("preset", 4):
                guard let count = plugins.last?.presets.count, count < 4_096 else { return nil }
                let name = fields[2].isEmpty ? fields[1] : fields[2]
                plugins[plugins.count - 1].presets.append(
                    Preset(address: fields[1], name: name, state: words[3]))
            case ("value", 3):
                guard let port = Int(fields[1]), let value = values[2], let place = plugins.indices.last,
                    let last = plugins[place].presets.indices.last
                else { return nil }
                plugins[place].presets[last].values.append(.init(port: port, value: value))
            default: return nil
            }
        }
        // liblilv has neither in an order.
        for place in plugins.indices {
            plugins[place].presets.sort { ($0.name, $0.address) < ($1.name, $1.address) }
            for port in plugins[place].ports.indices {
                plugins[place].ports[port].points.sort { ($0.value, $0.name) < ($1.value, $1.name) }
            }
        }
        return plugins
    }

    /// A field, in which `%41` is a byte.
    private static func bytes(_ field: ArraySlice<UInt8>) -> [UInt8] {
        var bytes: [UInt8] = [], rest = field
        while var byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
            {
                byte = value
                rest = rest.dropFirst(2)
            }
            bytes.append(byte)
        }
        return bytes
    }

    /// A control character has no place in a name.
    private static func plainText(_ bytes: [UInt8]) -> String {
        String(decoding: bytes.map { $0 < 0x20 || $0 == 0x7F ? UInt8(ascii: "?") : $0 }, as: UTF8.self)
    }
}
