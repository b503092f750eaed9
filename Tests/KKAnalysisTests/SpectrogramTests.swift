import KKMath
import KKPCM
import KKTestSupport
import Testing

@testable import KKAnalysis

@Suite struct SpectrogramTests {
    @Test(arguments: [50.0, 440, 1000, 5000, 15_000], [44_100.0, 96_000])
    func `a tone has its level in its row, and other rows are far below`(hertz: Double, rate: Double) {
        let spectrogram = spectrogram(
            [tone(hertz, rate: rate, count: Int(rate), level: 0.1)], rate: rate, columns: 20, rows: 120)
        let row = Int(spectrogram.rows.place(of: hertz))
        for column in 2..<18 {
            let levels = (0..<120).compactMap { spectrogram.level(column: column, row: $0) }
            let loudest = levels.indices.max { levels[$0] < levels[$1] } ?? 0
            #expect((loudest - row).magnitude <= (hertz < 100 ? 2 : 1))
            // A Hann window shows a tone between two bins at most 1.42 dB too low; a row between two bins may be lower
            // still.
            #expect((-23.5 ... -19.9).contains(levels[loudest]))
            for other in [10.0, 1.0 / 10].map({ Int(spectrogram.rows.place(of: hertz * $0)) })
            where (0..<120).contains(other) {
                #expect(levels[other] < -95)
            }
        }
    }

    @Test func `a click is seen wherever it is, also in a long file`() {
        for place in [0, 1, 2047, 2048, 4095, 70_001, 99_999] {
            var sound = [Float](repeating: 0, count: 100_000)
            sound[place] = 1
            let spectrogram = spectrogram([sound], rate: 48_000, columns: 3, rows: 50)
            let column = spectrogram.grid.column(of: Int64(place))
            // One frame under the top of the window has the power (4 / N)²; at half its height, 6 dB less.
            let top = Decibels(linear: 4.0 / Double(spectrogram.windowLength)).value
            let levels = (0..<3).compactMap { spectrogram.level(column: $0, row: 49) }
            #expect((levels.max() ?? -200) > top - 6.1)
            #expect((levels.max() ?? -200) <= top + 0.01)
            #expect(levels[column] > top - 30)
        }
    }

    @Test(arguments: [40, 360])
    func `every bin within the rows is seen whole by one of them, and nothing is lowered`(rowCount: Int) {
        let length = 1024, rows = FrequencyRows(sampleRate: 48_000, count: rowCount),
            bins = BinRows(rows, windowLength: length)
        for bin in 1...length / 2 {
            var powers = [Float](repeating: 0, count: length / 2 + 1)
            powers[bin] = 1
            var cells = [Float](repeating: 0, count: rowCount + 2)
            cells[5] = 2
            bins.raise(&cells, from: 1, to: powers)
            let row = min(rowCount - 1, Int(rows.place(of: 48_000 * Double(bin) / Double(length))))
            #expect((row - 1...row + 1).contains { cells[1 + $0] >= 1 } && cells[5] == 2, "bin \(bin)")
            #expect(cells[0] == 0 && cells[rowCount + 1] == 0)
        }
    }

    @Test func `slices do not show`() {
        let sound = [SeededNumbers.noise(30_000, seed: 1), SeededNumbers.noise(30_000, seed: 2)]
        for columns in [1, 7, 300] {
            let whole = cells(spectrogram(sound, rate: 8000, columns: columns, rows: 40))
            for slice in [1, 100, 4096] {
                #expect(cells(spectrogram(sound, rate: 8000, columns: columns, rows: 40, slice: slice)) == whole)
            }
        }
    }

    @Test(arguments: [1, 100, 4096, 1 << 20])
    func `a part that is given what surrounds it has the columns of the whole`(slice: Int) {
        let sound = [SeededNumbers.noise(64_000, seed: 1), SeededNumbers.noise(64_000, seed: 2)]
        let whole = spectrogram(sound, rate: 8000, columns: 64, rows: 40)
        // Columns 20 to 43, whose frames take as long windows.
        let part = 20_000..<44_000, reach = Spectrogram.reach(sampleRate: 8000, frameCount: 24_000)
        let spectrogram = Spectrogram(
            channelCount: 2, sampleRate: 8000, grid: ColumnGrid(frameCount: 24_000, columnCount: 24), rowCount: 40,
            before: reach, behind: reach)
        #expect(spectrogram.windowLength == whole.windowLength)
        slices(of: sound.map { Array($0[part.lowerBound - reach..<part.upperBound + reach]) }, slice) {
            spectrogram.add($0, frames: $1)
        }
        spectrogram.finish()
        #expect(spectrogram.frameCount == 24_000 && spectrogram.finishedColumnCount == 24)
        #expect(cells(spectrogram) == Array(cells(whole)[20 * 40..<44 * 40]))
    }

