internal import KKFiles
internal import KKMath
internal import KKPCM
internal import KKSession

/// A sound that was made for a case.
struct MadeSound {
    /// What its making said beside the result.
    var warnings: [String] = []
    /// Samples that were held at full scale; `nil` where only the sound itself could tell.
    var clippedCount: Int64?
}

extension CaseTrial {
    /// Makes the sound of the case.
    ///
    /// - Parameters:
    ///   - turn: 0 makes it as the case says; others take another slice and another number of threads.
    ///   - trace: where the trace of a mix is written.
    func make(at path: FilePath, turn: Int, trace: FilePath?) throws -> MadeSound {
        switch making {
        case .mix(let mix):
            let report = try render(mix, to: path, turn: turn, trace: trace)
            return MadeSound(
                warnings: report.warnings.map(\.description) + (try PluginVerdicts().warnings(of: mix.session)),
                clippedCount: report.clipping?.sampleCount ?? 0)
        case .program(let program):
            try run(program, in: item.folder.orHere.absolute, to: path)
            return MadeSound()
        case .file(let file):
            guard file.path.exists else {
                throw SessionError(
                    .noInput, "the file does not exist", place: file.path, nextStep: "make it before the test")
            }
            try take(file.path, raw: file.raw, to: path)
            return MadeSound()
        }
    }

    /// Renders a mix.
    func render(_ mix: CaseMix, to path: FilePath, turn: Int, trace: FilePath?) throws -> MixReport {
        var session = mix.session
        var environment = RenderJob.Environment(temporaryFiles: temporaryFiles.part())
        environment.threadCount = threadCount
        if turn > 0 {
            let (slices, threads) = ([512, 7, 4_099, 65_536, 64], [1, 4, 2])
            session.maximumFramesPerSlice = slices[(turn - 1) % slices.count]
            environment.threadCount = threads[(turn - 1) % threads.count]
        }
        var output = OutputSpec(path: path)
        output.container = ending
        output.encoding = mix.encoding
        output.encodingSettings = mix.settings
        output.replacesExisting = true
        output.makesFolder = true
        output.tracePath = trace
        return try RenderJob(session, output: output, environment: environment).run()
    }

    /// Puts a sound that somebody has made where the case keeps its own.
    func take(_ file: FilePath, raw: RawFormat?, to path: FilePath) throws {
        try Self.checkFile(file, "the sound")
        guard let raw else { return try SmallFile.copy(file, to: path, temporaryFiles: temporaryFiles.part()) }
        let (count, frame) = (try file.byteCount(), Int64(raw.dataFormat.bytesPerFrame))
        guard count > 0, count % frame == 0 else {
            throw SessionError(
                .badData, "\(groupedText(count)) bytes are not a whole number of frames of \(frame) bytes (\(raw))",
                place: item.name, nextStep: "check 'raw', and whether the sound is complete")
        }
        var track = TrackSpec(path: file)
        track.raw = raw
        try write(track, to: path, container: "wav", encoding: raw.encoding)
    }

    /// Writes the frames of a file into another one, every sample as it is.
    func write(_ track: TrackSpec, to path: FilePath, container: String, encoding: Encoding) throws {
        var session = Session(tracks: [track])
        session.dither = .none
        var output = OutputSpec(path: path)
        (output.container, output.encoding) = (container, encoding.rawValue)
        (output.replacesExisting, output.makesFolder) = (true, true)
        let environment = RenderJob.Environment(temporaryFiles: temporaryFiles.part())
        _ = try RenderJob(session, output: output, environment: environment).run()
    }
}
