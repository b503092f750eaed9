internal import KKPCM

extension OutputFormat {
    /// A row of the table of output formats.
    public struct Row: Codable, Hashable, Sendable {
        /// The word for `--format`.
        public var container: OutputContainer
        /// `WAV`, `AIFF-C`.
        public var name: String
        public var extensions: [String]
        /// What can be stored in it, as `--encoding` names it.
        public var encodings: [Encoding]
        /// What is written for 16-bit inputs, for wider ones, and for float ones; one entry where they agree.
        public var defaults: [Encoding]
        /// The layouts that it has an order of channels for; empty where it holds any.
        public var layouts: [String]
        /// Whether it can go to a pipe or a device.
        public var isStreamable: Bool
        /// Whether the bytes are the same on every machine; where they are not, they repeat on one machine with the
        /// same libraries.
        public var isReproducible: Bool

        enum CodingKeys: String, CodingKey {
            case container, name, extensions, encodings, defaults, layouts = "layout_names", isStreamable =
                "streamable", isReproducible = "reproducible"
        }
    }

    /// Everything that can be written, in the order of the containers: what `kkmix formats` prints.
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
