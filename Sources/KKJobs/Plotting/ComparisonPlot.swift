internal import KKAnalysis
public import KKFiles
internal import KKMath
internal import KKPCM
public import KKReport
public import KKSession

/// Draws two files that should sound the same, reading each once.
public struct ComparisonPlot {
    public var width: Int
    /// `nil` for the height that the channels need.
    public var height: Int?
    /// The title; `nil` for the files' names.
    public var title: String?
    /// The verdict; `nil` states the largest difference.
    public var verdict: String?
    public var passed: Bool?
    /// Lines below the verdict; `nil` for the format of the files.
    public var facts: [String]?
    /// The delay of the actual sound in frames: its frame n + lag is compared with the reference's frame n. The
    /// picture's time is the reference's, from the first frame that both have; if the actual sound is early, this is
    /// after the reference's beginning.
    public var lag: Int64 = 0
    public var hasSpectrogram = true
    /// When the files have to be read; `nil` gives it any time.
    public var deadline: RenderDeadline?

    public init(width: Int = 1200, height: Int? = nil) {
        (self.width, self.height) = (width, height)
    }

    /// Reads two files and draws them. If the rates or numbers of channels differ, no difference is drawn; the time
    /// axis is the same for both at any rates.
    ///
    /// - Parameter threadCount: the number of threads, including the caller's; the picture does not depend on it.
    /// - Throws: ``AudioFileError`` for a file that cannot be read.
    public func picture(reference: FilePath, actual: FilePath, threadCount: Int = 1) throws -> ComparisonPicture {
        var settings = PlotSettings(inputs: [reference, actual])
        settings.deadline = deadline
        let ioWorkers = threadCount > 1 ? IOWorkers(threadCount: threadCount - 1) : nil
        defer { ioWorkers?.dismiss() }
        let files = try [reference, actual].map { try PlottedFile($0, settings) }
        if lag == 0 {
            for file in files { try file.readAhead(on: ioWorkers, byteCount: ReadAheadBudget.pieceByteCount / 2) }
        }
        return try draw(files[0], files[1], threadCount > 1 ? ParallelWorkers(threadCount: threadCount - 1) : nil)
    }

    func draw(_ reference: PlottedFile, _ actual: PlottedFile, _ workers: ParallelWorkers?) throws -> ComparisonPicture
    {
        let sides = [Side(reference, lag: min(0, lag).magnitude), Side(actual, lag: max(0, lag).magnitude)]
        let grids = grids(of: sides)
        let isSameKind =
            reference.layout.channelCount == actual.layout.channelCount && reference.sampleRate == actual.sampleRate
        let overviews = zip(sides, grids).map { SoundOverview(channelCount: $0.channelCount, grid: $1) }
        let residual =
            isSameKind
            ? Residual(
                channelCount: reference.layout.channelCount, grid: grids[0], sampleRate: reference.sampleRate,
                hasSpectrogram: hasSpectrogram,
                before: reference.before, behind: max(reference.behind, actual.behind), workers: workers) : nil
        // Frames before the part are for the spectrogram alone, as are those after it.
        var position = -Int64(reference.before)
        var first = sides[0].buffer(), second = sides[1].buffer()
        while true {
            let counts = (try sides[0].read(&first), try sides[1].read(&second))
            overviews[0].add(first, frames: sides[0].drawn(counts.0, at: position))
            overviews[1].add(second, frames: sides[1].drawn(counts.1, at: position))
            residual?.add(first, second, count: max(counts.0, counts.1))
            position += Int64(Side.blockLength)
            if max(counts.0, counts.1) < Side.blockLength { break }
        }
        for overview in overviews { overview.finish() }
        residual?.finish()
        let firstFrame = reference.start + sides[0].skipped
        let worst = residual?.worst(layout: reference.layout, sampleRate: reference.sampleRate, firstFrame: firstFrame)
        let isSame =
            residual.map {
                $0.overview.peak == 0 && $0.overview.nonFiniteCount == 0 && sides[0].frameCount == sides[1].frameCount
            } ?? false
        var picture = ComparisonPicture(
            title: title ?? "\(reference.name) – \(actual.name)",
            verdict: verdict ?? Self.verdict(residual, isSame: isSame),
            passed: passed ?? (isSame ? true : nil), facts: facts ?? Self.facts(reference, actual),
            layout: reference.layout.channelCount >= actual.layout.channelCount ? reference.layout : actual.layout,
            sampleRate: reference.sampleRate,
            reference: overviews[0], actual: overviews[1], difference: residual?.overview,
            spectrogram: residual?.spectrogram, worst: worst)
        picture.width = width
        picture.zoom = residual?.closer?.zoom(
            layout: reference.layout, firstFrame: firstFrame,
            columnCount: ComparisonPicture.columnCount(width: width))
        picture.height =
            height
            ?? ComparisonPicture.usualHeight(
                channelCount: picture.layout.channelCount, factCount: picture.facts.count,
                hasZoom: picture.zoom != nil)
        picture.start = Double(firstFrame) / reference.sampleRate
        return picture
    }

