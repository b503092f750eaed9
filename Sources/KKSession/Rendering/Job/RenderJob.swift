package import KKConvert
internal import KKMath
public import KKFiles
internal import KKPCM

/// What a render job makes; used in its messages.
public enum RenderPurpose: Sendable {
    case mix, conversion, concatenation

    var subject: String {
        switch self {
        case .mix: "the mix"
        case .conversion: "the conversion"
        case .concatenation: "the concatenation"
        }
    }

    /// What a person can do when it clips in a file of this format.
    func againstClipping(_ format: OutputFormat) -> String {
        switch self {
        case .mix: "lower --gain, or use --on-clip scale or limit"
        case .conversion, .concatenation:
            "use --on-clip scale or limit" + (format.container.holds(.f32) ? ", or --encoding f32" : "")
        }
    }
}

/// Renders a session to a file: opens the inputs, builds the graph, renders, writes and completes the file.
public final class RenderJob {
    /// How a job is run. None of this changes the bytes of the output.
    public struct Environment {
        /// The number of threads, including the caller's; 1 does all work on the caller's thread.
        public var threadCount = 1
        /// Registers the temporary file, so that it can be removed if the process is stopped. Each job needs its own: a
        /// job that fails closes it.
        public var temporaryFiles: TemporaryFiles
        /// Whether standard output is a terminal, to which no audio is written.
        public var isOutputTerminal = false
        /// Whether the job is run at most once and the length of the mix need not be known before: pipes are then read
        /// as they arrive (``MixPlan/init(_:outputRate:isRenderedOnce:)``).
        public var rendersOnce = false
        /// Called at the start of each pass over the mix, with its number from 1. Normalisation needs several passes;
        /// their number is not known before.
        public var passBegins: (Int) -> Void = { _ in }
        /// Called about once per slice, with the frames of this pass done so far and their total, which is `nil` while
        /// unknown. If it throws, the render stops, with its threads, and the output is discarded.
        public var progress: (Int64, Int64?) throws -> Void = { _, _ in }
        /// When the job has to be over: it is asked while inputs are opened and searched for silence, while the mix is
        /// rendered, and while files are compared. `nil` gives it any time.
        public var deadline: RenderDeadline?
        /// How large the mix may be, which is known before it is rendered; `nil` gives it any room.
        public var room: MixRoom?
        /// Called when the output is complete, before it gets its final name; if it throws, the output is discarded.
        public var seal: ((_ job: RenderJob, _ report: MixReport, _ unfinished: FilePath) throws -> Void)?

        public init(temporaryFiles: TemporaryFiles) {
            self.temporaryFiles = temporaryFiles
        }
    }

    public let plan: MixPlan
    public let output: OutputSpec
    public let format: OutputFormat
    /// The stem files; `nil` if none were requested.
    public let stems: StemPlan?
    let environment: Environment
    let purpose: RenderPurpose
    /// Passes over the mix that have begun.
    var passCount = 0
    /// Tracks that nothing turned down in the last pass, though a ducker was to.
    var idleDucks: [Int] = []
    var isTailCut = false

    /// Opens the inputs and checks that the output can be created.
    ///
    /// - Parameters:
    ///   - purpose: what messages call the job.
    ///   - checksOutput: whether to check that the output's path can be written; not needed for a job that will not be
    ///     run.
    public init(
        _ session: Session, output: OutputSpec, environment: Environment, purpose: RenderPurpose = .mix,
        checksOutput: Bool = true
    ) throws {
        self.output = output
        self.environment = environment
        self.purpose = purpose
        let encoding = try output.encoding.map { try Encoding(parsing: $0) }
        // What can be said without the inputs is said before they are opened.
        let settings = output.encodingSettings
        let draft = try OutputFormat.choose(
            path: output.path, container: output.container, encoding: encoding, settings: settings)
        if checksOutput && output.path.isStandard && environment.isOutputTerminal {
            throw SessionError(
                .usage, "audio would go to the terminal", place: "standard output",
                nextStep: "redirect it (… > out.wav), or name a file")
        }
        if checksOutput {
            try AudioFileWriter.check(
                path: output.path, force: output.replacesExisting, inputs: session.inputPaths,
                makesFolder: output.makesFolder)
        }
        try session.checkLeveling()
        stems = try output.stemsFolder.map { try StemPlan($0, session: session) }
        if checksOutput { try Self.checkBesides(output, stems, inputs: session.inputPaths) }
        // A name for which it has no word is reported before anything is rendered.
        if output.depfilePath != nil { _ = try Depfile(output.path, madeOf: session.inputPaths).text }
        let rates = draft.allowedRates ?? []
        plan = try MixPlan(
            session, outputRate: rates.count == 1 ? rates[0] : nil,
            isRenderedOnce: environment.rendersOnce && checksOutput, deadline: environment.deadline,
            room: environment.room)
        if session.limit != nil { try plan.checkLimiterRate() }
        plan.noteRate(of: draft, path: output.path, purpose)
        format = try OutputFormat.choose(
            path: output.path, container: output.container, encoding: encoding, settings: settings,
            anyFloat: plan.hasFloatInput, maximumBits: plan.maximumBits)
        plan.noteName(output.path, asks: output.container, writes: format)
        try format.validate(
            sampleRate: plan.sampleRate, layout: plan.layout, path: output.path.outputName
        )
        plan.noteLayout(of: format, path: output.path)
        plan.noteCeiling(of: format, path: output.path)
        plan.noteTexts(of: format, path: output.path)
    }

