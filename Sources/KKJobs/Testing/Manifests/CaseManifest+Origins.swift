internal import KKFiles
internal import KKMath
internal import KKPCM
internal import KKSession

extension CaseManifest {
    static let originKeys = ["mix", "command", "file"]
    static let programKeys = ["shell", "env", "cwd", "timeout", "stdin", "output", "seed"]

    /// What makes a case's sound: one of three keys, each with those that belong to it.
    func origin(_ fields: ManifestFields, _ name: String) throws(SessionError) -> CaseOrigin {
        let given = Self.originKeys.filter { fields.value($0) != nil }
        guard let key = given.first else {
            throw fields.error(
                "the case '\(name)' has no mix", nil,
                "write 'mix: a.wav b.wav::gain=-3dB --rate 48000', 'command: program {output}' or 'file: made.wav'")
        }
        if given.count > 1 {
            throw fields.error(
                "the case '\(name)' has '\(key)' and '\(given[1])'", fields.value(given[1])?.mark,
                "keep one of them: each makes the sound")
        }
        let others = (key == "command" ? [] : Self.programKeys) + (key == "mix" ? ["raw"] : [])
        for other in others where fields.value(other) != nil && other != "timeout" {
            throw fields.error(
                "'\(other)' does nothing beside '\(key)'", fields.value(other)?.mark, "it is only for a 'command'")
        }
        if key != "mix", let trace = fields.value("trace") {
            throw fields.error(
                "only a mix of kkmix has a trace", trace.mark, "leave 'trace' out")
        }
        switch key {
        case "mix": return .mix(try mixWords(fields, name))
        case "file":
            let path = try fields.text("file") ?? ""
            return .file(CaseFile(path: folder / path, raw: try raw(fields)))
        default: return .program(try program(fields, name))
        }
    }

    private func mixWords(_ fields: ManifestFields, _ name: String) throws(SessionError) -> [String] {
        var words = try self.words(fields, "mix")
        if words.first == "kkmix" { words.removeFirst() }
        if words.first == "mix" { words.removeFirst() }
        guard !words.isEmpty else {
            throw fields.error("the mix of '\(name)' is empty", fields.value("mix")?.mark, "name its inputs")
        }
        return words
    }

    private func program(_ fields: ManifestFields, _ name: String) throws(SessionError) -> CaseProgram {
        var program = CaseProgram(line: try programLine(fields, "command"), folder: folder)
        for (name, text, mark) in try fields.pairs("env") ?? [] {
            guard !name.isEmpty, !name.contains("="), !Placeholders.names.map(Placeholders.variable).contains(name)
            else {
                throw fields.error(
                    "'\(name)' cannot be a variable of a case", mark, "kkmix sets it itself; use another name")
            }
            program.variables.append(ProgramVariable(name, text))
        }
        if let place = try fields.text("cwd") { program.folder = folder / place }
        program.input = try fields.text("stdin").map { folder / $0 }
        program.seed = try fields.text("seed") ?? program.seed
        program.raw = try raw(fields)
        try takeOutput(fields, of: name, &program)
        return program
    }

    /// A command: words, or with `shell: true` a line for a shell.
    func programLine(_ fields: ManifestFields, _ key: String) throws(SessionError) -> CaseProgram.Line {
        let mark = fields.value(key)?.mark
        if try fields.bool("shell") ?? false {
            guard let text = fields.value(key)?.scalarText, !text.isEmpty else {
                throw fields.error("with 'shell: true' a command has to be one line", mark, "write it as one text")
            }
            return .shell(text)
        }
        let words = try words(fields, key)
        guard !words.isEmpty else { throw fields.error("the command is empty", mark, "name the program") }
        return .words(words)
    }

    /// `stdout`, or the ending of the file's name.
    private func takeOutput(
        _ fields: ManifestFields, of name: String, _ program: inout CaseProgram
    ) throws(SessionError) {
        let output = try fields.text("output")
        program.usesStandardOutput = output == "stdout"
        if program.raw != nil { program.ending = "raw" }
        if let output, !program.usesStandardOutput {
            let isEnding =
                output.utf8.count <= 8
                && output.unicodeScalars.allSatisfy { $0.isASCII && $0.properties.isAlphabetic || "0"..."9" ~= $0 }
            guard isEnding else {
                throw fields.error(
                    "'\(output)' is not an output of a program", fields.value("output")?.mark,
                    "write stdout, or the extension of the file: wav, flac, mp3")
            }
            program.ending = output.lowercased()
        }
        let texts = [program.text] + program.variables.map(\.value)
        let named = texts.contains { Placeholders.has("output", in: $0) }
        if program.usesStandardOutput, named {
            throw fields.error(
                "the case '\(name)' has {output} and 'output: stdout'", fields.value("output")?.mark, "keep one")
        }
    }

    /// `30`, `30s`, `1:30`, `250ms`
    func timeout(_ fields: ManifestFields) throws(SessionError) -> Double? {
        guard let text = try fields.text("timeout") else { return nil }
        guard let seconds = TimeLimit.seconds(parsing: text) else {
            throw fields.error("'\(text)' is not a time limit", fields.value("timeout")?.mark, TimeLimit.forms)
        }
        return seconds
    }

    private func raw(_ fields: ManifestFields) throws(SessionError) -> RawFormat? {
        guard let text = try fields.text("raw") else { return nil }
        guard let format = RawFormat(parsing: text) else {
            throw fields.error(
                "'\(text)' is not a format of PCM", fields.value("raw")?.mark, "write it as \(RawFormat.form)")
        }
        return format
    }

    /// The words of a key: a list, or one text that is split as a shell does.
    func words(_ fields: ManifestFields, _ key: String) throws(SessionError) -> [String] {
        if case .list = fields.value(key)?.content { return try (fields.texts(key) ?? []).map(\.text) }
        let text = try fields.text(key) ?? ""
        return try placed(fields, key) { () throws(SessionError) in
            do throws(SessionError) {
                return try CommandWords(text).words
            } catch {
                let hint = key != "mix" ? "; 'shell: true' gives the line to a shell" : ""
                let step = error.nextStep.map { $0 + hint }
                throw SessionError(error.kind, error.problem, nextStep: step)
            }
        }
    }
}
