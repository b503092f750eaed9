internal import KKAnalysis

extension ByteHash {
    /// Adds a text with its length before it, so that no two lists of texts are one.
    func add(part: String) {
        let bytes = Array(part.utf8)
        add(Array("\(bytes.count):".utf8))
        add(bytes)
    }
}
