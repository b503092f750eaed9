internal import KKAnalysis
internal import KKFiles
internal import KKPCM
internal import KKSession

/// What a manifest says for all its cases.
private struct CaseDefaults {
    var tolerance = Tolerance.default
    var kind = GoldenFile.Kind.wav
    /// Relative to the manifest; empty where goldens stand beside their cases.
    var goldens = CaseManifest.goldensName
    /// How long each step of a case may take.
    var seconds = CaseProgram.standardSeconds
}

extension CaseManifest {
    private static let keys = ["schema", "defaults", "build", "store", "cases"]
    private static let defaultKeys = ["tolerance", "limits", "goldens", "golden", "timeout"]
    static let caseKeys =
        [
            "name", "golden", "goldens", "tolerance", "limits", "allow-silence", "assert", "skip", "trace", "raw",
        ] + originKeys + programKeys

    /// Reads a whole manifest.
    mutating func read(_ value: ManifestValue) throws(SessionError) {
        let fields = try ManifestFields(value, of: "a manifest", keys: Self.keys, file: path)
        let defaults = try readHead(fields)
        for value in try fields.list("cases", of: "name") { try cases.append(readCase(value, defaults, file: path)) }
    }

    /// Reads JSON Lines: a case per line, and before the first, where it has `schema`, a line of what holds for all.
    mutating func readLines(_ bytes: [UInt8]) throws(SessionError) {
        var defaults = CaseDefaults()
        goldens = folder / defaults.goldens
        try ManifestReader.lines(of: bytes, name: path.text) { value throws(SessionError) in
            if cases.isEmpty, value.hasKey("schema") {
                defaults = try readHead(
                    ManifestFields(
                        value, of: "the first line", keys: ["schema", "defaults", "build", "store"], file: path))
            } else {
                try cases.append(readCase(value, defaults, file: path))
            }
        }
    }

    /// Reads `NAME.case.yaml`, whose golden is next to it.
    func readCaseFile(_ fileName: String) throws -> GoldenCase {
        let file = folder / fileName
        let name = String(fileName.dropLast(Self.caseEnding.count))
        try MachineFile.check(file, "a case")
        guard
            let value = try ManifestReader.value(
                of: SmallFile.read(file, limit: ManifestReader.longest), name: file.text)
        else {
            throw SessionError(.badSession, "there is no case in it", place: file, nextStep: "write 'mix: …'")
        }
        return try readCase(value, CaseDefaults(goldens: ""), file: file, fileName: name)
    }

    private mutating func readHead(_ fields: ManifestFields) throws(SessionError) -> CaseDefaults {
        try fields.checkSchema()
        build = try fields.text("build")
        store = try readStore(fields)
        var defaults = CaseDefaults()
        if let value = fields.value("defaults") {
            let given = try ManifestFields(value, of: "'defaults'", keys: Self.defaultKeys, file: path)
            defaults.tolerance = try readTolerance(given, defaults.tolerance)
            defaults.goldens = try given.text("goldens") ?? defaults.goldens
            if let kind = try given.text("golden") {
                guard let known = GoldenFile.Kind(rawValue: kind) else {
                    throw given.error(
                        "'\(kind)' is not a kind of golden: they are wav, flac and fingerprint",
                        given.value("golden")?.mark,
                        kind == "none"
                            ? "'golden: none' is written in each case that has no golden, not under 'defaults'"
                            : "write one of them; the 'golden' of a case is a file name")
                }
                defaults.kind = known
            }
            defaults.seconds = try timeout(given) ?? defaults.seconds
        }
        goldens = folder / defaults.goldens
        return defaults
    }

