internal import KKMath
public import KKPCM

/// A source that is placed around a listener, and added to two channels of the output: its left and its right.
///
/// The direction is an azimuth, 0° in front and 90° to the right, and an elevation, 90° above. A two-channel source
/// only gets the gain; a mono source is placed:
///
/// - equal power: by the angle to the side, sin⁻¹(sin azimuth · cos elevation), from −90° to 90°. At p of that way, −1 … 1,
///   the left gets cos((1 + p) π/4) and the right sin((1 + p) π/4). What is behind sounds as if in front.
/// - spherical head: for headphones, each ear with its delay and its shadow (``SphericalHead``). A source in front comes to
///   both ears ``latency`` frames late, and the delay is read by a cubic between frames.
/// - HRTF: for headphones, each ear with its response to the direction (``HeadResponses``).
/// - vector based: to the two loudspeakers that its azimuth is between (``LoudspeakerRing``), whatever its elevation.
/// - stereo pass-through: both sides alike.
///
/// What is in the way makes the highs softer: a low-pass of one pole with the attenuation at 5 kHz, before all that. With
/// Doppler's shift the sound takes its time from the source to the listener, at 343 m/s, read by the same cubic between
/// frames. The distance is that of the frame that is heard, as if the listener moved: going away at v, a frequency f is heard
/// as f (c − v) / c. Nothing removes what coming closer lifts above half the sample rate.
///
/// A new place holds from the next frame on; what moves is moved by giving it a place for each frame. What is not finite goes
/// in as silence.
///
/// Source: J. O. Smith, S. Serafin, J. Abel, D. Berners, *Doppler Simulation and the Leslie*, DAFx 2002, for the shift.
///
/// ## Allocation
/// In `init` alone.
public struct SpatialKernel: ~Copyable {
    /// The values are those of `AUSpatializationAlgorithm`.
    public enum Algorithm: Int, Sendable, Codable, CaseIterable {
        case equalPowerPanning = 0
        case sphericalHead = 1
        case hrtf = 2
        case vectorBasedPanning = 4
        case stereoPassThrough = 5

        /// Frames that it needs to be late.
        public func latency(atSampleRate rate: Double, _ rendering: Rendering = .plain) -> Int {
            self == .sphericalHead ? SphericalHead.latency(rate) : rendering.contains(.dopplerShift) ? 2 : 0
        }

        /// Frames that it goes on behind the input, beyond the latency, above −120 dB.
        public func tail(atSampleRate rate: Double, _ responses: HeadResponses? = nil) -> Int {
            switch self {
            case .sphericalHead: SphericalHead.longestDelay(rate) + HeadShadow.tail(rate)
            case .hrtf: (responses?.length ?? 1) - 1
            default: 0
            }
        }
    }

    /// With the bits of `AUSpatialMixerRenderingFlags`, and of the older 3D mixer's.
    public struct Rendering: OptionSet, Sendable, Codable {
        public let rawValue: Int

        public init(rawValue: Int) { self.rawValue = rawValue }

        /// A spherical head's ears have their delays.
        public static let interAuralDelay = Rendering(rawValue: 1)
        /// The sound needs its time to the listener.
        public static let dopplerShift = Rendering(rawValue: 2)
        /// A source becomes softer with its distance: for who sets the gain.
        public static let distanceAttenuation = Rendering(rawValue: 4)

        public static let plain: Rendering = [.interAuralDelay, .distanceAttenuation]
    }

    /// Meters from which on a source is no later.
    public static let farthest = 10_000.0

    /// Of the source: 1 or 2.
    public let channelCount: Int
    public let sampleRate: Double
    public let algorithm: Algorithm
    public let rendering: Rendering
    /// Frames by which the output is later than the input, at least those of the algorithm.
    public let latency: Int

