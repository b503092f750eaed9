internal import KKAnalysis
internal import KKFiles
internal import KKMath
internal import KKPCM
internal import KKReport

/// Sound on its way into a picture, block by block: the wave and, shared out by channels, the spectrogram, which are
/// worked out side by side.
final class SoundReading {
    let overview: SoundOverview?
    /// Each of some channels.
    private let spectrograms: [Spectrogram]
    private let workers: ParallelWorkers?
    /// What of a block is in the grid.
    private var drawn = 0..<0
    /// Frames that still come before the part, and of it.
    private var before: Int64
    private var left: Int64

    /// - Parameters:
    ///   - before: frames that come before the grid's, for the spectrogram alone; and `behind` them.
    ///   - workers: who works; `nil` is the caller alone. The picture does not depend on it.
    init(
        channelCount: Int, sampleRate: Double, grid: ColumnGrid, before: Int = 0, behind: Int = 0, hasWave: Bool,
        hasSpectrogram: Bool, workers: ParallelWorkers?
    ) {
        self.before = Int64(before)
        left = behind > 0 ? grid.frameCount : .max
        overview = hasWave ? SoundOverview(channelCount: channelCount, grid: grid) : nil
        let parts = hasSpectrogram ? min(channelCount, (workers?.threadCount ?? 0) + 1) : 0
        spectrograms = (0..<parts).map { part in
            Spectrogram(
                channelCount: channelCount, sampleRate: sampleRate, grid: grid, rowCount: SoundPicture.rowCount,
                before: before, behind: behind,
                channels: channelCount * part / parts..<channelCount * (part + 1) / parts)
        }
        self.workers = workers
    }

    /// Takes a source to its end: the next block is read while the one before it is worked on.
    ///
    /// - Throws: what the source throws.
    func take(_ source: any FrameSource) throws {
        let turns = BlockTurns(source, blockLength: workers == nil ? Self.nearLength : Self.sharedLength)
        let work = { [self] number in
            if number == 0 { turns.read() } else { add(turns.front.buffer, toPart: number - 1) }
        }
        turns.read()
        while try turns.moveOn() { perform(turns.front.buffer.frameLength, jobs: partCount + 1, work) }
        finish()
    }

    /// Frames of a block: few enough to stay near the processor, and enough for several threads to be worth their
    /// meeting.
    private static let (nearLength, sharedLength) = (4_096, 32_768)

    /// What works on a block, each for itself.
    var partCount: Int { spectrograms.count + 1 }

    /// Does the `jobs` of a block of `count` frames, which give it to every part.
    func perform(_ count: Int, jobs: Int, _ work: @escaping (Int) -> Void) {
        let first = Int(min(Int64(count), before)), wanted = Int(min(Int64(count - first), left))
        drawn = first..<first + wanted
        before -= Int64(first)
        left -= Int64(wanted)
        if let workers { workers.perform(jobs, work) } else { for number in 0..<jobs { work(number) } }
    }

    func add(_ block: borrowing PCMBuffer, toPart number: Int) {
        if number < spectrograms.count {
            spectrograms[number].add(block, frames: 0..<block.frameLength)
        } else {
            overview?.add(block, frames: drawn)
        }
    }

    func finish() {
        overview?.finish()
        for spectrogram in spectrograms { spectrogram.finish() }
        for other in spectrograms.dropFirst() { spectrograms[0].formUnion(other) }
    }

    /// That of all channels, after ``finish()``.
    var spectrogram: Spectrogram? { spectrograms.first }
}

extension PlottedFile {
    /// Reads the part from front to back.
    func sound(
        columnCount: Int, hasWave: Bool, hasSpectrogram: Bool, workers: ParallelWorkers?
    ) throws -> SoundPicture.Sound {
        let reading = SoundReading(
            channelCount: layout.channelCount, sampleRate: sampleRate,
            grid: ColumnGrid(frameCount: frameCount, columnCount: columnCount),
            before: before, behind: behind, hasWave: hasWave, hasSpectrogram: hasSpectrogram, workers: workers)
        try reading.take(source)
        let peak = reading.overview.map { " · peak \(Self.levelText($0.peak))" } ?? ""
        let bad =
            reading.overview.map {
                $0.nonFiniteCount > 0 ? " · \(groupedText($0.nonFiniteCount)) samples are not numbers" : ""
            } ?? ""
        return SoundPicture.Sound(
            title: name, facts: facts + peak + bad, layout: layout, sampleRate: sampleRate, frameCount: frameCount,
            overview: reading.overview,
            spectrogram: reading.spectrogram)
    }
}
