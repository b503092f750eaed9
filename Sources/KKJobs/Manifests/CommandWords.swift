internal import KKPCM
public import KKSession

/// The words of a command line, split as by a shell: at blanks; single quotes keep everything, double quotes everything
/// except `\"` and `\\`, and a backslash keeps the next character. Nothing is expanded: `$HOME`, `*` and `~` are
/// unchanged.
public struct CommandWords: Hashable, Sendable {
    public let words: [String]

    /// - Throws: `badSession` for an open quote, a backslash at the end, and for unsupported shell operators: `|`, `;`,
    ///   `&`, `<`, `>` outside quotes.
    public init(_ text: String) throws(SessionError) {
        var words: [String] = []
        // A word may be empty, in quotes. It grows in place: a copy for each character would make long ones slow.
        var word = "", isWord = false
        var quote: Unicode.Scalar?
        var isEscaped = false
        for character in text.unicodeScalars {
            if isEscaped {
                if quote != nil && character != "\"" && character != "\\" { word.unicodeScalars.append("\\") }
                word.unicodeScalars.append(character)
                isEscaped = false
            } else if character == "\\" && quote != "'" {
                (isEscaped, isWord) = (true, true)
            } else if let open = quote {
                if character == open { quote = nil } else { word.unicodeScalars.append(character) }
            } else if character == "'" || character == "\"" {
                (quote, isWord) = (character, true)
            } else if character.properties.isWhitespace {
                if isWord { words.append(word) }
                (word, isWord) = ("", false)
            } else if "|;&<>`".unicodeScalars.contains(character) {
                throw SessionError(
                    .badSession, "'\(character)' outside quotes: no shell reads this",
                    nextStep: "put the word in quotes if the character is part of a name")
            } else {
                word.unicodeScalars.append(character)
                isWord = true
            }
        }
        if let quote {
            throw SessionError(
                .badSession, "the quote \(quote) is not closed", nextStep: "close it, or write the words as a list")
        }
        if isEscaped { throw SessionError(.badSession, "there is a backslash at the end", nextStep: "leave it out") }
        if isWord { words.append(word) }
        self.words = words
    }
}
