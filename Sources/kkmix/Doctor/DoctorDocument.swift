internal import KKMixing

/// What `doctor --json` prints: the libraries, and what can be read and written with those that were found.
struct DoctorDocument: KeyedReport {
    let libraries = SharedLibrary.allCases.map(LibraryRow.init)

    static func tell(_ key: inout ReportKeys<Self>) {
        key("schema") { _ in 1 }
        key("version") { _ in Kkmix.version }
        key("libraries", \.libraries)
        key("read", \.read)
        key("written", \.written)
    }

    /// Every format that is read, with the library that does.
    var read: [FormatRow] {
        InputFormats.table.map { row in FormatRow(name: row.name, library: library(row.reader)) }
    }

    var written: [FormatRow] {
        OutputFormat.all.map { row in FormatRow(name: row.name, library: library(row.library?.rawValue ?? "")) }
    }

    private func library(_ name: String) -> LibraryRow? { libraries.first { $0.library.rawValue == name } }
}

/// A library, as it was found.
struct LibraryRow: KeyedReport {
    let library: SharedLibrary
    let problem: String?
    let found: (name: String?, path: String?, version: String?)

    init(_ library: SharedLibrary) {
        self.library = library
        problem = library.trouble
        found = library.found
    }

    static func tell(_ key: inout ReportKeys<Self>) {
        key("name", \.library.rawValue)
        key("file", \.found.name)
        key("available", \.isThere)
        key("path", \.found.path)
        key("version", \.found.version)
        key("problem", \.problem)
        key("need", \.library.need.rawValue)
        key("purpose", \.library.purpose)
        key("debian_packages", \.library.debianPackages)
        key("fedora_package", \.fedoraPackage)
    }

    var isThere: Bool { problem == nil }

    /// Fedora's packages are also found by what is in them, which is right under any name; libFLAC has two.
    var fedoraPackage: String? { library == .libFLAC ? "flac-libs" : found.name.map { "\($0)()(64bit)" } }
}

/// A format, and whether what it needs is there.
struct FormatRow: KeyedReport {
    let name: String
    /// `nil`: kkmix does it alone.
    let library: LibraryRow?

    var isAvailable: Bool { library?.isThere ?? true }

    static func tell(_ key: inout ReportKeys<Self>) {
        key("name", \.name)
        key("available", \.isAvailable)
        key("library", \.library?.library.rawValue)
    }
}

extension OutputFormat.Row {
    /// What packs it; `nil` if nothing is packed.
    fileprivate var library: SharedLibrary? {
        OutputFormat(container: container, encoding: defaults[0]).codec?.library
    }
}

extension SharedLibrary {
    /// What cannot be done without it.
    var purpose: String {
        let formats = InputFormats.table.filter { $0.reader == rawValue }.map(\.name)
        let reads = formats.isEmpty ? nil : "reads \(formats.joined(separator: "; "))"
        let packed = OutputFormat.all.filter { $0.library == self }.map(\.name)
        let writes = packed.isEmpty ? nil : "writes \(packed.joined(separator: ", "))"
        return [reads, writes, use, conversion].compactMap(\.self).joined(separator: "; ")
    }

    /// What commands do with it besides.
    var use: String? {
        switch self {
        case .libsamplerate: "--resampler libsamplerate"
        case .libcurl: "inputs from http:// and https://"
        case .liblilv: "LV2 plug-ins"
        case .libmysofa: "head-related responses from SOFA files, in programs"
        case .libcrypto: "hashes of measure, tests and batches"
        case .libyaml: "manifests, lists and plans"
        case .zlib: "pictures in PNG, and spectrograms"
        default: nil
        }
    }

    private var conversion: String? {
        switch self {
        case .libvorbisenc: "Vorbis by AudioConverter; no command uses it"
        case .libmp3lame: "MP3 by AudioConverter; no command uses it"
        default: nil
        }
    }
}
