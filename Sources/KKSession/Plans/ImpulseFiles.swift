internal import KKConvert
internal import KKDSP
internal import KKFiles
internal import KKMath
internal import KKPCM

/// The impulse responses that are named, at the rate of a mix.
struct ImpulseFiles {
    private var responses: [FilePath: [[Float]]] = [:]
    private(set) var warnings: [FileWarning] = []
    private(set) var heldByteCount = 0

    /// None.
    init() {}

    /// Reads them from beginning to end.
    ///
    /// A response sounds at another rate as it does at its own: at twice the rate it has twice as many samples, and half
    /// the level.
    ///
    /// - Throws: `AudioFileError` for a file; `SessionError` for one that is too long, silent, or at a rate that no
    ///   converter makes of it.
    init(
        _ paths: [FilePath], sampleRate: Double, quality: ResamplerQuality = .high, isStrict: Bool = false,
        deadline: RenderDeadline? = nil, room: MixRoom? = nil
    ) throws {
        for path in paths where responses[path] == nil {
            try deadline?.check()
            let reader = try AudioFileReader(path: path, options: ReaderOptions(strict: isStrict))
            let rate = reader.fileFormat.sampleRate
            let source = try ResampledSource(reader, sampleRate: sampleRate, quality: quality)
            if let count = source.frameCount { try Self.check(count, sampleRate, path) }
            let channels = try Self.samples(of: source, path, until: deadline) {
                try room?.check(byteCount: heldByteCount + $0)
            }
            heldByteCount += channels.reduce(0) { $0 + $1.count } * MemoryLayout<Float>.stride
            warnings += reader.warnings
            guard channels.contains(where: { $0.contains { $0 != 0 } }) else {
                throw SessionError(
                    .badData, "the impulse response is silent", place: path,
                    nextStep: "name a recording of a room, or leave it out")
            }
            let level = Float(rate / sampleRate)
            responses[path] = level == 1 ? channels : channels.map { $0.map { $0 * level } }
        }
    }

    subscript(path: FilePath) -> [[Float]]? { responses[path] }

    private static func samples(
        of source: ResampledSource, _ path: FilePath, until deadline: RenderDeadline?,
        checks: (_ byteCount: Int) throws -> Void
    ) throws -> [[Float]] {
        let count = source.format.channelCount, rate = source.format.sampleRate
        var channels = Array(repeating: [Float](), count: count)
        var buffer = PCMBuffer(channelCount: count, frameCapacity: 4096)
        while case let read = try source.readFully(into: &buffer, at: 0, frameCount: 4096), read > 0 {
            try deadline?.check()
            buffer.frameLength = read
            for channel in 0..<count { channels[channel] += buffer.samples(ofChannel: channel) }
            try check(Int64(channels[0].count), rate, path)
            try checks(count * channels[0].count * MemoryLayout<Float>.stride)
        }
        return channels
    }

    private static func check(_ count: Int64, _ rate: Double, _ path: FilePath) throws(SessionError) {
        guard count > ImpulseResponse.longest else { return }
        let most = Double(ImpulseResponse.longest) / rate
        throw SessionError(
            .usage,
            "an impulse response may last at most \(timeText(most)) at \(StreamDescription.rateText(rate)) Hz, and this one is longer",
            place: path, nextStep: "name a recording of a room, or cut it: kkmix convert --to \(Int(most))s")
    }
}
