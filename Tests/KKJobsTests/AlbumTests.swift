import KKJobSupport
import KKMixing
import KKTestSupport
import Synchronization
import Testing

/// One gain for all files of a conversion.
@Suite struct AlbumTests {
    let jobs = try! JobFolder()

    private func album(
        _ inputs: [String], threads: Int = 1, _ change: (inout ConversionSettings) throws -> Void
    ) throws -> (album: ConversionRun.Album?, gains: [Double?]) {
        var settings = ConversionSettings()
        settings.replacesExisting = true
        settings.isAlbum = true
        settings.encoding = "f32"
        try change(&settings)
        let paths = inputs.map { FilePath($0.hasPrefix("/") ? $0 : jobs.folder.path($0)) }
        var run = ConversionRun(
            try ConversionPlan(paths, destination: FilePath(jobs.folder.path("out/")), settings: settings),
            temporaryFiles: TemporaryFiles())
        run.threadCount = threads
        let album = try run.levelAlbum()
        let results = Mutex([Result<ConversionReport, any Error>]())
        run.run { _, result in results.withLock { $0.append(result) } }
        return (album, try results.withLock { $0 }.map { try $0.get().albumGain })
    }

    private func noise(_ name: String, level: Float, seconds: Double = 1) throws {
        try jobs.float32(name, SeededNumbers.noise(Int(seconds * 44_100), seed: 7).map { [$0 * level] })
    }

    private func factor(_ name: String) throws -> Float {
        let (before, after) = (try jobs.decoded(name)[0], try jobs.decoded("out/\(name)")[0])
        let place = try #require(before.indices.max { before[$0].magnitude < before[$1].magnitude })
        return after[place] / before[place]
    }

    @Test func `the loudest peak of all sets the gain of each`() throws {
        try jobs.float32("a.wav", [[0.1], [-0.2]])
        try jobs.float32("b.wav", [[0.5], [0.25]])
        let (found, gains) = try album(["a.wav", "b.wav"]) { $0.normalize = NormalizeTarget(.peak, level: -6) }
        let wanted = Decibels(-6).linear / 0.5
        #expect(abs(try #require(found).gain - Decibels(linear: wanted).value) < 1e-9)
        for name in ["a.wav", "b.wav"] { #expect(abs(Double(try factor(name)) - wanted) < 1e-6) }
        #expect(gains.allSatisfy { $0 == found?.gain } && gains.count == 2)
    }

    @Test func `the power of all samples together sets it, whatever their lengths`() throws {
        try jobs.float32("a.wav", Array(repeating: [0.1], count: 3_000))
        try jobs.float32("b.wav", Array(repeating: [-0.4], count: 1_000))
        let (found, _) = try album(["a.wav", "b.wav"]) { $0.normalize = NormalizeTarget(.rms, level: -20) }
        let together = ((3_000 * 0.01 + 1_000 * 0.16) / 4_000).squareRoot()
        #expect(abs(try #require(found).gain - (-20 - Decibels(linear: together).value)) < 1e-5)
    }

    /// Blocks of 400 ms every 100 ms: 17 of the soft file and 27 of the loud one. 18 LU below they are gated, 6 LU below
    /// they count.
    @Test(arguments: [(0.05, true), (0.2, false)]) func `a loudness is that of the blocks of all files`(
        level: Double, isGated: Bool
    ) throws {
        try noise("a.wav", level: Float(level), seconds: 2)
        try noise("b.wav", level: 0.4, seconds: 3)
        let (found, _) = try album(["a.wav", "b.wav"], threads: 2) { $0.loudness = LoudnessTarget(loudness: -23) }
        func integrated(_ name: String) throws -> Double {
            let report = try jobs.run([name], to: "x.wav", encoding: "f32") {
                $0.loudness = LoudnessTarget(loudness: -23)
            }
            return try #require(report.loudness).measured
        }
        let (soft, loud) = (try integrated("a.wav"), try integrated("b.wav"))
        let power = { Decibels($0).linear * Decibels($0).linear }
        let mean = Decibels(linear: ((17 * power(soft) + 27 * power(loud)) / 44).squareRoot()).value
        let expected = isGated ? loud : mean
        #expect(abs(try #require(found).gain - (-23 - expected)) < 0.01)
        #expect(abs(Double(try factor("a.wav")) - Double(try factor("b.wav"))) < 1e-6)
    }

    @Test func `a ceiling makes the gain of all lower`() throws {
        try noise("a.wav", level: 0.1)
        try noise("b.wav", level: 0.4)
        let (found, _) = try album(["a.wav", "b.wav"]) { $0.loudness = try LoudnessTarget(parsing: "-3LUFS,tp=-1dBTP") }
        #expect(try #require(found).notice.contains("would pass its ceiling"))
        #expect(try factor("a.wav") == factor("b.wav"))
        let meter = try Peaks.truePeak(of: jobs.folder.path("out/b.wav"))
        #expect(meter <= -1 && meter > -1.1)
    }

    @Test func `threads change nothing, and one file that fails is an end`() throws {
        for name in ["a.wav", "b.wav", "c.wav"] { try noise(name, level: 0.3, seconds: 0.5) }
        let one = try album(["a.wav", "b.wav", "c.wav"]) { $0.loudness = LoudnessTarget(loudness: -20) }.album?.gain
        let four = try album(["a.wav", "b.wav", "c.wav"], threads: 4) { $0.loudness = LoudnessTarget(loudness: -20) }
        #expect(one == four.album?.gain)
        try jobs.folder.write([1, 2, 3], to: "b.wav")
        #expect(throws: (any Error).self) {
            try album(["a.wav", "b.wav"]) { $0.normalize = NormalizeTarget(.peak, level: -1) }
        }
    }

    @Test func `silent files have no level, and a level has to be said`() throws {
        try jobs.pcm16("a.wav", Array(repeating: [0], count: 50_000))
        for change in [
            { $0.normalize = NormalizeTarget(.peak, level: -1) }, { $0.loudness = LoudnessTarget(loudness: -20) },
            { _ in }, { ($0.normalize, $0.onClip) = (NormalizeTarget(.peak, level: -1), .scale) },
        ] as [(inout ConversionSettings) -> Void] {
            #expect(throws: SessionError.self) { try album(["a.wav"], change) }
        }
    }
}

private enum Peaks {
    static func truePeak(of path: String) throws -> Double {
        let reader = try AudioFileReader(path: path)
        let meter = try SoundMeter(
            layout: reader.fileLayout, sampleRate: reader.fileFormat.sampleRate, measures: .truePeak)
        var buffer = PCMBuffer(channelCount: reader.fileLayout.channelCount, frameCapacity: 4096)
        while true {
            buffer.frameLength = try reader.read(into: &buffer, at: 0, frameCount: 4096)
            if buffer.frameLength == 0 { return try #require(meter.finish().truePeak) }
            meter.add(buffer)
        }
    }
}
