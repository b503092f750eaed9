internal import KKCodecs
internal import KKPCM

/// What libsndfile decodes: FLAC, Ogg Vorbis, Opus, IMA and Microsoft ADPCM and GSM in WAV, all of AU.
///
/// libsndfile's number of frames is a claim. It is believed when the very last frame can be sought and read and nothing follows it, which of a
/// FLAC only shows when its total is hidden; and in Ogg, whose lengths are granule positions subtracted, when every page is sound and they
/// add up. Else the file is decoded once and counted. Of an Ogg file with several streams libsndfile is shown the first one.
/// The codecs whose seeks give other bits than a straight run are opened again and skipped through.
///
/// A FLAC whose length is not what the header claims is decoded by its packets (``PacketFileDecoder``), and so is one in which libsndfile meets
/// damage, which is the end for it: what is behind the damage is there then, and in its place.
final class SndfileDecoder: FileDecoder {
    private(set) var properties: FileProperties
    var warnings: [FileWarning] { found + (packets?.warnings ?? []) }
    private var found: [FileWarning] = []

    private var input: SndfileInput
    private var canSeek: Bool
    /// For each delivered channel the file's.
    private let order: [Int]
    private var handle: SndfileHandle
    /// The frames at the start that libsndfile gives and that are none.
    private let lead: Int64
    /// Of a FLAC that is not libsndfile's.
    private var packets: PacketFileDecoder?
    /// The frame that the handle gives next, and the one that is read next.
    private var decoded: Int64 = 0
    private var position: Int64 = 0

    /// Opens a decoder and makes sure of the length.
    ///
    /// - Parameters:
    ///   - start: where the file begins, behind tags.
    ///   - metadata: a FLAC file's, where the caller has walked over them.
    /// - Throws: ``AudioFileError`` with libsndfile's words when it refuses the file; `unavailable` when it is sound and merely not supported.
    init(source: ByteSource, fileType: FileType, start: Int64 = 0, metadata: FLACMetadata? = nil) throws(AudioFileError) {
        var metadata = metadata
        if metadata == nil, fileType == .flac { metadata = try FLACMetadata(source, start: start) }
        let opus = fileType == .ogg ? try OpusFirstPage(source, start: start) : nil
        if let opus, opus.mappingFamily == 3 { throw Self.demixed(source) }
        var scan = fileType == .ogg ? try OggScan(source, start: start, headerPackets: opus == nil ? 3 : 2, isOpus: opus != nil) : nil
        lead = scan?.skipInside(preSkip: opus?.preSkip ?? 0) ?? 0
        input = SndfileInput(source: source, start: start, end: scan?.end, patch: opus?.patch ?? [], pages: scan?.timeline.patches ?? OggPatches())
        do throws(AudioFileError) {
            handle = try input.opened()
        } catch {
            throw try Self.explained(error, input, metadata: metadata, scan: scan)
        }
        guard handle.channelCount > 0, handle.sampleRate > 0 else {
            throw AudioFileError(.invalidFile, path: source.name, "the file states \(handle.channelCount) channels at \(handle.sampleRate) Hz")
        }
        let codec = SndfileCodec(format: handle.format)
        canSeek = handle.isSeekable && codec.seeksExactly
        let channelCount = handle.channelCount
        // libsndfile gives channels as they are stored.
        let isXiph = codec.isXiph && opus?.mappingFamily ?? 1 < 2
        order = isXiph ? XiphOrder.stored(channelCount).waveOrder : Array(0..<channelCount)
        let layout =
            if let metadata {
                FLACOrder.layout(channelCount, mask: try metadata.comment(limit: FLACChannelMask.commentLimit).flatMap(FLACChannelMask.read))
            } else {
                opus?.mappingFamily ?? 0 > 1 ? .discrete(channelCount) : ChannelLayout.standard(channelCount)
            }
        let claimed = handle.frameCount == SndfileHandle.unknownFrameCount ? handle.frameCount : handle.frameCount &- lead
        properties = FileProperties(
            fileType: fileType, dataFormat: codec.description(sampleRate: handle.sampleRate, channels: channelCount),
            layout: layout,
            frameCount: claimed, lengthSource: .header, sourceBitDepth: codec.bitDepth)
        properties.tags = Self.tags(handle)
        properties.priming = opus.map { Int64($0.preSkip) }

        properties.warnings = scan?.warnings ?? []

        if fileType == .flac {
            input.patch = try FLACTotal.unknown(source, start: start)
            handle = try input.opened()
        }
        let isSure =
            if codec.isXiph, let scan {
                try Self.isTrue(claimed, input, scan: scan, opus: opus)
            } else {
                canSeek && Self.isTrue(claimed, &handle)
            }
        if isSure {
            if fileType == .flac { input.patch = [] }
        } else if fileType == .flac, let mended = try mended() {
            packets = mended
            properties = mended.properties
        } else {
            // A seek is worth what the length is.
            if fileType == .flac { canSeek = false }
            properties.lengthSource = .decoded
            handle = try opened()
            properties.frameCount = try handle.skip(.max)
            if properties.frameCount != claimed && claimed != SndfileHandle.unknownFrameCount {
                properties.claimedFrameCount = claimed
                let complaint = handle.complaint.map { " (\($0))" } ?? ""
                properties.warnings.append(.decodable(properties.frameCount, of: claimed, path: source.name, complaint: complaint))
            }
        }
        if let scan, scan.hasGap { noteGap(frames: scan.timeline.end - max(0, scan.timeline.start) - Int64(opus?.preSkip ?? 0)) }
        if codec.hasBlocks, let stated = try RIFFFact.frameCount(source), stated < properties.frameCount {
            properties.padding = properties.frameCount - stated
            properties.frameCount = stated
            properties.lengthSource = .header
        }
        handle = try opened()
    }

