/// What can be read, for the tables of the program.
public enum InputFormats {
    /// A family of files.
    public struct Row: Sendable {
        /// The names of the containers, or of the standard: `AIFF, AIFF-C`.
        public let name: String
        /// Who parses and decodes it.
        public let reader: String
        /// The encodings, as ``FileProperties/encodingName`` has them.
        public let encodings: String
    }

    /// Everything that can be read: what `kkmix formats` prints.
    public static let table: [Row] = ContainerFormat.all.flatMap(\.inputs)
}
