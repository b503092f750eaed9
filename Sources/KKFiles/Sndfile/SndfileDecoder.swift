internal import KKPCM

/// What libsndfile decodes: IMA and Microsoft ADPCM and GSM in WAV, all of AU.
///
/// libsndfile's number of frames is a claim. It is believed when the very last frame can be sought and read and nothing
/// follows it; else the file is decoded once and counted. GSM, whose seeks give other bits than a straight run, is
/// opened again and skipped through.
final class SndfileDecoder: FileDecoder {
    private(set) var properties: FileProperties
    private(set) var warnings: [FileWarning] = []

    private let source: ByteSource
    private let canSeek: Bool
    private var handle: SndfileHandle
    /// The frame that the handle gives next, and the one that is read next.
    private var decoded: Int64 = 0
    private var position: Int64 = 0

    /// Opens a decoder and makes sure of the length.
    ///
    /// - Throws: ``AudioFileError`` with libsndfile's words when it refuses the file; `unavailable` when it is sound
    ///   and merely not supported.
    init(source: ByteSource, fileType: FileType) throws(AudioFileError) {
        self.source = source
        handle = try Self.opened(source)
        guard handle.channelCount > 0, handle.sampleRate > 0 else {
            throw AudioFileError(
                .invalidFile, path: source.name,
                "the file states \(handle.channelCount) channels at \(handle.sampleRate) Hz")
        }
        let codec = SndfileCodec(format: handle.format)
        canSeek = handle.isSeekable && codec.seeksExactly
        let channelCount = handle.channelCount
        // libsndfile gives channels as they are stored.
        let claimed = handle.frameCount
        properties = FileProperties(
            fileType: fileType, dataFormat: codec.description(sampleRate: handle.sampleRate, channels: channelCount),
            layout: .standard(channelCount), frameCount: claimed, lengthSource: .header, sourceBitDepth: codec.bitDepth)
        properties.tags = Self.tags(handle)
        if !canSeek || !Self.isTrue(claimed, &handle) {
            properties.lengthSource = .decoded
            handle = try Self.opened(source)
            properties.frameCount = try handle.skip(.max)
            if properties.frameCount != claimed && claimed != SndfileHandle.unknownFrameCount {
                properties.claimedFrameCount = claimed
                let complaint = handle.complaint.map { " (\($0))" } ?? ""
                properties.warnings.append(
                    .decodable(properties.frameCount, of: claimed, path: source.name, complaint: complaint))
            }
        }
        if codec.hasBlocks, let stated = try RIFFFact.frameCount(source), stated < properties.frameCount {
            properties.padding = properties.frameCount - stated
            properties.frameCount = stated
            properties.lengthSource = .header
        }
        handle = try Self.opened(source)
    }

    /// libsndfile at the first frame.
    private static func opened(_ source: ByteSource) throws(AudioFileError) -> SndfileHandle {
        try SndfileHandle(SndfileStream(source))
    }

    /// Whether the last of `frameCount` frames is there and nothing comes after it.
    private static func isTrue(_ frameCount: Int64, _ handle: inout SndfileHandle) -> Bool {
        guard frameCount > 0, frameCount < SndfileHandle.unknownFrameCount, handle.seek(to: frameCount - 1) else {
            return false
        }
        return (try? handle.skip(2)) == 1
    }

    /// The texts of a file by Core Audio's names (AudioFile.h, `kAFInfoDictionary_…`).
    static func tags(_ handle: borrowing SndfileHandle) -> [FileProperties.Tag] {
        let kinds: [(Int32, String)] = [
            (0x01, "title"), (0x04, "artist"), (0x07, "album"), (0x09, "track number"), (0x06, "year"), (0x10, "genre"),
            (0x05, "comments"), (0x02, "copyright"), (0x03, "encoding application"),
        ]
        return kinds.compactMap { kind, key in handle.string(kind).map { FileProperties.Tag(key: key, value: $0) } }
    }

    func read(into buffer: inout PCMBuffer, at offset: Int, frameCount: Int) throws(AudioFileError) -> Int {
        let wanted = Int(min(Int64(max(0, frameCount)), properties.frameCount - position))
        guard wanted > 0 else { return 0 }
        if decoded < position { decoded += try handle.skip(position - decoded) }
        let count = decoded == position ? try handle.read(into: &buffer, at: offset, frameCount: wanted) : 0
        decoded += Int64(count)
        position += Int64(count)
        if count == 0, warnings.isEmpty {
            let complaint = handle.complaint.map { " (\($0))" } ?? ""
            warnings.append(
                FileWarning(
                    path: source.name, at: .frame(position),
                    "decoding stopped \(properties.frameCount - position) frames early\(complaint)"))
        }
        return count
    }

    func seek(to frame: Int64) throws(AudioFileError) {
        position = min(max(0, frame), properties.frameCount)
        if position == decoded || position == properties.frameCount { return }
        if canSeek, handle.seek(to: position) {
            decoded = position
        } else if position < decoded || canSeek {
            handle = try Self.opened(source)
            decoded = 0
        }
    }
}
