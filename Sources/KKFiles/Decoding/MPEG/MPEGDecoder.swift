internal import KKCodecs
internal import KKConvert
internal import KKPCM

/// MPEG audio, layers I to III of MPEG-1, 2 and 2.5: MP3 files, and the MPEG data of WAV, AIFF-C and CAF files.
///
/// The work is split in three. ``MPEGScan`` reads every header and says where frames lie: it knows tags, junk, damage,
/// changes of format and the encoder's delays. libmpg123 gets whole frames of one format and decodes. This
/// class joins the segments and cuts off priming and padding. So the length is exact before anything is decoded: frames
/// times their size, less what the gapless tag names. It is checked by decoding and counting wherever the file is not
/// as simple as that.
///
/// A segment of another channel count is mixed to the first one's channels, and one of another sample rate converted to
/// the first one's, each on its own: it gives exactly ceil(n · out / in) frames.
final class MPEGDecoder: FileDecoder {
    private(set) var properties: FileProperties
    private(set) var warnings: [FileWarning] = []

    /// Of the first MPEG frames.
    var format: MPEGFrameHeader.Format { segments[0].format }

    private let source: ByteSource
    private let segments: [MPEGSegment]
    /// Whether there is one segment and nothing wrong with it.
    private let isPlain: Bool
    /// Whether something is wrong, and all of it is of one format and without a tag: then a table of the packets may
    /// say where they belong.
    let isBroken: Bool
    private let quality: ResamplerQuality
    private var reader: any FrameSource
    /// The segment that `reader` is in.
    private var current = 0
    /// The frame that is read next.
    private var position: Int64 = 0

    /// Scans the file and opens a decoder.
    ///
    /// - Parameters:
    ///   - range: the bytes that are MPEG audio; `nil` is the whole file.
    ///   - table: what a container says of the packets and of which frames are the sound; the encoder's own word in
    ///     them, where they have one, goes before it.
    ///   - quality: how a segment of another rate is converted.
    /// - Throws: ``AudioFileError`` when there is no MPEG audio in it, or it cannot be read.
    init(
        source: ByteSource, range: Range<Int64>? = nil, table: (packetCount: Int64, info: PacketTableInfo)? = nil,
        quality: ResamplerQuality = .high
    ) throws(AudioFileError) {
        let byteCount = try source.byteCount()
        let whole =
            max(
                0, range?.lowerBound ?? 0)..<max(
                max(0, range?.lowerBound ?? 0), min(byteCount, range?.upperBound ?? byteCount))
        let scan = try MPEGScan(source, range: whole)
        var found = scan.segments.filter { $0.packetCount > 0 }
        var opening = scan.warnings
        let isOfOneKind = found.allSatisfy { $0.format == found[0].format && $0.info == nil }
        if let table, found.first?.info == nil, !found.isEmpty {
            found[0].info = MPEGInfoTag(
                packetCount: table.packetCount, table.info, framesPerPacket: found[0].format.framesPerPacket)
            if found[0].info == nil { opening.append(table.info.isNonsense(path: source.name)) }
        }
        guard let first = found.first else {
            throw AudioFileError(
                .invalidFile, path: source.name, at: scan.audioStart < byteCount ? .byte(scan.audioStart) : nil,
                Self.absence(scan, range: whole), nextStep: "check that this is the file you mean")
        }
        opening += Self.disagreements(found, path: source.name)

        isPlain = found.count == 1 && opening.isEmpty
        isBroken = !isPlain && isOfOneKind
        if !isPlain {
            for index in found.indices {
                found[index].correct(try MPEGSegmentReader.countFrames(source, segment: found[index]))
            }
        }
        opening += Self.rateChanges(found, path: source.name)
        segments = found
        self.source = source
        self.quality = quality
        properties = Self.properties(of: found, first: first, isPlain: isPlain)
        properties.tags = try StreamNotes.around(source, range: whole, id3v2: scan.tagRanges)
        properties.warnings = opening
        reader = try Self.reader(of: first, like: first, source, quality)
    }

    func read(into buffer: inout PCMBuffer, at offset: Int, frameCount: Int) throws(AudioFileError) -> Int {
        guard frameCount > 0 else { return 0 }
        while true {
            let count = try readSegment(into: &buffer, at: offset, frameCount: frameCount)
            if count > 0 {
                position += Int64(count)
                return count
            }
            guard current + 1 < segments.count else { break }
            try open(current + 1)
        }
        if position < properties.frameCount, !warnings.contains(where: { $0.position == .frame(position) }) {
            warnings.append(
                FileWarning(
                    path: source.name, at: .frame(position),
                    "decoding stopped \(properties.frameCount - position) frames early"))
        }
        return 0
    }

    func seek(to frame: Int64) throws(AudioFileError) {
        position = min(max(0, frame), properties.frameCount)
        var start: Int64 = 0
        var index = 0
        while index + 1 < segments.count, position >= start + deliveredCount(index) {
            start += deliveredCount(index)
            index += 1
        }
        if index != current { try open(index) }
        do {
            try reader.seek(to: position - start)
        } catch {
            throw AudioFileError(error, path: source.name)
        }
    }

    /// Possible in a file of one segment with nothing wrong in it; what is more than that is read from front to back.
    func decodeAhead(on workers: IOWorkers, byteCount: Int) throws(AudioFileError) -> Bool {
        guard isPlain else { return false }
        let pieces = try MPEGSegmentReader(
            source, segment: segments[0], outputChannelCount: segments[0].format.channelCount)
        do {
            guard let ahead = try PieceReadAheadSource(pieces, workers: workers, byteCount: byteCount) else {
                return false
            }
            ahead.seek(to: position)
            reader = ahead
        } catch {
            throw AudioFileError(error, path: source.name)
        }
        return true
    }

    private func readSegment(
        into buffer: inout PCMBuffer, at offset: Int, frameCount: Int
    ) throws(AudioFileError) -> Int {
        do {
            return try reader.read(into: &buffer, at: offset, frameCount: frameCount)
        } catch {
            throw AudioFileError(error, path: source.name)
        }
    }

    private func deliveredCount(_ index: Int) -> Int64 {
        segments[index].frameCount(at: segments[0].format.sampleRate)
    }

    private func open(_ index: Int) throws(AudioFileError) {
        reader = try Self.reader(of: segments[index], like: segments[0], source, quality)
        current = index
    }

    /// A segment's audio in the format of the first one.
    private static func reader(
        of segment: MPEGSegment, like first: MPEGSegment, _ source: ByteSource, _ quality: ResamplerQuality
    ) throws(AudioFileError) -> any FrameSource {
        let reader = try MPEGSegmentReader(source, segment: segment, outputChannelCount: first.format.channelCount)
        guard segment.format.sampleRate != first.format.sampleRate else { return reader }
        do {
            return try ResampledSource(reader, sampleRate: Double(first.format.sampleRate), quality: quality)
        } catch {
            throw AudioFileError(error, path: source.name)
        }
    }
}