    var line: DelayLine
    private let ring: LoudspeakerRing?
    private let responses: HeadResponses?
    /// Of HRTF: what was heard, the place, and the response to it.
    private var heard: DelayLine
    private var direction: (azimuth: Double, elevation: Double)?
    private var response: HeadResponses.Response
    /// The two channels of the output, and what each side is multiplied by.
    private(set) var channels: (Int, Int)
    private(set) var gains = (0.0, 0.0)
    /// Frames, for each ear, or each channel of the source.
    private(set) var delays = (0.0, 0.0)
    private var shadows = (HeadShadow(), HeadShadow())
    /// What is in the way, and its state for each channel of the source.
    private var obstacle: OnePoleLowPass
    private var states = (0.0, 0.0)

    /// - Parameters:
    ///   - output: the channels that it is added to; the first two of them where none are left and right.
    ///   - latency: more than the algorithm's, so that others are no later.
    ///   - responses: of HRTF, at the sample rate; nothing is heard without.
    public init(
        channelCount: Int, sampleRate: Double, algorithm: Algorithm, rendering: Rendering = .plain,
        output: ChannelLayout = .stereo, latency: Int = 0, responses: HeadResponses? = nil
    ) {
        precondition((1...2).contains(channelCount) && sampleRate > 0 && output.channelCount >= 2, "no such source")
        channels = (output.labels.firstIndex(of: .left) ?? 0, output.labels.firstIndex(of: .right) ?? 1)
        ring = LoudspeakerRing(output)
        obstacle = Self.obstacle(0, sampleRate)
        self.responses = algorithm == .hrtf && channelCount == 1 ? responses : nil
        heard = DelayLine(channelCount: 1, capacity: self.responses?.length ?? 0)
        response = HeadResponses.Response(of: self.responses)
        self.channelCount = channelCount
        self.sampleRate = sampleRate
        self.algorithm = channelCount == 2 ? .stereoPassThrough : algorithm
        self.rendering = rendering
        self.latency = max(latency, self.algorithm.latency(atSampleRate: sampleRate, rendering))
        line = DelayLine(
            channelCount: channelCount,
            capacity: Self.lineLength(self.algorithm, rendering, latency: self.latency, sampleRate))
        place(azimuth: 0, elevation: 0, gain: 1)
    }

    private static func lineLength(
        _ algorithm: Algorithm, _ rendering: Rendering, latency: Int, _ sampleRate: Double
    ) -> Int {
        let head = algorithm == .sphericalHead ? SphericalHead.longestDelay(sampleRate) + 2 : 0
        return latency + head + (rendering.contains(.dopplerShift) ? way(from: farthest, sampleRate) : 0)
    }

    /// What a kernel of a source of so many channels holds: above all the way of the farthest sound.
    public static func heldByteCount(
        channelCount: Int, sampleRate: Double, algorithm: Algorithm, rendering: Rendering, latency: Int,
        responses: HeadResponses?
    ) -> Int {
        let length = lineLength(algorithm, rendering, latency: latency, sampleRate)
        return (channelCount * length + (responses?.length ?? 0)) * MemoryLayout<Double>.stride
            + HeadResponses.Response.heldByteCount(of: responses)
    }

    /// - Parameters:
    ///   - azimuth: degrees, −180 … 180.
    ///   - elevation: degrees, −90 … 90.
    ///   - gain: a factor.
    ///   - distance: meters, for Doppler's shift.
    ///   - obstruction: decibels at 5 kHz, up to 0.
    public mutating func place(
        azimuth: Double, elevation: Double, gain: Double, distance: Double = 0, obstruction: Double = 0
    ) {
        obstacle = Self.obstacle(obstruction, sampleRate)
        if obstacle.pole == 0 { states = (0, 0) }
        // Rounding may leave a sine above 1.
        let side = (-1...1).clamping(
            PortableMath.sin(azimuth * .pi / 180) * PortableMath.cos(elevation * .pi / 180))
        let way = rendering.contains(.dopplerShift) ? Self.seconds(from: distance) * sampleRate : 0
        delays = (Double(latency) + way, Double(latency) + way)
        switch algorithm {
        case .stereoPassThrough: gains = (gain, gain)
        case .equalPowerPanning:
            let angle = .pi / 4 + PortableMath.asin(side) / 2
            gains = (gain * PortableMath.cos(angle), gain * PortableMath.sin(angle))
        case .hrtf:
            gains = (gain, gain)
            if let direction, direction == (azimuth, elevation) { break }
            responses?.put(azimuth: azimuth, elevation: elevation, into: &response)
            direction = (azimuth, elevation)
        case .vectorBasedPanning:
            guard let shares = ring?.shares(azimuth: azimuth) else { return }
            channels = (shares.first.channel, shares.second.channel)
            gains = (gain * shares.first.gain, gain * shares.second.gain)
        case .sphericalHead:
            gains = (gain, gain)
            if rendering.contains(.interAuralDelay) {
                delays.0 += SphericalHead.delay(cosine: -side) * sampleRate
                delays.1 += SphericalHead.delay(cosine: side) * sampleRate
            }
            shadows.0.set(alpha: SphericalHead.shadow(cosine: -side), sampleRate: sampleRate)
            shadows.1.set(alpha: SphericalHead.shadow(cosine: side), sampleRate: sampleRate)
        }
    }