    /// What the job would do, as far as this is known without rendering.
    public var planned: MixReport {
        var report = MixReport(of: self, isRendered: false, frameCount: plan.frameCount)
        let session = plan.session
        if session.isLeveled || session.limit != nil || session.onClip != .warn {
            report.notices.append(
                "\(output.path.outputName): loudness, peaks and clipping, and what depends on them, are known only after rendering"
            )
        }
        return report
    }

    /// Renders and writes.
    ///
    /// - Throws: errors of all modules; there is then no new file at the output's path.
    public func run() throws -> MixReport {
        do {
            return try renderAndWrite()
        } catch {
            // A thread that writes behind may still hold the writer, and would keep the unfinished file until it lets go.
            environment.temporaryFiles.removeAll()
            throw error
        }
    }

    private func renderAndWrite() throws -> MixReport {
        let leveled = try plan.session.loudness.flatMap { try level(to: $0) }
        let normalized = try plan.session.normalize.map { try normalize(to: $0) }
        let fit = try leveled?.fit ?? normalized?.fit ?? fit()
        let dither = chosenDither(isFitted: fit != MixFit(limit: plan.session.limit))
        var options = WriterOptions(
            force: output.replacesExisting, dither: dither, seed: plan.session.seed,
            temporaryFiles: environment.temporaryFiles)
        options.makesFolder = output.makesFolder
        options.keepsUnchanged = output.keepsUnchanged
        // Stems and traces share the rest.
        var outputOptions = options
        outputOptions.annotations = plan.annotations(for: format, path: output.path)
        outputOptions.frameCount = plan.frameCount
        let writer = try AudioFileWriter(
            path: output.path, format: format, layout: plan.layout, sampleRate: plan.sampleRate,
            options: outputOptions)
        if let stems { environment.temporaryFiles.own(stems.folder) }
        let stemRecorder = try stems.map { try StemRecorder($0, of: plan, options: options) }
        let traceRecorder = output.tracePath.map { _ in TraceRecorder(sampleRate: plan.sampleRate) }
        let clipping = clippingReport(try render(to: writer, fit, stems: stemRecorder, trace: traceRecorder))
        // A pipe has told its length by now.
        for track in plan.settledTracks { try track.checkPart() }
        if let clipping, plan.session.onClip == .error {
            throw SessionError(
                .badData, "\(purpose.subject) clips: \(clipping.facts(plan))", place: output.path,
                nextStep: purpose.againstClipping(format))
        }
        var finished: [(FinishedFile, [UInt8])] = []
        if let path = output.tracePath, let trace = traceRecorder?.trace(frameCount: writer.framesWritten) {
            var file = output.traceFile(path)
            file.keepsUnchanged = output.keepsUnchanged
            finished.append((file, Array(trace.text.utf8)))
        }
        if let path = output.depfilePath {
            let depfile = Depfile(output.path, madeOf: plan.session.inputPaths)
            finished.append((output.depfile(path), try depfile.bytes))
        }
        var report = MixReport(of: self, isRendered: true, frameCount: writer.framesWritten)
        (report.dither, report.scale) = (dither.rawValue, plan.session.isLeveled ? 1 : fit.gain)
        (report.normalization, report.notices) = (
            normalized?.report, report.notices + shortNotices + duckNotices + tailNotices
        )
        (report.limit, report.loudness, report.clipping) = (fit.limit, leveled?.report, clipping)
        let seal = environment.seal.map { seal in { try seal(self, report, $0) } }
        try AudioFileWriter.finalize(
            [writer] + (stemRecorder?.writers ?? []), with: finished, temporaryFiles: environment.temporaryFiles,
            seal: seal)
        report.isUnchanged = writer.isUnchanged
        return report
    }

