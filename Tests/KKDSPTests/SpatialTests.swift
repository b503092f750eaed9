import Foundation
import KKDSP
import KKPCM
import KKTestSupport
import Testing

/// Places and distances beside their formulas.
@Suite struct SpatialTests {
    private let rate = 48_000.0

    private func sides(
        _ channels: [[Float]], _ algorithm: SpatialKernel.Algorithm, latency: Int = 0, azimuth: Double,
        elevation: Double = 0, gain: Double = 1
    ) -> [[Float]] {
        var kernel = SpatialKernel(
            channelCount: channels.count, sampleRate: rate, algorithm: algorithm, latency: latency)
        kernel.place(azimuth: azimuth, elevation: elevation, gain: gain)
        let count = channels[0].count
        var source = PCMBuffer(channelCount: channels.count, frameCapacity: count)
        for (channel, samples) in channels.enumerated() { source.fill(channel: channel, with: samples) }
        var output = PCMBuffer(channelCount: 2, frameCapacity: count)
        output.frameLength = count
        for start in stride(from: 0, to: count, by: 77) {
            kernel.add(start..<min(count, start + 77), of: source, to: &output)
        }
        return (0..<2).map { output.samples(ofChannel: $0) }
    }

    @Test(arguments: [(0.0, 0.0), (30, 0), (-90, 0), (135, 0), (-60, 45), (180, 10), (20, 90)])
    func `equal power is by the angle to the side`(azimuth: Double, elevation: Double) {
        let angle = asin(sin(azimuth * .pi / 180) * cos(elevation * .pi / 180)), turn = .pi / 4 + angle / 2
        let sound = sides([[1]], .equalPowerPanning, azimuth: azimuth, elevation: elevation, gain: 0.5)
        #expect(abs(Double(sound[0][0]) - 0.5 * cos(turn)) < 1e-7 && abs(Double(sound[1][0]) - 0.5 * sin(turn)) < 1e-7)
        let power = Double(sound[0][0] * sound[0][0] + sound[1][0] * sound[1][0])
        #expect(abs(power - 0.25) < 1e-7)
    }

    /// Where the loudspeakers are, for each channel; the LFE is nowhere.
    static let rings: [(ChannelLayout, [Double?])] = [
        (.quadraphonic, [-30, 30, -110, 110]), (.fiveOne, [-30, 30, 0, nil, -110, 110]),
        (.sixOne, [-30, 30, 0, nil, -110, 110, 180]), (.sevenOne, [-30, 30, 0, nil, -135, 135, -90, 90]),
    ]

