public import KKMixing
public import KKTestSupport

/// A folder in which jobs are run within this process.
public struct JobFolder {
    public let folder: ScratchFolder

    public init() throws {
        folder = try ScratchFolder()
    }

    /// Writes a 16-bit file.
    public func pcm16(_ name: String, _ frames: [[Int16]], rate: UInt32 = 44_100) throws {
        try folder.write(WaveFile.pcm16(frames, sampleRate: rate), to: name)
    }

    public func float32(_ name: String, _ frames: [[Float]], rate: UInt32 = 44_100) throws {
        try folder.write(WaveFile.float32(frames, sampleRate: rate), to: name)
    }

    public func session(_ tracks: [String]) throws -> Session {
        Session(
            tracks: try tracks.map { text in
                var spec = try TrackSpec(parsing: text) { _ in false }
                if !spec.path.isAbsolute, !spec.path.isStimulus { spec.path = "\(folder.root)/\(spec.path)" }
                return spec
            })
    }

    /// - Parameter threads: `nil` for as many as there are by default.
    public func job(
        _ tracks: [String], to output: String = "out.wav", encoding: String? = nil, threads: Int? = nil,
        _ change: (inout Session) throws -> Void = { _ in }
    ) throws -> RenderJob {
        var session = try session(tracks)
        try change(&session)
        var target = OutputSpec(path: folder.path(output))
        target.encoding = encoding
        target.replacesExisting = true
        var environment = RenderJob.Environment(temporaryFiles: TemporaryFiles())
        if let threads { environment.threadCount = threads }
        return try RenderJob(session, output: target, environment: environment)
    }

    @discardableResult
    public func run(
        _ tracks: [String], to output: String = "out.wav", encoding: String? = nil, threads: Int? = nil,
        _ change: (inout Session) throws -> Void = { _ in }
    ) throws -> MixReport {
        try job(tracks, to: output, encoding: encoding, threads: threads, change).run()
    }

    /// The 16-bit samples of the output.
    public var samples: [Int16] { folder.bytes("out.wav").flatMap(WaveFile.samples16) ?? [] }

    /// Any file of this folder, decoded.
    public func decoded(_ name: String) throws -> [[Float]] { try AudioFileReader(path: folder.path(name)).readAll() }
}

/// The amplitude of a frequency in `samples`: Goertzel's single bin, under a Hann window.
public func amplitude(of frequency: Double, in samples: ArraySlice<Float>, sampleRate: Double) -> Double {
    let step = 2 * Double.pi * frequency / sampleRate
    let coefficient = 2 * PortableMath.cos(step)
    var (last, previous) = (0.0, 0.0)
    for (index, sample) in samples.enumerated() {
        let window = 1 - PortableMath.cos(2 * Double.pi * Double(index) / Double(samples.count))
        (last, previous) = (Double(sample) * window + coefficient * last - previous, last)
    }
    return 2 * (last * last + previous * previous - coefficient * last * previous).squareRoot() / Double(samples.count)
}