    /// Tells what lost pages of Ogg cost: a decoder goes on with what comes next, as if nothing had been between.
    ///
    /// - Parameter frames: those that the pages' granule positions speak of.
    private func noteGap(frames: Int64) {
        let lost = frames - properties.frameCount
        guard lost > 0 else { return }
        properties.warnings.append(
            FileWarning(
                path: input.source.name, "the Ogg pages speak of \(frames) frames, \(properties.frameCount) can be decoded",
                consequence: "what is behind the damage comes up to \(lost) frames early"))
    }

    /// libsndfile at the first frame.
    private func opened() throws(AudioFileError) -> SndfileHandle {
        var handle = try input.opened()
        handle.stopsAtTrouble = properties.fileType == .flac
        if lead > 0 { _ = try handle.skip(lead) }
        return handle
    }

    /// The file by its packets; `nil` where it has none.
    private func mended() throws(AudioFileError) -> PacketFileDecoder? {
        try .flac(input.source, start: input.start, tags: properties.tags)
    }

    func read(into buffer: inout PCMBuffer, at offset: Int, frameCount: Int) throws(AudioFileError) -> Int {
        let wanted = Int(min(Int64(max(0, frameCount)), properties.frameCount - position))
        guard wanted > 0 else { return 0 }
        if packets == nil {
            if decoded < position { decoded += try handle.skip(position - decoded) }
            let count = decoded == position ? try handle.read(into: &buffer, at: offset, frameCount: wanted, order: order) : 0
            decoded += Int64(count)
            position += Int64(count)
            if count > 0 { return count }
            if handle.hasStumbled {
                packets = try mended()
                try packets?.seek(to: position)
                found = packets?.properties.warnings.filter { !properties.warnings.contains($0) } ?? []
            }
        }
        let count = try packets?.read(into: &buffer, at: offset, frameCount: wanted) ?? 0
        position += Int64(count)
        if count == 0, found.isEmpty {
            let complaint = packets == nil ? handle.complaint.map { " (\($0))" } ?? "" : ""
            found.append(
                FileWarning(
                    path: input.source.name, at: .frame(position), "decoding stopped \(properties.frameCount - position) frames early\(complaint)"))
        }
        return count
    }

    func seek(to frame: Int64) throws(AudioFileError) {
        position = min(max(0, frame), properties.frameCount)
        if let packets { return try packets.seek(to: position) }
        if position == decoded || position == properties.frameCount { return }
        if canSeek, handle.seek(to: position) {
            decoded = position
        } else if position < decoded || canSeek {
            handle = try opened()
            decoded = 0
        }
    }
}
