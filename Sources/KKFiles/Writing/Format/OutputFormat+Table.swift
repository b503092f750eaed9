internal import KKPCM

extension OutputFormat {
    /// A row of the table of output formats.
    public struct Row: Codable, Hashable, Sendable {
        /// The name for `--format`.
        public var container: OutputContainer
        /// `WAV`, `AIFF-C`.
        public var name: String
        public var extensions: [String]
        /// The encodings, as `--encoding` names them.
        public var encodings: [Encoding]
        /// The default encodings for 16-bit, wider and float inputs; one entry if they are the same.
        public var defaults: [Encoding]
        /// The supported layouts; empty if it can hold any.
        public var layouts: [String]
        /// Whether it can go to a pipe or a device.
        public var isStreamable: Bool
        /// Whether the bytes are the same on every machine; otherwise they are the same only on one machine with the
        /// same libraries.
        public var isReproducible: Bool

        enum CodingKeys: String, CodingKey {
            case container, name, extensions, encodings, defaults, layouts = "layout_names", isStreamable =
                "streamable", isReproducible = "reproducible"
        }
    }

    /// All output formats, in the order of the containers, as `kkmix formats` prints them.
    public static let all: [Row] = OutputContainer.allCases.map { container in
        var defaults: [Encoding] = []
        for inputs in [(false, 16), (false, 24), (true, 32)] {
            let encoding = defaultEncoding(for: container, anyFloat: inputs.0, maximumBits: inputs.1)
            if !defaults.contains(encoding) { defaults.append(encoding) }
        }
        let format = OutputFormat(container: container, encoding: defaults[0])
        return Row(
            container: container, name: container.name, extensions: container.extensions,
            encodings: container.encodings,
            defaults: defaults, layouts: format.layouts?.map(\.name) ?? [], isStreamable: container.isStreamable,
            isReproducible: format.isReproducible)
    }
}
