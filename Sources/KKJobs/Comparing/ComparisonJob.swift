public import KKAnalysis
internal import KKConvert
public import KKFiles
public import KKPCM
public import KKSession

/// Compares two files and, if requested, writes their difference.
public final class ComparisonJob {
    /// What is asked.
    public struct Settings: Sendable {
        public var tolerance = Tolerance.default
        /// Whether two completely silent sounds may be equal.
        public var allowsSilence = false
        /// Whether to search for the cause of a difference.
        public var looksForCause = true
        /// Whether everything is measured, even if the tolerance does not need it.
        public var measuresAll = false
        /// Which audio stream of a file with several is read; `nil` for the first that can be decoded.
        public var stream: Int?
        /// What the samples of files without headers are; `nil` for files with headers.
        public var raw: RawFormat?
        /// Whether damage in a file is an error instead of a warning.
        public var isStrict = false
        /// The file for the residual (actual minus reference, 32-bit float); `nil` for none.
        public var residualPath: FilePath?
        /// Whether an existing residual is replaced.
        public var replacesExisting = false

        public init() {}
    }

    public let reference: AudioFileReader
    public let actual: AudioFileReader
    public let settings: Settings
    private let environment: RenderJob.Environment
    private let residualFormat: OutputFormat?

    /// Opens both files, and checks that the residual can be written.
    ///
    /// - Throws: the errors of opening; `usage` if both files are the same pipe; `cannotCreate` if the residual exists
    ///   and may not be replaced.
    public init(reference: FilePath, actual: FilePath, settings: Settings, environment: RenderJob.Environment) throws {
        try SessionError.refuseSharedPipes([reference, actual])
        self.settings = settings
        self.environment = environment
        residualFormat = try settings.residualPath.map { path in
            let format = try Self.residualFormat(path)
            try SessionError.refuseNamedPipe(path, of: "--residual")
            try AudioFileWriter.check(path: path, force: settings.replacesExisting, inputs: [reference, actual])
            return format
        }
        // What is not a number makes a comparison fail, and says where; that is more than a file that cannot be read.
        let options = ReaderOptions(
            strict: settings.isStrict, keepsNonFinite: !settings.isStrict, stream: settings.stream, raw: settings.raw)
        self.reference = try AudioFileReader(path: reference, options: options)
        self.actual = try AudioFileReader(path: actual, options: options)
    }

    /// By its name alone, for there is no option to say it with.
    private static func residualFormat(_ path: FilePath) throws(AudioFileError) -> OutputFormat {
        do throws(AudioFileError) {
            return try OutputFormat.choose(path: path, encoding: .f32)
        } catch {
            var error = error
            error.nextStep = "a residual is 32-bit floats: end its name in .wav, .caf or .aiff"
            throw error
        }
    }

    /// Compares.
    ///
    /// - Throws: the errors of reading and writing; then no residual is written. A difference is not an error.
    public func run() throws -> ComparisonReport {
        do {
            return try compareAndWrite()
        } catch var error as AnalysisError {
            environment.temporaryFiles.removeAll()
            error.place = reference.path
            throw error
        } catch {
            environment.temporaryFiles.removeAll()
            throw error
        }
    }

