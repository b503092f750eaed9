/// Units and parameters by the words of a command line.
extension AudioComponent {
    /// `peak-limiter` of `Apple: AUPeakLimiter`.
    public var keyword: String {
        if let givenKeyword { return givenKeyword }
        let own = name.unicodeScalars.split(separator: ":").last.map { Array($0.drop { $0 == " " }) } ?? []
        let isUpper = own.map { ("A"..."Z").contains($0) }
        var text = String.UnicodeScalarView()
        for (index, scalar) in own.enumerated() where index > 1 || own.prefix(2) != ["A", "U"] {
            let isStart =
                isUpper[index] && index > 0 && (!isUpper[index - 1] || index + 1 < own.count && !isUpper[index + 1])
            if isStart, text.count > 1 { text.append("-") }
            text.append(scalar)
        }
        return Self.keyword(String(text))
    }

    /// Letters and digits in lower case, and one dash for whatever is between them.
    static func keyword(_ name: String) -> String {
        let words = name.lowercased().utf8.split { !(0x61...0x7A).contains($0) && !(0x30...0x39).contains($0) }
        return words.map { String(Substring($0)) }.joined(separator: "-")
    }
}

extension ParameterInfo {
    /// `dry-wet-mix` of `Dry/Wet Mix`.
    public var keyword: String { givenKeyword ?? AudioComponent.keyword(name) }

    /// Those of ``valueNames``.
    public var valueKeywords: [String] { valueNames.map(AudioComponent.keyword) }
}
