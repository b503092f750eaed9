import KKJobSupport
import KKMixing
import KKTestSupport
import Testing

/// Which channel goes where, and that nothing is mixed on the way.
@Suite struct ChannelMapTests {
    let jobs = try! JobFolder()

    private func converted(
        _ name: String, _ map: String, _ change: (inout ConversionSettings) -> Void = { _ in }
    ) throws -> ([[Float]], ChannelLayout) {
        var settings = ConversionSettings()
        settings.channelMap = try ChannelMap(parsing: map)
        settings.replacesExisting = true
        change(&settings)
        let plan = try ConversionPlan(
            [FilePath(jobs.folder.path(name))], destination: FilePath(jobs.folder.path("out.wav")), settings: settings)
        let job = try ConversionJob(
            plan.items[0], settings: settings, environment: .init(temporaryFiles: TemporaryFiles()))
        #expect(try job.run().result?.dither == "none")
        return try (jobs.decoded("out.wav"), AudioFileReader(path: jobs.folder.path("out.wav")).fileLayout)
    }

    @Test func `a map is read as it is written`() throws {
        for text in ["1", "2,1", "1,-", "-", "3,3,-,1"] { #expect(try ChannelMap(parsing: text).description == text) }
        #expect(try ChannelMap(parsing: "2,-") == ChannelMap([1, nil]))
        #expect(try ChannelMap(parsing: " 1 , -,2") == ChannelMap([0, nil, 1]))
        for text in ["", " ", "0", "1,0", "1,", ",1", "-1", "1 2", "1, ,2", "a", "1;2", "70000", "1,--"] {
            #expect(throws: SessionError.self, "\(text)") { try ChannelMap(parsing: text) }
        }
    }

    @Test func `every output channel is the input channel of its number, or silence`() throws {
        try jobs.pcm16("a.wav", [[100, -3], [200, 7], [-300, 9]])
        let (left, right): ([Float], [Float]) = ([100, 200, -300], [-3, 7, 9])
        let silent: [Float] = [0, 0, 0]
        let cases: [(String, [[Float]])] = [
            ("2,1", [right, left]), ("1", [left]), ("2", [right]), ("1,1", [left, left]), ("-,1", [silent, left]),
            ("2,-,1", [right, silent, left]),
        ]
        for (map, channels) in cases {
            #expect(try converted("a.wav", map).0 == channels.map { $0.map { $0 / 32_768 } }, "\(map)")
        }
    }

    @Test func `the layout stays when the count does, unless another one is named`() throws {
        let six: [[Int16]] = [[1, 2, 3, 4, 5, 6]]
        try jobs.pcm16("six.wav", six)
        #expect(try converted("six.wav", "1,2,5,6,3,4").1 == .fiveOne)
        #expect(try converted("six.wav", "1,2").1 == .stereo)
        let (samples, layout) = try converted("six.wav", "6,5,4,3") { $0.layout = .quadraphonic }
        #expect(layout == .quadraphonic && samples.map { $0[0] * 32_768 } == [6, 5, 4, 3])
        #expect(throws: SessionError.self) { try converted("six.wav", "1,2") { $0.layout = .mono } }
        #expect(throws: SessionError.self) { try converted("six.wav", "7") }
    }

    @Test func `a map and a rate go together`() throws {
        try jobs.float32(
            "a.wav", SeededNumbers.noise(2_000, seed: 3).enumerated().map { [$1 * 0.5, Float($0) / 4_000] })
        var settings = ConversionSettings()
        settings.sampleRate = 32_000
        let mapped = try converted32("a.wav", "2,1", settings)
        let plain = try converted32("a.wav", nil, settings)
        #expect(mapped == [plain[1], plain[0]])
    }

    private func converted32(_ name: String, _ map: String?, _ settings: ConversionSettings) throws -> [[Float]] {
        var settings = settings
        settings.channelMap = try map.map { try ChannelMap(parsing: $0) }
        settings.replacesExisting = true
        let plan = try ConversionPlan(
            [FilePath(jobs.folder.path(name))], destination: FilePath(jobs.folder.path("out.wav")), settings: settings)
        _ = try ConversionJob(plan.items[0], settings: settings, environment: .init(temporaryFiles: TemporaryFiles()))
            .run()
        return try jobs.decoded("out.wav")
    }
}
