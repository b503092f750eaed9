internal import KKFiles
internal import KKSession

extension ConversionPlan {
    /// A file that keeps its name in a folder; without a folder, for a description, in none.
    static func named(_ job: JobInput, in folder: ConversionFolder?, _ settings: ConversionSettings) -> Item {
        let input = job.path, stem = job.track?.stem ?? input.stem
        let name = job.track == nil ? input.name : stem + (input.pathExtension.map { ".\($0)" } ?? "")
        var output = OutputSpec(path: FilePath(name))
        output.encoding = settings.encoding
        output.encodingSettings = settings.encodingSettings
        output.replacesExisting = settings.replacesExisting
        output.makesFolder = folder?.isMade ?? false || !job.subfolder.isEmpty
        do throws(AudioFileError) {
            let container = try container(of: input, settings)
            output.container = container.rawValue
            // `a.aif` stays so as AIFF.
            if input.pathExtension.flatMap(OutputContainer.named) != container {
                output.path = FilePath("\(stem).\(container.extensions[0])")
            }
            if let folder { output.path = folder.path(of: output.path, in: job.subfolder) }
            return Item(input: input, output: output, track: job.track)
        } catch {
            let problem =
                input.isStandard
                ? SessionError(
                    error.kind, "it has no name, and so no extension that says which format to write",
                    place: "standard input",
                    nextStep: error.nextStep)
                : SessionError(error.kind, error.problem, place: error.place, nextStep: error.nextStep)
            return Item(input: input, output: output, problem: problem)
        }
    }

    /// The container of a file that keeps its name: the one that was named; else the input's own by its extension,
    /// unless the encoding asked for is not in it and has a container of its own (`flac`, `mp3`, `opus`, `vorbis`, `aac`,
    /// `alac`, `ac3`).
    private static func container(
        of input: FilePath, _ settings: ConversionSettings
    ) throws(AudioFileError) -> OutputContainer {
        if let name = settings.container { return try OutputContainer.of(path: input, name: name) }
        let encoding = settings.encoding.flatMap(Encoding.init(rawValue:))
        let own = input.pathExtension.flatMap(OutputContainer.named)
        if let encoding, let home = home(of: encoding), own.map({ !$0.holds(encoding) }) ?? true { return home }
        if let own { return own }
        return try OutputContainer.of(path: input)
    }

    private static func home(of encoding: Encoding) -> OutputContainer? {
        switch encoding {
        case .flac: .flac
        case .mp3: .mp3
        case .opus: .opus
        case .vorbis: .ogg
        case .aac, .alac, .alac16, .alac24: .m4a
        case .ac3: .ac3
        case .u8, .s16, .s24, .s32, .f32, .f64, .ulaw, .alaw: nil
        }
    }
}