    @Test(arguments: rings)
    func `vectors of the two nearest loudspeakers add up to the source's direction, with a power of one`(
        layout: ChannelLayout, places: [Double?]
    ) {
        for azimuth in stride(from: -180.0, through: 180, by: 5) {
            var kernel = SpatialKernel(
                channelCount: 1, sampleRate: rate, algorithm: .vectorBasedPanning, output: layout)
            kernel.place(azimuth: azimuth, elevation: 30, gain: 1)
            var source = PCMBuffer(channelCount: 1, frameCapacity: 1)
            source.fill(channel: 0, with: [1])
            var output = PCMBuffer(channelCount: layout.channelCount, frameCapacity: 1)
            output.frameLength = 1
            kernel.add(0..<1, of: source, to: &output)
            let gains = (0..<layout.channelCount).map { Double(output.samples(ofChannel: $0)[0]) }
            var (right, front, power) = (0.0, 0.0, 0.0)
            for (gain, place) in zip(gains, places) where abs(gain) > 1e-7 {
                guard let place else { #expect(Bool(false), "the LFE"); continue }
                right += gain * sin(place * .pi / 180)
                front += gain * cos(place * .pi / 180)
                power += gain * gain
                #expect(gain > 0)
            }
            let turn = remainder(atan2(right, front) - azimuth * .pi / 180, 2 * .pi)
            #expect(abs(turn) < 1e-6 && abs(power - 1) < 1e-6, "\(azimuth)")
            #expect(gains.filter { abs($0) > 1e-7 }.count <= 2)
            for (gain, place) in zip(gains, places) where place == azimuth { #expect(abs(gain - 1) < 1e-6) }
        }
    }

    private static let head = HeadResponses(
        [
            .init(azimuth: 0, elevation: 0, left: [1, 0.5, 0], right: [0.25, 0, 0.125]),
            .init(azimuth: 90, elevation: 0, left: [0, 0.25, 0.5], right: [2, 1, 0]),
            .init(azimuth: 180, elevation: 0, left: [-1, 0, 0], right: [-1, 0, 0]),
            .init(azimuth: 0, elevation: 90, left: [0, 0, 4], right: [0, 4, 0]),
        ], sampleRate: 48_000)

    /// What both ears hear of a pulse.
    private func ears(
        _ azimuth: Double, _ elevation: Double, _ rendering: SpatialKernel.Rendering = .plain
    ) -> [[Float]] {
        var kernel = SpatialKernel(
            channelCount: 1, sampleRate: rate, algorithm: .hrtf, rendering: rendering, responses: Self.head)
        kernel.place(azimuth: azimuth, elevation: elevation, gain: 0.5, distance: 343.0 * 10 / 48_000)
        var source = PCMBuffer(channelCount: 1, frameCapacity: 20),
            output = PCMBuffer(channelCount: 2, frameCapacity: 20)
        source.fill(channel: 0, with: [1] + Array(repeating: 0, count: 19))
        output.frameLength = 20
        for frame in 0..<20 { kernel.add(frame..<frame + 1, of: source, to: &output) }
        let isAtRest = kernel.isAtRest
        #expect(isAtRest == (rendering == .plain))
        return (0..<2).map { output.samples(ofChannel: $0) }
    }

    @Test func `a measured direction has its own response, and others a mean of those around, by how far they are`()
        throws
    {
        #expect(ears(90, 0).map { $0.prefix(4) } == [[0, 0.125, 0.25, 0], [1, 0.5, 0, 0]])
        #expect(ears(-180, 0)[0].prefix(2) == [-0.5, 0])
        #expect(ears(90, 0, .dopplerShift)[1][11...].prefix(3).map { ($0 * 1e4).rounded() } == [0, 10_000, 5_000])
        // From 30° to the right and 20° up: weights by the chords.
        let (side, up) = (30 * Double.pi / 180, 20 * Double.pi / 180)
        let place = [cos(side) * cos(up), sin(side) * cos(up), sin(up)]
        let chords = [[1.0, 0, 0], [0, 1, 0], [-1, 0, 0], [0, 0, 1]].map {
            sqrt(zip(place, $0).reduce(0) { $0 + pow($1.0 - $1.1, 2) })
        }
        let reach = 1.25 * chords[2], weights = chords.map { pow((reach - $0) / (reach * $0), 2) }
        let sum = weights.reduce(0, +)
        #expect(abs(Double(ears(30, 20)[0][0]) - 0.5 * (weights[0] - weights[2]) / sum) < 1e-7)
        #expect(abs(Double(ears(30, 20)[1][1]) - 0.5 * (weights[1] + 4 * weights[3]) / sum) < 1e-7)
        #expect(SpatialKernel.Algorithm.hrtf.tail(atSampleRate: rate, Self.head) == 2)
    }

    @Test func `responses that are none are refused`() {
        #expect(HeadResponses([], sampleRate: 48_000) == nil)
        for (left, right) in [([1], [1, 2]), ([], []), ([.nan], [1])] as [([Float], [Float])] {
            #expect(
                HeadResponses([.init(azimuth: 0, elevation: 0, left: left, right: right)], sampleRate: 48_000) == nil)
        }
        #expect(HeadResponses([.init(azimuth: 0, elevation: 0, left: [1], right: [1])], sampleRate: 0) == nil)
    }

    @Test func `a ring is all around`() {
        #expect(LoudspeakerRing(.stereo) == nil && LoudspeakerRing(.threeZero) == nil && LoudspeakerRing(.mono) == nil)
        #expect(LoudspeakerRing(ChannelLayout([.left, .right, .center, .leftSurround, .leftSurround])) == nil)
        #expect(LoudspeakerRing(ChannelLayout([.left, .right, .centerSurround])) != nil)
        #expect(LoudspeakerRing(.discrete(6)) == nil)
    }

    @Test func `two channels pass, and one that nothing places goes to both sides`() {
        let noise = [SeededNumbers.noise(300, seed: 1), SeededNumbers.noise(300, seed: 2)]
        #expect(sides(noise, .sphericalHead, azimuth: 70) == noise)
        let late = sides([noise[0]], .stereoPassThrough, latency: 20, azimuth: 70)
        #expect(late[0] == Array(repeating: 0, count: 20) + noise[0][..<280] && late[0] == late[1])
    }

    /// Delay and shadow of a sine at an ear, in closed form; the bilinear transform bends the frequency.
    private func atEar(_ cosine: Double, _ frequency: Double, _ frame: Int, latency: Int) -> Double {
        let time = 0.0875 / 343, away = acos(cosine)
        let delay = away < .pi / 2 ? -time * cos(away) : time * (away - .pi / 2)
        let alpha = 1.05 + 0.95 * cos(away / (150 * .pi / 180) * .pi)
        let bent = 2 * rate * tan(.pi * frequency / rate) * time / 2
        let (up, down) = ((1.0, alpha * bent), (1.0, bent))
        let size = hypot(up.0, up.1) / hypot(down.0, down.1), turn = atan2(up.1, up.0) - atan2(down.1, down.0)
        let angle = 2 * .pi * frequency * ((Double(frame) - Double(latency)) / rate - delay)
        return size * sin(angle + turn)
    }

    @Test(arguments: [(0.0, 0.0), (37, 0), (90, 0), (-150, 0), (80, 60), (180, 0), (-90, -20)])
    func `a spherical head gives each ear its delay and its shadow`(azimuth: Double, elevation: Double) {
        let side = sin(azimuth * .pi / 180) * cos(elevation * .pi / 180)
        let latency = SpatialKernel.Algorithm.sphericalHead.latency(atSampleRate: rate)
        #expect(latency == 15)
        for frequency in [200.0, 1000] {
            let input = (0..<3000).map { Float(sin(2 * .pi * frequency / rate * Double($0))) }
            let sound = sides([input], .sphericalHead, azimuth: azimuth, elevation: elevation)
            for frame in stride(from: 1000, to: 3000, by: 7) {
                #expect(
                    abs(Double(sound[0][frame]) - atEar(-side, frequency, frame, latency: latency)) < 3e-5
                        && abs(Double(sound[1][frame]) - atEar(side, frequency, frame, latency: latency)) < 3e-5,
                    "\(frequency) Hz")
            }
        }
    }

