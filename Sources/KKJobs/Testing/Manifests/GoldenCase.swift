public import KKAnalysis
public import KKFiles
internal import KKMath
public import KKPCM
internal import KKSession

/// One case of a manifest: the origin of its sound, its reference and its assertions. It is a value that names files
/// but does not open them.
public struct GoldenCase: Hashable, Sendable {
    /// Unique in a run; the names of its files begin with it.
    public var name: String
    /// The position of the case: `FILE:LINE:COLUMN`.
    public var place: String { "\(file):\(line):\(column)" }
    /// The manifest, relative to the working folder.
    public var file: FilePath
    /// From 1.
    public var line: Int
    public var column: Int
    /// The position of its mix, command or file.
    public var originPlace: String
    /// The folder that its paths are relative to; empty for the working folder.
    public var folder: FilePath
    public var origin: CaseOrigin
    /// The golden of this platform.
    public var golden: GoldenFile?
    /// The goldens of other platforms.
    public var otherGoldens: [GoldenFile]
    public var tolerance: Tolerance
    /// Whether golden and render may both be completely silent.
    public var allowsSilence: Bool
    public var assertions: [SoundAssertion]
    /// Why the case is not run.
    public var skipReason: String?
    /// Whether a trace of the render is stored next to the golden.
    public var keepsTrace: Bool
    /// The lock file of its goldens, if they are kept in a store; relative to the working folder.
    public var lock: FilePath?
    /// How long each step of it may take: to make its sound, to compare it, and so on.
    public var seconds = CaseProgram.standardSeconds
    /// Whether that store is reached by programs, which want consent.
    var storeRunsPrograms = false
}

extension GoldenCase {
    /// Its goldens on whatever platform.
    var goldens: [GoldenFile] { [golden].compactMap(\.self) + otherGoldens }

    /// The class name for reports: the manifest's path without its extension (for a file with one case, its folder),
    /// with dots between the parts. Together with the name it is unique in a run.
    public var className: String {
        let isAlone = file.text.hasSuffix(CaseManifest.caseEnding)
        var parts = (isAlone ? file.folder : file).plain.text.parts(at: "/").filter {
            !["", ".."].contains($0)
        }
        if !isAlone, let last = parts.popLast() { parts.append(FilePath(last).stem) }
        return parts.isEmpty ? "cases" : parts.joined(separator: ".")
    }
}

/// What makes a case's sound, in a document.
private enum Maker: String, Codable, CaseIterable {
    case mix, command, file

    init(_ origin: CaseOrigin) {
        self =
            switch origin {
            case .mix: .mix
            case .program: .command
            case .file: .file
            }
    }
}

/// A case as the list of them has it.
extension GoldenCase: KeyedReport {
    public static func tell(_ key: inout ReportKeys<Self>) {
        key("name", \.name)
        key("place", \.place)
        key("made_by") { Maker($0.origin) }
        key("command", \.origin.program?.text)
        key("env") { item in
            Dictionary(
                (item.origin.program?.variables ?? []).map { ($0.name, $0.value) },
                uniquingKeysWith: { _, last in last })
        }
        key("cwd", \.origin.program?.folder)
        key("stdin", \.origin.program?.input)
        key("golden", \.golden?.path)
        key("golden_missing") { $0.golden.map { !$0.path.exists } ?? false }
        key("tolerance", \.tolerance.name)
        key("assertions") { $0.assertions.map(\.text) }
        key("skip", \.skipReason)
    }
}

/// The reference of a render.
public struct GoldenFile: Hashable, Sendable {
    public enum Kind: String, CaseIterable, Hashable, Sendable {
        case wav, flac
        /// A text of a few kB instead of the sound.
        case fingerprint
    }

    /// The path relative to the manifest's folder.
    public var name: String
    /// Relative to the working folder.
    public var path: FilePath
    public var kind: Kind

    /// - Throws: `badSession` for an extension that no golden has.
    init(_ name: String, in folder: FilePath) throws(SessionError) {
        if Kind(rawValue: name) != nil {
            throw SessionError(
                .badSession, "'\(name)' is a kind of golden, but the 'golden' of a case has to be a file name",
                nextStep: "write 'golden: NAME.\(name)', or 'golden: \(name)' under 'defaults:' for all cases")
        }
        let ending = name.utf8.split(separator: UInt8(ascii: ".")).last.map { String(decoding: $0, as: UTF8.self) }
        guard name.contains("."), let kind = ending.flatMap({ Kind(rawValue: $0.lowercased()) }) else {
            throw SessionError(
                .badSession, "'\(name)' is not a golden's name",
                nextStep: "goldens end in .wav, .flac or .fingerprint; with 'golden: none' a case has only assertions")
        }
        self.name = name
        path = folder / name
        self.kind = kind
    }

    /// Why no golden may lie at a place, after its name, and what to do; `nil` where it may.
    ///
    /// - Parameters:
    ///   - place: from the root, links followed; `nil` where links lead nowhere.
    ///   - project: the folder of the project, likewise.
    static func problem(with place: FilePath?, in project: FilePath) -> (what: String, nextStep: String)? {
        guard let place, place.isIn(project) else {
            return ("is outside the project, \(project)", "move it into the project, or allow it with --allow-outside")
        }
        // Also where capitals do not count.
        let isOfGit = place.text.parts(at: "/").contains { $0.lowercased() == ".git" }
        return isOfGit ? ("is in a folder of git's own", "give it another place") : nil
    }

    /// The trace that lies beside the golden.
    public var tracePath: FilePath { "\(path.text.dropLast(kind.rawValue.count))trace" }
    /// The path relative to the manifest's folder.
    var traceName: String { "\(name.dropLast(kind.rawValue.count))trace" }
}
