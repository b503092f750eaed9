extension AudioFile {
    /// The kinds of file by Core Audio's codes.
    public typealias TypeID = ContainerTypeID

    /// The access to a file: `AudioFilePermissions`.
    public enum Permission: Int8, Sendable {
        case read = 1, write = 2, readWrite = 3

        var reads: Bool { self != .write }
        var writes: Bool { self != .read }
    }

    /// `AudioFileFlags`.
    public struct CreationFlags: OptionSet, Sendable {
        public var rawValue: UInt32

        public init(rawValue: UInt32) {
            self.rawValue = rawValue
        }

        /// An existing file is replaced when the new one is complete; without this flag it is an error.
        public static let eraseFile = CreationFlags(rawValue: 1)
        /// The audio follows the header at once. All files of kkmix are like this, so the flag has no effect.
        public static let dontPageAlignAudioData = CreationFlags(rawValue: 2)
    }
}
