internal import KKFiles
internal import KKMath
internal import KKPCM
internal import KKSession

/// A file that names others, as players have them: what it is, its ending says. Its names start at its own folder.
///
/// It may come from anywhere: what it names are files and nothing else, and one that names too much, or itself, is one
/// error.
struct ListFile {
    enum Kind: String {
        case m3u, m3u8, pls, cue
    }

    /// A line, and where it stands, from 1.
    typealias Line = (number: Int, bytes: ArraySlice<UInt8>)

    let path: FilePath
    let kind: Kind
    private let bytes: ArraySlice<UInt8>

    static let longest = 1 << 24
    static let mostEntries = 100_000

    /// - Returns: `nil` for what is not a list by its name, or no file.
    static func kind(of path: FilePath) -> Kind? {
        guard let ending = path.pathExtension?.lowercased(), path.isFile else { return nil }
        return Kind(rawValue: ending)
    }

    /// - Throws: `badData` for what is not text, or longer than any list is; what reading throws.
    init(_ path: FilePath, _ kind: Kind) throws {
        (self.path, self.kind) = (path, kind)
        let bytes = try SmallFile.read(path, limit: Self.longest)
        if let zero = bytes.firstIndex(of: 0) {
            throw SessionError(
                .badData, "this is not a list: byte \(zero) is not text", place: path,
                nextStep: "save it as UTF-8, or name the files")
        }
        self.bytes = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
    }

    /// The lines without the spaces around them, and without empty ones; a line ends as any system has it.
    var lines: some Sequence<Line> {
        // Old systems end lines by a return alone.
        let end: UInt8 = bytes.contains(0x0A) ? 0x0A : 0x0D
        return bytes.split(separator: end, omittingEmptySubsequences: false).lazy.enumerated()
            .map { (number: $0 + 1, bytes: Self.trimmed($1)) }.filter { !$0.bytes.isEmpty }
    }

    static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let isSpace = { (byte: UInt8) in byte == 0x20 || (0x09...0x0D).contains(byte) }
        guard let first = bytes.firstIndex(where: { !isSpace($0) }), let last = bytes.lastIndex(where: { !isSpace($0) })
        else { return [] }
        return bytes[first...last]
    }

    /// Text of a line: UTF-8, or Latin-1 if it is none.
    static func text(_ bytes: some Collection<UInt8>) -> String {
        String(validating: bytes, as: UTF8.self)
            ?? String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    }

    /// - Throws: `badData` for one more entry than a list may have.
    func checkCount(_ count: Int, line: Int) throws(SessionError) {
        guard count > Self.mostEntries else { return }
        throw error(
            line, "there are more than \(groupedText(Int64(Self.mostEntries))) entries",
            next: "split the list")
    }

    func error(_ line: Int, _ problem: String, next: String) -> SessionError {
        SessionError(.badData, problem, place: "\(path):\(line)", nextStep: next)
    }

    /// The file that an entry names: by its bytes, with Windows' slashes turned over, or as Latin-1, whichever is there.
    ///
    /// - Throws: `badData` for addresses, lists, and what is neither a file nor a folder.
    func file(_ entry: ArraySlice<UInt8>, line: Int) throws(SessionError) -> FilePath {
        var name = Array(entry)
        if let scheme = Self.scheme(name) {
            let start = [UInt8]("file://".utf8).count
            let rest = name.dropFirst(start), host = [UInt8]("localhost".utf8)
            let place = rest.starts(with: host) ? rest.dropFirst(host.count) : rest
            guard scheme == "file", place.first == UInt8(ascii: "/"), let file = Self.decoded(place) else {
                throw error(
                    line, "'\(Self.text(name))' is an address, but only the files of a list are read",
                    next: "download it yourself, and name the file")
            }
            name = file
        }
        let slashed = name.map { $0 == UInt8(ascii: "\\") ? UInt8(ascii: "/") : $0 }
        let paths = [PathText.decode(name), PathText.decode(slashed), Self.text(name)].map {
            FilePath.file((path.folder / FilePath($0)).text)
        }
        let file = paths.first(where: \.exists) ?? paths[0]
        if Self.kind(of: file) != nil {
            throw error(line, "'\(file)' is a list itself", next: "name each list on the command line")
        }
        if file.isSpecial { throw error(line, "'\(file)' is not a regular file", next: "name files in a list") }
        return file
    }

    /// `http` of `http://…`; one letter is a disk of Windows.
    private static func scheme(_ name: [UInt8]) -> String? {
        guard let colon = name.firstIndex(of: UInt8(ascii: ":")), colon > 1,
            name[(colon + 1)...].starts(with: "//".utf8)
        else { return nil }
        let scheme = text(name[..<colon]).lowercased()
        return scheme.utf8.allSatisfy({
            (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || "+-.".utf8.contains($0)
        })
            ? scheme : nil
    }

    /// Without `%20`; `nil` if a code is none, or zero.
    private static func decoded(_ bytes: ArraySlice<UInt8>) -> [UInt8]? {
        var rest = bytes, result: [UInt8] = []
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                result.append(byte)
                continue
            }
            guard rest.count >= 2, let code = UInt8(text(rest.prefix(2)), radix: 16), code > 0 else { return nil }
            result.append(code)
            rest = rest.dropFirst(2)
        }
        return result
    }
}
