/// The last part of a path.
package struct FileName {
    package let text: String
    /// What stands before the last dot, and after it; a leading dot begins a hidden file's name and no extension.
    package let stem: String
    package let pathExtension: String?

    package init(of path: String) {
        // Of bytes, not of characters: a slash and an accent after it are one character.
        let name = path.utf8.split(separator: UInt8(ascii: "/")).last.map(Array.init) ?? []
        text = String(decoding: name, as: UTF8.self)
        guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > 0, dot + 1 < name.count else {
            stem = text
            pathExtension = nil
            return
        }
        stem = String(decoding: name[..<dot], as: UTF8.self)
        pathExtension = String(decoding: name[(dot + 1)...], as: UTF8.self)
    }
}
