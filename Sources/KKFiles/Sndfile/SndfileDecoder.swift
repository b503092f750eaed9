internal import KKPCM

/// What has no decoder of packets here, by libsndfile: ADPCM of several kinds, GSM and DWVW.
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

    /// The encodings whose last block is filled up, and of which WAV tells how much of it is audio.
    private static let blockEncodings: [FourCharCode] = [.dviIMAADPCM, .microsoftADPCM, .microsoftGSM]

    /// Opens a decoder and makes sure of the length.
    ///
    /// - Parameter container: what the file is, but for its length.
    /// - Throws: ``AudioFileError`` with libsndfile's words when it refuses the file; `unavailable` when it is sound
    ///   and merely not supported.
    init(_ source: ByteSource, _ container: Container, _ fileType: FileType) throws(AudioFileError) {
        self.source = source
        handle = try Self.opened(source)
        let format = container.dataFormat
        let channelCount = format.channelCount
        guard handle.channelCount == channelCount else {
            throw source.damage(
                .invalidFile, "the file states \(channelCount) channels, but libsndfile finds \(handle.channelCount)")
        }
        canSeek = handle.isSeekable && format.formatID != .microsoftGSM
        // libsndfile gives channels as they are stored.
        let claimed = handle.frameCount
        properties = FileProperties(
            fileType: fileType, dataFormat: format, layout: .standard(channelCount), frameCount: claimed,
            lengthSource: .header)
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
        if Self.blockEncodings.contains(format.formatID), let stated = container.statedFrameCount,
            stated < properties.frameCount
        {
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
