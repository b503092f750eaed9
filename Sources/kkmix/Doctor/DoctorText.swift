internal import KKMixing

/// What doctor says to people.
enum DoctorText {
    static func text(_ document: DoctorDocument) -> String {
        let missing = document.libraries.filter { !$0.isThere }
        let rows =
            document.libraries.map(line) + [
                "", "read     \(part(document.read))", "written  \(part(document.written))",
            ] + installing(missing.filter { $0.library.need != .suggests })
            + missing.filter { $0.library.need == .suggests }.flatMap { more($0, document) }
        return "kkmix \(Kkmix.version)\n\n\(rows.joined(separator: "\n"))"
    }

    /// A library that is there is a file and its version; one that is not, what cannot be done, and the loader's words.
    private static func line(_ row: LibraryRow) -> String {
        let name = row.library.rawValue.left(15)
        if let problem = row.problem {
            return "missing  \(name)\(row.library.purpose)\n\(String(repeating: " ", count: 24))\(problem)"
        }
        return "found    \(name)\(row.found.path ?? "linked")\(row.found.version.map { " (\($0))" } ?? "")"
    }

    /// `all 12 formats`; `21 of 22 formats, not WavPack`.
    private static func part(_ rows: [FormatRow]) -> String {
        let missing = rows.filter { !$0.isAvailable }.map(\.name)
        return missing.isEmpty
            ? "all \(rows.count) formats"
            : "\(rows.count - missing.count) of \(rows.count) formats, not \(missing.joined(separator: "; "))"
    }

    /// The lines to type. `satisfy` takes each of the names that a package has in several releases.
    private static func installing(_ missing: [LibraryRow]) -> [String] {
        guard !missing.isEmpty else { return [] }
        let debian = missing.map { $0.library.debianPackages.joined(separator: " | ") }.joined(separator: ", ")
        let fedora = missing.compactMap { $0.fedoraPackage.map(ShellWord.quoted) }.joined(separator: " ")
        return ["", "Debian and Ubuntu: apt-get satisfy \(ShellWord.quoted(debian))", "Fedora: dnf install \(fedora)"]
    }

    /// Of a library that few want, and which may bring many others: the line for those who do.
    private static func more(_ row: LibraryRow, _ document: DoctorDocument) -> [String] {
        let formats = document.read.filter { $0.library?.library == row.library }.map(\.name)
        let purposes = formats + [row.library.use].compactMap(\.self)
        guard !purposes.isEmpty else { return [] }
        let packages = ShellWord.quoted(row.library.debianPackages.joined(separator: " | "))
        return ["", "For \(purposes.joined(separator: "; ")), on Debian and Ubuntu: apt-get satisfy \(packages)"]
    }
}