    /// Columns of one time for both, from the first frame that both have: as long as the longer side, in frames of
    /// each.
    private func grids(of sides: [Side]) -> [ColumnGrid] {
        let columnCount = ComparisonPicture.columnCount(width: width)
        let longest = sides.map(\.frameCount).max() ?? 0
        guard sides[0].sampleRate != sides[1].sampleRate else {
            return sides.map { _ in ColumnGrid(frameCount: longest, columnCount: columnCount) }
        }
        let seconds = sides.map(\.seconds).max() ?? 0
        return sides.map { side in
            // A side is never shorter in its own frames than it is; beyond 2⁶² frames nothing is drawn.
            let frames = max(side.frameCount, Int64(min((seconds * side.sampleRate).rounded(), 0x1p62)))
            return ColumnGrid(frameCount: frames, columnCount: columnCount)
        }
    }

    private static func verdict(_ residual: Residual?, isSame: Bool) -> String {
        guard let residual else { return "they cannot be compared: the rates or channels differ" }
        if isSame { return "the same samples" }
        if residual.overview.peak == 0 { return "the same samples, up to the end of the shorter one" }
        return "they differ by up to \(PlottedFile.levelText(residual.overview.peak))"
    }

    private static func facts(_ reference: PlottedFile, _ actual: PlottedFile) -> [String] {
        reference.facts == actual.facts
            ? [reference.facts] : ["reference: \(reference.facts) – actual: \(actual.facts)"]
    }
}

/// One of two files that are read side by side.
private final class Side {
    let channelCount: Int
    let sampleRate: Double
    /// Frames of the part that are left out at its start.
    let skipped: Int64
    /// Frames to come.
    let frameCount: Int64
    private let source: any FrameSource

    /// - Parameter lag: frames at the start that are left out.
    init(_ file: PlottedFile, lag: UInt64) {
        channelCount = file.layout.channelCount
        sampleRate = file.sampleRate
        skipped = Int64(min(lag, UInt64(max(0, file.frameCount))))
        frameCount = file.frameCount - skipped
        source = skipped > 0 ? RegionSource(file.source, start: skipped, length: frameCount) : file.source
    }

    var seconds: Double { Double(frameCount) / sampleRate }

    /// Frames of one turn.
    static let blockLength = 8192

    func buffer() -> PCMBuffer { PCMBuffer(channelCount: channelCount, frameCapacity: Self.blockLength) }

    /// Of so many frames in a buffer those that lie in the part, where the first one has this number in it.
    func drawn(_ count: Int, at position: Int64) -> Range<Int> {
        let first = Int(min(Int64(count), max(0, -position)))
        return first..<max(first, Int(min(Int64(count), frameCount - position)))
    }

    /// Fills a buffer, at the end with silence.
    func read(_ buffer: inout PCMBuffer) throws -> Int {
        let count = try source.readFully(into: &buffer, at: 0, frameCount: Self.blockLength)
        buffer.silence(count..<Self.blockLength)
        buffer.frameLength = Self.blockLength
        return count
    }
}

/// What is left of the actual when the reference is taken away.
private final class Residual {
    private let reading: SoundReading
    let overview: SoundOverview
    private var block: PCMBuffer
    /// Of the frame that comes next; below 0 before the part.
    private var position: Int64
    private let length: Int64
    private var largest: Float = 0
    private var place: (frame: Int64, channel: Int)?
    let closer: WorstPlace?

    init(
        channelCount: Int, grid: ColumnGrid, sampleRate: Double, hasSpectrogram: Bool, before: Int, behind: Int,
        workers: ParallelWorkers?
    ) {
        position = -Int64(before)
        length = grid.frameCount
        reading = SoundReading(
            channelCount: channelCount, sampleRate: sampleRate, grid: grid, before: before, behind: behind,
            hasWave: true,
            hasSpectrogram: hasSpectrogram, workers: workers)
        overview = reading.overview ?? SoundOverview(channelCount: channelCount, grid: grid)
        block = PCMBuffer(channelCount: channelCount, frameCapacity: Side.blockLength)
        closer = WorstPlace(
            channelCount: channelCount, sampleRate: sampleRate, blockLength: Side.blockLength, length: length)
    }

    var spectrogram: Spectrogram? { reading.spectrogram }

    func add(_ reference: borrowing PCMBuffer, _ actual: borrowing PCMBuffer, count: Int) {
        let start = Int(min(Int64(count), max(0, -position)))
        let drawn = start..<max(start, Int(min(Int64(count), length - position)))
        for channel in 0..<overview.channelCount {
            let first = reference.samples(ofChannel: channel), second = actual.samples(ofChannel: channel)
            block.withMutableChannel(channel) { residual in
                for index in 0..<count {
                    let difference = second[index] - first[index]
                    residual[index] = difference
                    if difference.magnitude > largest && difference.isFinite && drawn.contains(index) {
                        largest = difference.magnitude
                        place = (position + Int64(index), channel)
                    }
                }
            }
            closer?.keep(first, second, drawn, channel: channel)
        }
        closer?.advance(by: drawn.count, worst: place)
        block.frameLength = count
        reading.perform(count, jobs: reading.partCount) { [self] number in reading.add(block, toPart: number) }
        position += Int64(count)
    }

    func finish() { reading.finish() }

    /// The first of the largest differences, and its place in words.
    func worst(layout: ChannelLayout, sampleRate: Double, firstFrame: Int64) -> (frame: Int64, text: String)? {
        guard let place else { return nil }
        let channel = layout.channelCount > 1 ? ", \(layout.labels[place.channel])" : ""
        let time = timeText(Double(firstFrame + place.frame) / sampleRate)
        return (
            place.frame,
            "largest \(PlottedFile.levelText(largest)) at \(time) (frame \(groupedText(firstFrame + place.frame))\(channel))"
        )
    }
}
