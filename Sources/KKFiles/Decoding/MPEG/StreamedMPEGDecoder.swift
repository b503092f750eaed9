internal import KKCodecs
internal import KKConvert
internal import KKPCM

/// MPEG audio out of a pipe: run after run of packets, each what a segment of a file is to ``MPEGDecoder``.
///
/// A run of another rate is converted to the first one's, and one of other channels mixed to them, as in a file.
final class StreamedMPEGDecoder: FileDecoder {
    let properties: FileProperties
    private(set) var countedFrames: Int64?
    private(set) var warnings: [FileWarning] = []

    private let feed: StreamFeed
    private let quality: ResamplerQuality
    private let format: MPEGFrameHeader.Format
    private var run: StreamedMPEGRun
    /// The run's audio at the first one's rate.
    private var reader: any FrameSource
    /// The stream's frame that `reader` gives next, and the one that is read next.
    private var decoded: Int64 = 0
    private var position: Int64 = 0
    /// Where what is skipped goes.
    private var scrap: PCMBuffer

    /// A little of anything around the audio is nobody's trouble, and so are some more zeros.
    private static let aroundByteCount: Int64 = 4096
    private static let paddingByteCount = 1 << 15

    /// - Throws: when the decoder cannot be loaded.
    init(_ feed: StreamFeed, properties: FileProperties, quality: ResamplerQuality) throws(AudioFileError) {
        (self.feed, self.properties, self.quality) = (feed, properties, quality)
        try SharedLibrary.libmpg123.load(for: feed.name)
        guard let first = try feed.nextRun(), let format = first.format else {
            throw AudioFileError(
                .invalidFile, path: feed.name, "no MPEG audio was found in it",
                nextStep: "check that this is the file you mean")
        }
        self.format = format
        run = StreamedMPEGRun(feed, first, format, outputChannelCount: format.channelCount, isFirst: true)
        reader = run
        scrap = PCMBuffer(channelCount: format.channelCount, frameCapacity: 4096)
    }

    func read(into buffer: inout PCMBuffer, at offset: Int, frameCount: Int) throws(AudioFileError) -> Int {
        guard frameCount > 0 else { return 0 }
        while decoded < position {
            let count = try readRuns(
                into: &scrap, at: 0, frameCount: Int(min(Int64(scrap.frameCapacity), position - decoded)))
            if count == 0 { return 0 }
        }
        let count = try readRuns(into: &buffer, at: offset, frameCount: frameCount)
        position += Int64(count)
        return count
    }

    func seek(to frame: Int64) throws(AudioFileError) {
        guard frame >= decoded else { throw feed.noWayBack(to: frame) }
        position = frame
    }

    private func readRuns(into buffer: inout PCMBuffer, at offset: Int, frameCount: Int) throws(AudioFileError) -> Int {
        while true {
            let count: Int
            do {
                count = try reader.read(into: &buffer, at: offset, frameCount: frameCount)
            } catch {
                throw AudioFileError(error, path: feed.name)
            }
            noteDamage()
            decoded += Int64(count)
            if count > 0 { return count }
            guard try openNextRun() else {
                finish()
                return 0
            }
        }
    }

    /// Goes on with the next run; `false` if there is none.
    private func openNextRun() throws(AudioFileError) -> Bool {
        guard let next = try feed.nextRun(), let format = next.format else { return false }
        let before = run.mpegFormat
        run = StreamedMPEGRun(feed, next, format, outputChannelCount: self.format.channelCount)
        reader = run
        let place = run.firstOffset
        if before.channelCount != format.channelCount {
            let change = format.channelCount == 1 ? "stereo to mono" : "mono to stereo"
            warn(place, "the audio changes from \(change)", "it is mixed to the channels of the first frame")
        }
        if before.sampleRate != format.sampleRate {
            warn(
                place,
                "the sample rate changes from \(before.sampleRate) to \(format.sampleRate) Hz at frame \(decoded)",
                "everything is converted to \(self.format.sampleRate) Hz")
        }
        guard format.sampleRate != self.format.sampleRate else { return true }
        do {
            reader = try ResampledSource(run, sampleRate: Double(self.format.sampleRate), quality: quality)
        } catch {
            throw AudioFileError(error, path: feed.name)
        }
        return true
    }

    private func finish() {
        noteDamage()
        countedFrames = decoded
        if decoded == 0, warnings.isEmpty, properties.warnings.isEmpty { warnings.append(.noFrames(path: feed.name)) }
    }

    // MARK: Damage

    private func noteDamage() {
        for junk in feed.takeJunk() {
            let range = junk.range
            // An encoder's frame of notes is a frame, and what stands between it and the first packet stands between
            // frames.
            let isBehindNotes = run.isFirst && run.hasNotes && range.upperBound == run.firstOffset
            let isBetween = junk.isBetween || isBehindNotes
            let isAtStart = range.lowerBound < run.firstOffset && run.isFirst && !isBehindNotes
            if !isBetween || isAtStart,
                Int64(range.count) < Self.aroundByteCount || junk.isZeros && range.count <= Self.paddingByteCount
            {
                continue
            }
            let place =
                isAtStart
                ? "before the first MPEG frame" : isBetween ? "between MPEG frames" : "after the last MPEG frame"
            warn(
                range.lowerBound, "\(range.count) bytes \(place) are not MPEG audio",
                isBetween ? "they are left out; near them a stream may differ from its file" : "they are left out")
        }
        for found in run.takeFindings() { warn(found.offset, found.problem, found.consequence) }
    }

    private func warn(_ offset: Int64, _ problem: String, _ consequence: String? = nil) {
        warnings.addPlace(FileWarning(path: feed.name, at: .byte(offset), problem, consequence: consequence))
    }
}
