internal import KKPCM

/// A decoder as a frame source: counts what comes, and tells when it is less than was promised.
///
/// Its frame 0 is the file's frame `origin`: for a rate converter after it the file begins there.
final class DecodedFrames: FrameSource {
    let format: StreamDescription
    /// The file's frame that a converter takes for the first.
    private(set) var origin: Int64 = 0
    /// The file's frame that comes next.
    private(set) var position: Int64 = 0

    private let decoder: any FileDecoder
    /// `nil` of a length that is open.
    private let promisedCount: Int64?
    private let path: String
    private let isStrict: Bool
    /// Whether opening told of something.
    private let isWarned: Bool
    private var shortage: FileWarning?

    init(_ decoder: any FileDecoder, properties: FileProperties, path: String, isStrict: Bool) {
        self.decoder = decoder
        self.path = path
        self.isStrict = isStrict
        isWarned = !properties.warnings.isEmpty
        promisedCount = properties.isOpen ? nil : properties.frameCount
        format = .canonical(sampleRate: properties.dataFormat.sampleRate, channels: properties.layout.channelCount)
    }

    /// `nil` as long as it is open.
    var frameCount: Int64? { (countedFrames ?? promisedCount).map { max(0, $0 - origin) } }

    /// As ``FileDecoder/countedFrames``.
    var countedFrames: Int64? { decoder.countedFrames }

    /// What decoding found, beyond what opening told.
    var warnings: [FileWarning] { decoder.warnings + (shortage.map { [$0] } ?? []) }

    /// Makes `frame` of the file the first and the next one.
    func start(at frame: Int64) throws(AudioFileError) {
        origin = frame
        try moveDecoder(to: frame)
    }

    func seek(to frame: Int64) throws {
        let (target, overflow) = origin.addingReportingOverflow(frame)
        try moveDecoder(to: overflow ? .max : target)
    }

    func read(into buffer: inout PCMBuffer, at offset: Int, frameCount: Int) throws -> Int {
        let count = try decoder.read(into: &buffer, at: offset, frameCount: frameCount)
        position += Int64(count)
        if count == 0, frameCount > 0, let promisedCount, position < promisedCount, shortage == nil,
            decoder.countedFrames == nil
        {
            shortage = FileWarning(
                path: path, at: .frame(position),
                "\(promisedCount) frames were expected, but only \(position) were decoded",
                consequence: "the available audio is used")
        }
        if count == 0, frameCount > 0, promisedCount == nil, position == 0, !isWarned, warnings.isEmpty {
            shortage = .noFrames(path: path)
        }
        if isStrict, let warning = warnings.first { throw warning.asError }
        return count
    }

    /// As ``FileDecoder/decodeAhead(on:byteCount:)``.
    func decodeAhead(on workers: IOWorkers, byteCount: Int) throws(AudioFileError) -> Bool {
        try decoder.decodeAhead(on: workers, byteCount: byteCount)
    }

    private func moveDecoder(to frame: Int64) throws(AudioFileError) {
        guard frame != position else { return }
        try decoder.seek(to: max(0, frame))
        position = max(0, frame)
    }
}

extension FileWarning {
    /// What a strict reader makes of it.
    var asError: AudioFileError {
        AudioFileError(
            .invalidFile, path: path, at: position, problem,
            nextStep: "leave --strict out to use what is there, or fetch another copy")
    }
}
