internal import KKAnalysis
internal import KKFiles
internal import KKPCM
public import KKReport
internal import KKSession

/// A finished picture.
public enum PlottedPicture {
    case sound(SoundPicture)
    case comparison(ComparisonPicture)

    public var width: Int {
        switch self {
        case .sound(let picture): picture.width
        case .comparison(let picture): picture.width
        }
    }

    public var height: Int {
        switch self {
        case .sound(let picture): picture.height
        case .comparison(let picture): picture.height
        }
    }

    /// The bytes of a picture file.
    ///
    /// - Throws: ``ReportError`` when zlib, which packs pixels, cannot be loaded.
    public func bytes(_ format: PictureFormat) throws -> [UInt8] {
        switch (self, format) {
        case (.sound(let picture), .png): try picture.png()
        case (.sound(let picture), .svg): Array(try picture.svg().utf8)
        case (.comparison(let picture), .png): try picture.png()
        case (.comparison(let picture), .svg): Array(try picture.svg().utf8)
        }
    }
}

/// Draws files: reads each once from start to end, for its waveform and its spectrogram.
public final class PlotJob {
    public let settings: PlotSettings
    /// Problems of the files, and requests that could not be met.
    public private(set) var warnings: [String] = []
    private let files: [PlottedFile]

    /// Opens the files.
    ///
    /// - Throws: ``AudioFileError`` of kind `noInput`, `badData` or `unavailable`; `usage` for a part outside a file,
    ///   and for files that are the same pipe.
    public init(_ settings: PlotSettings) throws {
        self.settings = settings
        guard !settings.inputs.isEmpty else {
            throw SessionError(
                .usage, "no file", nextStep: "name at least one, for example kkmix plot song.wav -o song.png")
        }
        try SessionError.refuseSharedPipes(settings.inputs)
        files = try settings.inputs.map { try PlottedFile($0, settings) }
        warnings = files.compactMap(\.warning)
    }

    /// What a pixel takes until it is in a file, in bytes: measured, and something over.
    private static let bytesPerPixel = 5

    /// Reads and draws.
    ///
    /// - Throws: `temporary` if there is no memory for a picture of this size.
    public func run() throws -> PlottedPicture {
        guard MemoryRoom.isThere(for: size.width * size.height * Self.bytesPerPixel) else {
            throw SessionError(
                .temporary, "there is no memory for a picture of \(size.width) × \(size.height) pixels",
                nextStep: "draw a smaller one with --size")
        }
        let ioWorkers = settings.threadCount > 1 ? IOWorkers(threadCount: settings.threadCount - 1) : nil
        defer { ioWorkers?.dismiss() }
        if files.count == 2 && settings.hasWave != false && !isComparison {
            warnings.append(
                "\(files[1].path): its sample rate is not that of \(files[0].path): they are drawn one below the other, without a difference"
            )
        }
        if !isComparison && hasSpectrogram { for file in files { file.takeSurroundings() } }
        if isComparison && settings.hasSpectrogram ?? true {
            let longest = files.map(\.frameCount).max()
            for file in files { file.takeSurroundings(longest) }
        }
        let byteCount = ReadAheadBudget.pieceByteCount / files.count
        for file in files {
            try isComparison
                ? file.readAhead(on: ioWorkers, byteCount: byteCount)
                : file.decodeAhead(on: ioWorkers, byteCount: byteCount)
        }
        let workers = settings.threadCount > 1 ? ParallelWorkers(threadCount: settings.threadCount - 1) : nil
        let picture: PlottedPicture = isComparison ? .comparison(try compare(workers)) : .sound(try draw(workers))
        warnings += files.filter { $0.frameCount == 0 }.map {
            "\($0.path): it has no frames, so nothing is drawn of it"
        }
        warnings += files.flatMap { file in file.reader.warnings.map(\.description) }
        return picture
    }

    /// Whether the files are drawn over one another.
    private var isComparison: Bool {
        files.count == 2 && settings.hasWave != false && files[0].sampleRate == files[1].sampleRate
    }

    /// The size of the picture in pixels; for two long files without a difference, the picture is lower.
    public var size: (width: Int, height: Int) {
        let channels = files.map(\.layout.channelCount)
        let usual =
            isComparison
            ? ComparisonPicture.usualHeight(
                channelCount: channels.max() ?? 1, factCount: 1,
                hasZoom: (files.map(\.seconds).max() ?? 0) >= ComparisonZoom.shortestSound)
            : SoundPicture.usualHeight(channelCounts: channels, hasWave: hasWave, hasSpectrogram: hasSpectrogram)
        return (settings.width, settings.height ?? usual)
    }

    private var hasWave: Bool { settings.hasWave ?? true }
    private var hasSpectrogram: Bool { settings.hasSpectrogram ?? (files.count == 1) }

    private var start: Double { files.first.map { Double($0.start) / $0.sampleRate } ?? 0 }

    private func draw(_ workers: ParallelWorkers?) throws -> SoundPicture {
        let longest = files.map(\.seconds).max() ?? 0
        let sounds = try files.map { file in
            try file.sound(
                columnCount: SoundPicture.columnCount(
                    width: settings.width, part: longest > 0 ? file.seconds / longest : 1), hasWave: hasWave,
                hasSpectrogram: hasSpectrogram, workers: workers)
        }
        return SoundPicture(sounds, width: size.width, height: size.height, start: start)
    }

    private func compare(_ workers: ParallelWorkers?) throws -> ComparisonPicture {
        var plot = ComparisonPlot(width: settings.width, height: settings.height)
        plot.hasSpectrogram = settings.hasSpectrogram ?? true
        return try plot.draw(files[0], files[1], workers)
    }
}
