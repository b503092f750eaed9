import KKMixing
import KKTestSupport
import Testing

/// Comparisons as entries of a report.
@Suite struct ComparisonReportTests {
    /// Two seconds of a tone, and the same with half a second in it that is softer by a quarter of a decibel.
    private static func entry() throws -> ReportEntry {
        let folder = try ScratchFolder()
        let tone: [Int16] = (0..<88_200).map { $0 / 50 % 2 == 0 ? 8_000 : -8_000 }
        let softer: [Int16] = tone.indices.map { (39_690..<61_740).contains($0) ? tone[$0] / 100 * 97 : tone[$0] }
        try folder.write(WaveFile.pcm16(tone.map { [$0] }), to: "a.wav")
        try folder.write(WaveFile.pcm16(softer.map { [$0] }), to: "b.wav")
        var settings = ComparisonJob.Settings()
        settings.tolerance = .default
        let job = try ComparisonJob(
            reference: FilePath(folder.path("a.wav")), actual: FilePath(folder.path("b.wav")), settings: settings,
            environment: .init(temporaryFiles: TemporaryFiles()))
        return ReportEntry(try job.run(), picture: nil)
    }

    @Test func `a number that is within its limit is not called beyond it: the part that is beyond stands beside`()
        throws
    {
        let row = try #require(try Self.entry().measures.first { $0.name == "loudness" })
        #expect(row.isBeyond && row.part.hasPrefix("−0.2") && row.part.contains(" LU in 0:0"), "\(row)")
        #expect(row.difference.hasPrefix("−0.0") && row.allowed == "0.10 LU", "\(row)")
    }

