public import KKAnalysis
public import KKFiles
internal import KKMath
public import KKPCM
internal import KKSession

/// The measurement of one file: opened, decoded once to its end, in bounded memory.
public struct MeasureJob: Sendable {
    public var path: FilePath
    /// The track that is measured; `nil` for the whole file.
    public var track: SheetTrack?
    public var measures = Measures.all
    /// The profile whose limits are applied.
    public var profile: LoudnessProfile?
    /// Which audio stream of a file with several is read; `nil` for the first that can be decoded.
    public var stream: Int?
    /// What the samples of files without headers are; `nil` for files with headers.
    public var raw: RawFormat?
    /// Whether damage in the file, including samples that are not finite, is an error instead of a warning.
    public var isStrict = false
    /// The number of threads, including the caller's. Results do not depend on it.
    public var threadCount = 1

    public init(path: FilePath) {
        self.path = path
    }

    /// - Throws: `AudioFileError` for a file that cannot be opened or read, and for damage if the job is strict;
    ///   `SessionError` for an unsupported rate and, if the job is strict, for samples that are not finite.
    public func run() throws -> MeasureReport {
        let reader = try AudioFileReader(
            path: path,
            options: ReaderOptions(
                strict: isStrict, keepsNonFinite: !isStrict, readsOnce: true, stream: stream, raw: track?.raw ?? raw))
        guard SoundMeter.sampleRates.contains(reader.format.sampleRate) else {
            throw SessionError(
                .badData, "a rate of \(shortDecimalText(reader.format.sampleRate, digits: 3)) Hz cannot be measured",
                place: reader.path,
                nextStep: "meters take 1 to 10,000,000 Hz")
        }
        let (meter, notice) = try meter(for: reader)
        let threads =
            threadCount > 1 && reader.properties.frameCount > ReadAheadBudget.threadedFrameCount ? threadCount - 1 : 0
        let ioWorkers = threads > 0 ? IOWorkers(threadCount: threads) : nil
        // The reader is asked for its warnings.
        defer { ioWorkers?.dismiss() }
        if let ioWorkers { _ = try reader.decodeAhead(on: ioWorkers, byteCount: ReadAheadBudget.pieceByteCount) }
        try meter.measure(try part(of: reader), workers: threads > 0 ? ParallelWorkers(threadCount: threads) : nil)
        let measurement = meter.finish()
        let problem = problem(with: measurement)
        if let problem, isStrict { throw problem }
        let notices = [notice, problem?.description].compactMap { $0 }
        return MeasureReport(
            path: path, track: track?.number, measurement: measurement, judgement: profile?.judgement(on: measurement),
            warnings: reader.warnings.map(\.description) + notices)
    }

    private func part(of reader: AudioFileReader) throws -> any FrameSource {
        guard let track else { return reader }
        try track.check(in: reader)
        let rate = reader.format.sampleRate, start = track.from.frames(at: rate)
        return RegionSource(reader, start: start, length: track.to.map { $0.frames(at: rate) - start })
    }

    /// Without libcrypto everything but the hash can be measured.
    private func meter(for reader: AudioFileReader) throws -> (meter: SoundMeter, notice: String?) {
        let layout = reader.clientLayout, rate = reader.format.sampleRate
        do throws(AnalysisError) {
            return (try SoundMeter(layout: layout, sampleRate: rate, measures: measures), nil)
        } catch {
            guard error.kind == .unavailable else { throw error }
            let meter = try SoundMeter(layout: layout, sampleRate: rate, measures: measures.subtracting(.hash))
            return (meter, "there is no hash: \(error.problem)")
        }
    }

    private func problem(with measurement: Measurement) -> SessionError? {
        guard let place = measurement.levels.firstNonFinite else { return nil }
        let count = Int64(measurement.nonFiniteCount)
        return SessionError(
            .badData,
            "\(groupedText(count)) sample\(count == 1 ? " is" : "s are") NaN or infinite, the first in channel \(place.channel + 1) at frame "
                + "\(groupedText(Int64(place.frame)))", place: path, nextStep: isStrict ? nil : "counted as silence")
    }
}

/// The result of a measurement.
public struct MeasureReport: Hashable, Sendable, KeyedReport {
    /// The path as given to the job.
    public var path: FilePath
    /// The number of the cue sheet's track; `nil` for the whole file.
    public var track: Int?
    public var measurement: Measurement
    /// The judgement by the job's profile.
    public var judgement: LoudnessProfile.Judgement?
    /// The name of the input for messages.
    public var name: String { JobInput.name(path, track: track) }
    /// Problems of the file, as text.
    public var warnings: [String]

    public static func tell(_ key: inout ReportKeys<Self>) {
        key("path", \.path)
        key("track", \.track)
        key.all(of: \.measurement)
        key("profile", \.judgement)
        key("warnings", \.warnings)
    }
}

extension ParallelWorkers: AnalysisWorkers {}
