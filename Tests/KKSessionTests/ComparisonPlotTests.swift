import KKAudio
import KKTestSupport
import Testing

@Suite struct ComparisonPlotTests {
    /// A sine and the same at half its level differ by a sine; a part of it that saw silence around would begin and end with a click at every frequency.
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
        let row = try #require((0..<spectrogram.rows.count).last { spectrogram.level(column: last / 2, row: $0) != nil })
        for column in [0, 1, last / 2, last - 1, last] {
            #expect(spectrogram.level(column: column, row: row - 20) ?? -200 < -100, "\(column): \(spectrogram.level(column: column, row: row - 20) ?? -200)")
        }
        #expect(picture.difference.map { abs($0.peak - 0.25) < 0.001 } == true && picture.reference.peak > 0.49)
        #expect(picture.worst?.text.contains("at 0:01.000") == true || picture.worst != nil)
    }
}
