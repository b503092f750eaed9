internal import KKPCM

extension [FileProperties.Tag] {
    /// These, and after them what others say under keys that none of these has.
    package func completed(by others: [FileProperties.Tag]) -> Self {
        self + others.filter { other in !contains { $0.key == other.key } }
    }

    /// These, with what others say under the same key in their place, and the rest of theirs at the end.
    func replaced(by others: Self) -> Self {
        var replaced: Self = []
        for tag in self {
            let newer = others.filter { $0.key == tag.key }
            if newer.isEmpty {
                replaced.append(tag)
            } else if !replaced.contains(where: { $0.key == tag.key }) {
                replaced += newer
            }
        }
        return replaced.completed(by: others)
    }

    /// Puts a text in the place of those of its name, which is the same in small letters; after all where there is
    /// none. Where the first says the same already, the others stay.
    package mutating func set(_ tag: FileProperties.Tag) {
        guard let index = firstIndex(where: { $0.isNamed(tag.key) }) else { return append(tag) }
        // Small letters say nothing of the spelling.
        if tag.key != tag.key.lowercased() { self[index].key = tag.key }
        guard self[index].value != tag.value else { return }
        self[index].value = tag.value
        self = Array(self[...index]) + self[(index + 1)...].filter { !$0.isNamed(tag.key) }
    }
}

extension FileProperties.Tag {
    /// Whether it has a name, in whatever letters.
    package func isNamed(_ name: String) -> Bool { key.lowercased() == name.lowercased() }

    /// Whether a format has a name of its own for what a key stands for. Others are written as they are spelled.
    package static func isKnown(_ key: String) -> Bool {
        VorbisComment.isKnown(key) || ID3Texts.keys.contains { $0.key == key }
            || WaveNotesWriter.places.key(for: key) != nil || BroadcastExtension.keys.contains(key)
            || MP4NotesWriter.isKnown(key) || APETags.isKnown(key)
            || ["replaygain_", "r128_"].contains(where: key.hasPrefix)
    }

    /// The name of a key where a format has none of its own: in capital letters, as most programs write them.
    static func plainName(of key: String) -> String { isKnown(key) ? key.uppercased() : key }
}
