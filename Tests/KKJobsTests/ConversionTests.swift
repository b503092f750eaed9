import Foundation
import KKJobSupport
import KKMixing
import KKTestSupport
import Synchronization
import Testing

/// A conversion gives what a mix of one track at unity gives, in any number of threads.
@Suite struct ConversionTests {
    let jobs = try! JobFolder()

    private func run(
        _ inputs: [String], to destination: String = "out/", threads: Int = 1, extent: ConversionRun.Extent = .write,
        _ change: (inout ConversionSettings) -> Void = { _ in }
    ) throws -> [Result<ConversionReport, any Error>] {
        var settings = ConversionSettings()
        settings.replacesExisting = true
        change(&settings)
        let paths = inputs.map { FilePath($0.hasPrefix("/") ? $0 : jobs.folder.path($0)) }
        var run = ConversionRun(
            try ConversionPlan(paths, destination: FilePath(jobs.folder.path(destination)), settings: settings),
            temporaryFiles: TemporaryFiles())
        run.threadCount = threads
        run.extent = extent
        let results = Mutex([Result<ConversionReport, any Error>]())
        run.run { index, result in
            results.withLock {
                #expect($0.count == index, "in order")
                $0.append(result)
            }
        }
        return results.withLock { $0 }
    }

    @Test(arguments: [
        "tone-s16.wav", "tone-s16.aiff", "codec-16.flac", "tone-s24.wav", "codec-24.flac", "tone-f32.wav",
        "tone-ulaw.wav", "tone-u8.wav",
    ])
    func `what the output can hold arrives bit by bit`(name: String) throws {
        let input = Fixtures.path(name)
        let original = try AudioFileReader(path: input).readAll()
        for container in ["wav", "caf", "aiff", "w64"] {
            let report = try #require(try run([input], to: "out.\(container)").first).get()
            #expect(report.result?.dither == "none" && report.clipping == nil)
            #expect(try jobs.decoded("out.\(container)") == original, "\(container)")
        }
    }

    @Test func `a conversion is a mix of one track at unity`() throws {
        for name in ["music.mp3", "channels-6.flac", "tone-s24.wav"] {
            let report = try #require(
                try run([Fixtures.path(name)], to: "convert.wav") {
                    $0.sampleRate = 32_000; $0.layout = .mono; $0.seed = 9; $0.encoding = "s16"
                }.first
            ).get()
            try jobs.run([Fixtures.path(name)], to: "mix.wav", encoding: "s16") {
                $0.sampleRate = 32_000; $0.layout = .mono; $0.seed = 9
            }
            #expect(jobs.folder.bytes("convert.wav") == jobs.folder.bytes("mix.wav"))
            #expect(
                report.description.dither == .tpdf && report.result?.dither == "tpdf"
                    && report.description.resampler == .high)
        }
    }

    @Test func `a description is what is written`() throws {
        for (name, container) in [
            ("music.mp3", "flac"), ("tone-s16.wav", "aiff"), ("music-48k-f32.wav", "caf"), ("channels-6.wav", "ogg"),
        ] {
            let described = try #require(
                try run([Fixtures.path(name)], to: "none.\(container)", extent: .describe) { $0.sampleRate = 32_000 }
                    .first
            ).get()
            #expect(described.result == nil && jobs.folder.bytes("none.\(container)") == nil)
            let report = try #require(
                try run([Fixtures.path(name)], to: "out.\(container)") { $0.sampleRate = 32_000 }.first
            ).get()
            let reader = try AudioFileReader(path: jobs.folder.path("out.\(container)"))
            for description in [described.description, report.description] {
                #expect(
                    description.to.format == reader.fileFormat && description.to.layout == reader.fileLayout
                        && description.to.frameCount == reader.frameCount)
                #expect(try description.from.format == AudioFileReader(path: Fixtures.path(name)).fileFormat)
            }
        }
    }

    @Test func `files that fail stop no other one, and any number of threads tells the same`() throws {
        try jobs.folder.write([1, 2, 3], to: "junk.wav")
        let inputs =
            ["music.mp3", "codec-vorbis.ogg", "tone-s24.wav", "speech.flac", "rate-1000.wav", "channels-6.caf"].map(
                Fixtures.path) + ["junk.wav", "none.wav"]
            + ["noise-s16.wav", "truncated.wav", "zero-frames.wav"].map(Fixtures.path)
        var texts: [[String]] = []
        var files: [[[UInt8]?]] = []
        for threads in [1, 2, 8] {
            let results = try run(inputs, to: "out-\(threads)/", threads: threads) {
                $0.sampleRate = 22_050; $0.container = "wav"; $0.isStrict = true
            }
            texts.append(
                results.map { result in
                    switch result {
                    case .success(let report):
                        "\(report.description.to.frameCount) \(report.result?.dither ?? "") \(report.description.warnings)"
                    case .failure(let error): "\(error)"
                    }
                })
            files.append(
                try FileManager.default.contentsOfDirectory(atPath: jobs.folder.path("out-\(threads)")).sorted().map {
                    jobs.folder.bytes("out-\(threads)/\($0)")
                })
        }
        let failures = texts[0].filter {
            $0.contains("junk.wav") || $0.contains("none.wav") || $0.contains("truncated.wav")
                || $0.contains("zero-frames")
        }
        #expect(failures.count == 4, "\(texts[0])")
        #expect(files[0].count == 7)
        for index in 1..<3 {
            #expect(texts[index] == texts[0])
            #expect(files[index] == files[0], "\(index)")
        }
    }

    @Test func `Opus is made at 48 kHz, with a notice`() throws {
        let report = try #require(try run([Fixtures.path("music.wav")], to: "out.opus").first).get()
        #expect(report.description.to.format.sampleRate == 48_000)
        #expect(
            report.description.notices.first?.hasSuffix(
                "out.opus: Opus takes only 48000 Hz; the conversion is made at that rate") == true)
    }

    @Test func `a check writes nothing and makes no folder`() throws {
        #expect(try run([Fixtures.path("music.wav")], to: "a/b/", extent: .check).first?.get().result == nil)
        #expect(jobs.folder.contents == [])
    }

    @Test func `a folder in which nothing was written does not stay`() throws {
        try jobs.folder.write([1, 2, 3], to: "junk.wav")
        try jobs.float32("hot.wav", [[2]])
        let results = try run(["junk.wav", "hot.wav"], to: "a/b/") {
            $0.encoding = "s16"; $0.onClip = .error
        }
        #expect(results.count == 2 && jobs.folder.contents == ["hot.wav", "junk.wav"])
    }
}