    @Test func `a measure that neither side has is no row`() throws {
        let measures = try Self.entry().measures
        #expect(
            measures.allSatisfy { !($0.reference + $0.actual + $0.difference).isEmpty }
                && !measures.contains { $0.name == "loudness range" }, "\(measures)")
    }

    /// Noise, and the same so many frames late and softer, which is undone.
    private static func shifted(late lag: Int) throws -> ReportEntry {
        let folder = try ScratchFolder()
        var numbers = SeededNumbers(seed: 7)
        let noise: [[Int16]] = (0..<60_000).map { _ in [Int16.random(in: -8_000...8_000, using: &numbers)] }
        try folder.write(WaveFile.pcm16(Array(noise.dropFirst(max(0, lag)))), to: "a.wav")
        try folder.write(WaveFile.pcm16(noise.dropFirst(max(0, -lag)).map { [$0[0] / 10 * 9] }), to: "b.wav")
        var settings = ComparisonJob.Settings()
        settings.tolerance = .default
        settings.tolerance.lag = .frames(10_000)
        settings.residualPath = FilePath(folder.path("r.wav"))
        let job = try ComparisonJob(
            reference: FilePath(folder.path("a.wav")), actual: FilePath(folder.path("b.wav")), settings: settings,
            environment: .init(temporaryFiles: TemporaryFiles()))
        let entry = ReportEntry(try job.run(), picture: "p.svg")
        #expect(entry.attachment(.picture)?.vector == "p.svg")
        return entry
    }

    private static func offsets(late lag: Int) throws -> [String] {
        try shifted(late: lag).attachments.map { "\($0.role) \($0.offset)" }
    }

    @Test func `a shift that was undone is an offset of the actual, and of a residual that begins later`() throws {
        #expect(try Self.offsets(late: 4_410) == ["reference 0.0", "actual 0.1", "residual 0.0", "picture 0.0"])
        #expect(try Self.offsets(late: -4_410) == ["reference 0.0", "actual -0.1", "residual -0.1", "picture 0.0"])
        #expect(try Self.offsets(late: 0) == ["reference 0.0", "actual 0.0", "residual 0.0", "picture 0.0"])
    }

    /// Speech-like noise through everything that `lossy` is about, with one thing more than it admits.
    private static func lossy(_ change: (inout [Int16]) -> Void) throws -> ReportEntry {
        let folder = try ScratchFolder()
        var numbers = SeededNumbers(seed: 11)
        let noise: [Int16] = (0..<88_200).map { _ in Int16.random(in: -6_000...6_000, using: &numbers) }
        var other = noise
        change(&other)
        try folder.write(WaveFile.pcm16(noise.map { [$0] }), to: "a.wav")
        try folder.write(WaveFile.pcm16(other.map { [$0] }), to: "b.wav")
        var settings = ComparisonJob.Settings()
        settings.tolerance = .lossy
        let job = try ComparisonJob(
            reference: FilePath(folder.path("a.wav")), actual: FilePath(folder.path("b.wav")), settings: settings,
            environment: .init(temporaryFiles: TemporaryFiles()))
        return ReportEntry(try job.run(), picture: nil)
    }

    @Test func `every limit that is not kept is a marked row: a dropout and a burst, too`() throws {
        let dropped = try Self.lossy { for index in 30_000..<30_900 { $0[index] = 0 } }
        let fall = try #require(dropped.measures.first { $0.name == "largest fall in 10 ms" }, "\(dropped.measures)")
        #expect(fall.isBeyond && fall.allowed == "8.00 dB" && fall.part.hasPrefix("in 0:00.6"), "\(fall)")
        let louder = try Self.lossy { for index in 30_000..<33_000 { $0[index] = -$0[index] } }
        let burst = try #require(louder.measures.first { $0.name == "residual beside 25 ms of the reference" })
        #expect(burst.isBeyond && burst.allowed == "0.50 dB" && burst.difference == "6.02 dB", "\(burst)")
        let softer = try Self.lossy { for index in $0.indices { $0[index] = $0[index] / 10 * 8 } }
        let level = try #require(softer.measures.first { $0.name == "third octaves up to 4 kHz together" })
        #expect(level.isBeyond && level.difference.hasPrefix("−1.9") && level.allowed == "0.60 dB", "\(level)")
        for entry in [dropped, louder, softer] {
            #expect(entry.isFailure && entry.measures.contains(where: \.isBeyond))
            #expect(entry.measures.contains { $0.name.hasPrefix("third octave of the treble at ") })
        }
    }

    @Test func `no two limits are one in a report or a document`() {
        for names in [Limit.allCases.map(\.facts.title), Limit.allCases.compactMap(\.facts.key)] {
            #expect(Set(names).count == names.count)
        }
    }

    /// The measures of two tones that differ in form alone, name by name.
    private static func allowed(
        _ tolerance: Tolerance, frames: Int = 44_100, rate: UInt32 = 44_100, channels: Int = 1
    ) throws -> [String: String] {
        let folder = try ScratchFolder()
        let tone: [Int16] = (0..<44_100).map { $0 / 50 % 2 == 0 ? 8_000 : -8_000 }
        try folder.write(WaveFile.pcm16(tone.map { [$0] }), to: "a.wav")
        try folder.write(
            WaveFile.pcm16(tone.prefix(frames).map { Array(repeating: $0, count: channels) }, sampleRate: rate),
            to: "b.wav")
        var settings = ComparisonJob.Settings()
        settings.tolerance = tolerance
        let job = try ComparisonJob(
            reference: FilePath(folder.path("a.wav")), actual: FilePath(folder.path("b.wav")), settings: settings,
            environment: .init(temporaryFiles: TemporaryFiles()))
        let rows = ReportEntry(try job.run(), picture: nil).measures
        return Dictionary(
            uniqueKeysWithValues: rows.map {
                ($0.name, $0.isBeyond ? "\($0.difference), at most \($0.allowed)" : $0.allowed)
            })
    }

    @Test func `a limit that admits nothing does not read as no limit`() throws {
        #expect(try Self.allowed(.default, frames: 44_099)["length"] == "−1 frame, at most 0 frames")
        #expect(try Self.allowed(.default, rate: 22_050)["sample rate"] == "another, at most the same")
        #expect(try Self.allowed(.default, channels: 2)["channels"] == "another, at most the same")
        var some = Tolerance.default
        some.length = .frames(1_152)
        #expect(try Self.allowed(some)["length"] == "1,152 frames")
        some.length = .seconds(0.05)
        #expect(try Self.allowed(some)["length"] == "50ms")
    }

    @Test func `what was missed is reported once in a log`() throws {
        let entry = try Self.entry()
        let text = JUnitReport(Report("kkmix compare", entries: [entry])).text
        #expect(!text.contains("beyond its limit") && text.matches(of: /loudness differs by/).count == 1, "\(text)")
    }
}
