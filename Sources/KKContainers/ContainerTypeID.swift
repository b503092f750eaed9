public import KKPCM

/// The kinds of file by Core Audio's codes, `kAudioFile…Type` of AudioFile.h: each stands beside its format.
public enum ContainerTypeID {
    /// Every kind of file that is opened, in the order of the table of formats.
    public static let all: [FourCharCode] = ContainerFormat.all.reduce(into: []) { found, format in
        guard format.content != nil || !format.streams.isEmpty else { return }
        for kind in format.kinds where !found.contains(kind.typeID) { found.append(kind.typeID) }
    }
}
