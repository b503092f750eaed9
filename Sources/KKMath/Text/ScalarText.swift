/// Texts as what reads them reads them. A shell, a table or a file's name is made of scalars, and `replacing`,
/// `contains`, `split` and `==` of texts go by characters: a quote with an accent upon it (U+0027 U+0301) is another
/// character than a quote, two ends of a line of Windows are one, and a Greek question mark is a semicolon. Whatever
/// quotes a text, or looks for a sign in it, does so by these or by bytes.
extension StringProtocol {
    /// With words in place of some scalars.
    ///
    /// - Parameter word: what stands for a scalar; `nil` for itself.
    package func replacingScalars(_ word: (Unicode.Scalar) -> String?) -> String {
        var result = String.UnicodeScalarView()
        for scalar in unicodeScalars {
            if let word = word(scalar) { result += word.unicodeScalars } else { result.append(scalar) }
        }
        return String(result)
    }

    /// The parts between scalars, empty ones too.
    package func parts(at separator: Unicode.Scalar, maxSplits: Int = .max) -> [String] {
        unicodeScalars.split(separator: separator, maxSplits: maxSplits, omittingEmptySubsequences: false).map { part in
            var text = String.UnicodeScalarView()
            text.append(contentsOf: part)
            return String(text)
        }
    }

    /// Whether one of the scalars is among those of `signs`.
    package func hasScalar(of signs: String) -> Bool {
        unicodeScalars.contains(where: signs.unicodeScalars.contains)
    }
}
