/// The impulse response of a room or a filter, as PCM.
///
/// ## Channels
/// Their number determines the routing:
///
/// - One: used for every channel.
/// - As many as the sound has: one for each channel.
/// - Four, for stereo: true stereo, in the order left to left, left to right, right to left, right to right.
/// - Two, or those four, for a mono sound: the stereo result converted to mono, that is half of the sum.
///
/// No other combination is supported.
///
/// It is immutable, so kernels on several threads may share one. Equality is identity, not equality of samples.
public final class ImpulseResponse: Sendable {
    /// The longest response in frames: 87 seconds at 48 kHz. For this length a kernel needs 32 MiB for each channel of
    /// the response and of the sound.
    public static let longest = 1 << 22
    public static let mostChannels = 64

    /// The given channels; each may have its own length and is followed by silence.
    public let channels: [[Float]]
    /// The length up to the last sample that is not zero, at least 1.
    public let frameCount: Int

    /// An impulse, which does not change a sound.
    public static let impulse = ImpulseResponse([[1]])

    /// - Parameter channels: 1 … ``mostChannels`` channels of up to ``longest`` finite samples. Values below 10⁻³⁰
    ///   count as zero.
    public init(_ channels: [[Float]]) {
        precondition(
            !channels.isEmpty && channels.count <= Self.mostChannels
                && channels.allSatisfy { $0.count <= Self.longest }, "no such impulse response")
        self.channels = channels
        frameCount = max(1, channels.map { 1 + ($0.lastIndex { Self.counts($0) } ?? 0) }.max() ?? 1)
    }

    private static func counts(_ sample: Float) -> Bool { sample.magnitude >= 1e-30 }

    /// Whether it can be used for a sound with this number of channels.
    public func fits(_ channelCount: Int) -> Bool { routes(channelCount) != nil }

    /// Frames that are worked on at once: as a power of two an eighth of it, or of a long one a quarter, for fewer spectra
    /// have to be added then.
    var partLength: Int {
        var length = 64
        while length < 1 << 16, length * (isMadeBeside ? 4 : 8) < frameCount { length *= 2 }
        return length
    }

    /// Whether a block comes out when the next one is complete, and not at once: it takes so long that another thread may
    /// make it meanwhile.
    var isMadeBeside: Bool { frameCount > 1 << 15 }

    /// Frames that pass before it is heard.
    var latency: Int { isMadeBeside ? 2 * partLength : partLength }

    /// The parts of ``partLength`` frames that it has, the last of them filled up.
    var partCount: Int { (frameCount + partLength - 1) / partLength }

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
