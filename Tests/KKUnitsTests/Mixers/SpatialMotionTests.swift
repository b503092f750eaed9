import KKDSP
import KKPCM
import KKTestSupport
import KKUnits
import Testing

/// A way that a bus of a spatial mixer goes.
@Suite struct SpatialMotionTests {
    private typealias Place = SpatialMotion.Place

    private func expect(_ place: Place, _ azimuth: Double, _ elevation: Double, _ distance: Double) {
        #expect(
            abs(place.azimuth - azimuth) < 1e-6 && abs(place.elevation - elevation) < 1e-6
                && abs(place.distance - distance) < 1e-6, "\(place)")
    }

    @Test func `each number goes evenly, and stays at both ends`() {
        let motion = SpatialMotion(
            from: Place(azimuth: -90, elevation: 0, distance: 2), to: Place(azimuth: 150, elevation: 40, distance: 6),
            startTime: 100, frameCount: 200)
        for frame in [Int64.min, 0, 100] { expect(motion.place(at: frame), -90, 0, 2) }
        expect(motion.place(at: 150), -30, 10, 3)
        expect(motion.place(at: 200), 30, 20, 4)
        for frame in [300, 301, Int64.max] { expect(motion.place(at: frame), 150, 40, 6) }
    }

    @Test func `a straight line goes through the room, also above and behind`() {
        let by = SpatialMotion(
            from: Place(azimuth: -90, distance: 1), to: Place(azimuth: 180, distance: 1), isStraight: true,
            frameCount: 2)
        expect(by.place(at: 1), -135, 0, 0.5.squareRoot())
        let over = SpatialMotion(
            from: Place(azimuth: 90, elevation: 45, distance: 2), to: Place(azimuth: -90, elevation: 45, distance: 2),
            isStraight: true, frameCount: 2)
        expect(over.place(at: 1), 0, 90, 2.0.squareRoot())
        let through = SpatialMotion(
            from: Place(azimuth: 90, distance: 1), to: Place(azimuth: -90, distance: 1), isStraight: true, frameCount: 2
        )
        expect(through.place(at: 1), through.place(at: 1).azimuth, 0, 0)
    }

    @Test func `a place that the parameters could not have is refused, and no motion is no part of the class info`()
        throws
    {
        let unit = SpatialMixer(), there = Place(azimuth: 20)
        let info = unit.classInfo
        for wrong in [Place(azimuth: 190), Place(azimuth: 0, elevation: -91), Place(azimuth: 0, distance: .nan)] {
            let motion = SpatialMotion(from: there, to: wrong, frameCount: 10)
            #expect(code { try unit.setMotion(motion, bus: 0) } == .invalidPropertyValue)
        }
        #expect(code { try unit.setMotion(nil, bus: 8) } == .invalidElement)
        let motion = SpatialMotion(from: there, to: Place(azimuth: 0, distance: 100), frameCount: 10)
        try unit.setMotion(motion, bus: 0)
        #expect(try unit.motion(bus: 0) == motion && unit.classInfo == info && unit.tailFrameCount == 0)
        try unit.setClassInfo(info)
        #expect(try unit.motion(bus: 0) == motion)
        try unit.setRendering([.dopplerShift], bus: 0)
        #expect(try #require(unit.tailFrameCount) > 12_800)
    }
}
