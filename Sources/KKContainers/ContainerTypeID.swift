public import KKPCM

/// File types by Core Audio's codes, `kAudioFile…Type` of AudioFile.h. Each is defined in the file of its format.
public enum ContainerTypeID {
    /// All file types that can be opened, in the order of the table of formats.
    public static let all: [FourCharCode] = ContainerFormat.all.reduce(into: []) { found, format in
        guard format.content != nil || !format.streams.isEmpty else { return }
        for kind in format.kinds where !found.contains(kind.typeID) { found.append(kind.typeID) }
    }
}
