internal import CLibraries
internal import KKCodecs
internal import KKConvert
internal import KKContainers
public import KKDSP
internal import KKPCM

extension HeadResponses {
    /// Reads the head-related responses of a SOFA file (AES69, SimpleFreeFieldHRIR) through libmysofa, and brings them to a
    /// sample rate, at which they sound as at their own.
    ///
    /// Delays that the file has beside the responses are put before them, to the nearest frame.
    ///
    /// - Throws: `AudioFileError`: `unavailable` without libmysofa, and for a file that is none, has other ears than two, or
    ///   responses that are too long; `ConvertError` for a rate that is too far away.
    public init(sofa path: FilePath, sampleRate: Double) throws {
        try SharedLibrary.libmysofa.load(for: path.text)
        let file = try SofaFile(path)
        let factor = Float(file.sampleRate / sampleRate)
        let measurements = try file.measurements.map { measurement in
            if file.sampleRate == sampleRate { return measurement }
            let source = try ResampledSource(
                PulseSource([measurement.left, measurement.right], file.sampleRate), sampleRate: sampleRate)
            let count = Int(clamping: source.frameCount ?? 0)
            var buffer = PCMBuffer(channelCount: 2, frameCapacity: count)
            buffer.frameLength = try source.readFully(into: &buffer, at: 0, frameCount: count)
            var new = measurement
            new.left = buffer.samples(ofChannel: 0).map { $0 * factor }
            new.right = buffer.samples(ofChannel: 1).map { $0 * factor }
            return new
        }
        guard let responses = HeadResponses(measurements, sampleRate: sampleRate) else {
            throw SofaFile.error(path, "its responses have no length, more than 16,384 frames, or what is no number")
        }
        self = responses
    }
}

/// What libmysofa has read.
@safe
private final class SofaFile {
    private let file: UnsafeMutablePointer<sofa_file>
    private let delays: [Int]
    let sampleRate: Double

    static func error(_ path: FilePath, _ problem: String, _ code: Int32? = nil) -> AudioFileError {
        AudioFileError(
            .invalidFile, path: path, problem, cause: code.map { "libmysofa: code \($0)" },
            nextStep: "name a SOFA file of the convention SimpleFreeFieldHRIR")
    }

    init(_ path: FilePath) throws(AudioFileError) {
        var code: Int32 = 0
        let loaded = unsafe PathText.withPointer(to: path.text) { unsafe mysofa_load($0, &code) }
        guard let loaded = unsafe loaded else {
            if (1..<10_000).contains(code) {
                throw AudioFileError(
                    .fileNotFound, path: path, "it cannot be opened", cause: systemMessage(code))
            }
            throw Self.error(path, "it is no SOFA file", code)
        }
        let (ears, length, count) = unsafe (Int(loaded.pointee.R), Int(loaded.pointee.N), Int(loaded.pointee.M))
        let delays = unsafe Array(
            UnsafeBufferPointer(start: loaded.pointee.delays.values, count: Int(loaded.pointee.delays.count)))
        let rates = unsafe UnsafeBufferPointer(
            start: loaded.pointee.sample_rate.values, count: Int(loaded.pointee.sample_rate.count))
        let samples = unsafe Int(loaded.pointee.responses.count)
        code = unsafe mysofa_check(loaded)
        // The library has multiplied none of these by another without a look at the file's own sizes; nor does this.
        guard code == 0, ears == 2, (1...HeadResponses.longest).contains(length), (1...1_000_000).contains(count),
            samples == 2 * length * count, unsafe Int(loaded.pointee.sources.count) == 3 * count,
            delays.count == 2 || delays.count == 2 * count,
            delays.allSatisfy({ (0...Float(HeadResponses.longest)).contains($0) }),
            let rate = unsafe rates.first, rate.isFinite, rate > 0
        else {
            unsafe mysofa_free(loaded)
            throw Self.error(path, "it has no responses of two ears", code)
        }
        unsafe mysofa_tospherical(loaded)
        unsafe file = loaded
        (self.delays, sampleRate) = (delays.map { Int($0.rounded()) }, Double(rate))
    }

    deinit { unsafe mysofa_free(file) }

    var measurements: [HeadResponses.Measurement] {
        let (length, count) = unsafe (Int(file.pointee.N), Int(file.pointee.M))
        let latest = delays.max() ?? 0
        var all: [HeadResponses.Measurement] = []
        for index in 0..<count {
            let ears = (0..<2).map { ear in
                let delay = delays[delays.count == 2 ? ear : 2 * index + ear]
                let response = unsafe UnsafeBufferPointer(
                    start: file.pointee.responses.values + (2 * index + ear) * length, count: length)
                let start = [Float](repeating: 0, count: delay), end = [Float](repeating: 0, count: latest - delay)
                return unsafe start + Array(response) + end
            }
            // SOFA's azimuth goes to the left.
            let (azimuth, elevation) = unsafe (
                -Double(file.pointee.sources.values[3 * index]), Double(file.pointee.sources.values[3 * index + 1])
            )
            all.append(
                HeadResponses.Measurement(azimuth: azimuth, elevation: elevation, left: ears[0], right: ears[1]))
        }
        return all
    }
}

/// Samples as a source.
private final class PulseSource: FrameSource {
    let format: StreamDescription
    private let channels: [[Float]]
    private var position = 0

    init(_ channels: [[Float]], _ sampleRate: Double) {
        self.channels = channels
        format = .canonical(sampleRate: sampleRate, channels: channels.count)
    }

    var frameCount: Int64? { Int64(channels[0].count) }

    func read(into buffer: inout PCMBuffer, at offset: Int, frameCount: Int) -> Int {
        let count = min(frameCount, channels[0].count - position)
        for (channel, samples) in channels.enumerated() {
            buffer.withMutableChannel(channel) { target in
                for frame in 0..<count { target[offset + frame] = samples[position + frame] }
            }
        }
        position += count
        return count
    }

    func seek(to frame: Int64) { position = Int(min(max(0, frame), Int64(channels[0].count))) }
}
