internal import KKAnalysis
internal import KKFiles
internal import KKMath
internal import KKPCM
internal import KKReport

/// A block of sound on its way into a picture: the wave and, shared out by channels, the spectrogram, which are worked out side by side.
final class SoundReading {
    let overview: SoundOverview?
    /// Each of some channels.
    private let spectrograms: [Spectrogram]
    var buffer: PCMBuffer
    private let hands: BusCrew?
    private var frames = 0..<0
    /// Those of them that are in the grid.
    private var drawn = 0..<0
    private var work: (Int) -> Void = { _ in }
    /// Frames that still come before the part, and of it.
    private var before: Int64
    private var left: Int64

    /// Frames of one turn.
    static let blockLength = 8192

    /// - Parameters:
    ///   - before: frames that come before the grid's, for the spectrogram alone; and `behind` them.
    ///   - hands: who works; `nil` is the caller alone. The picture does not depend on it.
    init(
        channelCount: Int, sampleRate: Double, grid: ColumnGrid, before: Int = 0, behind: Int = 0, hasWave: Bool, hasSpectrogram: Bool, hands: BusCrew?
    ) {
        self.before = Int64(before)
        left = behind > 0 ? grid.frameCount : .max
        overview = hasWave ? SoundOverview(channelCount: channelCount, grid: grid) : nil
        let parts = hasSpectrogram ? min(channelCount, (hands?.threadCount ?? 0) + 1) : 0
        spectrograms = (0..<parts).map { part in
            Spectrogram(
                channelCount: channelCount, sampleRate: sampleRate, grid: grid, rowCount: SoundPicture.rowCount, before: before, behind: behind,
                channels: channelCount * part / parts..<channelCount * (part + 1) / parts)
        }
        buffer = PCMBuffer(channelCount: channelCount, frameCapacity: Self.blockLength)
        self.hands = hands
        work = { [unowned self] number in
            if number < spectrograms.count {
                spectrograms[number].add(buffer, frames: frames)
            } else {
                overview?.add(buffer, frames: drawn)
            }
        }
    }

    /// Takes the first `count` frames of ``buffer``.
    func take(_ count: Int) {
        frames = 0..<count
        let first = Int(min(Int64(count), before)), wanted = Int(min(Int64(count - first), left))
        drawn = first..<first + wanted
        before -= Int64(first)
        left -= Int64(wanted)
        let jobs = spectrograms.count + 1
        if let hands, !spectrograms.isEmpty { hands.perform(jobs, work) } else { for number in 0..<jobs { work(number) } }
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
    func sound(columnCount: Int, hasWave: Bool, hasSpectrogram: Bool, hands: BusCrew?) throws -> SoundPicture.Sound {
        let reading = SoundReading(
            channelCount: layout.channelCount, sampleRate: sampleRate, grid: ColumnGrid(frameCount: frameCount, columnCount: columnCount),
            before: before, behind: behind, hasWave: hasWave, hasSpectrogram: hasSpectrogram, hands: hands)
        while true {
            let count = try source.readFully(into: &reading.buffer, at: 0, frameCount: SoundReading.blockLength)
            reading.take(count)
            if count < SoundReading.blockLength { break }
        }
        reading.finish()
        let peak = reading.overview.map { " · peak \(Self.levelText($0.peak))" } ?? ""
        let bad = reading.overview.map { $0.nonFiniteCount > 0 ? " · \(groupedText($0.nonFiniteCount)) samples are no numbers" : "" } ?? ""
        return SoundPicture.Sound(
            title: name, facts: facts + peak + bad, layout: layout, sampleRate: sampleRate, frameCount: frameCount, overview: reading.overview,
            spectrogram: reading.spectrogram)
    }
}
