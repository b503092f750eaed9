internal import KKAnalysis
internal import KKFiles
public import KKPCM
public import KKSession

/// The conversion of one file: a render job with one track at unity gain.
public final class ConversionJob {
    /// What will be done or was done.
    public var description: ConversionDescription { ConversionDescription(job, track: track) }
    /// What would be written.
    public var planned: MixReport { job.planned }
    private let job: RenderJob
    private let track: Int?

    /// Opens the input and, unless the conversion is only described, checks that the output can be written.
    public init(
        _ item: ConversionPlan.Item, settings: ConversionSettings, environment: RenderJob.Environment,
        checksOutput: Bool = true
    ) throws {
        if let problem = item.problem ?? (checksOutput ? item.conflict : nil) {
            // That the input is not there is the better reason.
            _ = try AudioFileReader(
                path: item.input,
                options: ReaderOptions(strict: settings.isStrict, stream: settings.stream, raw: settings.raw))
            throw problem
        }
        track = item.track?.number
        do {
            job = try RenderJob(
                settings.session(for: item), output: item.output, environment: environment, purpose: .conversion,
                checksOutput: checksOutput)
        } catch {
            // A part that is not there is a slip of the sheet's, and none of the command's.
            if let track = item.track, let reader = try? AudioFileReader(path: item.input) {
                try track.check(in: reader)
            }
            throw error
        }
    }

    /// Why the file could not be written where it should go, for a conversion that is only described; `nil` if nothing
    /// is in the way.
    static func obstacle(_ item: ConversionPlan.Item) -> String? {
        if let conflict = item.conflict { return "\(conflict)" }
        do throws(AudioFileError) {
            try AudioFileWriter.check(
                path: item.output.path, force: item.output.replacesExisting, inputs: [item.input],
                makesFolder: item.output.makesFolder)
            return nil
        } catch {
            return "\(error)"
        }
    }

    /// Renders at its own level and measures, writing nothing.
    func measured(_ measures: Measures) throws -> MeasuredSound { try job.measured(measures) }

    /// Converts and writes.
    ///
    /// - Throws: errors of all modules; then no output is written.
    public func run() throws -> ConversionReport {
        let report = try job.run()
        return ConversionReport(
            description: description, mix: report, clipping: report.clipping?.summary(job.plan, job.format, .conversion)
        )
    }
}

/// The result of a file.
public struct ConversionReport: Sendable, KeyedReport {
    public var description: ConversionDescription
    /// What was or would be written.
    public var mix: MixReport
    /// The same; `nil` if nothing was to be written.
    public var result: MixReport? { mix.isRendered ? mix : nil }
    /// One line about clipping, for people.
    public var clipping: String?
    /// The common gain of an album's files, in decibels; `nil` for a single file.
    public var albumGain: Double?

    public static func tell(_ key: inout ReportKeys<Self>) {
        key("path", \.description.input)
        key("track", \.description.track)
        key("album_gain_db", \.albumGain)
        key.all(of: \.mix)
    }
}
