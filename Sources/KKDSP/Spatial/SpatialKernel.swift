internal import KKMath
public import KKPCM

/// Places a source around a listener and adds it to two channels.
///
/// The direction is an azimuth, 0° in front and 90° to the right, and an elevation, 90° above. A two-channel source
/// only gets the gain; a mono source is placed:
///
/// - equal power: by the angle to the side, sin⁻¹(sin azimuth · cos elevation), from −90° to 90°. At p of that way, −1 … 1,
///   the left gets cos((1 + p) π/4) and the right sin((1 + p) π/4). Sources behind the listener sound as if in front.
/// - spherical head: for headphones, each ear with its delay and its shadow (``SphericalHead``). A source in front
///   reaches both ears after ``latency`` frames; between frames the delay is interpolated with a cubic.
/// - stereo pass-through: both sides alike.
///
/// A new position takes effect from the next frame; for movement, set a position for each frame. Samples that are
/// not finite count as silence.
///
/// ## Allocation
/// In `init` alone.
public struct SpatialKernel: ~Copyable {
    /// The values are those of `AUSpatializationAlgorithm`.
    public enum Algorithm: Int, Sendable, Codable, CaseIterable {
        case equalPowerPanning = 0
        case sphericalHead = 1
        case stereoPassThrough = 5

        /// Its latency in frames.
        public func latency(atSampleRate rate: Double) -> Int {
            self == .sphericalHead ? SphericalHead.latency(rate) : 0
        }

        /// The number of frames after the input, beyond the latency, until it is below −120 dB.
        public func tail(atSampleRate rate: Double) -> Int {
            self == .sphericalHead ? SphericalHead.longestDelay(rate) + HeadShadow.tail(rate) : 0
        }
    }

    /// The channels of the source: 1 or 2.
    public let channelCount: Int
    public let sampleRate: Double
    public let algorithm: Algorithm
    /// The delay from input to output in frames, at least that of the algorithm.
    public let latency: Int

    var line: DelayLine
    /// What each side is multiplied by.
    private(set) var gains = (0.0, 0.0)
    /// Frames, for each ear.
    private(set) var delays = (0.0, 0.0)
    var shadows = (HeadShadow(), HeadShadow())

    /// - Parameter latency: may be larger than the algorithm's, to match other sources.
    public init(channelCount: Int, sampleRate: Double, algorithm: Algorithm, latency: Int = 0) {
        precondition((1...2).contains(channelCount) && sampleRate > 0, "no such source")
        self.channelCount = channelCount
        self.sampleRate = sampleRate
        self.algorithm = channelCount == 2 ? .stereoPassThrough : algorithm
        self.latency = max(latency, self.algorithm.latency(atSampleRate: sampleRate))
        let rest = self.algorithm == .sphericalHead ? SphericalHead.longestDelay(sampleRate) + 2 : 0
        line = DelayLine(channelCount: channelCount, capacity: self.latency + rest)
        place(azimuth: 0, elevation: 0, gain: 1)
    }

    /// - Parameters:
    ///   - azimuth: degrees, −180 … 180.
    ///   - elevation: degrees, −90 … 90.
    ///   - gain: a factor.
    public mutating func place(azimuth: Double, elevation: Double, gain: Double) {
        // Rounding may leave a sine above 1.
        let side = (-1...1).clamping(
            PortableMath.sin(azimuth * .pi / 180) * PortableMath.cos(elevation * .pi / 180))
        switch algorithm {
        case .stereoPassThrough: gains = (gain, gain)
        case .equalPowerPanning:
            let angle = .pi / 4 + PortableMath.asin(side) / 2
            gains = (gain * PortableMath.cos(angle), gain * PortableMath.sin(angle))
        case .sphericalHead:
            gains = (gain, gain)
            delays = (
                Double(latency) + SphericalHead.delay(cosine: -side) * sampleRate,
                Double(latency) + SphericalHead.delay(cosine: side) * sampleRate
            )
            shadows.0.set(alpha: SphericalHead.shadow(cosine: -side), sampleRate: sampleRate)
            shadows.1.set(alpha: SphericalHead.shadow(cosine: side), sampleRate: sampleRate)
        }
    }

    public mutating func reset() {
        line.reset()
        shadows.0.reset()
        shadows.1.reset()
    }

    /// Whether no state is left: silent input adds nothing.
    public var isAtRest: Bool { line.isEmpty && shadows.0.isAtRest && shadows.1.isAtRest }

    /// Adds `frames` of a source to the same frames of the first two channels of `output`.
    public mutating func add(_ frames: Range<Int>, of source: borrowing PCMBuffer, to output: inout PCMBuffer) {
        precondition(source.channelCount == channelCount && output.channelCount >= 2, "another source or output")
        mix(frames, of: source, to: &output)
        line.note(frames.count)
    }

    /// What a frame adds to either side.
    @inline(__always)
    mutating func next(_ left: Float, _ right: Float) -> (left: Double, right: Double) {
        var sides: (Double, Double)
        if algorithm == .sphericalHead {
            sides = (line.cubic(ofChannel: 0, delays.0), line.cubic(ofChannel: 0, delays.1))
            sides = (shadows.0.next(sides.0), shadows.1.next(sides.1))
        } else {
            sides.0 = late(left, 0)
            sides.1 = channelCount == 2 ? late(right, 1) : sides.0
        }
        line.push(left, and: 0, toChannel: 0)
        if channelCount == 2 { line.push(right, and: 0, toChannel: 1) }
        return (gains.0 * sides.0, gains.1 * sides.1)
    }

    @inline(__always)
    private func late(_ sample: Float, _ channel: Int) -> Double {
        latency > 0 ? line.sample(ofChannel: channel, latency) : sample.isFinite ? Double(sample) : 0
    }
}
