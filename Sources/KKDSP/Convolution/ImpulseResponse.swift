/// What a room, or a filter, makes of a sound that is one frame long: PCM.
///
/// ## Channels
/// Which of them a sound goes through is said by how many there are:
///
/// - One is every channel's.
/// - As many as the sound has are one for each.
/// - Four, for stereo, are true stereo: left to left, left to right, right to left, right to right.
/// - Two, or those four, are for a mono sound what they make of it in stereo, turned to mono: half of their sum.
///
/// There is no other way.
///
/// It never changes, so kernels on several threads may have one. Two that have the same samples are not the same.
public final class ImpulseResponse: Sendable {
    /// Frames: 87 seconds at 48 kHz. Of one as long a kernel takes 32 MiB for each channel, and as much for each of the
    /// sound's.
    public static let longest = 1 << 22
    public static let mostChannels = 64

    /// Those that were given, each as long as it is: behind its end is silence.
    public let channels: [[Float]]
    /// Up to the last sample that is not zero, at least 1.
    public let frameCount: Int

    /// An impulse: what passes a sound as it is.
    public static let impulse = ImpulseResponse([[1]])

    /// - Parameter channels: 1 … ``mostChannels``, of up to ``longest`` frames, every one of them finite. What is below
    ///   10⁻³⁰ counts as zero.
    public init(_ channels: [[Float]]) {
        precondition(
            !channels.isEmpty && channels.count <= Self.mostChannels
                && channels.allSatisfy { $0.count <= Self.longest }, "no such impulse response")
        self.channels = channels
        frameCount = max(1, channels.map { 1 + ($0.lastIndex { Self.counts($0) } ?? 0) }.max() ?? 1)
    }

    private static func counts(_ sample: Float) -> Bool { sample.magnitude >= 1e-30 }

    /// Whether a sound of so many channels can go through it.
    public func fits(_ channelCount: Int) -> Bool { routes(channelCount) != nil }

    /// Frames that are worked on at once: an eighth of it, as a power of two.
    var partLength: Int {
        var length = 64
        while length < 1 << 16, length * 8 < frameCount { length *= 2 }
        return length
    }

    /// A way through it.
    struct Route {
        var from: Int
        var to: Int
        /// The number of a filter.
        var filter: Int
    }

    private func routes(_ channelCount: Int) -> [Route]? {
        switch (channels.count, channelCount) {
        case (1, _): (0..<channelCount).map { Route(from: $0, to: $0, filter: 0) }
        case (channelCount, _): (0..<channelCount).map { Route(from: $0, to: $0, filter: $0) }
        case (4, 2): (0..<4).map { Route(from: $0 / 2, to: $0 % 2, filter: $0) }
        case (2, 1), (4, 1): [Route(from: 0, to: 0, filter: 0)]
        default: nil
        }
    }

    /// The ways through it, and the filters on them, of ``frameCount`` frames or fewer.
    func ways(_ channelCount: Int) -> (routes: [Route], filters: [[Float]]) {
        guard let routes = routes(channelCount) else { preconditionFailure("no way through the impulse response") }
        var filters = channels.map { $0.prefix(frameCount).map { Self.counts($0) ? $0 : 0 } }
        if channelCount == 1, filters.count > 1 {
            filters = [
                (0..<frameCount).map { frame in filters.reduce(0) { $0 + ($1.count > frame ? $1[frame] : 0) } / 2 }
            ]
        }
        return (routes, filters)
    }
}