    /// Looks at what is written besides the mix.
    private static func checkBesides(_ output: OutputSpec, _ stems: StemPlan?, inputs: [FilePath]) throws {
        var others = [output.path]
        for (what, option, path, file) in [
            ("trace", "--trace mix.trace", output.tracePath, output.traceFile),
            ("depfile", "--depfile mix.d", output.depfilePath, output.depfile),
        ] {
            guard let path else { continue }
            guard !path.isStandard else {
                throw SessionError(.usage, "'-' cannot be the file of a \(what)", nextStep: "name one: \(option)")
            }
            try SessionError.refuseNamedPipe(path, of: "--\(what)")
            try file(path).check(inputs: inputs)
            let place = path.outputPlace
            if place != nil, let other = others.first(where: { $0.outputPlace == place }) {
                let name = other == output.path ? "the mix" : "the trace"
                throw SessionError(
                    .usage, "the \(what) and \(name) are the same file", place: path,
                    nextStep: "name another file for the \(what)")
            }
            others.append(path)
        }
        if output.depfilePath != nil, output.path.isStandard {
            throw SessionError(
                .usage, "standard output cannot be the target of a depfile",
                nextStep: "name an output file, or leave --depfile out")
        }
        try stems?.check(replacing: output.replacesExisting, inputs: inputs, others: others)
    }

    /// For `--on-clip scale` and `limit`: renders once to measure. A mix that fits as it is stays as it is.
    private func fit() throws -> MixFit {
        var fit = MixFit(limit: plan.session.limit)
        guard plan.session.onClip == .scale || plan.session.onClip == .limit, let fullScale = FullScale(format.encoding)
        else { return fit }
        let watch = try render(to: NullSink(plan.format), fit)
        guard watch.overloads.sampleCount > 0 else { return fit }
        // What is not finite fits at no level; the writer refuses it by its place.
        guard watch.lowest.isFinite && watch.highest.isFinite else { return fit }
        let headroom = chosenDither(isFitted: true).headroom(sampleRate: plan.sampleRate)
        if plan.session.onClip == .scale {
            fit.gain = fullScale.factor(lowest: watch.lowest, highest: watch.highest, headroom: headroom)
            // A limiter would bring back what the factor takes away.
            fit.limit = fit.limit.map {
                TruePeakCeiling(
                    decibels: max(TruePeakCeiling.range.lowerBound, $0.decibels + Decibels(linear: fit.gain).value))
            }
        } else {
            let ceiling = Decibels(linear: fullScale.factor(lowest: -1, highest: 1, headroom: headroom)).value
            fit.limit = TruePeakCeiling(decibels: min(ceiling, fit.limit?.decibels ?? 0))
        }
        return fit
    }

    /// - Parameter isFitted: a mix that was made to fit is no longer exact.
    package func chosenDither(isFitted: Bool) -> Dither {
        switch plan.session.dither {
        case .none: .none
        case .tpdf: .tpdf
        case .shaped: .shaped
        case .auto:
            if let bits = format.encoding.integerBits, bits <= 16, isFitted || !plan.isExact(bits: bits) {
                .tpdf
            } else {
                .none
            }
        }
    }

    /// What the loop saw; `nil` if nothing was clipped.
    private func clippingReport(_ watch: PeakWatch) -> ClippingReport? {
        guard let worst = watch.overloads.worst else { return nil }
        return ClippingReport(
            sampleCount: watch.overloads.sampleCount, worstAmplitude: worst.amplitude, worstFrame: worst.frame,
            worstChannel: worst.channel,
            contributions: watch.contributions(of: plan.tracks.map(\.spec.path)))
    }
}

extension OutputSpec {
    fileprivate func traceFile(_ path: FilePath) -> FinishedFile {
        FinishedFile(path: path, force: replacesExisting, makesFolder: makesFolder)
    }

    fileprivate func depfile(_ path: FilePath) -> FinishedFile {
        var file = FinishedFile.replacing(path, force: replacesExisting)
        file.makesFolder = makesFolder
        return file
    }
}