    private func readCase(
        _ value: ManifestValue, _ defaults: CaseDefaults, file: FilePath, fileName: String? = nil
    ) throws(SessionError) -> GoldenCase {
        let fields = try ManifestFields(
            value, of: "a case", keys: fileName == nil ? Self.caseKeys : Self.caseKeys + ["schema"], file: file)
        if fields.value("schema") != nil { try fields.checkSchema() }
        guard let name = try fields.text("name") ?? fileName else {
            throw fields.error("a case has no name", nil, "write 'name: …'")
        }
        try Self.check(name: name, fields)
        let originMark = Self.originKeys.lazy.compactMap { fields.value($0)?.mark }.first ?? fields.mark
        var item = GoldenCase(
            name: name, file: file, line: fields.mark.line, column: fields.mark.column,
            originPlace: "\(file):\(originMark.line):\(originMark.column)", folder: folder,
            origin: try origin(fields, name), golden: nil, otherGoldens: [],
            tolerance: try readTolerance(fields, defaults.tolerance),
            allowsSilence: try fields.bool("allow-silence") ?? false,
            assertions: try assertions(fields), skipReason: try fields.text("skip"),
            keepsTrace: try fields.bool("trace") ?? false)
        let golden =
            try fields.text("golden") ?? (FilePath(defaults.goldens) / "\(name).\(defaults.kind.rawValue)").text
        if golden == "none" {
            guard !item.keepsTrace else {
                throw fields.error(
                    "the case '\(name)' has no golden, so it cannot have a trace", fields.value("trace")?.mark,
                    "leave 'trace' out")
            }
            guard !item.assertions.isEmpty else {
                throw fields.error(
                    "the case '\(name)' has no golden and asserts nothing", nil,
                    "add 'assert:', or leave 'golden: none' out")
            }
        } else {
            item.golden = try placed(fields, "golden") { () throws(SessionError) in
                try lockable(GoldenFile(golden, in: folder))
            }
        }
        item.seconds = try timeout(fields) ?? defaults.seconds
        if case .program(var program) = item.origin {
            program.seconds = item.seconds
            item.origin = .program(program)
        }
        (item.lock, item.storeRunsPrograms) = (lock, store?.commands != nil)
        try takePlatforms(fields, &item)
        return item
    }

    /// `goldens: {macos-arm64: goldens/a.mac.wav}`: the golden of this platform stands in for the case's own, which is
    /// everybody else's.
    private func takePlatforms(_ fields: ManifestFields, _ item: inout GoldenCase) throws(SessionError) {
        for (name, text, mark) in try fields.pairs("goldens") ?? [] {
            guard item.golden != nil else {
                throw fields.error("'goldens' does nothing beside 'golden: none'", mark, "leave one out")
            }
            let golden = try placed(fields, "goldens") { () throws(SessionError) in
                try lockable(GoldenFile(text, in: folder))
            }
            item.otherGoldens.append(golden)
            guard name == platform, let common = item.golden else { continue }
            item.otherGoldens[item.otherGoldens.count - 1] = common
            item.golden = golden
        }
    }

    private func assertions(_ fields: ManifestFields) throws(SessionError) -> [SoundAssertion] {
        var assertions: [SoundAssertion] = []
        for (text, mark) in try fields.texts("assert") ?? [] {
            do throws(SessionError) {
                assertions.append(try SoundAssertion(parsing: text))
            } catch {
                throw fields.error(error.problem, mark, error.nextStep)
            }
        }
        return assertions
    }

    /// A tolerance that is named again begins again; limits change the ones there are.
    private func readTolerance(_ fields: ManifestFields, _ defaults: Tolerance) throws(SessionError) -> Tolerance {
        var tolerance = defaults
        if let name = try fields.text("tolerance") {
            tolerance = try placed(fields, "tolerance") { () throws(SessionError) in try Tolerance(parsing: name) }
        }
        for (key, text, mark) in try fields.pairs("limits") ?? [] {
            do throws(SessionError) {
                try tolerance.set(key, to: text)
            } catch {
                throw fields.error(error.problem, mark, error.nextStep)
            }
        }
        do throws(SessionError) {
            try tolerance.checkThatItLimits()
        } catch {
            throw fields.error(error.problem, fields.value("limits")?.mark, error.nextStep)
        }
        return tolerance
    }

    /// Gives an error the place of a key's value.
    func placed<Result>(
        _ fields: ManifestFields, _ key: String, _ body: () throws(SessionError) -> Result
    ) throws(SessionError) -> Result {
        do {
            return try body()
        } catch {
            throw fields.error(error.problem, fields.value(key)?.mark, error.nextStep)
        }
    }

    /// A case's name begins the names of its files, on every system.
    private static func check(name: String, _ fields: ManifestFields) throws(SessionError) {
        let mark = fields.value("name")?.mark
        // Scalars, not characters: a slash and an accent upon it are one character.
        let cannotStand = { (letter: Unicode.Scalar) in
            "/\\:*?\"<>|".unicodeScalars.contains(letter) || letter.value < 32 || (127...159).contains(letter.value)
        }
        let letters = name.unicodeScalars
        var problem: String?
        if name.utf8.count > 120 {
            problem = "it is longer than 120 bytes"
        } else if let first = letters.first, ".- ".unicodeScalars.contains(first) {
            problem = "it begins with '\(first)'"
        } else if let last = letters.last, ". ".unicodeScalars.contains(last) {
            problem = "it ends with '\(last)'"
        } else if let letter = letters.first(where: cannotStand) {
            problem = "'\(letter)' cannot be in it"
        }
        if let problem {
            throw fields.error(
                "'\(name)' cannot be a case's name: \(problem)", mark,
                "files are named after it; use letters, digits, '-', '_' and '.'")
        }
    }
}