    private static func obstacle(_ attenuation: Double, _ sampleRate: Double) -> OnePoleLowPass {
        OnePoleLowPass(
            gain: Decibels(attenuation).linear, at: min(5000, 0.49 * sampleRate), sampleRate: sampleRate)
    }

    private static func seconds(from distance: Double) -> Double { (0...farthest).clamping(distance) / 343 }

    /// Frames until the last of what is so far away is heard, with Doppler's shift.
    public static func way(from distance: Double, _ sampleRate: Double) -> Int {
        Int((seconds(from: distance) * sampleRate).rounded(.up)) + 3
    }

    /// Frames for which an obstacle's filter goes on, above −120 dB.
    public static func tail(ofObstruction attenuation: Double, sampleRate: Double) -> Int {
        obstacle(attenuation, sampleRate).tail
    }

    public mutating func reset() {
        line.reset()
        heard.reset()
        states = (0, 0)
        shadows.0.reset()
        shadows.1.reset()
    }

    /// Whether nothing of what was heard is left: silence in adds nothing.
    public var isAtRest: Bool {
        line.isEmpty && heard.isEmpty && shadows.0.isAtRest && shadows.1.isAtRest && states == (0, 0)
    }

    /// Adds `frames` of a source to the same frames of `output`.
    public mutating func add(_ frames: Range<Int>, of source: borrowing PCMBuffer, to output: inout PCMBuffer) {
        precondition(source.channelCount == channelCount && output.channelCount >= 2, "another source or output")
        mix(frames, of: source, to: &output)
        line.note(frames.count)
        heard.note(frames.count)
    }

    /// What a frame adds to either side.
    @inline(__always)
    mutating func next(_ left: Float, _ right: Float) -> (left: Double, right: Double) {
        var sides: (Double, Double)
        let first = obstacle.next(left.isFinite ? Double(left) : 0, &states.0)
        if algorithm == .sphericalHead {
            sides = (line.cubic(ofChannel: 0, delays.0), line.cubic(ofChannel: 0, delays.1))
            sides = (shadows.0.next(sides.0), shadows.1.next(sides.1))
            line.push(first, toChannel: 0)
        } else if algorithm == .hrtf {
            let sample = late(first, 0)
            heard.push(sample, toChannel: 0)
            let sums = heard.convolved(ofChannel: 0, with: response.blocks)
            sides = (sums.x, sums.y)
        } else {
            sides.0 = late(first, 0)
            sides.1 =
                channelCount == 2 ? late(obstacle.next(right.isFinite ? Double(right) : 0, &states.1), 1) : sides.0
        }
        return (gains.0 * sides.0, gains.1 * sides.1)
    }

    @inline(__always)
    private mutating func late(_ sample: Double, _ channel: Int) -> Double {
        defer { line.push(sample, toChannel: channel) }
        if rendering.contains(.dopplerShift) { return line.cubic(ofChannel: channel, delays.0) }
        return latency > 0 ? line.sample(ofChannel: channel, latency) : sample
    }
}
