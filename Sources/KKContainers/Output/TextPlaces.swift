internal import KKPCM

/// Which words about the sound a format of files has places for, by the keys of Core Audio's info dictionary.
package struct TextPlaces: Sendable {
    /// `nil`: any.
    private let keys: [String]?

    static let none = TextPlaces([])
    static let any = TextPlaces(keys: nil)

    init(_ keys: [String]) { self.keys = keys }

    private init(keys: [String]?) { self.keys = keys }

    /// What libsndfile writes into FLAC and Ogg; the rest is written behind its back.
    package static let xiph = TextPlaces([
        "title", "artist", "album", "track number", "year", "genre", "comments", "copyright",
    ])

    /// The places that a file has whose head is written by its codec's library, where nobody can go back to it; `nil` of
    /// files whose head is kkmix's own.
    package static func ofStreams(_ container: OutputContainer) -> TextPlaces? {
        [.flac, .ogg, .opus].contains(container) ? .xiph : nil
    }

    /// The key under which a word is put down: a year and a recorded date stand for one another.
    ///
    /// - Returns: `nil` if there is no place for it.
    package func key(for key: String) -> String? {
        guard let keys, !keys.contains(key) else { return key }
        switch key {
        case "year": return keys.contains("recorded date") ? "recorded date" : nil
        case "recorded date": return keys.contains("year") ? "year" : nil
        default: return nil
        }
    }
}

extension OutputContainer {
    package var texts: TextPlaces { output?.texts ?? .none }
}

extension AudioFileAnnotations {
    /// With its words under the keys that a format has, in their order; those without a place are left out.
    package func placed(in places: TextPlaces) -> AudioFileAnnotations {
        var placed = self
        placed.information = []
        for tag in information {
            guard let key = places.key(for: tag.key), !placed.information.contains(where: { $0.key == key }) else {
                continue
            }
            placed.information.append(FileProperties.Tag(key: key, value: tag.value))
        }
        return placed
    }
}