    private func compareAndWrite() throws -> ComparisonReport {
        var comparator = SoundComparator(settings.tolerance)
        (comparator.referenceLayout, comparator.actualLayout) = (reference.statedLayout, actual.statedLayout)
        comparator.referenceBits = reference.stepBits
        (comparator.allowsSilence, comparator.looksForCause) = (settings.allowsSilence, settings.looksForCause)
        comparator.isSameFile = try reference.hasSameBytes(as: actual) { try environment.deadline?.check() }
        if settings.measuresAll { comparator.measures = .all }
        let total = reference.frameCount ?? 0
        comparator.progress = { [progress = environment.progress] in try progress($0, total) }
        // Three pieces of work in each block: the meters of both sides, and the residual.
        let threads = min(3, environment.threadCount)
        let isShort = total <= ReadAheadBudget.threadedFrameCount
        let workers = threads > 1 && !isShort ? ParallelWorkers(threadCount: threads - 1) : nil
        comparator.workers = workers
        let ioWorkers =
            environment.threadCount > 1 && !isShort ? IOWorkers(threadCount: environment.threadCount - 1) : nil
        defer { ioWorkers?.dismiss() }
        let writer = try writer()
        let comparison = try comparator.compare(ahead(reference, ioWorkers), ahead(actual, ioWorkers), residual: writer)
        // A residual up to the first sample that is not a number would be taken for all of it.
        let isWhole = !comparison.hasNotFinite
        let isWritten = isWhole && writer.map { $0.framesWritten > 0 } ?? false
        if isWritten { try writer?.finalize() }
        var report = ComparisonReport(
            comparison: comparison, referencePath: reference.path, actualPath: actual.path,
            residualPath: isWritten ? settings.residualPath : nil,
            warnings: reference.warnings + actual.warnings)
        if let path = settings.residualPath, !isWritten { report.warnNotWritten(path) }
        if let words = ComparisonWords(comparison).passedLayout {
            report.warnings.append(FileWarning(path: actual.path, words))
        }
        return report
    }

    /// What takes a while to decode is read ahead.
    private func ahead(_ reader: AudioFileReader, _ workers: IOWorkers?) throws -> any FrameSource {
        let source: any FrameSource =
            reader.fileFormat.isLinearPCM
            ? reader : try reader.readAhead(of: reader, on: workers, byteCount: ReadAheadBudget.pieceByteCount / 2)
        // The comparator may read a sound several times: for the shift, for the limits, and for the cause.
        return environment.deadline.map { TimedSource(source, $0) } ?? source
    }

    private func writer() throws -> AudioFileWriter? {
        guard let path = settings.residualPath, let residualFormat else { return nil }
        guard reference.format == actual.format else { return nil }
        let options = WriterOptions(force: settings.replacesExisting, temporaryFiles: environment.temporaryFiles)
        return try AudioFileWriter(
            path: path, format: residualFormat, layout: reference.clientLayout, sampleRate: reference.format.sampleRate,
            options: options)
    }
}

/// The result of a comparison.
public struct ComparisonReport: Sendable, KeyedReport {
    public var comparison: Comparison
    /// The files, as named by their readers.
    public var referencePath: String
    public var actualPath: String
    /// The residual; `nil` if there is none.
    public var residualPath: FilePath?
    /// The picture of the comparison.
    public var plotPath: FilePath?
    public var warnings: [FileWarning]

    public static func tell(_ key: inout ReportKeys<Self>) {
        key("verdict", \.comparison.verdict)
        key("passed", \.comparison.passed)
        key("reference") { Side(path: $0.referencePath, side: $0.comparison.reference) }
        key("actual") { Side(path: $0.actualPath, side: $0.comparison.actual) }
        key("tolerance", \.comparison.tolerance.name)
        key("limits", \.comparison.tolerance)
        key("changed_limits", \.comparison.tolerance.changedLimits)
        key("missed") { ComparisonWords($0.comparison).missed }
        key.all(of: \.comparison)
        key("residual", \.residualPath)
        key("plot", \.plotPath)
        key("warnings") { $0.warnings.map(\.description) }
    }

    private struct Side: KeyedReport {
        let path: String
        let side: Comparison.Side

        static func tell(_ key: inout ReportKeys<Self>) {
            key("path", \.path)
            key.all(of: \.side)
        }
    }

    /// Adds a warning that a requested file was not written, and why.
    public mutating func warnNotWritten(_ path: FilePath) {
        warnings.append(
            FileWarning(
                path: path.text, "not written: \(ComparisonWords(comparison).nothing ?? "nothing was compared")"))
    }
}

extension AudioFileReader {
    /// What its channels are, where the file says so.
    var statedLayout: ChannelLayout? { properties.statesLayout ? clientLayout : nil }

    /// The bits of the integers in which a step is counted (``Tolerance/lsb``): the audio's own; 16 of what a lossy
    /// encoder made; none of floats.
    var stepBits: Int? {
        if fileFormat.isLinearPCM && fileFormat.formatFlags.contains(.isFloat) { return nil }
        return properties.sourceBitDepth ?? 16
    }
}
