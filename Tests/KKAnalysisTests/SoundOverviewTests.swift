import KKPCM
import KKTestSupport
import Testing

@testable import KKAnalysis

@Suite struct SoundOverviewTests {
    @Test func `columns cut the frames by whole numbers, without a gap`() {
        for (frames, columns) in [
            (10, 3), (1, 1000), (1000, 1000), (999, 1000), (123_456_789_012, 1100), (Int64.max / 2, 65_536),
        ] as [(Int64, Int)] {
            let grid = ColumnGrid(frameCount: frames, columnCount: columns)
            #expect(grid.columnCount == Int(min(frames, Int64(columns))))
            #expect(grid.start(of: 0) == 0 && grid.start(of: grid.columnCount) == frames)
            for column in [0, 1, grid.columnCount / 2, grid.columnCount - 1] where column < grid.columnCount {
                #expect(grid.start(of: column) < grid.start(of: column + 1))
                #expect(grid.column(of: grid.start(of: column)) == column)
                #expect(grid.column(of: grid.start(of: column + 1) - 1) == column)
            }
        }
        #expect(ColumnGrid(frameCount: 10, columnCount: 3).start(of: 1) == 3)
        #expect(ColumnGrid(frameCount: 10, columnCount: 3).start(of: 2) == 6)
        #expect(ColumnGrid(frameCount: 0, columnCount: 3).columnCount == 0)
    }

    @Test func `a column has the lowest, the highest and the root of the mean square`() {
        let ramp = (0..<1000).map { Float($0 - 500) / 500 }
        let square = (0..<1000).map { Float($0 % 2 == 0 ? 0.5 : -0.5) }
        let overview = overview([ramp, square], columns: 10)
        for column in 0..<10 {
            let first = overview[0, column], second = overview[1, column]
            #expect(first?.minimum == Float(100 * column - 500) / 500)
            #expect(first?.maximum == Float(100 * column - 401) / 500)
            #expect(second == SoundOverview.Column(minimum: -0.5, maximum: 0.5, rms: 0.5))
            #expect(overview.loudest(column)?.peak == max(first?.peak ?? 0, 0.5))
        }
        #expect(overview.peak == 1)
    }

    @Test func `slices do not show`() {
        let sound = [SeededNumbers.noise(10_000, seed: 1), SeededNumbers.noise(10_000, seed: 2)]
        let whole = overview(sound, columns: 77)
        for slice in [1, 7, 8, 129, 4096] {
            let cut = overview(sound, columns: 77, slice: slice)
            for column in 0..<77 {
                #expect(cut[0, column] == whole[0, column])
                #expect(cut[1, column] == whole[1, column])
            }
        }
    }

    @Test func `a sound that is shorter leaves columns empty, and what is too much goes to the last`() {
        let short = overview([[Float](repeating: 0.25, count: 55)], columns: 10, promised: 100)
        #expect(short[0, 5]?.maximum == 0.25)
        #expect(short[0, 6] == nil)
        let long = overview([[Float](repeating: 0.25, count: 100) + [1]], columns: 10, promised: 100)
        #expect(long[0, 8]?.maximum == 0.25)
        #expect(long[0, 9]?.maximum == 1)
        let none = overview([[]], columns: 10)
        #expect(none.grid.columnCount == 0 && none.peak == 0)
    }

    @Test func `samples that are not finite are counted and left out`() {
        var sound = [Float](repeating: 0.5, count: 64)
        sound[9] = .nan
        sound[10] = -.infinity
        let overview = overview([sound], columns: 2)
        #expect(overview.nonFiniteCount == 2)
        #expect(overview[0, 0]?.hasNonFinite == true && overview[0, 1]?.hasNonFinite == false)
        #expect(overview[0, 0]?.maximum == 0.5 && overview[0, 0]?.minimum == 0.5)
    }

    @Test(arguments: [1, 3, 16, 1 << 20])
    func `a run at full scale is clipping by the rule of the level meter, in slices of any size`(slice: Int) throws {
        let full = LevelMeter.fullScale
        var sound = [Float](repeating: 0.5, count: 64)
        (sound[4], sound[5]) = (1, -1) // two are what normalising leaves
        for frame in 30..<33 { sound[frame] = frame == 31 ? -1 : full } // the third in the next column
        for frame in 50..<53 { sound[frame] = full.nextDown }
        let overview = overview([sound], columns: 4, slice: slice)
        #expect((0..<4).map { overview[0, $0]?.hasClippedRun } == [false, false, true, false])
        let meter = LevelMeter(channelCount: 1, sampleRate: 48_000)
        slices(of: [sound], slice) { meter.add($0, frames: $1) }
        #expect(meter.finish().channels[0].clippedRunCount == 1)
    }

    private func overview(
        _ sound: [[Float]], columns: Int, promised: Int64? = nil, slice: Int = 1 << 20
    ) -> SoundOverview {
        let grid = ColumnGrid(frameCount: promised ?? Int64(sound[0].count), columnCount: columns)
        let overview = SoundOverview(channelCount: sound.count, grid: grid)
        slices(of: sound, slice) { overview.add($0, frames: $1) }
        overview.finish()
        return overview
    }
}

/// Gives a sound in slices that do not begin where their buffer does.
func slices(of sound: [[Float]], _ slice: Int, _ body: (borrowing PCMBuffer, Range<Int>) -> Void) {
    let count = sound[0].count
    var buffer = PCMBuffer(channelCount: sound.count, frameCapacity: min(count, slice) + 3)
    var start = 0
    while start < count {
        let length = min(slice, count - start)
        for channel in sound.indices {
            buffer.fill(channel: channel, at: 3, with: Array(sound[channel][start..<start + length]))
        }
        body(buffer, 3..<3 + length)
        start += length
    }
}
