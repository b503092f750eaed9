internal import KKPCM

/// A change of what belongs to a sound. What says the same as before stays in the file as it stands there: with other
/// values of its name, with its language, and with all that is not read here.
struct NotesEdit {
    let old: AudioFileAnnotations
    let new: AudioFileAnnotations

    /// Whether the text of a key says what it said.
    func keeps(_ key: String) -> Bool {
        guard let value = old.information.first(where: { $0.key == key })?.value else { return false }
        return new.information.first { $0.key == key }?.value == value
    }

    /// What belongs to the sound of another file is to stand here: its change, and its items.
    ///
    /// - Parameter items: those that can stand here.
    func another<Item>(_ items: (NoteOrigin.Items) -> [Item]?) -> (edit: NotesEdit, items: [Item])? {
        guard let origin = new.origin, origin != old.origin else { return nil }
        guard let items = items(origin.items) else { return (NotesEdit(old: AudioFileAnnotations(), new: new), []) }
        return (new.carried, items)
    }

    var keepsPictures: Bool { old.pictures == new.pictures }

    var keepsMarkers: Bool {
        old.markers.map(\.framePosition) == new.markers.map(\.framePosition)
            && old.markers.map(\.name) == new.markers.map(\.name)
    }

    /// What is to be written beside what stays.
    ///
    /// - Parameter keys: of the texts that stay.
    func rest(besides keys: Set<String>) -> AudioFileAnnotations {
        var rest = new
        rest.information.removeAll { keys.contains($0.key) }
        if keepsPictures { rest.pictures = [] }
        if keepsMarkers { rest.markers = [] }
        return rest
    }
}
