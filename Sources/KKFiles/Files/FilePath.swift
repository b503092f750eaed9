/// The name of an input or output: the path of a file, `-` for standard input or output, or `synth:…` for a generated
/// sound (``Stimulus``). Its kind depends only on its text; an address counts as one only if this is allowed
/// (``fetched``).
///
/// Two paths are equal if they are the same bytes to the system (``PathText``): two spellings of an accent are equal as
/// `String`, but on most systems two files. Use ``identity(standard:)`` to find out whether two paths lead to the same
/// file.
public struct FilePath: Hashable, Sendable {
    /// The kinds of a path.
    public enum Kind: Sendable {
        case file
        /// Standard input, or standard output.
        case standard
        /// A generated sound, unless there is a file with exactly this name: ``FilePath/isStimulus``.
        case stimulus
        /// An HTTP or HTTPS address, which is fetched when it is opened.
        case address
    }

    /// The text, as the user wrote it.
    public let text: String
    public let kind: Kind

    public init(_ text: String) {
        self.text = text
        kind = text == "-" ? .standard : text.hasPrefix(Stimulus.prefix) ? .stimulus : .file
    }

    private init(address text: String) { (self.text, kind) = (text, .address) }

    /// The same path, for which the network may be used if it is an address and not the name of a file. Paths from
    /// inside files, which the user did not give, must never be allowed this.
    public var fetched: Self {
        Self.isAddress(text) && !exists ? Self(address: text) : self
    }

    static func isAddress(_ text: String) -> Bool {
        ["http://", "https://"].contains { text.utf8.starts(with: $0.utf8) }
    }

    public static func == (one: Self, other: Self) -> Bool { one.bytes == other.bytes }

    public func hash(into hasher: inout Hasher) {
        unsafe bytes.withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
    }

    /// What the system is given.
    package var bytes: [UInt8] { PathText.bytes(of: text) }

    public var isStandard: Bool { kind == .standard }

    /// Whether it is a generated sound: it looks like one, and there is no file with this name.
    public var isStimulus: Bool { kind == .stimulus && !exists }

    @unsafe
    func withPointer<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
        unsafe PathText.withPointer(to: text, body)
    }

    /// What an input is called where something is said of it, and an output.
    package var inputName: String { isStandard ? "standard input" : text }
    package var outputName: String { isStandard ? "standard output" : text }
}

extension FilePath: ExpressibleByStringInterpolation, CustomStringConvertible, Codable {
    public init(stringLiteral text: String) { self.init(text) }
    public var description: String { text }

    public init(from decoder: any Decoder) throws { self.init(try String(from: decoder)) }
    public func encode(to encoder: any Encoder) throws { try text.encode(to: encoder) }
}

// Of bytes, not of characters: a slash and an accent after it are one character.
extension FilePath {
    private static let slash = UInt8(ascii: "/")

    package var isEmpty: Bool { text.isEmpty }
    package var isAbsolute: Bool { text.utf8.first == Self.slash }
    package var endsInSlash: Bool { text.utf8.last == Self.slash }

    /// The last part of it.
    package var name: String { text.utf8.split(separator: Self.slash).last.map { String(Substring($0)) } ?? "" }

    /// The name before its last dot. A leading dot begins a hidden file's name and no extension.
    package var stem: String { nameParts.stem }
    /// The name after its last dot.
    package var pathExtension: String? { nameParts.pathExtension }

    private var nameParts: (stem: String, pathExtension: String?) {
        let name = Array(name.utf8)
        guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > 0, dot + 1 < name.count else {
            return (self.name, nil)
        }
        return (String(decoding: name[..<dot], as: UTF8.self), String(decoding: name[(dot + 1)...], as: UTF8.self))
    }

    /// The folder of a file; empty for the one the process works in.
    package var folder: Self {
        guard let slash = text.utf8.lastIndex(of: Self.slash) else { return "" }
        return slash == text.utf8.startIndex ? "/" : Self(String(text[..<slash]))
    }

    /// The same folder for a call of the system: `.` where it is empty.
    package var orHere: Self { isEmpty ? "." : self }

    /// Without `.`, doubled slashes, and folders that are left again, so that two spellings are one. Links are not
    /// followed.
    package var plain: Self {
        var parts: [String] = []
        for part in text.utf8.split(separator: Self.slash).map({ String(Substring($0)) }) where part != "." {
            if part == "..", let last = parts.last, last != ".." { parts.removeLast() } else { parts.append(part) }
        }
        return "\(isAbsolute ? "/" : "")\(parts.joined(separator: "/"))"
    }

    /// With a name after it, and one slash between them.
    package func appending(_ name: String) -> Self { "\(self)\(endsInSlash ? "" : "/")\(name)" }

    /// A path in a folder, from where the process works. An absolute one stays as it is.
    package static func / (folder: Self, path: Self) -> Self {
        folder.isEmpty || folder.text == "." || path.isAbsolute ? path : folder.appending(path.text)
    }
    package static func / (folder: Self, name: String) -> Self { folder / Self(name) }

    /// Whether it is a folder, or in it, as far as the names tell: links are not followed.
    package func isIn(_ folder: Self) -> Bool {
        let (bytes, own) = (bytes, folder.bytes)
        guard bytes.starts(with: own) else { return false }
        return bytes.count == own.count || own.last == Self.slash || bytes[own.count] == Self.slash
    }
}