    @Test func `the loudest channel is what counts`() {
        let loud = tone(1000, rate: 8000, count: 8000, level: 0.5),
            quiet = tone(1000, rate: 8000, count: 8000, level: 0.01)
        let alone = cells(spectrogram([loud], rate: 8000, columns: 10, rows: 30))
        #expect(cells(spectrogram([quiet, loud], rate: 8000, columns: 10, rows: 30)) == alone)
        #expect(cells(spectrogram([loud, quiet], rate: 8000, columns: 10, rows: 30)) == alone)
    }

    @Test func `channels that were worked out apart are together the same`() {
        let sound = [
            SeededNumbers.noise(9000, seed: 1), SeededNumbers.noise(9000, seed: 2),
            tone(700, rate: 8000, count: 9000, level: 0.5),
        ]
        let whole = spectrogram(sound, rate: 8000, columns: 30, rows: 40)
        let parts = [0..<1, 1..<3].map { channels in
            let part = Spectrogram(
                channelCount: 3, sampleRate: 8000, grid: whole.grid, rowCount: 40, channels: channels)
            slices(of: sound, 1000) { part.add($0, frames: $1) }
            part.finish()
            return part
        }
        parts[0].formUnion(parts[1])
        #expect(cells(parts[0]) == cells(whole))
        #expect(cells(parts[1]) != cells(whole))
    }

    @Test func `a sound that is shorter leaves columns empty; silence has no level; one frame is enough`() {
        let short = spectrogram([[Float](repeating: 0, count: 500)], rate: 8000, columns: 10, rows: 5, promised: 1000)
        #expect(short.finishedColumnCount == 5)
        #expect(short.level(column: 4, row: 0) == -.infinity)
        #expect(short.level(column: 5, row: 0) == nil)
        let one = spectrogram([[1]], rate: 48_000, columns: 10, rows: 5)
        #expect(one.finishedColumnCount == 1)
        #expect((one.level(column: 0, row: 4) ?? -200) > -40)
        #expect(spectrogram([[]], rate: 48_000, columns: 10, rows: 5).finishedColumnCount == 0)
        let odd = spectrogram([[.nan, .infinity, 1]], rate: 1, columns: 10, rows: 5)
        #expect(odd.level(column: 2, row: 4).map { $0.isFinite } == true)
    }

    @Test func `the axis has equal ratios, and says of a place the frequency that is there`() {
        let rows = FrequencyRows(sampleRate: 48_000, count: 300)
        #expect(rows.lowest == 20 && rows.highest == 24_000)
        #expect((rows.place(of: 20)).magnitude < 1e-9 && (rows.place(of: 24_000) - 300).magnitude < 1e-9)
        #expect(
            (rows.place(of: 200) - rows.place(of: 20) - rows.place(of: 2000) + rows.place(of: 200)).magnitude < 1e-9)
        #expect((rows.frequency(at: rows.place(of: 1000)) - 1000).magnitude < 1e-6)
        #expect(FrequencyRows(sampleRate: 100, count: 3).lowest == 0.5)
    }

    private func tone(_ hertz: Double, rate: Double, count: Int, level: Double) -> [Float] {
        (0..<count).map { Float(level * PortableMath.sin(2 * 3.14159265358979323846 * hertz * Double($0) / rate)) }
    }

    private func cells(_ spectrogram: Spectrogram) -> [Double] {
        (0..<spectrogram.grid.columnCount).flatMap { column in
            (0..<spectrogram.rows.count).compactMap { spectrogram.level(column: column, row: $0) }
        }
    }

    private func spectrogram(
        _ sound: [[Float]], rate: Double, columns: Int, rows: Int, promised: Int64? = nil, slice: Int = 1 << 20
    ) -> Spectrogram {
        let grid = ColumnGrid(frameCount: promised ?? Int64(sound[0].count), columnCount: columns)
        let spectrogram = Spectrogram(channelCount: sound.count, sampleRate: rate, grid: grid, rowCount: rows)
        slices(of: sound, slice) { spectrogram.add($0, frames: $1) }
        spectrogram.finish()
        return spectrogram
    }
}
