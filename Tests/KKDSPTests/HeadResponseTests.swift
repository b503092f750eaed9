import Foundation
@testable import KKDSP
import KKTestSupport
import Testing

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
        var (left, right) = ([Double](repeating: 0, count: 16), [Double](repeating: 0, count: 16))
        func heard(_ azimuth: Double, _ elevation: Double) -> [Double] {
            head.put(azimuth: azimuth, elevation: elevation, into: &left, &right)
            return left + right
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
}
