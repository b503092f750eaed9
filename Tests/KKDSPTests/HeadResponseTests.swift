import Foundation
@testable import KKDSP
import KKTestSupport
import Testing

extension HeadResponses.Response {
    /// The left's, and the right's after them.
    fileprivate func samples(of head: HeadResponses) -> [Double] {
        var samples: [Double] = []
        for ear in 0..<2 {
            for frame in 0..<head.length { samples.append(blocks[frame / 4][2 * (frame % 4) + ear]) }
        }
        return samples
    }
}

/// The mean of a head's responses.
@Suite struct HeadResponseTests {
    /// Where two measurements are equally far away, one had taken the other's place with a seventh of the weight.
    @Test func `sound that moves between measured directions has no jump, in a ring or between two`() throws {
        let rings = [-10.0, 0, 10, 85]
        let measurements = rings.enumerated().flatMap { ring, elevation in
            stride(from: 0.0, to: 360, by: elevation > 80 ? 30 : 5).enumerated().map { place, azimuth in
                let noise = SeededNumbers.noise(32, seed: UInt64(100 * ring + place + 1))
                return HeadResponses.Measurement(
                    azimuth: azimuth, elevation: elevation, left: Array(noise[..<16]), right: Array(noise[16...]))
            }
        }
        let head = try #require(HeadResponses(measurements, sampleRate: 48_000))
        var response = HeadResponses.Response(of: head)
        func heard(_ azimuth: Double, _ elevation: Double) -> [Double] {
            head.put(azimuth: azimuth, elevation: elevation, into: &response)
            return response.samples(of: head)
        }
        func size(_ samples: [Double]) -> Double { sqrt(samples.reduce(0) { $0 + $1 * $1 }) }
        var ways = [0.0, 5, -10, 47].map { elevation in
            (0...2000).map { (azimuth: Double($0) / 100, elevation: elevation) }
        }
        // Over the pole, where twelve are equally far away.
        ways.append((0...500).map { (azimuth: 7, elevation: 85 + Double($0) / 100) })
        ways.append((0...500).map { (azimuth: 187, elevation: 90 - Double($0) / 100) })
        for way in ways {
            var last = heard(way[0].azimuth, way[0].elevation)
            for (azimuth, elevation) in way.dropFirst() {
                let next = heard(azimuth, elevation)
                let change = size(zip(next, last).map { $0 - $1 }) / size(next)
                #expect(change < 0.02, "\(azimuth)° \(elevation)°")
                last = next
            }
        }
        for measurement in measurements.prefix(80) {
            let own = (measurement.left + measurement.right).map(Double.init)
            #expect(heard(measurement.azimuth, measurement.elevation) == own)
            #expect(size(zip(heard(measurement.azimuth + 0.001, measurement.elevation), own).map { $0 - $1 }) < 1e-5)
        }
    }

    /// A direction is looked for among the neighbours of the last one; what was there before it makes no difference.
    @Test func `a direction has the same response wherever the source came from`() throws {
        let places = SeededNumbers.noise(600, seed: 9)
        let measurements = (0..<300).map { place in
            HeadResponses.Measurement(
                azimuth: 180 * Double(places[2 * place]), elevation: 90 * Double(places[2 * place + 1]),
                left: SeededNumbers.noise(9, seed: UInt64(place)),
                right: SeededNumbers.noise(9, seed: UInt64(999 + place)))
        }
        for count in [1, 2, 3, 4, 5, 300] {
            let head = try #require(HeadResponses(Array(measurements.prefix(count)), sampleRate: 48_000))
            var moving = HeadResponses.Response(of: head)
            for step in 0..<1500 {
                let azimuth = Double(step % 700) / 3 - 100, elevation = 80 - Double(step) / 10
                head.put(azimuth: azimuth, elevation: elevation, into: &moving)
                guard step % 7 == 0 else { continue }
                var fresh = HeadResponses.Response(of: head)
                head.put(azimuth: azimuth, elevation: elevation, into: &fresh)
                #expect(moving.samples(of: head) == fresh.samples(of: head), "\(count) \(step)")
            }
        }
    }
}
