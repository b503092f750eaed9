public import KKFiles
internal import KKPCM
internal import KKSession

/// How the sound of a case is made, with everything settled that can be without making it.
enum CaseMaking: Sendable {
    case mix(CaseMix)
    case program(CaseProgram)
    case file(CaseFile)

    /// - Parameter parse: parses a case's words into a mix.
    /// - Throws: what is wrong with the words of a mix.
    init(_ item: GoldenCase, parse: (_ words: [String], GoldenCase) throws -> CaseMix) throws {
        switch item.origin {
        case .mix(let words): self = .mix(try parse(words, item).placed(in: item))
        case .program(let program): self = .program(program)
        case .file(let file): self = .file(file)
        }
    }

    /// The files that are read, from where the process works; of a program, all that its words may name.
    func inputs(of item: GoldenCase) -> [FilePath] {
        switch self {
        case .mix(let mix): mix.session.inputPaths
        case .program: item.namedPaths
        case .file(let file): [file.path]
        }
    }

    /// Those that are read as samples whatever they are.
    var headerlessInputs: [FilePath] {
        switch self {
        case .mix(let mix): mix.session.tracks.filter { $0.raw != nil }.map(\.path)
        case .program: []
        case .file(let file): file.raw == nil ? [] : [file.path]
        }
    }

    /// What the name of its sound ends in, without the dot.
    func ending(of item: GoldenCase) -> String {
        switch self {
        case .mix(let mix):
            switch item.golden?.kind {
            case .wav: "wav"
            case .flac: "flac"
            case .fingerprint, nil: mix.container ?? "wav"
            }
        case .program(let program): program.raw == nil ? program.ending : "wav"
        case .file(let file): file.raw == nil ? file.path.pathExtension ?? "wav" : "wav"
        }
    }
}

extension GoldenCase {
    /// The files that are read, relative to the working folder; none for an invalid case.
    public func inputPaths(parse: (_ words: [String], GoldenCase) throws -> CaseMix) -> [FilePath] {
        (try? CaseMaking(self, parse: parse))?.inputs(of: self) ?? []
    }
}
