extension FilePath {
    /// A text as the name of a file: short, and with nothing that a file system or a terminal could mind.
    ///
    /// - Parameter limit: the most bytes.
    /// - Returns: an empty name where the text has nothing for one.
    package static func fileName(of text: String, limit: Int, keepsSpaces: Bool = false) -> String {
        var name = ""
        for scalar in text.unicodeScalars {
            // Private planes carry bytes that are not text.
            let isKept =
                (scalar.value > 0x20 && scalar.value < 0x7F || scalar.value > 0x9F && scalar.value < 0xF0000
                    || keepsSpaces && scalar == " ")
                && !scalar.properties.isBidiControl && !"/\\:*?\"<>|".unicodeScalars.contains(scalar)
            let next = isKept ? String(scalar) : "-"
            guard name.utf8.count + next.utf8.count <= limit else { break }
            name += next
        }
        return name
    }
}
