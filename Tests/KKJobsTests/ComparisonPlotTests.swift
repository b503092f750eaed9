import KKMixing
import KKTestSupport
import Testing

@Suite struct ComparisonPlotTests {
    /// A sine and the same at half its level differ by a sine; a part of it that saw silence around would begin and end
    /// with a click at every frequency.
    @Test func `the difference of a part of two files sees the sound around it`() throws {
        var settings = PlotSettings(inputs: ["synth:sine:for=4s", "synth:sine:for=4s:level=0.25"])
        settings.from = try TimeValue(parsing: "1.00025s")
        settings.length = try TimeValue(parsing: "1s")
        guard case .comparison(let picture) = try PlotJob(settings).run() else {
            Issue.record("no comparison")
            return
        }
        let spectrogram = try #require(picture.spectrogram)
        let last = spectrogram.grid.columnCount - 1
        let row = try #require(
            (0..<spectrogram.rows.count).last { spectrogram.level(column: last / 2, row: $0) != nil })
        for column in [0, 1, last / 2, last - 1, last] {
            #expect(
                spectrogram.level(column: column, row: row - 20) ?? -200 < -100,
                "\(column): \(spectrogram.level(column: column, row: row - 20) ?? -200)")
        }
        #expect(picture.difference.map { abs($0.peak - 0.25) < 0.001 } == true && picture.reference.peak > 0.49)
        #expect(picture.worst?.text.contains("at 0:01.000") == true || picture.worst != nil)
    }

    @Test func `two files that differ are neither good nor bad where nobody asked`() throws {
        let folder = try ScratchFolder()
        let paths = try ([0, 0, 1] as [Int16]).enumerated().map { index, last in
            try folder.write(WaveFile.pcm16((0..<99).map { [Int16($0 * 100)] } + [[last]]), to: "\(index).wav")
            return FilePath(folder.path("\(index).wav"))
        }
        #expect(try ComparisonPlot().picture(reference: paths[0], actual: paths[1]).passed == true)
        #expect(
            try ComparisonPlot().picture(reference: paths[0], actual: paths[2]).passed == nil,
            "one step apart is no failure")
    }

    private static func files(_ seconds: [(rate: UInt32, frames: Int)]) throws -> (ScratchFolder, [FilePath]) {
        let folder = try ScratchFolder()
        for (index, item) in seconds.enumerated() {
            try folder.write(
                WaveFile.pcm16((0..<item.frames).map { [Int16($0 % 100 * 100)] }, sampleRate: item.rate),
                to: "\(index).wav")
        }
        return (folder, seconds.indices.map { FilePath(folder.path("\($0).wav")) })
    }

    @Test func `two rates have one time axis: a second of each is as wide, and as long as a second`() throws {
        for rates in [[22_050, 44_100], [44_100, 22_050], [44_100, 48_000]] as [[UInt32]] {
            let (folder, paths) = try Self.files(rates.map { ($0, Int($0)) })
            let picture = try ComparisonPlot().picture(reference: paths[0], actual: paths[1])
            let grids = [picture.reference.grid, picture.actual.grid]
            #expect(
                grids.map(\.frameCount) == rates.map { Int64($0) } && picture.sampleRate == Double(rates[0])
                    && picture.difference == nil)
            // To the last column.
            #expect(
                picture.reference[0, grids[0].columnCount - 1] != nil
                    && picture.actual[0, grids[1].columnCount - 1] != nil)
            _ = folder
        }
    }

    @Test func `of two rates the one that is half as long ends in the middle`() throws {
        let (folder, paths) = try Self.files([(22_050, 44_100), (44_100, 44_100)])
        let picture = try ComparisonPlot().picture(reference: paths[0], actual: paths[1])
        let columns = picture.actual.grid.columnCount
        #expect(picture.reference.grid.frameCount == 44_100 && picture.actual.grid.frameCount == 88_200)
        #expect(picture.actual[0, columns / 2 - 1] != nil && picture.actual[0, columns / 2 + 1] == nil)
        #expect(picture.reference[0, picture.reference.grid.columnCount - 1] != nil)
        _ = folder
    }

    /// The picture of noise and the same so many frames late, with a click at this frame of the reference, with the
    /// shift undone.
    private static func shifted(late lag: Int, click: Int) throws -> (picture: ComparisonPicture, text: String) {
        let folder = try ScratchFolder()
        var numbers = SeededNumbers(seed: 3)
        let noise: [Int16] = (0..<30_000).map { _ in Int16.random(in: -1_000...1_000, using: &numbers) }
        let reference = Array(noise.dropFirst(max(0, lag)))
        var actual = Array(noise.dropFirst(max(0, -lag)))
        actual[click + lag] = 30_000
        try folder.write(WaveFile.pcm16(reference.map { [$0] }, sampleRate: 8_000), to: "a.wav")
        try folder.write(WaveFile.pcm16(actual.map { [$0] }, sampleRate: 8_000), to: "b.wav")
        var plot = ComparisonPlot()
        plot.lag = Int64(lag)
        let picture = try plot.picture(
            reference: FilePath(folder.path("a.wav")), actual: FilePath(folder.path("b.wav")))
        return (picture, picture.worst?.text ?? "")
    }

    @Test(arguments: [-4_000, -1, 0, 1, 4_000])
    func `where a shift was undone the picture counts in the reference's time, its axis and its largest difference`(
        lag: Int
    ) throws {
        let (picture, text) = try Self.shifted(late: lag, click: 16_000)
        #expect(text.hasSuffix(" at 0:02.000 (frame 16,000)"), "\(text)")
        // The axis begins with the first frame that both have; what is marked is where the click is drawn.
        #expect(
            picture.start == Double(max(0, -lag)) / 8_000
                && picture.reference.grid.frameCount == 30_000 - Int64(lag.magnitude))
        let worst = try #require(picture.worst)
        #expect(picture.start + Double(worst.frame) / picture.sampleRate == 2)
        let column = try #require(picture.difference?.grid.column(of: worst.frame))
        #expect(picture.difference?[0, column].map { $0.peak > 0.8 } == true)
        // The same from near by, on the same time line.
        let zoom = try #require(picture.zoom)
        #expect(abs(zoom.start + zoom.duration / 2 - 2) < 1e-9 && zoom.duration == 0.1, "\(zoom.start)")
        let near = zoom.difference.grid.column(of: 400)
        #expect(
            zoom.difference[0, near].map { $0.peak > 0.8 } == true && zoom.actual[0, near] != zoom.reference[0, near])
        #expect(zoom.reference.grid.frameCount == 800 && zoom.difference.peak == picture.difference?.peak)
    }

    private static func zoom(_ frames: Int, click: Int?) throws -> ComparisonPicture {
        let folder = try ScratchFolder()
        let reference = (0..<frames).map { Int16($0 % 100 * 100) }
        var actual = reference
        if let click { actual[click] = -9_000 }
        for (name, sound) in [("a.wav", reference), ("b.wav", actual)] {
            try folder.write(WaveFile.pcm16(sound.map { [$0] }, sampleRate: 8_000), to: name)
        }
        return try ComparisonPlot().picture(
            reference: FilePath(folder.path("a.wav")), actual: FilePath(folder.path("b.wav")))
    }

    @Test func `a worst place at either end is drawn from near by as far as there is sound`() throws {
        let first = try #require(try Self.zoom(40_000, click: 0).zoom)
        #expect(first.start == 0 && first.duration == 0.05)
        let last = try #require(try Self.zoom(40_000, click: 39_999).zoom)
        #expect(last.start == 4.949875 && last.duration == 0.050125, "\(last.start) \(last.duration)")
        // Behind a block's end.
        let middle = try #require(try Self.zoom(40_000, click: 8_191).zoom)
        #expect(middle.difference.grid.frameCount == 800 && middle.difference.peak > 0.2)
    }

    @Test func `what is short, and what does not differ, is not drawn from near by`() throws {
        let short = try Self.zoom(15_000, click: 200), same = try Self.zoom(40_000, click: nil)
        let long = try Self.zoom(40_000, click: 200)
        #expect(short.zoom == nil && same.zoom == nil && long.zoom != nil)
        #expect(long.height > short.height && short.height == same.height)
    }
}
