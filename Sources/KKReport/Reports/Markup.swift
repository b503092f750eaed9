internal import KKMath

/// Texts of any kind, a case's name for example, as they may stand in a page, an XML file, an address or a file's name.
enum Markup {
    /// Text and attribute values of HTML, between quotes: what cannot be shown, and what turns the direction of
    /// reading, stands as U+FFFD.
    static func html(_ text: String) -> String {
        escaped(text) { scalar in
            switch scalar.value {
            case 0x0A: "\n"
            case 0..<0x20, 0x7F..<0xA0, 0xFFFE...0xFFFF: "\u{FFFD}"
            default: isDisguise(scalar) ? "\u{FFFD}" : nil
            }
        }
    }

    /// Text and attribute values of XML 1.0 (2.2 Characters): what it has no place for is left out; line ends and tabs
    /// stay in texts.
    static func xml(_ text: String, isAttribute: Bool = false) -> String {
        escaped(text) { scalar in
            switch scalar.value {
            case 0x09, 0x0A, 0x0D: isAttribute ? " " : scalar.value == 0x0D ? "" : nil
            case 0..<0x20, 0x7F..<0xA0, 0xFFFE...0xFFFF: ""
            default: isDisguise(scalar) ? "\u{FFFD}" : nil
            }
        }
    }

    /// Text and attribute values of a markup (XML 1.0, 2.4).
    ///
    /// - Parameter replacement: what stands for a character that is no sign of the markup; `nil` for the character
    ///   itself.
    static func escaped(_ text: String, _ replacement: (Unicode.Scalar) -> String? = { _ in nil }) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "'": result += "&#39;"
            default:
                if let other = replacement(scalar) { result += other } else { result.unicodeScalars.append(scalar) }
            }
        }
        return result
    }

    /// One line without control characters, whatever is taken for the end of a line.
    static func line(_ text: String) -> String {
        text.replacingScalars { scalar in
            switch scalar.properties.generalCategory {
            case _ where isDisguise(scalar): "\u{FFFD}"
            case .control, .lineSeparator, .paragraphSeparator: " "
            default: nil
            }
        }
    }

    /// What makes a name read as another one: a byte that is not a character, or a control of the direction of reading
    /// (UAX #9, 2), by which `gpj.wav` is shown as `vaw.jpg`.
    private static func isDisguise(_ scalar: Unicode.Scalar) -> Bool {
        !scalar.isASCII && (strays ~= scalar.value || scalar.properties.isBidiControl)
    }

    /// A relative path as an address (RFC 3986, 3.3): its bytes, all but letters, digits, `-._~` and `/` as `%XX`.
    static func address(_ path: String) -> String {
        var result = ""
        for byte in path.unicodeScalars.flatMap(bytes) {
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x2F, 0x5F, 0x7E:
                result.unicodeScalars.append(Unicode.Scalar(byte))
            default: result += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
        }
        return result
    }

    /// Lower-case letters of ASCII, digits, `-`, `_` and `.`; at most 60 of them, and never none.
    static func slug(_ name: String) -> String {
        var slug = ""
        for scalar in name.unicodeScalars {
            if plain.contains(where: { $0.contains(scalar) }) {
                slug += String(scalar).lowercased()
            } else if slug.last != "-" {
                slug += "-"
            }
            if slug.utf8.count >= 60 { break }
        }
        while slug.hasPrefix(".") { slug.removeFirst() }
        while let last = slug.last, ".-".contains(last) { slug.removeLast() }
        return slug.isEmpty ? "unnamed" : slug
    }

    private static let plain: [ClosedRange<Unicode.Scalar>] = [
        "a"..."z", "A"..."Z", "0"..."9", "-"..."-", "_"..."_", "."...".",
    ]

    /// The first so many characters, and a sign that there were more.
    static func shortened(_ text: String, to count: Int) -> String {
        text.unicodeScalars.count <= count
            ? text : String(String.UnicodeScalarView(text.unicodeScalars.prefix(count))) + "…"
    }

    /// The characters that carry a byte of a file's name that is no part of UTF-8 (`PathText`).
    private static let strays: ClosedRange<UInt32> = 0x10FF80...0x10FFFF

    private static func bytes(of scalar: Unicode.Scalar) -> [UInt8] {
        strays ~= scalar.value ? [UInt8(truncatingIfNeeded: scalar.value)] : Array(String(scalar).utf8)
    }
}
