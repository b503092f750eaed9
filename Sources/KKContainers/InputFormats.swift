/// The readable formats, for the program's tables.
public enum InputFormats {
    /// A family of files.
    public struct Row: Sendable {
        /// The names of the containers, or of the standard: `AIFF, AIFF-C`.
        public let name: String
        /// The library that parses and decodes it.
        public let reader: String
        /// The encodings, named as ``FileProperties/encodingName``.
        public let encodings: String
    }

    /// All readable formats, as printed by `kkmix formats`.
    public static let table: [Row] = ContainerFormat.all.flatMap(\.inputs)
}
