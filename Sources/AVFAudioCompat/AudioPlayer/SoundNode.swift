internal import KKAudio

/// The sound of an ``AVAudioPlayer`` as a node: looped, at the rate of who asks for it, with its volume.
final class SoundNode: AVAudioNode {
    private let looped: LoopedSource
    private var source: any FrameSource
    private let reader: AudioFileReader
    /// The file's frame with which the source began, and the frames it has given since, at its own rate.
    private var begin: Int64 = 0
    private var given: Int64 = 0
    /// The engine's frame with which it begins to play.
    private var start: Int64?

    var isPlaying = false
    var volume = FadedVolume()
    var meters: SoundMeters?
    /// Called in the slice in which the sound ends.
    var finished: ((any Error)?) -> Void = { _ in }

    init(_ reader: AudioFileReader) {
        self.reader = reader
        looped = LoopedSource(reader)
        source = looped
        super.init(outputs: 1)
    }

    var sampleRate: Double { reader.format.sampleRate }
    var channelCount: Int { reader.fileLayout.channelCount }
    var frameCount: Int64 { reader.frameCount ?? reader.properties.frameCount }
    /// What comes out.
    var format: AVAudioFormat { AVAudioFormat(source.format.sampleRate, reader.fileLayout) }

    var numberOfLoops: Int {
        get { looped.loops }
        set { looped.loops = newValue }
    }

    /// Has the sound come out at a rate.
    func open(sampleRate: Double) throws {
        let place = place
        source = try looped.converted(by: nil, toSampleRate: sampleRate, quality: .high)
        try seek(place)
    }

    /// The file's frame that comes next.
    var place: Int64 {
        get {
            let frame = begin + Int64(Double(given) * (sampleRate / source.format.sampleRate))
            return frameCount > 0 ? frame % frameCount : 0
        }
        set { try? seek(max(0, min(newValue, frameCount))) }
    }

    private func seek(_ frame: Int64) throws {
        begin = frame
        given = 0
        looped.begin(at: frame)
        try source.seek(to: 0)
    }

    func play(at frame: Int64?) {
        if isPlaying { return }
        start = frame
        isPlaying = true
    }

    override func produce(
        _ bus: Int, _ time: AudioTime, _ frameCount: Int, into buffer: inout PCMBuffer
    ) throws -> Bool {
        buffer.silence(0..<frameCount)
        let offset = Int(max(0, min(Int64(frameCount), (start ?? time.sampleTime) - time.sampleTime)))
        guard isPlaying, offset < frameCount else { return true }
        start = nil
        do {
            let count = try source.readFully(into: &buffer, at: offset, frameCount: frameCount - offset)
            given += Int64(count)
            buffer.frameLength = frameCount
            meters?.add(buffer, offset..<offset + count)
            volume.apply(to: &buffer, offset..<offset + count, sampleRate: source.format.sampleRate)
            if count < frameCount - offset { try end(nil) }
        } catch {
            try? end(error)
            throw error
        }
        return false
    }

    private func end(_ error: (any Error)?) throws {
        isPlaying = false
        finished(error)
        try seek(0)
    }
}

/// A file from a frame on, and then all of it as often as is wanted. Its frame 0 is the one that it began with.
private final class LoopedSource: FrameSource {
    private let reader: AudioFileReader
    private var first: Int64 = 0
    private var passes = 0
    /// How often the file is repeated; less than none is without end.
    var loops = 0

    init(_ reader: AudioFileReader) {
        self.reader = reader
    }

    var format: StreamDescription { reader.format }
    var frameCount: Int64? { nil }

    func begin(at frame: Int64) { first = frame }

    func read(into buffer: inout PCMBuffer, at offset: Int, frameCount: Int) throws -> Int {
        let count = try reader.read(into: &buffer, at: offset, frameCount: frameCount)
        guard count == 0, frameCount > 0, loops < 0 || passes < loops else { return count }
        passes += 1
        try reader.seek(to: 0)
        return try reader.read(into: &buffer, at: offset, frameCount: frameCount)
    }

    func seek(to frame: Int64) throws {
        passes = 0
        try reader.seek(to: first + frame)
    }
}

/// A volume that goes to another in a straight line.
struct FadedVolume {
    private(set) var target: Float = 1
    /// Where the fade begins, and where it is.
    private var from: Float = 1
    private var current: Float = 1
    private var seconds = 0.0
    private var position: Int64 = 0

    mutating func go(to volume: Float, seconds: Double) {
        guard volume.isFinite else { return }
        if seconds <= 0 { current = volume }
        (from, target, self.seconds, position) = (current, volume, seconds, 0)
    }

    mutating func apply(to buffer: inout PCMBuffer, _ frames: Range<Int>, sampleRate: Double) {
        let length = seconds * sampleRate, begin = position
        func value(_ frame: Int) -> Float {
            let place = Double(begin + Int64(frame - frames.lowerBound))
            return place < length ? Float(Double(from) + (Double(target) - Double(from)) * (place / length)) : target
        }
        if Double(position) < length || target != 1 {
            for channel in 0..<buffer.channelCount {
                buffer.withMutableChannel(channel) { samples in
                    for frame in frames { samples[frame] *= value(frame) }
                }
            }
        }
        current = value(frames.upperBound)
        position += Int64(frames.count)
    }
}

/// What was rendered between two questions.
struct SoundMeters {
    private var sums: [Double]
    private var peaks: [Float]
    private var frameCount = 0
    private var told: [(average: Float, peak: Float)]

    private static let floor = -160.0

    init(channelCount: Int) {
        sums = Array(repeating: 0, count: channelCount)
        peaks = Array(repeating: 0, count: channelCount)
        told = Array(repeating: (Float(Self.floor), Float(Self.floor)), count: channelCount)
    }

    mutating func add(_ buffer: borrowing PCMBuffer, _ frames: Range<Int>) {
        for channel in sums.indices {
            buffer.withChannel(channel) { samples in
                for frame in frames {
                    sums[channel] += Double(samples[frame]) * Double(samples[frame])
                    peaks[channel] = max(peaks[channel], abs(samples[frame]))
                }
            }
        }
        frameCount += frames.count
    }

    mutating func update() {
        guard frameCount > 0 else { return }
        for channel in sums.indices {
            let average = (sums[channel] / Double(frameCount)).squareRoot()
            told[channel] = (Self.decibels(average), Self.decibels(Double(peaks[channel])))
            (sums[channel], peaks[channel]) = (0, 0)
        }
        frameCount = 0
    }

    private static func decibels(_ amplitude: Double) -> Float { Float(max(floor, Decibels(linear: amplitude).value)) }

    func average(_ channel: Int) -> Float { told.indices.contains(channel) ? told[channel].average : Float(Self.floor) }

    func peak(_ channel: Int) -> Float { told.indices.contains(channel) ? told[channel].peak : Float(Self.floor) }
}
