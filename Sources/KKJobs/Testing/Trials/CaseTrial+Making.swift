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
        // One that is read again, or never ends, is no sound to test.
        for path in mix.session.inputPaths { try MachineFile.check(path, "an input of a case") }
        var session = mix.session
        var environment = environment("the mix")
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
        let job = try RenderJob(session, output: output, environment: environment)
        try checkLength(of: job)
        return try job.run()
    }

    /// Refuses a mix that would fill the disk, before anything of it is written.
    private func checkLength(of job: RenderJob) throws(SessionError) {
        let channelCount = job.plan.layout.channelCount
        let stored = job.format.dataFormat(sampleRate: job.plan.sampleRate, channelCount: channelCount)
        // Of a codec what it is given.
        let sampleBytes = stored.isLinearPCM ? stored.bytesPerSample : ((job.format.encoding.integerBits ?? 32) + 7) / 8
        let (bytes, overflow) = job.plan.frameCount.multipliedReportingOverflow(
            by: Int64(channelCount * sampleBytes))
        guard overflow || bytes > CaseProgram.longestSound else { return }
        let frames = groupedText(job.plan.frameCount), rate = shortDecimalText(job.plan.sampleRate, digits: 1)
        throw SessionError(
            .badData,
            "the mix of '\(item.name)' would have \(frames) frames at \(rate) Hz, and a case has at most 4 GB of sound",
            place: item.originPlace, nextStep: "make it shorter, perhaps with --length")
    }

    /// Puts a sound that somebody has made where the case keeps its own.
    func take(_ file: FilePath, raw: RawFormat?, to path: FilePath) throws {
        try Self.checkFile(file, "the sound")
        guard try file.byteCount() <= CaseProgram.longestSound else {
            throw SessionError(
                .badData, "the sound has more bytes than the 4 GB that a case may have", place: file,
                nextStep: "make it shorter")
        }
        guard let raw else {
            let deadline = deadline("the sound")
            return try SmallFile.copy(file, to: path, temporaryFiles: temporaryFiles.part()) { try deadline?.check() }
        }
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
        _ = try RenderJob(session, output: output, environment: environment("the sound")).run()
    }
}