    @Test func `to the side the near ear hears it 0,656 ms earlier, and the far one is in the shadow`() {
        let pulse = [1] + [Float](repeating: 0, count: 999)
        let sound = sides([pulse], .sphericalHead, azimuth: 90)
        let peaks = sound.map { samples in samples.indices.max { abs(samples[$0]) < abs(samples[$1]) } ?? 0 }
        #expect([31, 32].contains(peaks[0] - peaks[1]))
        let energies = sound.map { $0.reduce(0.0) { $0 + Double($1) * Double($1) } }
        #expect(energies[1] > 20 * energies[0])
        // At 0 Hz both ears hear as much.
        for samples in sound { #expect(abs(samples.reduce(0.0) { $0 + Double($1) } - 1) < 1e-4) }
    }

    @Test func `what is no number goes nowhere, and rest is rest`() {
        var kernel = SpatialKernel(channelCount: 1, sampleRate: rate, algorithm: .sphericalHead)
        var source = PCMBuffer(channelCount: 1, frameCapacity: 3000),
            output = PCMBuffer(channelCount: 2, frameCapacity: 3000)
        source.fill(channel: 0, with: [.nan, .infinity, 1])
        output.frameLength = 3000
        kernel.add(0..<3000, of: source, to: &output)
        #expect(output.samples(ofChannel: 0).allSatisfy { $0.isFinite })
        let isAtRest = kernel.isAtRest
        #expect(isAtRest)
        let tail = SpatialKernel.Algorithm.sphericalHead.tail(atSampleRate: rate)
        #expect(output.samples(ofChannel: 0)[(3 + 15 + tail)...].allSatisfy { abs($0) < 1e-6 })
    }

    @Test func `each curve goes from 1 at the reference to the attenuation at the maximum`() {
        for curve in DistanceAttenuation.Curve.allCases {
            let model = DistanceAttenuation(
                curve: curve, referenceDistance: 2, maximumDistance: 50, maximumAttenuation: 40)
            let wanted: (Double) -> Double = { distance in
                switch curve {
                case .power: pow(distance / 2, -2 / log10(25))
                case .exponential: pow(10, -2 * (distance - 2) / 48)
                case .inverse: 2 / (2 + 99 * 2 / 48 * (distance - 2))
                case .linear: 1 - 0.99 * (distance - 2) / 48
                }
            }
            for distance in [2.0, 2.5, 7, 20, 49, 50] {
                #expect(abs(model.gain(at: distance) - wanted(distance)) < 1e-12, "\(curve) \(distance)")
            }
            #expect(model.gain(at: 0) == 1 && abs(model.gain(at: 1e9) - 0.01) < 1e-12)
        }
        for curve in [DistanceAttenuation.Curve.power, .inverse] {
            for distance in [1.0, 2, 10, 777] {
                let gain = DistanceAttenuation(curve: curve).gain(at: distance)
                #expect(abs(gain * distance - 1) < 1e-11)
            }
        }
        #expect(DistanceAttenuation(referenceDistance: 5, maximumDistance: 5).gain(at: 7) == 1)
    }
}
